/**
 * The staff of a till: cashiers, supervisors and owners, and the session with its lock. People are
 * added, changed and disabled here, never deleted. PINs are hashed on arrival, with a pepper from the
 * vault, and never stored in plain text. Times are ISO 8601 in UTC.
 *
 * Returns `data-key` (the pepper is unavailable, so nobody can sign in), `wrong-pin`, `wait`,
 * `locked-out`, `not-allowed`, `not-found` and `staff` problems; a ledger that cannot be written
 * throws `StorageError`.
 *
 * Decisions where the interface was silent:
 * - Two wrong PINs cost nothing; the next ones cost waits of 5, 10 … 300 seconds. The tenth in a
 *   row locks the person out. Waits and lock-outs survive a restart, and a changed clock does not
 *   end a lock-out. Setting the clock back does not lengthen a wait (`pin-attempts.ts`).
 * - An attempt is counted before the PIN is compared, so that a power cut cannot erase it. If it
 *   cannot be written (a full disk), each person has three attempts per run of the till, because
 *   access to the till's data must remain possible. They are counted in memory and added to the
 *   ledger once there is space (`pin-attempts.ts`).
 * - Wrong PINs are also counted in `pin-attempts-<environment>.json` beside the key file, and the higher
 *   count decides: a copy of the ledger, such as a backup that is restored, counts nothing anew
 *   (`pin-attempt-file.ts`).
 * - A cashier or supervisor stays locked out until a person with permission releases the lock-out.
 *   Only another owner releases an owner; a supervisor could otherwise gain ten more guesses. An
 *   owner's lock-out also ends after the till has run for an hour, counted again after a restart.
 *   After that, each wrong attempt costs another hour (`lock-out-release.ts`, `pin-attempts.ts`).
 * - Equal PINs are refused only among active supervisors and owners, with the answer for an obvious PIN:
 *   refusing a PIN to a cashier would reveal that it is in use (`validate-pin.ts`). A person who gets or regains such a role needs a new PIN. PINs
 *   like 1111 and 1234 cause a warning, and are refused for supervisors and owners in production
 *   (`staff-management.ts`).
 * - While the till is locked nobody is signed in; the page stays mounted, inert and hidden. If the
 *   same cashier signs in again, the session is restored, with its gift cards' codes; another cashier
 *   gets a new session. Signing out of a locked till is possible only if it was locked by key: a till
 *   that locked automatically requires a PIN (`staff-session.ts`).
 * - Sign-in, lock and sign-out work on a full disk too; the log records that the audit note could not
 *   be written.
 * - The audit log names the person who set up the till. If nobody could be signed in, it names the
 *   way: the first set-up on the screen, the command line, or the screen of a till whose ledger was
 *   removed (`types.ts`).
 */

export { findActiveCashier } from './cashier-queries.ts';
export {
  addMissingPersonSeals,
  computeSealsOfAllCashiers,
  FIRST_LEDGER_VERSION_WITH_SEALS,
  type PersonSealer,
  sealUnsealedPeople,
} from './person-seal.ts';
export { openPinAttemptFile, type PinAttemptFile } from './pin-attempt-file.ts';
export { createPinHasher, getPinCost, type PinCost, type PinHasher } from './pin-hasher.ts';
export { createStaff } from './staff.ts';
export {
  PROVISIONED_BY_FIRST_SET_UP,
  PROVISIONED_BY_FLEET,
  type ProvisionedBy,
  type Staff,
} from './types.ts';
