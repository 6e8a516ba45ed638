import { z } from 'zod';
import type { DailyFileDifference } from '../../../../shared/contract/index.ts';
import { toDifferenceFromOurTransaction } from '../../../back-office/reconciliation/comparison/index.ts';
import { formatRegisterLine } from '../../../back-office/reconciliation/file/index.ts';
import type { ChainServerDatabase } from '../database/index.ts';
import { parsePerformedTransaction } from './chain-file-pieces.ts';

/** After this delay, every push that was in progress when the file was made has ended. */
const SEARCH_DELAY_SECONDS = 15 * 60;
const ROWS_PER_BATCH = 1_000;

const candidateSchema = z.object({
  day: z.string(),
  build: z.string(),
  isLeftOut: z.boolean().nullable(),
  ledgerId: z.string(),
  tillId: z.string(),
  paymentId: z.string(),
  performedSecond: z.number(),
});

/**
 * Records payments that arrived after the file of their day was made as differences of that day:
 * the database marks such a payment in the commit that stores it, and here it is searched in the
 * file's own bytes. Returns the number of payments checked.
 */
export async function recordLatePayments(
  database: ChainServerDatabase,
  fencingToken: number,
): Promise<number> {
  const { query } = database;
  await query('SELECT chain.drop_marks_v1($1)', [fencingToken]);
  const unsearched = await query('SELECT chain.unsearched_days_v1($1) AS day', [
    SEARCH_DELAY_SECONDS,
  ]);
  for (const { day } of unsearched)
    await query('SELECT chain.search_late_v1($1, $2)', [fencingToken, day]);
  let checkedCount = 0;
  for (;;) {
    const rows = await query('SELECT chain.late_candidates_v1($1) AS found', [ROWS_PER_BATCH]);
    if (rows.length === 0) return checkedCount;
    const hasLine = createLineFinder(database);
    const results: object[] = [];
    for (const { found } of rows) {
      const { day, build, isLeftOut, ledgerId, tillId, ...candidate } =
        candidateSchema.parse(found);
      const transaction = parsePerformedTransaction(found);
      const line = formatRegisterLine(transaction);
      const isInFile =
        isLeftOut === true ||
        (line.ok && (await hasLine(build, transaction.performedSecond, line.line)));
      const difference: DailyFileDifference | null = isInFile
        ? null
        : toDifferenceFromOurTransaction('late', transaction, []);
      results.push({
        day,
        ledger: ledgerId,
        payment: candidate.paymentId,
        till: tillId,
        second: candidate.performedSecond,
        difference,
      });
    }
    await query('SELECT chain.settle_late_v1($1, $2)', [fencingToken, JSON.stringify(results)]);
    checkedCount += rows.length;
    if (rows.length < ROWS_PER_BATCH) return checkedCount;
  }
}

const pieceSchema = z.object({
  first_second: z.number(),
  last_second: z.number(),
  bytes: z.instanceof(Uint8Array),
});

/**
 * Returns whether a file has a line. Caches the lines of one piece: the candidates are sorted in
 * its order.
 */
function createLineFinder(
  database: ChainServerDatabase,
): (build: string, second: number, line: string) => Promise<boolean> {
  let cached: { readonly isFor: (build: string, second: number) => boolean; lines: Set<string> } = {
    isFor: () => false,
    lines: new Set(),
  };
  return async (build, second, line) => {
    if (!cached.isFor(build, second)) {
      const rows = await database.query('SELECT * FROM chain.pieces_at_v1($1, $2)', [
        build,
        second,
      ]);
      const pieces = rows.map((row) => pieceSchema.parse(row));
      const text = pieces.map(({ bytes }) => new TextDecoder().decode(bytes)).join('');
      const [singlePiece] = pieces.length === 1 ? pieces : [];
      cached = {
        lines: new Set(text.split('\n')),
        // At the ends of a piece, another piece may contain the line.
        isFor: (otherBuild, otherSecond) =>
          otherBuild === build &&
          (otherSecond === second ||
            (singlePiece !== undefined &&
              otherSecond > singlePiece.first_second &&
              otherSecond < singlePiece.last_second)),
      };
    }
    return cached.lines.has(line);
  };
}
