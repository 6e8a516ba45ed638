import { type Database, readRow } from '../../../ledger/index.ts';
import { type DayFileRecord, toDayFileRecord } from './day-queries.ts';

/** Notes on the daily file's days, apart from the days themselves. */

/** The file as a copy of it was last saved elsewhere; null if none was. */
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

/** An ended day, with how many payments turned out paid since it was last checked. */
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

/** The day was checked; payments that turned out paid meanwhile keep it in the list. */
export function deleteResolvedDay(database: Database, { day, payments }: ResolvedDay): void {
  database
    .prepare('DELETE FROM reconciliation_resolved_days WHERE day = ? AND payments = ?')
    .run(day, payments);
}

/** The last comparison of a day; JSON. */
export function readComparison(database: Database, day: string): string | null {
  const row = database
    .prepare('SELECT comparison FROM reconciliation_comparisons WHERE day = ?')
    .get(day);
  return row ? readRow(row).text('comparison') : null;
}

export function writeComparison(
  database: Database,
  day: string,
  kept: { readonly at: string; readonly comparison: string },
): void {
  database
    .prepare(
      'INSERT OR REPLACE INTO reconciliation_comparisons (day, at, comparison) VALUES (?, ?, ?)',
    )
    .run(day, kept.at, kept.comparison);
}
