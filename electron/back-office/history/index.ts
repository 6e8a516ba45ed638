/**
 * The history: every attempt to move money, searched by day, cashier, biller, account, external_id,
 * authorization, amount and state; the events of each; and the same rows as a CSV file.
 *
 * Days are days of the shop's calendar, in the till's time zone; instants are ISO 8601 in UTC.
 * Amounts are decimal text with their currency. The history never changes a payment. Notes
 * (`history.addNote`) are only added, at most 50 per payment.
 *
 * Problems: `not-found` (payment), `invalid-input` (field `cursor`), `history` (`too-many-notes`: a
 * payment has 50 already), `storage` (the ledger is unreadable; a note or the file could not be
 * written; no partial file is left under the final name).
 */
export { createHistory, type History, parseSearchedAmount } from './history.ts';
