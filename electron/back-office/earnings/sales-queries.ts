import { type Database, readRow } from '../../ledger/index.ts';

/** What the ledger keeps of what was sold and taken back. Times are ISO 8601 in UTC. */

/** Within a span, of one kind; amounts in millionths of `currency`. */
export interface SalesSum {
  readonly what: 'sold' | 'taken-back';
  readonly kind: string;
  /** Null where they are not told apart. */
  readonly billerId: number | null;
  readonly cashierId: string | null;
  readonly currency: string;
  readonly count: number;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly earned: bigint;
  /** Of how many the service told what is earned. */
  readonly told: number;
}

/** What else is told apart. A sum for each cashier and biller is nearly one for each payment. */
const GROUP_COLUMNS = {
  cashier: ['cashier_id'],
  biller: ['biller_id'],
  both: ['cashier_id', 'biller_id'],
} as const;

/** Sums leave SQLite as text: a number of JavaScript would round large ones. */
function buildSalesQuery(apart: keyof typeof GROUP_COLUMNS): string {
  const columns = ['what', 'kind', 'currency', ...GROUP_COLUMNS[apart]].join(', ');
  return `SELECT ${columns}, count(*) AS count, count(earned) AS told,
    CAST(sum(amount) AS TEXT) AS amount, CAST(sum(fee) AS TEXT) AS fee,
    CAST(coalesce(sum(earned), 0) AS TEXT) AS earned
  FROM sales WHERE at >= ? AND at < ? GROUP BY ${columns}`;
}

const SALES_QUERIES = {
  cashier: buildSalesQuery('cashier'),
  biller: buildSalesQuery('biller'),
  both: buildSalesQuery('both'),
};

/** `until` is not included. */
export function readSalesSums(
  database: Database,
  since: string,
  until: string,
  apart: keyof typeof GROUP_COLUMNS,
): SalesSum[] {
  return database
    .prepare(SALES_QUERIES[apart])
    .all(since, until)
    .map((row) => {
      const read = readRow(row);
      return {
        what: read.text('what') === 'sold' ? 'sold' : 'taken-back',
        kind: read.text('kind'),
        billerId: apart === 'cashier' ? null : read.integer('biller_id'),
        cashierId: apart === 'biller' ? null : read.text('cashier_id'),
        currency: read.text('currency'),
        count: read.integer('count'),
        amount: BigInt(read.text('amount')),
        fee: BigInt(read.text('fee')),
        earned: BigInt(read.text('earned')),
        told: read.integer('told'),
      };
    });
}

/** By their ids, as they are called now. */
export function readCashierNames(database: Database): ReadonlyMap<string, string> {
  const rows = database.prepare('SELECT id, name FROM cashiers').all();
  return new Map(rows.map(readRow).map((row) => [row.text('id'), row.text('name')]));
}

/** As it was called when it was last paid. */
export function readBillerName(database: Database, billerId: number): string {
  const row = database
    .prepare('SELECT biller_name FROM intents WHERE biller_id = ? ORDER BY created_at DESC LIMIT 1')
    .get(billerId);
  return row === undefined ? String(billerId) : readRow(row).text('biller_name');
}
