/**
 * What the training service does once a request is let in: bills, inquiries, payments, cash-outs,
 * reversals and lists, each with the checks that come before it; an idempotency key that was used;
 * when money settles; and the faults that it was told to make. Everything here answers with a value
 * or a refusal, and knows nothing of HTTP.
 */
export { checkAccount, fitsMask } from './accounts.ts';
export {
  createBill,
  deleteBill,
  findLinkedBill,
  refreshBill,
  showBill,
  showExtraData,
} from './bills.ts';
export { createFaults, type FaultKind, readFaults } from './faults.ts';
export { createIdempotency, fingerprintOf, isUsableKey } from './idempotency.ts';
export { check, consult, showAccount, showRates } from './inquiries.ts';
export { inspect } from './inspection.ts';
export { type ListingFault, listBillers, listBills, listTransactions } from './lists.ts';
export { cancel, cashOut, pay } from './payments.ts';
export { setShopBalance } from './settlement.ts';
