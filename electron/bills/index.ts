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
 *
 * Decisions where the interface was silent:
 * - A bill cannot be unlinked while a payment of it is not resolved (`bills.ts`).
 * - Extra data becomes rows by name, at most 100 of 400 characters; the last one is "…" where there
 *   is more (`extra-rows.ts`).
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
