/**
 * A payment as the contract shows it: the rows of the ledger, plus what only this run of the
 * program knows. A storage error becomes a problem here.
 *
 * Decision where the interface was silent: a cancel's money goes back once the answer is confirmed,
 * whether or not its slip was printed. The money is the customer's, and a supervisor released it
 * with the PIN and reason for the cancel; the slip must still be printed. A cash-out's money waits
 * for its slip (`views.ts`).
 */

export { createPaymentQueries } from './payment-queries.ts';
export { createPaymentReader, type PaymentReader } from './payment-reader.ts';
