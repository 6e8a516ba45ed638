/**
 * The queries that only payments need; queries that others need as well are in `ledger/`. Writes
 * run inside the caller's `commit`. Times are ISO 8601 in UTC, amounts are `Money`.
 */

export {
  type EarlierPayment,
  newestUnseen,
  openToBiller,
  paidToBiller,
  readPaymentOfOrder,
  readPayments,
  recentPayments,
  warmPaymentReads,
} from './payment-reads.ts';
export {
  endLeftSends,
  endSend,
  hasEvent,
  insertEvent,
  insertIntent,
  insertLookUp,
  insertOutcome,
  insertRelease,
  insertSend,
  markHandedOver,
  markSeen,
  noteByHand,
  type SendEnd,
  updateOpenOutcome,
  warmPayments,
} from './payment-writes.ts';
