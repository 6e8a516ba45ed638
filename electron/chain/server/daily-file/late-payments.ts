import { z } from 'zod';
import type { DayDifference } from '../../../../shared/contract/index.ts';
import { toOwnDifference } from '../../../back-office/reconciliation/comparison/index.ts';
import { formatRegisterLine } from '../../../back-office/reconciliation/file/index.ts';
import type { OfficeDatabase } from '../database/index.ts';
import { parsePerformedTransaction } from './chain-lines.ts';

/** Once this long has passed, every push of the making's time has ended. */
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
 * Lists as a difference of its day what came after its file was made: the database marks such a
 * payment in the commit that brings it, and here it is looked for in the file's own bytes. Returns
 * how many it judged.
 */
export async function recordLatePayments(database: OfficeDatabase, fence: number): Promise<number> {
  const { query } = database;
  await query('SELECT chain.drop_marks_v1($1)', [fence]);
  const unsearched = await query('SELECT chain.unsearched_days_v1($1) AS day', [
    SEARCH_DELAY_SECONDS,
  ]);
  for (const { day } of unsearched)
    await query('SELECT chain.search_late_v1($1, $2)', [fence, day]);
  let judged = 0;
  for (;;) {
    const rows = await query('SELECT chain.late_candidates_v1($1) AS found', [ROWS_PER_BATCH]);
    if (rows.length === 0) return judged;
    const isIn = createLineFinder(database);
    const settled: object[] = [];
    for (const { found } of rows) {
      const { day, build, isLeftOut, ledgerId, tillId, ...rest } = candidateSchema.parse(found);
      const one = parsePerformedTransaction(found);
      const line = formatRegisterLine(one);
      const isKnown =
        isLeftOut === true || (line.ok && (await isIn(build, one.performedSecond, line.line)));
      const difference: DayDifference | null = isKnown ? null : toOwnDifference('late', one, []);
      settled.push({
        day,
        ledger: ledgerId,
        payment: rest.paymentId,
        till: tillId,
        second: rest.performedSecond,
        difference,
      });
    }
    await query('SELECT chain.settle_late_v1($1, $2)', [fence, JSON.stringify(settled)]);
    judged += rows.length;
    if (rows.length < ROWS_PER_BATCH) return judged;
  }
}

const pieceSchema = z.object({
  first_second: z.number(),
  last_second: z.number(),
  bytes: z.instanceof(Uint8Array),
});

/** Whether a file has a line. The lines of one piece are held: the candidates come in its order. */
function createLineFinder(
  database: OfficeDatabase,
): (build: string, second: number, line: string) => Promise<boolean> {
  let held: { readonly isFor: (build: string, second: number) => boolean; lines: Set<string> } = {
    isFor: () => false,
    lines: new Set(),
  };
  return async (build, second, line) => {
    if (!held.isFor(build, second)) {
      const rows = await database.query('SELECT * FROM chain.pieces_at_v1($1, $2)', [
        build,
        second,
      ]);
      const pieces = rows.map((row) => pieceSchema.parse(row));
      const text = pieces.map(({ bytes }) => new TextDecoder().decode(bytes)).join('');
      const [only] = pieces.length === 1 ? pieces : [];
      held = {
        lines: new Set(text.split('\n')),
        // At its ends another piece may hold the line.
        isFor: (ofBuild, at) =>
          ofBuild === build &&
          (at === second ||
            (only !== undefined && at > only.first_second && at < only.last_second)),
      };
    }
    return held.lines.has(line);
  };
}
