/**
 * Who is at the till: cashiers, supervisors and owners, the session and its lock, and the shift
 * that payments belong to. People are added, changed and disabled here, never deleted. PINs are
 * hashed on arrival, with a pepper from the vault, and never stored in the clear. Times are ISO 8601
 * in UTC.
 *
 * Returns `data-key` (the pepper cannot be had: nobody signs in), `wrong-pin`, `wait`, `locked-out`, `not-allowed`, `not-found` and `staff` problems; a
 * ledger that cannot be written throws `StorageError`.
 *
 * Decisions where the interface was silent:
 * - Two wrong PINs cost nothing; the next ones cost waits of 5, 10 … 300 seconds. The tenth in a
 *   row locks the person out. Waits and lock-outs survive a restart, and a changed clock does not
 *   end a lock-out. Setting the clock back makes no wait longer (`pin-attempts.ts`).
 * - An attempt is counted before the PIN is compared, so that a power cut cannot erase it. If it
 *   cannot be written (a full disk), each person has three attempts per run of the till. They are
 *   counted in memory and added to the ledger once there is room, because somebody must still be
 *   able to look at the till's data (`pin-attempts.ts`).
 * - A cashier or supervisor stays locked out until somebody with the right to do so releases her.
 *   Only another owner releases an owner; a supervisor would gain ten more guesses. An owner's
 *   lock-out also ends after the till has run for an hour, counted from the start again after a
 *   restart. After that, each wrong attempt costs another hour (`lock-out-release.ts`,
 *   `pin-attempts.ts`).
 * - Equal PINs are refused only among active supervisors and owners: refusing a PIN to a cashier
 *   would tell her that it is somebody's. Whoever is given such a role, or returns to it, gets a
 *   new PIN. PINs like 1111 and 1234 bring a warning, and are refused for supervisors and owners in
 *   production (`staff-management.ts`).
 * - While the till is locked nobody is signed in; the page stays mounted, inert and unseen. If the
 *   same cashier returns, she gets her session back and sees her gift card's code again; anybody
 *   else gets a new session. Signing out of a locked till is possible only if it was locked by key:
 *   a till that locked itself waits for a PIN (`session.ts`).
 * - Sign-in, lock and sign-out work on a full disk too; the log records that the audit log could
 *   not take them.
 * - The audit log names whoever set up the till. If nobody could be signed in, it names the way:
 *   the first set-up on the screen, the command line, or the screen of a till whose ledger was
 *   removed (`types.ts`).
 */

export { findActiveCashier } from './cashier-queries.ts';
export { createPinHasher, getPinCost, type PinCost, type PinHasher } from './pin-hasher.ts';
export { createStaff } from './staff.ts';
export {
  type Cashier,
  PROVISIONED_BY_FIRST_SET_UP,
  PROVISIONED_BY_FLEET,
  type ProvisionedBy,
  type Staff,
} from './types.ts';
