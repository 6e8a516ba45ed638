/**
 * Customers who come back: the accounts that were paid at this till, found again by phone, name or
 * account. Personal data, so nothing is kept where the owner has not said so (`keepCustomerDays`;
 * in training 90 days), and it goes for good. Implements `shared/contract/customers.ts`.
 *
 * - Kept is what was paid: a bill, a top-up or a gift card, once it is certain; a payment that is
 *   not known yet when it is. Biller, account, the name on the account if the service or the cashier
 *   told it, the phone if the customer gave it, and when it was last used. No amount, and nothing
 *   of a cash-out: where somebody has a bank account is not for the next cashier to see.
 * - It is written after the payment's own commit: what is only comfort never hinders money. If that
 *   fails, the log says so without the account, and the payment stands.
 * - It is in the ledger, not in a file of its own: so the one backup holds it, sealed as all else,
 *   with one schema check, one lock on the file and one way to restore it. What a file of its own
 *   would give, to be deleted as a whole, the ledger gives by `secure_delete` and by emptying its
 *   journal after each deletion: the old bytes are then in neither. Where that cannot be done at once,
 *   the log says so, and it is done with the next look at what is too old, at the start the first.
 * - What is older than the days is deleted when the till starts, ten minutes after, twice a day, when
 *   it wakes, and when the setting changes; until then no answer shows it. A clock that is set wrong
 *   deletes nothing: it goes by the earlier of this computer's and the service's, and not before the
 *   service has told its own. At each such time they are thinned out to 5,000; the ones used longest
 *   ago go first.
 * - A deletion does not reach copies that were made before: backups keep it until they are thinned
 *   out, and a restored one brings it back, from which what is too old goes at the next such time. Nor does it
 *   touch the payments, which stay in the ledger with their accounts: they are the shop's books.
 * - Nothing of it goes to the chain, into the log, into diagnostics or into an export.
 * - Whoever may not see personal data (`see-customers`) finds with what the customer says, the whole
 *   number, its last four characters or whole words of the name, and sees the ends: what is hidden
 *   is not found out digit by digit. Opening one for a payment shows that one account, as the
 *   customer's own payment will, and the audit log says who opened it. It also says who set or
 *   removed a phone, without its digits.
 *
 * Days are days of 24 hours; times are ISO 8601 in UTC. Problems: `not-found` (customer),
 * `not-allowed` and those of a PIN, `storage`.
 */
export { type Customers, createCustomers, type TimeBounds } from './customers.ts';
