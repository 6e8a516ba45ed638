/**
 * Everything that is asked and calculated before a payment, up to the order: what is owed, whether
 * the biller accepts the account and the amount, the fee, the sum due, and earlier payments that
 * this one might repeat. No money moves here.
 *
 * Amounts: `amount-rules.ts` compares limits in US dollars at the cached rate. An order has its amount in
 * the biller's currency, and its fee and sum due in the shop's. A refusal is returned as a problem
 * of the contract; a ledger that cannot be read throws.
 *
 * Decisions where the interface was silent:
 * - An order is valid for 15 minutes, for the cashier who made it. A balance may be paid for at
 *   most 15 minutes, and only on its own account (`balance-cache.ts`).
 * - The guard against paying twice counts its hour and its five minutes from the moment when the
 *   earlier request was last sent. If several earlier payments match, it shows the one of the same
 *   amount (`earlier-payments.ts`).
 * - What another till of the chain paid to the account is a warning, never a refusal
 *   (`other-till-payments.ts`).
 * - Version 3.3 has no single payments, so consulting a walk-in's account creates a bill at the
 *   service. The till deletes that bill later, but only if the consultation created it: its balance
 *   is from within two minutes of the answer, by the service's clock, or an earlier consultation of
 *   this till made it. Example: a consultation returns a bill whose balance is an hour old. Another
 *   till of the chain may have linked it, so it is remembered as kept and never deleted. The same
 *   holds for a bill whose age is not known, that somebody keeps, or that was refreshed from the
 *   list (`walk-in-bills.ts`). A bill that could not be linked is deleted at once where the list before
 *   the consultation did not have it; after the first such refusal of a run the list is read.
 * - Linking an account waits until a deletion under way has ended. Otherwise the service would
 *   return the bill that is about to disappear (`walk-in-bills.ts`).
 * - A cash-out is prepared only while the printer reports that it is ready.
 */

export { type CashTender, checkCashTender, checkNoCashTender } from './amount-rules.ts';
export { createBalanceCache } from './balance-cache.ts';
export { type Consultations, createConsultations } from './consultations.ts';
export { findEarlierPayments, isEvidenceExplained } from './earlier-payments.ts';
export {
  createOrderPreparation,
  type OrderPreparation,
  type PreparedOrder,
} from './order-preparation.ts';
export { findBlockingOtherTillPayments } from './other-till-payments.ts';
export { createWalkInBills, type WalkInBills } from './walk-in-bills.ts';
