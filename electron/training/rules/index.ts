/**
 * Performs requests that passed authentication: bills, inquiries, payments, cash-outs, reversals
 * and lists, each with its checks; repeated idempotency keys; settlement; and the faults that are
 * set. Every function returns a value or a refusal and is independent of HTTP.
 */
export { doesAccountNumberMatchMask, validateAccount } from './accounts.ts';
export {
  createBill,
  deleteBill,
  findPayableBill,
  getBill,
  getExtraData,
  refreshBill,
  retryBill,
} from './bills.ts';
export { createTrainingFaults, parseTrainingFaults, type TrainingFaultKind } from './faults.ts';
export {
  computeRequestFingerprint,
  createTrainingIdempotency,
  isValidIdempotencyKey,
} from './idempotency.ts';
export { checkTopUp, consultAccount, getExchangeRates, getTrainingAccount } from './inquiries.ts';
export { inspectTransactions } from './inspection.ts';
export { type ListingFault, listBillers, listBills, listTransactions } from './lists.ts';
export { cancelTransaction, performCashOut, performPayment } from './payments.ts';
export { REVERSAL_STATUSES, type ReversalStatus, reverseTransaction } from './reversals.ts';
export { setShopBalance } from './settlement.ts';
export {
  createStrictWireForms,
  FRIENDLY_WIRE_FORMS,
  type WireForms,
  withFaultyStatus,
} from './wire-forms.ts';
export { toPaymentShape } from './wire-shapes.ts';
