import { column, type Database, defineRowReader, type RowOf } from '../../ledger/index.ts';

/** Queries of what cashiers did. Times are ISO 8601 in UTC; `until` is exclusive. */

interface Span {
  readonly since: string;
  readonly until: string;
}

const PERSON = defineRowReader({ id: column.text('id'), name: column.text('name') });

/** All people who were ever on the staff, with their current names. */
export function listPeople(database: Database): RowOf<typeof PERSON>[] {
  return database.prepare('SELECT id, name FROM cashiers').all().map(PERSON.read);
}

const SALES = defineRowReader({
  cashierId: column.text('cashier_id'),
  count: column.integer('count'),
  /** The amounts in the shop's currency, in whole units of it, and how many payments they are of. */
  amount: column.integer('amount'),
  amountCount: column.integer('amount_count'),
});

/** The payments that each cashier made. */
export function sumSales(
  database: Database,
  { since, until }: Span,
  shopCurrency: string,
): RowOf<typeof SALES>[] {
  return database
    .prepare(
      `SELECT cashier_id, count(*) AS count,
         CAST(total(amount) FILTER (WHERE currency = ?) / 1000000 AS INTEGER) AS amount,
         count(*) FILTER (WHERE currency = ?) AS amount_count
       FROM sales WHERE at >= ? AND at < ? AND what = 'sold' GROUP BY cashier_id`,
    )
    .all(shopCurrency, shopCurrency, since, until)
    .map(SALES.read);
}

const ACT = defineRowReader({ kind: column.text('kind'), at: column.text('at') });

/** Reads the index alone. */
export function listActs(
  database: Database,
  cashierId: string,
  kinds: readonly string[],
  { since, until }: Span,
): RowOf<typeof ACT>[] {
  return database
    .prepare(
      `SELECT kind, at FROM audit WHERE cashier_id = ?
         AND kind IN (${kinds.map(() => '?').join(', ')}) AND at >= ? AND at < ?`,
    )
    .all(cashierId, ...kinds, since, until)
    .map(ACT.read);
}

const APPROVED_ACT = defineRowReader({
  kind: column.text('kind'),
  at: column.text('at'),
  cashierId: column.textOrNull('cashier_id'),
});

/** What this person's PIN allowed. */
export function listApprovedActs(
  database: Database,
  approverId: string,
  { since, until }: Span,
): RowOf<typeof APPROVED_ACT>[] {
  return database
    .prepare('SELECT kind, at, cashier_id FROM audit WHERE approved_by = ? AND at >= ? AND at < ?')
    .all(approverId, since, until)
    .map(APPROVED_ACT.read);
}

const DETAILED_ACT = defineRowReader({
  at: column.text('at'),
  cashierId: column.textOrNull('cashier_id'),
  /** JSON. */
  detail: column.text('detail'),
});

export function listDetailedActs(
  database: Database,
  kind: string,
  { since, until }: Span,
): RowOf<typeof DETAILED_ACT>[] {
  return database
    .prepare('SELECT at, cashier_id, detail FROM audit WHERE kind = ? AND at >= ? AND at < ?')
    .all(kind, since, until)
    .map(DETAILED_ACT.read);
}

const KIND_START = defineRowReader({ kind: column.text('kind'), since: column.text('since') });

/** Since when the log has those kinds that earlier versions did not record. */
export function listAuditKindStarts(database: Database): RowOf<typeof KIND_START>[] {
  return database.prepare('SELECT kind, since FROM audit_kind_starts').all().map(KIND_START.read);
}
