/**
 * Bills that the shop saves at the service (version 3: GET and POST /bills, and the operations on
 * /bills/{id}): linking, the list page by page, refreshing, extra data, unlinking, and reading a
 * bill again in order to pay it. electron/counter/payments makes the payment itself.
 *
 * Amounts are `Money` in the biller's currency, and may be null or negative; times are ISO 8601 in
 * UTC. The ledger records as saved each bill that is linked here, and each refreshed bill that no
 * walk-in consult created, so that no walk-in payment deletes it.
 *
 * Problems: `not-offered` (linked-bills in a version without them, extra-data if there is none),
 * `not-connected`, `not-found` (biller, bill), `account-number`, `biller-unusable`, `held` (a
 * payment of the bill is not resolved), `storage`, and the service's own problems on reads. The
 * balance of a failed bill is refused with its code and message as `service-refused`.
 *
 * Decisions where the interface was silent:
 * - A bill cannot be unlinked while a payment of it is not resolved (`bills.ts`).
 * - Extra data becomes rows by name, at most 100 of 400 characters; if there is more, the last row
 *   is "…" (`extra-rows.ts`).
 */
export { type Bills, createBills } from './bills.ts';
export {
  isSavedBill,
  isWalkInBill,
  isWalkInBillDeletionDue,
  linkWalkInBillToPayment,
  listDueWalkInBills,
  markBillSaved,
  markWalkInBillDeleted,
  scheduleWalkInBillDeletion,
  upsertWalkInBill,
} from './walk-in-bills.ts';
