import type { TimeRange, TransactionSource } from '../types.ts';
import { createFileBuilder, type FileTotals } from './file-builder.ts';

/** The text of a day's file, page by page; `totals` is valid once it has been read to its end. */
export function createFileText(
  source: TransactionSource,
  range: TimeRange,
  date: string,
): { readonly text: AsyncIterable<string>; readonly totals: () => FileTotals } {
  const builder = createFileBuilder(date);
  async function* pieces(): AsyncGenerator<string> {
    yield builder.header;
    for await (const page of source.transactions(range)) yield builder.formatLines(page);
    yield builder.formatFooter();
  }
  return { text: pieces(), totals: builder.getTotals };
}

/** The first lines of a text, keeping no more of it in memory than they need. */
export async function readFirstLines(
  text: AsyncIterable<string | Uint8Array>,
  most: number,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const decoder = new TextDecoder();
  let held = '';
  let breaks = 0;
  let isWhole = true;
  for await (const piece of text) {
    if (!isWhole) continue;
    const more = typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
    for (const [index, part] of more.split('\n').entries()) {
      if (index > 0) breaks += 1;
      if (breaks >= most) {
        isWhole = false;
        break;
      }
      held += index > 0 ? `\n${part}` : part;
    }
  }
  return { text: held, isWhole };
}
