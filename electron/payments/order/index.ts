/**
 * What is asked and worked out before a payment, up to the order: what is owed, whether the account
 * and the amount are taken, the fee, what is due, and earlier payments that it could repeat. No
 * money moves here.
 *
 * Amounts: `rules.ts` compares limits in US dollars at the cached rate; an order has its amount in
 * the biller's currency, and fee and what is due in the shop's. What is refused comes back as a
 * problem of the contract; a ledger that cannot be read throws.
 *
 * Decisions where the interface was silent:
 * - An order lives for 15 minutes, for the cashier who made it. A balance is used for paying for at
 *   most 15 minutes, and only for its own account (`balances.ts`).
 * - The guard against paying twice counts its hour and its five minutes from the moment in which the
 *   request was last sent. Of several earlier payments the one of the same amount is shown
 *   (`earlier.ts`).
 * - Version 3.3: a bill is a walk-in's own only if its balance is from within two minutes of the
 *   answer, by the service's clock, or an earlier look-up of this till made it. One that cannot be
 *   told, that somebody keeps, or that was refreshed from the list is never deleted. Linking an
 *   account waits for a deletion under way, because the service would answer the bill that still
 *   exists (`walk-in.ts`).
 * - A cash-out is prepared only while the printer says that it is ready.
 */

export { createBalances } from './balances.ts';
export { createConsultations } from './consultations.ts';
export { earlierPayments, isEvidenceExplained } from './earlier.ts';
export { createOrderPreparation, type KeptOrder } from './order-preparation.ts';
export { type CashTaken, checkCash, checkNoCash } from './rules.ts';
export { createWalkIn, type WalkIn } from './walk-in.ts';
