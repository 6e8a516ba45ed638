/**
 * The queries and calculations before a payment, up to the order: the balance, whether the biller
 * accepts the account and the amount, the fee, the sum due, and earlier payments that this one
 * might repeat. No money moves here.
 *
 * Amounts: `amount-rules.ts` compares limits in US dollars at the cached rate. An order has its
 * amount in the biller's currency, and its fee and sum due in the shop's. A refusal is returned as
 * a problem of the contract; a ledger that cannot be read throws.
 *
 * Decisions that the interface leaves open:
 * - An order is valid for 15 minutes, for the cashier who made it. A balance may be used for at
 *   most 15 minutes, and only for its own account (`balance-cache.ts`).
 * - The guard against paying twice counts its hour and its five minutes from the last send of the
 *   earlier request. If several earlier payments match, those of the same amount come first
 *   (`earlier-payments.ts`).
 * - A payment by another till of the chain to the account is a warning, never a refusal
 *   (`other-till-payments.ts`).
 * - Version 3.3 has no single payments, so consulting a walk-in's account creates a bill at the
 *   service. The till deletes that bill later, but only if the consultation created it: its balance
 *   is from within two minutes of the answer, by the service's clock, or an earlier consultation of
 *   this till made it. Example: a consultation returns a bill whose balance is an hour old. Another
 *   till of the chain may have linked it, so it is recorded as saved and never deleted. A bill
 *   whose age is unknown, that is saved, or that was refreshed from the list is not deleted either
 *   (`walk-in-bills.ts`). A bill that could not be linked is deleted at once if it was not in the
 *   list before the consultation; the list is read after the first such refusal of a run.
 * - Linking an account waits until a deletion in progress has ended. Otherwise the service would
 *   return the bill that is about to be deleted (`walk-in-bills.ts`).
 * - A cash-out or a gift card is prepared only while the printer reports that it is ready: the slip
 *   and the code are part of what the customer gets (`required-paper.ts`).
 */

export { type CashTender, checkCashOutTender, checkCashTender } from './amount-rules.ts';
export { createBalanceCache } from './balance-cache.ts';
export { type Consultations, createConsultations } from './consultations.ts';
export { findEarlierPayments, isEvidenceFromOtherPayment } from './earlier-payments.ts';
export {
  createOrderPreparation,
  type DrawerApproval,
  type OrderPreparation,
  type PreparedOrder,
} from './order-preparation.ts';
export { findBlockingOtherTillPayments } from './other-till-payments.ts';
export { checkPrinterForRequiredPaper, requiresPrintedPaper } from './required-paper.ts';
export { createWalkInBills, type WalkInBills } from './walk-in-bills.ts';
