import { type Database, readRow } from '../../../ledger/index.ts';

/** Queries of the attempts to upload a day, each recorded from its start. */

export interface AttemptRow {
  readonly number: number;
  readonly startedAt: string;
  readonly cashierName: string | null;
  readonly endedAt: string | null;
  /** `uploaded`, `was-there`, or the JSON of a problem; null if the till stopped before the end. */
  readonly result: string | null;
}

/** Lists the attempts of a day, newest first. */
export function listAttempts(database: Database, day: string, limit: number): AttemptRow[] {
  const rows = database
    .prepare('SELECT * FROM reconciliation_attempts WHERE day = ? ORDER BY number DESC LIMIT ?')
    .all(day, limit);
  return rows.map((row) => {
    const read = readRow(row);
    return {
      number: read.integer('number'),
      startedAt: read.text('started_at'),
      cashierName: read.textOrNull('cashier_name'),
      endedAt: read.textOrNull('ended_at'),
      result: read.textOrNull('result'),
    };
  });
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
  const number = (last ? (readRow(last).integerOrNull('number') ?? 0) : 0) + 1;
  database
    .prepare(
      `INSERT INTO reconciliation_attempts (day, number, started_at, cashier_name)
       VALUES (?, ?, ?, ?)`,
    )
    .run(day, number, attempt.startedAt, attempt.cashierName);
  return number;
}

export function endAttempt(
  database: Database,
  day: string,
  number: number,
  end: { readonly endedAt: string; readonly result: string },
): void {
  database
    .prepare(
      'UPDATE reconciliation_attempts SET ended_at = ?, result = ? WHERE day = ? AND number = ?',
    )
    .run(end.endedAt, end.result, day, number);
}
