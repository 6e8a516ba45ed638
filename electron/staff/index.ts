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
 *
 * Decisions where the interface was silent:
 * - Two wrong PINs are free; then come waits of 5, 10 … 300 seconds, which outlive restarts. The
 *   tenth in a row locks out, which no clock and no restart ends. A clock that was set back makes no
 *   wait longer (`pin-attempts.ts`).
 * - An attempt is counted before the PIN is compared, so that a power cut forgets none. Where it
 *   cannot be written down (a full disk), each person has three attempts for each run, counted in
 *   memory and added once there is room: somebody has to be able to look at what the till has.
 * - An owner who is locked out is let in by another owner, or after an hour of the till's own
 *   running time, which a restart begins anew; then one attempt for each hour. A supervisor cannot:
 *   ten guesses after ten would be hers (`lock-out-release.ts`).
 * - Two equal PINs are looked for among active supervisors and owners only: a cashier who was
 *   refused a PIN would have learnt whose it is. Whoever comes into such a role, or back, gets a new
 *   PIN. PINs like 1111 and 1234 are warned of, and refused for supervisors and owners in production
 *   (`room.ts`).
 * - Behind the lock nobody is signed in; the page stays mounted, inert and unseen. The same cashier
 *   comes back to her session, and sees her gift card's code again; anybody else has a new one.
 *   Signing out beneath the lock is possible only where it was asked for by key: a till that locked
 *   itself waits for a PIN (`session.ts`).
 * - Sign-in, lock and sign-out happen on a full disk too, and the log says that the audit log could
 *   not take them.
 * - The audit log names whoever set the till up; where nobody could be signed in it names the way:
 *   the first set-up on the screen, the command line, or the screen of a till whose ledger was taken
 *   away (`types.ts`).
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
