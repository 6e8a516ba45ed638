/**
 * Payments: consult, order, intent, sending, outcome, and the resolver of unknown outcomes.
 * Implements "Payment types", "Timeout handling" and the walk-in payments of the interface, and the
 * calls of `shared/contract/payments`. Every kind of payment starts from an order except a
 * cancel, which starts from the payment that it cancels.
 *
 * What it promises:
 * - The intent, with the exact bytes, external_id, Idempotency-Key and Date, is on disk before the
 *   first byte leaves. One order is paid at most once.
 * - An outcome is `unknown` until something proves it. Look-ups and answers conclude that a payment
 *   was not made only on one of four proofs: its first request was answered with a refusal (one
 *   that speaks of an earlier payment also needs an empty look-up), the connection never opened,
 *   the service's row is `crashed`, or a look-up is empty when every request's signature has
 *   expired.
 * - Only the cashier sends a request again, and then with the same external_id, key and bytes.
 * - Nothing goes out by a key of before a lock, a sign-out or a sign-in (`session-changed`).
 * - One commit marks a payment as paid and queues its receipt.
 *
 * Amounts: `amount` is in the biller's currency and goes to the service; fee, due, cash and change
 * are in the shop's currency. Times are ISO 8601 in UTC.
 *
 * Problems: `account-number`, `amount`, `biller-unusable`, `held`, `not-found`, `not-offered`,
 * `not-connected`, `payment-state`, `session-changed`, `storage`, `invalid-input` (field `acknowledged`: a warning
 * that the cashier has not decided on; field `cash`), and the service's own problems on reads.
 *
 * The folders follow; each imports only `rows/` and the folders above it in this list. Decisions
 * where the interface was silent are described in the folder that implements them.
 * - `order/`: everything that is asked and calculated before paying, up to the order.
 * - `outcome/`: what an answer or a look-up proves, and the one place that records it.
 * - `look-ups/`: finds out outcomes that are not known.
 * - `view/`: a payment as the contract shows it.
 * - `sending/`: the intent, its request, and sending it again.
 * - `basket/`: several payments with one tender.
 * - `supervised/`: cancels, payments closed by hand, money released or handed over.
 * - `rows/`: the queries that only payments need.
 */
export { markBasketsRestored } from './basket/index.ts';
export { findDisagreement, isBeingCancelled } from './outcome/index.ts';
export { createPayments } from './payments.ts';
export { insertEvent as insertPaymentEvent } from './rows/index.ts';
export type {
  Baskets,
  OtherTillPayment,
  OtherTillPayments,
  PaymentCashier,
  PaymentRefreshResult,
  PaymentRefunds,
  PaymentSettings,
  Payments,
  QueriedAccount,
} from './types.ts';
