/**
 * The queries that only payments use; shared queries are in `ledger/`. Writes run inside the
 * caller's `commit`. Times are ISO 8601 in UTC, amounts are `Money`.
 */

export {
  type EarlierPayment,
  hasPrintJob,
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
  clearOutcomeSeen,
  deleteMissingCodeMarker,
  hasPaymentEvent,
  hasUnattendedOutcome,
  insertCashRelease,
  insertIntent,
  insertLookUp,
  insertOutcome,
  insertPaymentEvent,
  insertSend,
  markCashHandedOver,
  markOpenSendsUnknown,
  markOutcomeSeen,
  markSendCompleted,
  preparePaymentWriteStatements,
  type SendCompletion,
  updateOpenOutcome,
  writeManualDecision,
} from './payment-writes.ts';
