import type { TimeRange, TransactionSource } from '../types.ts';
import { createDailyFileBuilder, type DailyFileTotals } from './file-builder.ts';

/**
 * The text of a day's file, page by page. `totals` is valid once the text has been read to its end.
 */
export function createDailyFileText(
  source: TransactionSource,
  range: TimeRange,
  headerDate: string,
): { readonly text: AsyncIterable<string>; readonly totals: () => DailyFileTotals } {
  const builder = createDailyFileBuilder(headerDate);
  async function* generate(): AsyncGenerator<string> {
    yield builder.header;
    for await (const page of source.listTransactions(range)) yield builder.formatLines(page);
    yield builder.formatFooter();
  }
  return { text: generate(), totals: builder.getTotals };
}

/**
 * Returns the first `most` lines of a text, holding only those in memory. `isWhole` is true if that
 * is the whole text.
 */
export async function readFirstLines(
  text: AsyncIterable<string | Uint8Array>,
  maxLines: number,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const decoder = new TextDecoder();
  let firstText = '';
  let lineBreaks = 0;
  let isWhole = true;
  for await (const piece of text) {
    if (!isWhole) continue;
    const decoded = typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
    for (const [index, part] of decoded.split('\n').entries()) {
      if (index > 0) lineBreaks += 1;
      if (lineBreaks >= maxLines) {
        isWhole = false;
        break;
      }
      firstText += index > 0 ? `\n${part}` : part;
    }
  }
  return { text: firstText, isWhole };
}
