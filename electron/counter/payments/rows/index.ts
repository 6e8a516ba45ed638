/**
 * The queries that only payments use; shared queries are in `ledger/`. Writes run inside the
 * caller's `commit`. Times are ISO 8601 in UTC, amounts are `Money`.
 */

export {
  type EarlierPaymentToBiller,
  hasPaymentToBiller,
  hasPrintJobOfPayment,
  isAuthorizationOfOtherPayment,
  listOpenPaymentsToBiller,
  listPaidPaymentsToBiller,
  listRecentPayments,
  preparePaymentReadStatements,
  readCancelledAuthorization,
  readPaymentByOrder,
  readPayments,
} from './payment-reads.ts';
export {
  deleteMissingGiftCardCodeMarker,
  hasOutcomeArrivedUnattended,
  hasPaymentEvent,
  insertCashRelease,
  insertIntent,
  insertLookUp,
  insertOutcome,
  insertPaymentEvent,
  insertSend,
  markCashHandedOver,
  markOpenSendsUnknown,
  markOutcomeSeen,
  markOutcomeUnseen,
  markSendCompleted,
  preparePaymentWriteStatements,
  type SendCompletion,
  updateUnresolvedOutcome,
  writeManualDecision,
} from './payment-writes.ts';
