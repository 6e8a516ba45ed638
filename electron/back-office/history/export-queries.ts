import type { Database } from '../../ledger/index.ts';
import type { HistorySearchHit } from './queries.ts';

/** The SQL expression of each column of the exported file. */
const EXPORT_EXPRESSIONS = {
  dateUtc: 'i.created_at',
  kind: 'i.kind',
  billerId: 'i.biller_id',
  biller: 'i.biller_name',
  state: `CASE WHEN r.intent_id IS NOT NULL THEN 'refunded' ELSE CASE o.state WHEN 'intent' THEN 'unknown' WHEN 'sent' THEN 'unknown' ELSE o.state END END`,
  account: 'i.account_number',
  amount: 'i.amount',
  currency: 'i.currency',
  fee: 'i.fee',
  total: 'i.due',
  cash: 'i.cash',
  change: 'i.change',
  shopCurrency: 'i.shop_currency',
  authorization: 'o.authorization',
  externalId: 'i.external_id',
  serviceStatus: 'o.service_status',
  code: 'o.code',
  message: 'o.message',
  cashierId: 'i.cashier_id',
  cashier: 'i.cashier_name',
  posNumber: 'i.pos_number',
  takesBack: 'i.cancels',
  takenBackBy: `(SELECT c.id FROM intents c WHERE c.cancels = i.id
    ORDER BY c.created_at DESC, c.rowid DESC LIMIT 1)`,
  payment: 'i.id',
  basket: `(SELECT k.number FROM basket_payments bp JOIN baskets k ON k.id = bp.basket_id
    WHERE bp.intent_id = i.id)`,
  isDrp: 'i.is_drp',
  resolvedUtc: 'o.resolved_at',
  refund: 'r.service_status',
  refundFoundUtc: 'r.found_at',
  refundSettled: `coalesce(e.how, iif(r.intent_id IS NULL, NULL, 'owed'))`,
  refundSettledUtc: 'e.at',
  refundSettledBy: 'b.name',
  notes: `(SELECT group_concat(n.at || ' ' || n.cashier_name || ': ' || n.text, ' / ' ORDER BY n.id)
    FROM payment_notes n WHERE n.intent_id = i.id)`,
} as const;

export type ExportColumnName = keyof typeof EXPORT_EXPRESSIONS;

/** The values of a payment, in the order of `EXPORTED_NAMES`. */
export type ExportedPaymentCells = readonly unknown[];

export const HISTORY_EXPORT_COLUMN_NAMES: readonly string[] = Object.keys(EXPORT_EXPRESSIONS);

const SELECT_EXPORTED = `SELECT ${Object.values(EXPORT_EXPRESSIONS).join(', ')}
  FROM json_each(?) asked CROSS JOIN intents i ON i.rowid = asked.value
  CROSS JOIN outcomes o ON o.intent_id = i.id
  LEFT JOIN refunds r ON r.intent_id = i.id
  LEFT JOIN refund_settlements e ON e.intent_id = r.intent_id
  LEFT JOIN cashiers b ON b.id = e.cashier_id ORDER BY asked.key`;

/**
 * Reads only the exported columns: reading complete payments takes minutes for a million rows. The
 * rows are arrays: objects with thirty names each create so much garbage that collecting it blocks
 * the counter.
 */
export function readExportedPaymentCells(
  database: Database,
  hits: readonly HistorySearchHit[],
): ExportedPaymentCells[] {
  const statement = database.prepare(SELECT_EXPORTED);
  statement.setReturnArrays(true);
  const rows: readonly unknown[] = statement.all(JSON.stringify(hits.map(({ number }) => number)));
  return rows.map((row) => {
    if (Array.isArray(row)) return row;
    throw new TypeError('export row is not an array');
  });
}
