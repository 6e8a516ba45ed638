import type { SQLOutputValue } from 'node:sqlite';
import { type Database, readRow } from '../../../ledger/index.ts';

/** Queries of the daily file's days and their files. */

export interface DayRow {
  readonly day: string;
  /** Seconds since the epoch; `until` is exclusive. */
  readonly since: number;
  readonly until: number;
  readonly dueAt: string;
  readonly name: string;
  readonly file: DayFileRecord | null;
  /** From this time on the server may have the file under its final name. */
  readonly offeredAt: string | null;
  /** Since when it is unknown whether the server has the file; null if that is known. */
  readonly inDoubtAt: string | null;
  readonly uploadedAt: string | null;
  readonly handedIn: { readonly at: string; readonly by: string; readonly reason: string } | null;
  /** JSON: payments that turned out paid after the file was made. */
  readonly late: string | null;
}

export interface DayFileRecord {
  readonly madeAt: string;
  readonly lines: number;
  readonly bytes: number;
  readonly sha256: string;
  /** JSON. */
  readonly totals: string;
  readonly leftOut: string;
}

type Row = Readonly<Record<string, SQLOutputValue>>;

export function insertDay(
  database: Database,
  row: Pick<DayRow, 'day' | 'since' | 'until' | 'dueAt' | 'name'>,
): void {
  database
    .prepare(
      `INSERT INTO reconciliation_days (day, since_second, until_second, due_at, name)
       VALUES (?, ?, ?, ?, ?)`,
    )
    .run(row.day, row.since, row.until, row.dueAt, row.name);
}

export function readDay(database: Database, day: string): DayRow | null {
  const row = database.prepare('SELECT * FROM reconciliation_days WHERE day = ?').get(day);
  return row ? toDayRow(row) : null;
}

/** Lists days, newest first; only days before `before`, if given. */
export function listDays(database: Database, before: string | null, limit: number): DayRow[] {
  return database
    .prepare('SELECT * FROM reconciliation_days WHERE day < ? ORDER BY day DESC LIMIT ?')
    .all(before ?? '9999-99-99', limit)
    .map(toDayRow);
}

/** Excludes the days whose transactions are in the chain's file. */
const MISSING_CONDITION = `uploaded_at IS NULL AND handed_in_at IS NULL
  AND day < coalesce((SELECT chain_from FROM reconciliation_handover), '9999-99-99')`;

/** Lists the days neither uploaded nor handed in, oldest first; all of them without a limit. */
export function listMissingDays(database: Database, limit = -1): DayRow[] {
  return database
    .prepare(
      `SELECT * FROM reconciliation_days INDEXED BY reconciliation_days_missing
       WHERE ${MISSING_CONDITION} ORDER BY day LIMIT ?`,
    )
    .all(limit)
    .map(toDayRow);
}

export function countMissingDays(database: Pick<Database, 'prepare'>): number {
  const row = database
    .prepare(
      `SELECT count(*) AS count FROM reconciliation_days INDEXED BY reconciliation_days_missing
       WHERE ${MISSING_CONDITION}`,
    )
    .get();
  return row ? readRow(row).integer('count') : 0;
}

/** Changes nothing if the day's file is frozen. */
export function updateDayFile(database: Database, day: string, file: DayFileRecord): void {
  database
    .prepare(
      `UPDATE reconciliation_days SET made_at = ?, lines = ?, bytes = ?, sha256 = ?, totals = ?,
         left_out = ?, late = NULL
       WHERE day = ? AND offered_at IS NULL AND uploaded_at IS NULL
         AND (handed_in_at IS NULL OR made_at IS NULL)`,
    )
    .run(file.madeAt, file.lines, file.bytes, file.sha256, file.totals, file.leftOut, day);
}

/** From now on the server may have the file, but that is not confirmed. */
export function openDayOffer(database: Database, day: string, at: string): void {
  database
    .prepare(
      `UPDATE reconciliation_days SET offered_at = coalesce(offered_at, ?1), in_doubt_at = ?1
       WHERE day = ?2`,
    )
    .run(at, day);
}

/** The server does not have the file: it has an unfinished file there, or a person confirmed it. */
export function closeDayOffer(database: Database, day: string): void {
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

export function markDayHandedIn(
  database: Database,
  day: string,
  handedIn: NonNullable<DayRow['handedIn']>,
): void {
  database
    .prepare(
      `UPDATE reconciliation_days SET handed_in_at = ?, handed_in_by = ?, handed_in_reason = ?
       WHERE day = ? AND handed_in_at IS NULL`,
    )
    .run(handedIn.at, handedIn.by, handedIn.reason, day);
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

export function updateDayLate(database: Database, day: string, late: string | null): void {
  database.prepare('UPDATE reconciliation_days SET late = ? WHERE day = ?').run(late, day);
}

export function toDayFileRecord(row: Row): DayFileRecord {
  const read = readRow(row);
  return {
    madeAt: read.text('made_at'),
    lines: read.integer('lines'),
    bytes: read.integer('bytes'),
    sha256: read.text('sha256'),
    totals: read.text('totals'),
    leftOut: read.text('left_out'),
  };
}

function toDayRow(row: Row): DayRow {
  const read = readRow(row);
  const handedInAt = read.textOrNull('handed_in_at');
  return {
    day: read.text('day'),
    since: read.integer('since_second'),
    until: read.integer('until_second'),
    dueAt: read.text('due_at'),
    name: read.text('name'),
    file: read.textOrNull('made_at') === null ? null : toDayFileRecord(row),
    offeredAt: read.textOrNull('offered_at'),
    inDoubtAt: read.textOrNull('in_doubt_at'),
    uploadedAt: read.textOrNull('uploaded_at'),
    handedIn:
      handedInAt === null
        ? null
        : { at: handedInAt, by: read.text('handed_in_by'), reason: read.text('handed_in_reason') },
    late: read.textOrNull('late'),
  };
}
