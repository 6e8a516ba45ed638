import { createRowReader, type Database } from '../../ledger/index.ts';

/** Queries of the sales and cancellations in the ledger. Times are ISO 8601 in UTC. */

/** The sum of one kind of rows within a span; amounts in millionths of `currency`. */
export interface SalesSum {
  readonly what: 'sold' | 'taken-back';
  readonly kind: string;
  /** Null if rows are not grouped by biller or cashier. */
  readonly billerId: number | null;
  readonly cashierId: string | null;
  readonly currency: string;
  readonly count: number;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly earned: bigint;
  /** The number of rows for which the service returned the earnings. */
  readonly earnedCount: number;
}

/**
 * The additional grouping columns. Grouping by both cashier and biller gives nearly one sum per
 * payment.
 */
const GROUP_COLUMNS = {
  cashier: ['cashier_id'],
  biller: ['biller_id'],
  both: ['cashier_id', 'biller_id'],
} as const;

/** Sums are read as text, because a JavaScript number would round large ones. */
function buildSalesQuery(grouping: keyof typeof GROUP_COLUMNS): string {
  const columns = ['what', 'kind', 'currency', ...GROUP_COLUMNS[grouping]].join(', ');
  return `SELECT ${columns}, count(*) AS count, count(earned) AS earned_count,
    CAST(sum(amount) AS TEXT) AS amount, CAST(sum(fee) AS TEXT) AS fee,
    CAST(coalesce(sum(earned), 0) AS TEXT) AS earned
  FROM sales WHERE at >= ? AND at < ? GROUP BY ${columns}`;
}

const SALES_QUERIES = {
  cashier: buildSalesQuery('cashier'),
  biller: buildSalesQuery('biller'),
  both: buildSalesQuery('both'),
};

/** Reads the sums of a span; `until` is exclusive. */
export function readSalesSums(
  database: Database,
  since: string,
  until: string,
  grouping: keyof typeof GROUP_COLUMNS,
): SalesSum[] {
  return database
    .prepare(SALES_QUERIES[grouping])
    .all(since, until)
    .map((row) => {
      const read = createRowReader(row);
      return {
        what: read.text('what') === 'sold' ? 'sold' : 'taken-back',
        kind: read.text('kind'),
        billerId: grouping === 'cashier' ? null : read.integer('biller_id'),
        cashierId: grouping === 'biller' ? null : read.text('cashier_id'),
        currency: read.text('currency'),
        count: read.integer('count'),
        amount: BigInt(read.text('amount')),
        fee: BigInt(read.text('fee')),
        earned: BigInt(read.text('earned')),
        earnedCount: read.integer('earned_count'),
      };
    });
}

/** Returns the current names of the cashiers by id. */
export function readCashierNames(database: Database): ReadonlyMap<string, string> {
  const rows = database.prepare('SELECT id, name FROM cashiers').all();
  return new Map(rows.map(createRowReader).map((row) => [row.text('id'), row.text('name')]));
}

/** Returns the biller's name at its last payment; its id if it was never paid. */
export function readBillerName(database: Database, billerId: number): string {
  const row = database
    .prepare('SELECT biller_name FROM intents WHERE biller_id = ? ORDER BY created_at DESC LIMIT 1')
    .get(billerId);
  return row === undefined ? String(billerId) : createRowReader(row).text('biller_name');
}
