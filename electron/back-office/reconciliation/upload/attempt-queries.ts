import {
  column,
  createRowReader,
  type Database,
  defineInsert,
  defineTable,
  defineUpdate,
  type RowOf,
} from '../../../ledger/index.ts';

/** Queries of the attempts to upload a day, each recorded from its start. */

const ATTEMPTS = defineTable('reconciliation_attempts', {
  day: column.text('day'),
  number: column.integer('number'),
  startedAt: column.text('started_at'),
  /** Null if the till did it by itself. */
  cashierName: column.textOrNull('cashier_name'),
  endedAt: column.textOrNull('ended_at'),
  /** `uploaded`, `was-there`, or the JSON of a problem; null if the till stopped before the end. */
  result: column.textOrNull('result'),
});
export type AttemptRow = RowOf<typeof ATTEMPTS>;

const attemptInsert = defineInsert(ATTEMPTS, {
  onlyFields: ['day', 'number', 'startedAt', 'cashierName'],
});
const attemptEnd = defineUpdate(ATTEMPTS, { set: ['endedAt', 'result'], by: ['day', 'number'] });

/** Lists the attempts of a day, newest first. */
export function listAttempts(database: Database, day: string, limit: number): AttemptRow[] {
  return database
    .prepare('SELECT * FROM reconciliation_attempts WHERE day = ? ORDER BY number DESC LIMIT ?')
    .all(day, limit)
    .map(ATTEMPTS.read);
}

/** Returns the number of the attempt within its day. */
export function insertAttempt(
  database: Database,
  day: string,
  attempt: { readonly startedAt: string; readonly cashierName: string | null },
): number {
  const last = database
    .prepare('SELECT max(number) AS number FROM reconciliation_attempts WHERE day = ?')
    .get(day);
  const number = (last ? (createRowReader(last).integerOrNull('number') ?? 0) : 0) + 1;
  attemptInsert.run(database, { day, number, ...attempt });
  return number;
}

export function endAttempt(
  database: Database,
  day: string,
  number: number,
  end: { readonly endedAt: string; readonly result: string },
): void {
  attemptEnd.run(database, { day, number, ...end });
}
