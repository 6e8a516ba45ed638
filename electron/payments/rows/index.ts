/** What payments alone read and write in the ledger. */

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
