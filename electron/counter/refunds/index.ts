/**
 * What the service later does with a payment that was paid: it gives it back (`refunded`,
 * `reversed`), or turns out never to have performed it (`crashed`). In generation 3, which has no
 * cancel, every refund comes this way.
 *
 * What it promises:
 * - A refund is a fact of its own, written once. The outcome stays paid, the daily file keeps what
 *   was performed, and no money moves by itself.
 * - Who is owed money stays on a list until it is settled once: the customer is handed back what he
 *   paid, with the shop's fee, from the drawer of that moment; of a cash-out the shop receives its
 *   cash back; or a supervisor decides, with a reason, that no cash changes hands. Cash moves only
 *   on what the row says at that moment, or on a supervisor's PIN where it says nothing. Settlement,
 *   movement, slip, event and note are one commit, synced before the drawer opens.
 * - What our own cancel took back is no refund: its money goes back by the cancel. While a cancel
 *   is open, nothing is concluded.
 * - A row is believed only if it is this payment's: our external_id or the transaction's id, and
 *   the same biller, account, amount and currency.
 *
 * Amounts are in the shop's currency; times are ISO 8601 in UTC, by the service's clock as well as
 * it is known. Problems: `refund`, `shift`, `not-found`, `payment-state`, `storage`, those of a PIN,
 * and the service's own problems on reads. Implements nothing that the interface names: it reads
 * the list of transactions.
 *
 * Decisions where the interface was silent:
 * - A paid payment is watched for `hours_to_fulfill` of its own row, else of its biller; null counts
 *   as 72 hours, 0 as none. Its row is read after 1, 4, 12, 24, 48 hours and so on, and once after
 *   the end; at most 16 times (`watch-schedule.ts`). The comparison of each day reads what is left.
 * - `timeout` and unknown words decide nothing, and are read again for some days. A row without a
 *   status (version 1.6 promises none) ends the watch: a refund cannot be seen there (`row-finding.ts`).
 * - A cash-out that was given back before its cash was handed over is not handed over any more. It
 *   is on the list all the same, because the cashier may have handed it over without saying so: a
 *   supervisor decides (`refund-settlement.ts`).
 */
export { createRefunds } from './refunds.ts';
export type { ReconciliationRefunds, Refunds } from './types.ts';
