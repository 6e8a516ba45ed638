import type { SQLOutputValue } from 'node:sqlite';
import { type Database, defineInsert, readRow } from '../../ledger/index.ts';

/** Queries of counts and Z reports. Times are ISO 8601 in UTC. Writes run inside a commit. */

export interface CashCountRow {
  readonly id: string;
  readonly shiftId: string;
  /** The position among the shift's counts; the last count closes the shift. */
  readonly number: number;
  readonly at: string;
  readonly cashierId: string;
  readonly cashierName: string;
  readonly approvedBy: string | null;
  readonly approverName: string | null;
  /** The number of the last movement before the count. */
  readonly lastMovement: number;
  /** JSON. */
  readonly counted: string;
}

export interface ZReportRow {
  readonly number: number;
  readonly shiftId: string;
  readonly at: string;
  /** JSON, like `document`. */
  readonly report: string;
  readonly document: string;
  readonly printJob: string;
}

type Row = Readonly<Record<string, SQLOutputValue>>;

export function insertCashCount(
  database: Database,
  count: Omit<CashCountRow, 'number' | 'cashierName' | 'approverName' | 'lastMovement'>,
): void {
  database
    .prepare(
      `INSERT INTO cash_counts (id, shift_id, number, at, cashier_id, approved_by, last_movement,
         counted)
       SELECT ?, ?, coalesce(max(number), 0) + 1, ?, ?, ?,
         (SELECT coalesce(max(number), 0) FROM cash_movements WHERE shift_id = ?), ?
       FROM cash_counts WHERE shift_id = ?`,
    )
    .run(
      count.id,
      count.shiftId,
      count.at,
      count.cashierId,
      count.approvedBy,
      count.shiftId,
      count.counted,
      count.shiftId,
    );
}

/** All counts of a shift, the oldest first. */
export function listCountsOfShift(database: Database, shiftId: string): CashCountRow[] {
  return database
    .prepare(
      `SELECT k.*, c.name AS cashier_name, a.name AS approver_name FROM cash_counts k
       JOIN cashiers c ON c.id = k.cashier_id LEFT JOIN cashiers a ON a.id = k.approved_by
       WHERE k.shift_id = ? ORDER BY k.number`,
    )
    .all(shiftId)
    .map((row) => {
      const read = readRow(row);
      return {
        id: read.text('id'),
        shiftId: read.text('shift_id'),
        number: read.integer('number'),
        at: read.text('at'),
        cashierId: read.text('cashier_id'),
        cashierName: read.text('cashier_name'),
        approvedBy: read.textOrNull('approved_by'),
        approverName: read.textOrNull('approver_name'),
        lastMovement: read.integer('last_movement'),
        counted: read.text('counted'),
      };
    });
}

/** The number of the next Z report: one more than the last, without gaps. */
export function getNextZNumber(database: Database): number {
  const row = database.prepare('SELECT coalesce(max(number), 0) + 1 AS next FROM z_reports').get();
  return row ? readRow(row).integer('next') : 1;
}

const zReportInsert = defineInsert<ZReportRow>('z_reports', {
  number: (report) => report.number,
  shift_id: (report) => report.shiftId,
  at: (report) => report.at,
  report: (report) => report.report,
  document: (report) => report.document,
  print_job: (report) => report.printJob,
});

export function insertZReport(database: Database, report: ZReportRow): void {
  zReportInsert.run(database, report);
}

export function readZReportOfShift(database: Database, shiftId: string): ZReportRow | null {
  const row = database.prepare('SELECT * FROM z_reports WHERE shift_id = ?').get(shiftId);
  return row ? toZReport(row) : null;
}

export function readZReport(database: Database, number: number): ZReportRow | null {
  const row = database.prepare('SELECT * FROM z_reports WHERE number = ?').get(number);
  return row ? toZReport(row) : null;
}

/** Z reports below this number, the newest first. */
export function listZReportsBefore(
  database: Database,
  before: number | null,
  limit: number,
): ZReportRow[] {
  return database
    .prepare('SELECT * FROM z_reports WHERE number < ? ORDER BY number DESC LIMIT ?')
    .all(before ?? Number.MAX_SAFE_INTEGER, limit)
    .map(toZReport);
}

function toZReport(row: Row): ZReportRow {
  const read = readRow(row);
  return {
    number: read.integer('number'),
    shiftId: read.text('shift_id'),
    at: read.text('at'),
    report: read.text('report'),
    document: read.text('document'),
    printJob: read.text('print_job'),
  };
}
