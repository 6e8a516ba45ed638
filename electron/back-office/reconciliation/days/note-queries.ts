import {
  column,
  createRowReader,
  type Database,
  defineInsert,
  defineRowReader,
  defineTable,
  type RowOf,
} from '../../../ledger/index.ts';
import { DAY_FILE_FIELDS, type DayFileRecord } from './day-queries.ts';

/** Queries of the data about days that is stored apart from their rows. */

const DAY_FILE = defineRowReader(DAY_FILE_FIELDS);
const SAVED_FILES = defineTable('reconciliation_saved_files', {
  day: column.text('day'),
  ...DAY_FILE_FIELDS,
});
const RESOLVED_DAYS = defineTable('reconciliation_resolved_days', {
  day: column.text('day'),
  payments: column.integer('payments'),
});
const COMPARISONS = defineTable('reconciliation_comparisons', {
  day: column.text('day'),
  at: column.text('at'),
  /** JSON. */
  comparison: column.text('comparison'),
});

const savedFileInsert = defineInsert(SAVED_FILES, { replacesExisting: true });
const comparisonInsert = defineInsert(COMPARISONS, { replacesExisting: true });

/** Reads the record of the last saved copy of the file; null if none was saved. */
export function readSavedDayFile(database: Database, day: string): DayFileRecord | null {
  const row = database.prepare('SELECT * FROM reconciliation_saved_files WHERE day = ?').get(day);
  return row ? DAY_FILE.read(row) : null;
}

export function writeSavedDayFile(database: Database, day: string, file: DayFileRecord): void {
  savedFileInsert.run(database, { day, ...file });
}

/** An ended day, with the number of payments that turned out paid since its last check. */
export type DayWithLatePayments = RowOf<typeof RESOLVED_DAYS>;

export function listDaysWithLatePayments(database: Database): DayWithLatePayments[] {
  return database
    .prepare('SELECT day, payments FROM reconciliation_resolved_days ORDER BY day')
    .all()
    .map(RESOLVED_DAYS.read);
}

/** Removes a checked day from the list, unless more payments turned out paid meanwhile. */
export function deleteDayWithLatePayments(
  database: Database,
  { day, payments }: DayWithLatePayments,
): void {
  database
    .prepare('DELETE FROM reconciliation_resolved_days WHERE day = ? AND payments = ?')
    .run(day, payments);
}

/** Reads the last comparison of a day as JSON; null if there is none. */
export function readDayComparisonJson(database: Database, day: string): string | null {
  const row = database
    .prepare('SELECT comparison FROM reconciliation_comparisons WHERE day = ?')
    .get(day);
  return row ? createRowReader(row).text('comparison') : null;
}

export function writeDayComparisonJson(
  database: Database,
  day: string,
  result: { readonly at: string; readonly comparisonJson: string },
): void {
  comparisonInsert.run(database, { day, at: result.at, comparison: result.comparisonJson });
}
