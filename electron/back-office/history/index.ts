/**
 * The history: every attempt to move money, searched by day, cashier, biller, account, external_id,
 * authorization, amount and state; what happened to each; and the same as a CSV file.
 *
 * Days are days of the shop's calendar, in the till's zone; instants are ISO 8601 in UTC. Amounts
 * are decimal text with their currency. Nothing here changes a payment. Notes (`history.addNote`) are
 * only added, at most 50 to one payment.
 *
 * Problems: `not-found` (payment), `invalid-input` (field `cursor`), `history` (`too-many-notes`: 50 of
 * one payment), `storage` (the ledger cannot be read; a note, or the file, could not be written; no part of
 * a file is left under its name).
 */
export { createHistory, type History } from './history.ts';
