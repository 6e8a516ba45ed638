import {
  column,
  createRowReader,
  type Database,
  defineInsert,
  defineRowReader,
  defineTable,
  type RowOf,
} from '../../ledger/index.ts';

/** Queries of counts and Z reports. Times are ISO 8601 in UTC. Writes run inside a commit. */

const CASH_COUNTS = defineTable('cash_counts', {
  id: column.text('id'),
  shiftId: column.text('shift_id'),
  /** The position among the shift's counts; the last count closes the shift. */
  number: column.generated(
    column.integer('number'),
    '(SELECT coalesce(max(number), 0) + 1 FROM cash_counts WHERE shift_id = $shift_id)',
  ),
  at: column.text('at'),
  cashierId: column.text('cashier_id'),
  approvedBy: column.textOrNull('approved_by'),
  /** The number of the last movement before the count. */
  lastMovement: column.generated(
    column.integer('last_movement'),
    '(SELECT coalesce(max(number), 0) FROM cash_movements WHERE shift_id = $shift_id)',
  ),
  /** JSON. */
  counted: column.text('counted'),
});
const CASH_COUNT = defineRowReader({
  ...CASH_COUNTS.fields,
  cashierName: column.text('cashier_name'),
  approverName: column.textOrNull('approver_name'),
});
export type CashCountRow = RowOf<typeof CASH_COUNT>;

const Z_REPORTS = defineTable('z_reports', {
  number: column.integer('number'),
  shiftId: column.text('shift_id'),
  at: column.text('at'),
  /** JSON, like `document`. */
  report: column.text('report'),
  document: column.text('document'),
  printJob: column.text('print_job'),
});
export type ZReportRow = RowOf<typeof Z_REPORTS>;

const countInsert = defineInsert(CASH_COUNTS);
const zReportInsert = defineInsert(Z_REPORTS);

export function insertCashCount(
  database: Database,
  cashCount: Parameters<typeof countInsert.run>[1],
): void {
  countInsert.run(database, cashCount);
}

/** All counts of a shift, the oldest first. */
export function listCashCountsOfShift(database: Database, shiftId: string): CashCountRow[] {
  return database
    .prepare(
      `SELECT k.*, c.name AS cashier_name, a.name AS approver_name FROM cash_counts k
       JOIN cashiers c ON c.id = k.cashier_id LEFT JOIN cashiers a ON a.id = k.approved_by
       WHERE k.shift_id = ? ORDER BY k.number`,
    )
    .all(shiftId)
    .map(CASH_COUNT.read);
}

/** The number of the next Z report: one more than the last, without gaps. */
export function getNextZReportNumber(database: Database): number {
  const row = database.prepare('SELECT coalesce(max(number), 0) + 1 AS next FROM z_reports').get();
  return row ? createRowReader(row).integer('next') : 1;
}

export function insertZReport(database: Database, report: ZReportRow): void {
  zReportInsert.run(database, report);
}

export function readZReportOfShift(database: Database, shiftId: string): ZReportRow | null {
  const row = database.prepare('SELECT * FROM z_reports WHERE shift_id = ?').get(shiftId);
  return row ? Z_REPORTS.read(row) : null;
}

export function readZReport(database: Database, number: number): ZReportRow | null {
  const row = database.prepare('SELECT * FROM z_reports WHERE number = ?').get(number);
  return row ? Z_REPORTS.read(row) : null;
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
    .map(Z_REPORTS.read);
}
