import {
  column,
  createRowReader,
  type Database,
  defineInsert,
  defineTable,
  defineUpdate,
  type RowOf,
} from '../../../ledger/index.ts';

/** Queries of the daily file's days and their files. */

export const DAY_FILE_FIELDS = {
  madeAt: column.text('made_at'),
  lines: column.integer('lines'),
  bytes: column.integer('bytes'),
  sha256: column.text('sha256'),
  /** JSON. */
  totals: column.text('totals'),
  leftOut: column.text('left_out'),
} as const;

const DAYS = defineTable('reconciliation_days', {
  day: column.text('day'),
  /** Seconds since the epoch; `until` is exclusive. */
  since: column.integer('since_second'),
  until: column.integer('until_second'),
  dueAt: column.text('due_at'),
  name: column.text('name'),
  file: column.orNull(column.group(DAY_FILE_FIELDS)),
  /** From this time on the server may have the file under its final name. */
  offeredAt: column.textOrNull('offered_at'),
  /** Since when it is unknown whether the server has the file; null if that is known. */
  inDoubtAt: column.textOrNull('in_doubt_at'),
  uploadedAt: column.textOrNull('uploaded_at'),
  handedIn: column.orNull(
    column.group({
      at: column.text('handed_in_at'),
      by: column.text('handed_in_by'),
      reason: column.text('handed_in_reason'),
    }),
  ),
  /** JSON: payments that turned out paid after the file was made. */
  late: column.textOrNull('late'),
});
export type BusinessDayRow = RowOf<typeof DAYS>;
export type DayFileRecord = NonNullable<BusinessDayRow['file']>;

const dayInsert = defineInsert(DAYS, { onlyFields: ['day', 'since', 'until', 'dueAt', 'name'] });

export function insertDay(
  database: Database,
  row: Pick<BusinessDayRow, 'day' | 'since' | 'until' | 'dueAt' | 'name'>,
): void {
  dayInsert.run(database, row);
}

export function readDay(database: Database, day: string): BusinessDayRow | null {
  const row = database.prepare('SELECT * FROM reconciliation_days WHERE day = ?').get(day);
  return row ? DAYS.read(row) : null;
}

/** Lists days, newest first; only days before `before`, if given. */
export function listDays(
  database: Database,
  before: string | null,
  limit: number,
): BusinessDayRow[] {
  return database
    .prepare('SELECT * FROM reconciliation_days WHERE day < ? ORDER BY day DESC LIMIT ?')
    .all(before ?? '9999-99-99', limit)
    .map(DAYS.read);
}

/** Excludes the days whose transactions are in the chain's file. */
const MISSING_CONDITION = `uploaded_at IS NULL AND handed_in_at IS NULL
  AND day < coalesce((SELECT chain_from FROM reconciliation_handover), '9999-99-99')`;

/** Lists the days neither uploaded nor handed in, oldest first; all of them without a limit. */
export function listMissingDays(database: Database, limit = -1): BusinessDayRow[] {
  return database
    .prepare(
      `SELECT * FROM reconciliation_days INDEXED BY reconciliation_days_missing
       WHERE ${MISSING_CONDITION} ORDER BY day LIMIT ?`,
    )
    .all(limit)
    .map(DAYS.read);
}

export function countUndeliveredDays(database: Pick<Database, 'prepare'>): number {
  const row = database
    .prepare(
      `SELECT count(*) AS count FROM reconciliation_days INDEXED BY reconciliation_days_missing
       WHERE ${MISSING_CONDITION}`,
    )
    .get();
  return row ? createRowReader(row).integer('count') : 0;
}

const dayFileUpdate = defineUpdate(DAYS, {
  // The late payments of an earlier file may be in this one.
  set: ['file', 'late'],
  by: ['day'],
  andWhereSql: `offered_at IS NULL AND uploaded_at IS NULL
    AND (handed_in_at IS NULL OR made_at IS NULL)`,
});

/** Changes nothing if the day's file is frozen. */
export function updateDayFile(database: Database, day: string, file: DayFileRecord): void {
  dayFileUpdate.run(database, { day, file, late: null });
}

/** From now on the server may have the file, but that is not confirmed. */
export function markUploadInDoubt(database: Database, day: string, at: string): void {
  database
    .prepare(
      `UPDATE reconciliation_days SET offered_at = coalesce(offered_at, ?1), in_doubt_at = ?1
       WHERE day = ?2`,
    )
    .run(at, day);
}

/** The server does not have the file: it has an unfinished file there, or a person confirmed it. */
export function clearUploadInDoubt(database: Database, day: string): void {
  database.prepare('UPDATE reconciliation_days SET in_doubt_at = NULL WHERE day = ?').run(day);
}

/** The server has the file. */
export function markDayUploaded(database: Database, day: string, at: string): void {
  database
    .prepare(
      `UPDATE reconciliation_days SET offered_at = coalesce(offered_at, ?1), uploaded_at = ?1,
         in_doubt_at = NULL
       WHERE day = ?2 AND uploaded_at IS NULL`,
    )
    .run(at, day);
}

const handedInUpdate = defineUpdate(DAYS, {
  set: ['handedIn'],
  by: ['day'],
  andWhereSql: 'handed_in_at IS NULL',
});

export function markDayHandedIn(
  database: Database,
  day: string,
  handedIn: NonNullable<BusinessDayRow['handedIn']>,
): void {
  handedInUpdate.run(database, { day, handedIn });
}

/**
 * Removes the handed-in mark: the day is missing again, and its late payments are checked again.
 */
export function clearDayHandedIn(database: Database, day: string): void {
  database
    .prepare(
      `UPDATE reconciliation_days SET handed_in_at = NULL, handed_in_by = NULL, handed_in_reason = NULL,
         late = CASE WHEN offered_at IS NULL THEN NULL ELSE late END
       WHERE day = ?`,
    )
    .run(day);
}

export function updateLateTransactionsOfDay(
  database: Database,
  day: string,
  late: string | null,
): void {
  database.prepare('UPDATE reconciliation_days SET late = ? WHERE day = ?').run(late, day);
}
