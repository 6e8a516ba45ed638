import type { PerformedTransaction, TimeRange, TransactionSource } from '../types.ts';
import { formatRegisterLine } from './register-line.ts';

/**
 * The transactions of a day that are not in its file: those that turned out paid after it was made,
 * and those that no file can hold. The file has its lines in the source's order, so both are read
 * side by side and neither is kept in memory. Lines of the file that the source no longer has are
 * counted: there should be none.
 */
export async function findLateTransactions(
  source: TransactionSource,
  range: TimeRange,
  lines: AsyncIterable<string>,
): Promise<{ readonly late: readonly PerformedTransaction[]; readonly strangers: number }> {
  const late: PerformedTransaction[] = [];
  const inFile = lines[Symbol.asyncIterator]();
  let next = await readNextLine(inFile);
  for await (const page of source.transactions(range)) {
    for (const one of page) {
      const made = formatRegisterLine(one);
      if (made.ok && made.line === next) next = await readNextLine(inFile);
      else late.push(one);
    }
  }
  let strangers = 0;
  for (; next !== null; next = await readNextLine(inFile)) strangers += 1;
  return { late, strangers };
}

async function readNextLine(lines: AsyncIterator<string>): Promise<string | null> {
  for (;;) {
    const { done, value } = await lines.next();
    if (done) return null;
    if (value.startsWith('REGISTER|')) return value;
  }
}
