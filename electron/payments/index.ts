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
 * Decisions where the interface was silent:
 * - A request that was sent again and refused concludes nothing; after any R code it is not offered
 *   again. R49 to a first send is evidence that it arrived: nobody else has that id (`outcome.ts`).
 * - The guard against paying twice counts its hour and its five minutes from the moment in which the
 *   request was last sent. Of several earlier payments the one of the same amount is shown
 *   (`earlier.ts`).
 * - A gift card is printed without a copy for the shop: its code is the customer's
 *   (`outcome-recording.ts`).
 * - A cancel that a look-up found has no text: the row's text is the payment's (`evidence.ts`).
 * - An order lives for 15 minutes, for the cashier who made it. A balance is used for paying for at
 *   most 15 minutes, and only for its own account (`payments.ts`, `balances.ts`).
 * - The money of a cancel goes back on the confirmed answer, with or without paper: it is the
 *   customer's own, and a supervisor let it go with the cancel's PIN and reason. A cash-out's waits
 *   for its slip. The cancel's slip stays owed (`views.ts`).
 * - Version 3.3: a bill is a walk-in's own only if its balance is from within two minutes of the
 *   answer, by the service's clock, or an earlier look-up of this till made it. One that cannot be
 *   told, that somebody keeps, or that was refreshed from the list is never deleted. Linking an
 *   account waits for a deletion under way (`walk-in.ts`).
 * - Where shifts are required, an open one is asked for when an order is prepared and when it is
 *   paid, never inside the commit of an intent (`payments.ts`, `paying.ts`).
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
