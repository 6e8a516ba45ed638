/**
 * Who stands at the till: cashiers, supervisors and owners with a PIN (scrypt), the session and its
 * lock, and the shift that payments belong to. They are added, changed and disabled here, never
 * deleted. PINs are hashed on arrival and never kept. Wrong tries cost a growing wait; the tenth in
 * a row locks out until somebody who may releases it, an owner's also until the till has run for an
 * hour, and each wrong try after that is another hour. Neither a restart nor a clock that is set
 * takes a lock-out away. Times are ISO 8601 in UTC.
 *
 * Where the ledger takes nothing (a full disk) three tries for each run are counted in memory.
 *
 * Answers `wrong-pin`, `wait`, `locked-out`, `not-allowed`, `not-found` and `staff` problems; a
 * ledger that cannot be written throws `StorageError`.
 */
export { hashPin, matchesPin } from './pin.ts';
export { MOST_FAILURES, OWNER_LOCK_OUT_SECONDS, waitAfter } from './pin-attempts.ts';
export { activeCashier } from './queries.ts';
export { createStaff } from './staff.ts';
export {
  type Cashier,
  FIRST_SET_UP,
  type NewCashier,
  type ProvisionedBy,
  type Staff,
  type StaffPorts,
} from './types.ts';
