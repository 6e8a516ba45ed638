/**
 * A payment in the contract's form: the rows of the ledger, plus the in-memory state of this run of
 * the program. A storage error becomes a problem here.
 *
 * Decision that the interface leaves open: a cancel's money is given back once the answer is
 * confirmed, whether or not its slip was printed. The money is the customer's, and a supervisor
 * released it with the PIN and reason for the cancel; the slip must still be printed. A cash-out's
 * money is handed over only after its slip with the service's text is printed (`hand-over.ts`).
 *
 * The text of a cash-out and the code of a gift card come with the first answer only. A payment that is
 * proved is never sent again to get them: without its text a cash-out waits for a supervisor's release,
 * and a card without its code waits until a person closes it.
 */

export { getHandOver, getToConfirm } from './hand-over.ts';
export { createPaymentQueries } from './payment-queries.ts';
export { createPaymentReader, type PaymentReader } from './payment-reader.ts';
