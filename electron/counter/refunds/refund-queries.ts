import {
  column,
  createRowReader,
  type Database,
  defineInsert,
  defineTable,
  REFUND_SETTLEMENTS,
  REFUNDS,
  type RowOf,
} from '../../ledger/index.ts';
import { toIsoTime } from '../../platform/index.ts';

/** Queries of refunds, settlements and watched payments. Writes run inside a commit. */

/** A payment whose row at the service is read again. */
const REFUND_WATCHES = defineTable('refund_watches', {
  paymentId: column.text('intent_id'),
  since: column.isoTime('since'),
  endsAt: column.isoTime('ends_at'),
  nextAt: column.isoTime('next_at'),
  /** How often the service has answered. */
  reads: column.generated(column.integer('reads'), null),
});
export type RefundWatch = RowOf<typeof REFUND_WATCHES>;

const onConflictSql = 'ON CONFLICT (intent_id) DO NOTHING';
const refundInsert = defineInsert(REFUNDS, { onConflictSql });
const refundWatchInsert = defineInsert(REFUND_WATCHES, { onConflictSql });
const settlementInsert = defineInsert(REFUND_SETTLEMENTS);

/** Writes the refund once; false if the payment already has one. */
export function insertRefund(database: Database, refund: RowOf<typeof REFUNDS>): boolean {
  return refundInsert.run(database, refund).changes === 1;
}

/** Throws for a second settlement of the same payment, because a refund is settled once. */
export function insertRefundSettlement(
  database: Database,
  settlement: RowOf<typeof REFUND_SETTLEMENTS>,
): void {
  settlementInsert.run(database, settlement);
}

export function insertRefundWatch(database: Database, watch: Omit<RefundWatch, 'reads'>): void {
  refundWatchInsert.run(database, watch);
}

/** `countsAsRead` means that the service answered, which counts as a read. */
export function rescheduleRefundWatch(
  database: Database,
  paymentId: string,
  nextAt: number,
  countsAsRead: boolean,
): void {
  database
    .prepare('UPDATE refund_watches SET next_at = ?, reads = reads + ? WHERE intent_id = ?')
    .run(toIsoTime(nextAt), countsAsRead ? 1 : 0, paymentId);
}

export function deleteRefundWatch(database: Database, paymentId: string): void {
  database.prepare('DELETE FROM refund_watches WHERE intent_id = ?').run(paymentId);
}

export function readRefundWatch(database: Database, paymentId: string): RefundWatch | null {
  const row = database.prepare('SELECT * FROM refund_watches WHERE intent_id = ?').get(paymentId);
  return row ? REFUND_WATCHES.read(row) : null;
}

/** The watch with the earliest next read; null if nothing is watched. */
export function findNextDueRefundWatch(database: Database): RefundWatch | null {
  const row = database.prepare('SELECT * FROM refund_watches ORDER BY next_at LIMIT 1').get();
  return row ? REFUND_WATCHES.read(row) : null;
}

export function findOldestRefundWatch(database: Database): RefundWatch | null {
  const row = database.prepare('SELECT * FROM refund_watches ORDER BY since LIMIT 1').get();
  return row ? REFUND_WATCHES.read(row) : null;
}

/** The id of this till's payment that a row of the service's list may belong to; null if none. */
export function findPaymentIdOfTransaction(
  database: Database,
  transaction: { readonly externalId: string | null; readonly id: string },
): string | null {
  const paymentRow =
    transaction.externalId === null
      ? database
          .prepare('SELECT intent_id AS id FROM outcomes WHERE authorization = ?')
          .get(transaction.id)
      : database
          .prepare('SELECT id FROM intents WHERE external_id = ?')
          .get(transaction.externalId);
  return paymentRow ? createRowReader(paymentRow).text('id') : null;
}
