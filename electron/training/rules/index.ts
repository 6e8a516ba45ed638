/**
 * Performs requests that passed authentication: bills, inquiries, payments, cash-outs, reversals
 * and lists, each with its checks; repeated idempotency keys; settlement; and the faults that are
 * set. Every function returns a value or a refusal and is independent of HTTP.
 */
export { matchesMask, validateAccount } from './accounts.ts';
export {
  createBill,
  deleteBill,
  findLinkedBill,
  getBill,
  getExtraData,
  refreshBill,
  retryBill,
} from './bills.ts';
export { createFaults, type FaultKind, parseFaults } from './faults.ts';
export { computeFingerprint, createTrainingIdempotency, isUsableKey } from './idempotency.ts';
export { checkTopUp, consult, getAccount, getRates } from './inquiries.ts';
export { inspectTransactions } from './inspection.ts';
export { type ListingFault, listBillers, listBills, listTransactions } from './lists.ts';
export { cancel, cashOut, pay } from './payments.ts';
export { REVERSAL_STATUSES, type ReversalStatus, reverseTransaction } from './reversals.ts';
export { setShopBalance } from './settlement.ts';
export {
  createStrictForms,
  FRIENDLY_WIRE_FORMS,
  type WireForms,
  withAnswerStatus,
} from './wire-forms.ts';
export { toPaymentShape } from './wire-shapes.ts';
