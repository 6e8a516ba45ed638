/**
 * Payments: consult, order, intent, send, outcome, and the resolver of unknown outcomes.
 * Implements "Payment types", "Timeout handling" and the walk-in payments of the interface, and the
 * calls of `shared/contract/payments`. Every kind of payment starts from an order except a
 * cancel, which starts from the payment that it cancels.
 *
 * Guarantees:
 * - The intent, with the exact bytes, external_id, Idempotency-Key and Date, is on disk before the
 *   first byte leaves. One order is paid at most once.
 * - An outcome is `unknown` until something proves it. Look-ups and answers conclude that a payment
 *   was not made only on one of four proofs: the service refused its first request (a refusal code
 *   about an earlier payment also needs an empty look-up), the connection never opened, the
 *   service's row is `crashed`, or a look-up is empty after the signature of every request expired.
 * - Only the cashier sends a request again, and then with the same external_id, key and bytes.
 * - A key pressed before a lock, a sign-out or a sign-in sends nothing after it
 *   (`session-changed`).
 * - One commit records an outcome and queues its paper, if the cashier has the payment on the screen.
 *   Any other outcome prints nothing and opens no drawer until a person confirms it.
 *
 * Amounts: `amount` is in the biller's currency and is sent to the service; fee, due, cash and
 * change are in the shop's currency. Times are ISO 8601 in UTC.
 *
 * Problems: `account-number`, `amount`, `biller-unusable`, `held`, `not-found`, `not-offered`,
 * `not-connected`, `payment-state`, `session-changed`, `storage`, `invalid-input` (field
 * `acknowledged`: a warning that the cashier has not decided on; field `cash`), and the service's
 * own problems on reads.
 *
 * Folders. Each imports only `rows/` and the folders above it in this list. Decisions that the
 * interface leaves open are described in the folder that implements them.
 * - `order/`: the queries and calculations before a payment, up to the order.
 * - `outcome/`: what an answer or a look-up proves, and the only place that records it.
 * - `look-ups/`: resolves unknown outcomes.
 * - `view/`: a payment as the contract defines it.
 * - `sending/`: the intent, its request, and sending it again.
 * - `basket/`: several payments with one tender.
 * - `supervised/`: cancels, payments closed by hand, money released or handed over, and results
 *   seen or confirmed.
 * - `rows/`: the queries that only payments use.
 */
export { markBasketsRestored } from './basket/index.ts';
export {
  classifyCancelLookUp,
  findDifferenceFromIntent,
  isBeingCancelled,
} from './outcome/index.ts';
export { createPayments } from './payments.ts';
export { insertPaymentEvent } from './rows/index.ts';
export type {
  Baskets,
  OtherTillPayment,
  OtherTillPayments,
  PaymentRefreshResult,
  PaymentRefundsPort,
  PaymentSettings,
  Payments,
  QueriedAccount,
  SavedBillReader,
} from './types.ts';
