/** What is asked and worked out before a payment is paid, up to the order. No money moves. */

export { createBalances } from './balances.ts';
export { createConsultations } from './consultations.ts';
export { earlierPayments, isEvidenceExplained } from './earlier.ts';
export { createOrderPreparation, type KeptOrder } from './order-preparation.ts';
export { checkCash, checkNoCash, type Tender } from './rules.ts';
export { createWalkIn, type WalkIn } from './walk-in.ts';
