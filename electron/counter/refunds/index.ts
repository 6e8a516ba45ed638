/**
 * Refunds by the service of payments that were paid: the service gives the payment back (`refunded`,
 * `reversed`), or reports that it was never performed (`crashed`). In generation 3, which has no
 * cancel, every refund is detected this way.
 *
 * What it promises:
 * - A refund is a separate record, written once. The outcome stays paid, the daily file keeps the
 *   performed payment, and no money moves automatically.
 * - An owed refund stays on a list until it is settled once: the customer gets back the amount paid,
 *   with the shop's fee, from the present drawer; for a cash-out, the shop receives its cash back; or
 *   a supervisor decides, with a reason, that no cash changes hands. Cash moves only if the row
 *   confirms the refund at that moment, or with a supervisor's PIN if the row does not confirm it.
 *   Settlement, movement, slip, event and audit note are one commit, synced before the drawer opens.
 * - A payment that our own cancel took back is not a refund: the cancel returns its money. While a
 *   cancel is open, no refund is recorded.
 * - A row is accepted only if it matches the payment: our external_id or the transaction's id, and
 *   the same biller, account, amount and currency.
 *
 * Amounts are in the shop's currency; times are ISO 8601 in UTC, by the service's clock as far as
 * it is known. Problems: `refund`, `shift`, `not-found`, `payment-state`, `storage`, those of a PIN,
 * and the service's own problems on reads. The interface has no refund operation: this part reads
 * the list of transactions.
 *
 * Decisions where the interface was silent:
 * - A paid payment is watched for `hours_to_fulfill` of its own row, else of its biller; null counts
 *   as 72 hours, 0 as none. Its row is read after 1, 4, 12, 24, 48 hours and so on, and once after
 *   the end; at most 16 times (`watch-schedule.ts`). The daily comparison reads the remaining rows.
 * - `timeout` and unknown words decide nothing, and the row is read again for some days. A row without
 *   a status (version 1.6 does not guarantee one) ends the watch, because it cannot show a refund
 *   (`service-transaction-state.ts`).
 * - A cash-out that was refunded before its cash was handed over can no longer be handed over. It is
 *   still on the list, because the cashier may have handed the cash over without confirming it: a
 *   supervisor decides (`refund-settlement.ts`).
 */
export { createRefundRecorder } from './refund-recorder.ts';
export { createRefunds } from './refunds.ts';
export type { ReconciliationRefunds, Refunds } from './types.ts';
