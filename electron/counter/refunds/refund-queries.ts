import type { SQLOutputValue } from 'node:sqlite';
import { type Database, defineInsert, readRow } from '../../ledger/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import type { RowWatch } from './watch-schedule.ts';

/** Queries of refunds, settlements and watched payments. Writes run inside a commit. */

type Row = Readonly<Record<string, SQLOutputValue>>;

interface NewRefund {
  readonly paymentId: string;
  readonly foundAt: string;
  readonly foundBy: 'watch' | 'cashier' | 'comparison' | 'outcome';
  readonly serviceStatus: string;
  readonly owedTo: 'customer' | 'shop';
  readonly isHandedOver: boolean;
  readonly amount: { readonly amount: string; readonly currency: string };
}

const refundInsert = defineInsert<NewRefund>(
  'refunds',
  {
    intent_id: (refund) => refund.paymentId,
    found_at: (refund) => refund.foundAt,
    found_by: (refund) => refund.foundBy,
    service_status: (refund) => refund.serviceStatus,
    owed_to: (refund) => refund.owedTo,
    is_handed_over: (refund) => (refund.isHandedOver ? 1 : 0),
    amount: (refund) => refund.amount.amount,
    currency: (refund) => refund.amount.currency,
  },
  'ON CONFLICT (intent_id) DO NOTHING',
);

/** Writes the refund once; false if the payment already has one. */
export function insertRefund(database: Database, refund: NewRefund): boolean {
  return refundInsert.run(database, refund).changes === 1;
}

interface NewSettlement {
  readonly paymentId: string;
  readonly how: 'handed-back' | 'taken-in' | 'decided';
  readonly at: string;
  readonly shiftId: string | null;
  readonly by: string;
  readonly approvedBy: string | null;
  readonly reason: string | null;
}

const settlementInsert = defineInsert<NewSettlement>('refund_settlements', {
  intent_id: (settlement) => settlement.paymentId,
  how: (settlement) => settlement.how,
  at: (settlement) => settlement.at,
  shift_id: (settlement) => settlement.shiftId,
  cashier_id: (settlement) => settlement.by,
  approved_by: (settlement) => settlement.approvedBy,
  reason: (settlement) => settlement.reason,
});

/** Throws for a second settlement of the same payment, because a refund is settled once. */
export function insertSettlement(database: Database, settlement: NewSettlement): void {
  settlementInsert.run(database, settlement);
}

const watchInsert = defineInsert<Omit<RowWatch, 'reads'>>(
  'refund_watches',
  {
    intent_id: (watch) => watch.paymentId,
    since: (watch) => toIsoTime(watch.since),
    ends_at: (watch) => toIsoTime(watch.endsAt),
    next_at: (watch) => toIsoTime(watch.nextAt),
  },
  'ON CONFLICT (intent_id) DO NOTHING',
);

export function insertWatch(database: Database, watch: Omit<RowWatch, 'reads'>): void {
  watchInsert.run(database, watch);
}

/** `isRead` means that the service answered, which counts as a read. */
export function rescheduleWatch(
  database: Database,
  paymentId: string,
  nextAt: number,
  isRead: boolean,
): void {
  database
    .prepare('UPDATE refund_watches SET next_at = ?, reads = reads + ? WHERE intent_id = ?')
    .run(toIsoTime(nextAt), isRead ? 1 : 0, paymentId);
}

export function deleteWatch(database: Database, paymentId: string): void {
  database.prepare('DELETE FROM refund_watches WHERE intent_id = ?').run(paymentId);
}

export function readWatch(database: Database, paymentId: string): RowWatch | null {
  const row = database.prepare('SELECT * FROM refund_watches WHERE intent_id = ?').get(paymentId);
  return row ? toWatch(row) : null;
}

/** The watch with the earliest next read; null if nothing is watched. */
export function findNextWatch(database: Database): RowWatch | null {
  const row = database.prepare('SELECT * FROM refund_watches ORDER BY next_at LIMIT 1').get();
  return row ? toWatch(row) : null;
}

export function findOldestWatch(database: Database): RowWatch | null {
  const row = database.prepare('SELECT * FROM refund_watches ORDER BY since LIMIT 1').get();
  return row ? toWatch(row) : null;
}

export function hasRefund(database: Database, paymentId: string): boolean {
  return database.prepare('SELECT 1 FROM refunds WHERE intent_id = ?').get(paymentId) !== undefined;
}

/** The id of this till's payment that a row of the service's list may belong to; null if none. */
export function findPaymentIdOfServiceRow(
  database: Database,
  row: { readonly externalId: string | null; readonly id: string },
): string | null {
  const paymentRow =
    row.externalId === null
      ? database.prepare('SELECT intent_id AS id FROM outcomes WHERE authorization = ?').get(row.id)
      : database.prepare('SELECT id FROM intents WHERE external_id = ?').get(row.externalId);
  return paymentRow ? readRow(paymentRow).text('id') : null;
}

function toWatch(row: Row): RowWatch {
  const read = readRow(row);
  return {
    paymentId: read.text('intent_id'),
    since: Date.parse(read.text('since')),
    endsAt: Date.parse(read.text('ends_at')),
    nextAt: Date.parse(read.text('next_at')),
    reads: read.integer('reads'),
  };
}
