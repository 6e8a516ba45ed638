import { type Database, readRow } from '../../../ledger/index.ts';
import { type DayFileRecord, toDayFileRecord } from './day-queries.ts';

/** Queries of the data about days that is stored apart from their rows. */

/** Reads the record of the last saved copy of the file; null if none was saved. */
export function readSavedFile(database: Database, day: string): DayFileRecord | null {
  const row = database.prepare('SELECT * FROM reconciliation_saved_files WHERE day = ?').get(day);
  return row ? toDayFileRecord(row) : null;
}

export function writeSavedFile(database: Database, day: string, file: DayFileRecord): void {
  database
    .prepare(
      `INSERT OR REPLACE INTO reconciliation_saved_files
         (day, made_at, lines, bytes, sha256, totals, left_out)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(day, file.madeAt, file.lines, file.bytes, file.sha256, file.totals, file.leftOut);
}

/** An ended day, with the number of payments that turned out paid since its last check. */
export interface ResolvedDay {
  readonly day: string;
  readonly payments: number;
}

export function listResolvedDays(database: Database): ResolvedDay[] {
  return database
    .prepare('SELECT day, payments FROM reconciliation_resolved_days ORDER BY day')
    .all()
    .map((row) => {
      const read = readRow(row);
      return { day: read.text('day'), payments: read.integer('payments') };
    });
}

/** Removes a checked day from the list, unless more payments turned out paid meanwhile. */
export function deleteResolvedDay(database: Database, { day, payments }: ResolvedDay): void {
  database
    .prepare('DELETE FROM reconciliation_resolved_days WHERE day = ? AND payments = ?')
    .run(day, payments);
}

/** Reads the last comparison of a day as JSON; null if there is none. */
export function readComparison(database: Database, day: string): string | null {
  const row = database
    .prepare('SELECT comparison FROM reconciliation_comparisons WHERE day = ?')
    .get(day);
  return row ? readRow(row).text('comparison') : null;
}

export function writeComparison(
  database: Database,
  day: string,
  result: { readonly at: string; readonly comparison: string },
): void {
  database
    .prepare(
      'INSERT OR REPLACE INTO reconciliation_comparisons (day, at, comparison) VALUES (?, ?, ?)',
    )
    .run(day, result.at, result.comparison);
}
