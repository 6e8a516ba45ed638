/**
 * Returning customers: the accounts that were paid at this till, found by phone, name or account.
 * This is personal data, so nothing is stored unless the owner configures it (`keepCustomerDays`; in
 * training 90 days), and deletion is permanent. Implements `shared/contract/customers.ts`.
 *
 * - Stored for each paid bill, top-up or gift card, once the payment is certain: biller, account, the
 *   name on the account if the service or the cashier provided it, the phone if the customer gave it,
 *   and the last use. No amounts, and no cash-outs, so that cashiers do not see where a customer has a
 *   bank account.
 * - It is written after the payment's own commit, so that a failure never affects a payment. A failure
 *   is logged without the account.
 * - It is in the ledger, not in a separate file, so that one backup contains it, sealed, with one
 *   schema check, one file lock and one way to restore. A separate file could be deleted as a whole;
 *   the ledger achieves the same with `secure_delete` and by emptying its journal after each deletion,
 *   so that neither file contains the old bytes. If the journal cannot be emptied at once, this is
 *   logged and retried at the next expiry run, the first of which is at the start.
 * - Expired accounts are deleted when the till starts, ten minutes later, twice a day, on wake-up, and
 *   when the setting changes; until then no result contains them. A wrong clock deletes nothing: expiry
 *   uses the earlier of this computer's time and the service's, and waits until the service's time is
 *   known. Each run also limits the accounts to 5,000 and deletes the least recently used first.
 * - Backups made before a deletion still contain the account until they are thinned out. Restoring one
 *   brings it back; if it is expired, the next run deletes it. Payments are not deleted: they stay in
 *   the ledger with their accounts, as the shop's books.
 * - No customer data goes to the chain, the log, diagnostics or exports.
 * - A role without `see-customers` finds customers only by the whole number, its last four characters
 *   or whole words of the name, and sees masked data, so that hidden digits cannot be guessed one by
 *   one. Opening a customer for a payment reveals that one account, as the payment would, and is
 *   recorded in the audit log. Setting or removing a phone is recorded too, without its digits.
 *
 * Days are days of 24 hours; times are ISO 8601 in UTC. Problems: `not-found` (customer),
 * `not-allowed` and those of a PIN, `storage`.
 */
export { type ClockBounds, type Customers, createCustomers } from './customers.ts';
