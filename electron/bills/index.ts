/**
 * Bills that the shop keeps at the service (version 3: GET and POST /bills, and what stands behind
 * /bills/{id}). Linking, the list page by page, refreshing, extra data, unlinking, and reading one
 * anew for paying it: the payment itself is electron/payments'.
 *
 * Amounts are `Money` in the biller's currency, and may be null or negative; times are ISO 8601 in
 * UTC. A bill is remembered as kept in the ledger, so that no walk-in's payment deletes it.
 *
 * Problems: `not-offered` (linked-bills) in a version without them, `not-set-up`, `not-found`
 * (biller, bill), `account-number`, `biller-unusable`, `held` (a payment of the bill is not
 * resolved), and those of the service on reads.
 */
export { type Bills, type BillsPorts, createBills } from './bills.ts';
