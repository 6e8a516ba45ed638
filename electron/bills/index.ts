/**
 * Bills that the shop keeps at the service (version 3: GET and POST /bills, and what stands behind
 * /bills/{id}). Linking, the list page by page, refreshing, extra data, unlinking, and reading one
 * anew for paying it: the payment itself is electron/payments'.
 *
 * Amounts are `Money` in the biller's currency, and may be null or negative; times are ISO 8601 in
 * UTC. A bill that is linked here, or refreshed and no walk-in's, is remembered in the ledger as
 * kept, so that no walk-in's payment deletes it.
 *
 * Problems: `not-offered` (linked-bills in a version without them, extra-data where there is none),
 * `not-connected`, `not-found` (biller, bill), `account-number`, `biller-unusable`, `held` (a payment
 * of the bill is not resolved), `storage`, and those of the service on reads; a bill that failed
 * answers its own code and message as `service-refused` when it is to be paid.
 */
export { type Bills, type BillsPorts, createBills } from './bills.ts';
export {
  bindWalkInBill,
  dueWalkInBills,
  isKeptBill,
  isWalkInBill,
  keepBill,
  markWalkInDeleted,
  rememberWalkInBill,
  setWalkInDeletion,
} from './walk-in-bills.ts';
