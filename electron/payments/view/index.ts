/**
 * A payment as the contract shows it: the rows of the ledger, and what this run of the program knows
 * beside them. A storage error becomes a problem here.
 *
 * Decision where the interface was silent: the money of a cancel goes back on the confirmed answer,
 * with or without paper: it is the customer's own, and a supervisor let it go with the cancel's PIN
 * and reason. A cash-out's waits for its slip. The cancel's slip stays owed (`views.ts`).
 */
export { createReading, type Reading } from './reading.ts';
