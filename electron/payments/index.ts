/**
 * Payments: consult, order, intent, sending, outcome, and the resolver of unknowns. Implements
 * "Payment types", "Timeout handling" and the walk-in payments of the interface, and the calls of
 * `shared/contract/payments.ts`. Orders are made for every kind but a cancel, which is made of its
 * payment.
 *
 * What it promises:
 * - The intent, with the exact bytes, external_id, Idempotency-Key and Date, is on disk before the
 *   first byte leaves; one order is paid at most once.
 * - An outcome is `unknown` until something proves it. A payment is concluded as not done only by
 *   an answer to its first request that says so, a connection that never opened, a row `crashed`,
 *   or an empty look-up at a time of the service when every request's signature has died.
 * - Nothing is sent again but by the cashier, and then with the same external_id, key and bytes.
 * - A payment becomes paid and its receipt is queued in one commit.
 *
 * Amounts: `amount` is in the biller's currency and goes to the service; fee, due, cash and change
 * are in the shop's. Times are ISO 8601 in UTC.
 *
 * Problems: `account-number`, `amount`, `biller-unusable`, `held`, `not-found`, `not-offered`,
 * `not-connected`, `payment-state`, `storage`, `invalid-input` (field `acknowledged`: a warning that
 * the cashier has not decided on; field `cash`), and those of the service on reads.
 *
 * The rooms; each imports only those above it in this list, and `rows/`. The decisions where the
 * interface was silent stand in the room that keeps them.
 * - `order/`: what is asked and worked out before paying, up to the order.
 * - `outcome/`: what an answer or a look-up proves, and the one place that writes it down.
 * - `look-ups/`: finds out what is not known.
 * - `view/`: a payment as the contract shows it.
 * - `sending/`: the intent, its request, and sending it again.
 * - `supervised/`: a cancel, a payment closed by hand, money released or handed over.
 * - `rows/`: the queries that payments alone need.
 */
export { createPayments } from './payments.ts';
export type {
  PayingCashier,
  PaymentCatalog,
  PaymentPaper,
  PaymentPorts,
  PaymentSettings,
  Payments,
} from './types.ts';
