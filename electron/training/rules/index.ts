/**
 * What the training service does with an admitted request: bills, inquiries, payments, cash-outs,
 * reversals and lists, each with its checks; reused idempotency keys; when money settles; and the
 * faults that it was told to make. Every function returns a value or a refusal, and knows nothing
 * of HTTP.
 */
export { matchesMask, validateAccount } from './accounts.ts';
export {
  createBill,
  deleteBill,
  findLinkedBill,
  refreshBill,
  rerunBill,
  showBill,
  showExtraData,
} from './bills.ts';
export { createFaults, type FaultKind, parseFaults } from './faults.ts';
export { computeFingerprint, createIdempotency, isUsableKey } from './idempotency.ts';
export { checkTopUp, consult, showAccount, showRates } from './inquiries.ts';
export { inspectTransactions } from './inspection.ts';
export { type ListingFault, listBillers, listBills, listTransactions } from './lists.ts';
export { cancel, cashOut, pay } from './payments.ts';
export { REVERSAL_STATUSES, type ReversalStatus, reverseTransaction } from './reversals.ts';
export { setShopBalance } from './settlement.ts';
export { toPaymentShape } from './wire-shapes.ts';
