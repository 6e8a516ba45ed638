import type { PerformedTransaction, TimeRange, TransactionSource } from '../types.ts';
import { formatRegisterLine } from './register-line.ts';

/**
 * Finds the transactions of a day that are not in its file: those that turned out paid after it was
 * built, and those that no file can hold. The file has its lines in the source's order, so both are
 * read in parallel and neither is held in memory. `unexpectedLineCount` counts lines of the file that the
 * source no longer has: there should be none.
 */
export async function findLateTransactions(
  source: TransactionSource,
  range: TimeRange,
  fileLines: AsyncIterable<string>,
): Promise<{
  readonly late: readonly PerformedTransaction[];
  readonly unexpectedLineCount: number;
}> {
  const late: PerformedTransaction[] = [];
  const remainingLines = fileLines[Symbol.asyncIterator]();
  let next = await readNextLine(remainingLines);
  for await (const page of source.listTransactions(range)) {
    for (const transaction of page) {
      const result = formatRegisterLine(transaction);
      if (result.ok && result.line === next) next = await readNextLine(remainingLines);
      else late.push(transaction);
    }
  }
  let unexpectedLineCount = 0;
  for (; next !== null; next = await readNextLine(remainingLines)) unexpectedLineCount += 1;
  return { late, unexpectedLineCount };
}

async function readNextLine(lines: AsyncIterator<string>): Promise<string | null> {
  for (;;) {
    const { done, value } = await lines.next();
    if (done) return null;
    if (value.startsWith('REGISTER|')) return value;
  }
}
