import { z } from 'zod';
import { plain } from '../text/index.ts';
import { call } from './define.ts';
import { pin } from './provisioning.ts';
import {
  anyText,
  approval,
  identifier,
  instant,
  integerOrNull,
  nothing,
  type Role,
  role,
} from './values.ts';

const cashier = z.strictObject({ id: anyText, name: anyText, role });

export const sessionState = z.strictObject({ cashier: cashier.nullable() });
export type SessionState = z.infer<typeof sessionState>;

/**
 * `asked`: by a key, to change places. `idle`: nobody touched the till. `sleep`: the machine slept.
 */
export const lockReason = z.enum(['asked', 'idle', 'sleep']);
export type LockReason = z.infer<typeof lockReason>;

/** The cashier whose work waits behind the lock. Meanwhile nobody is signed in. */
export const lockState = z.strictObject({ cashier, because: lockReason, at: instant }).nullable();
export type LockState = z.infer<typeof lockState>;

/** A member of the staff, as the staff room shows her. */
export const staffMember = z.strictObject({
  id: anyText,
  name: anyText,
  role,
  disabledAt: instant.nullable(),
  /** Too many wrong PINs in a row; `waitSeconds` if the lock-out ends by time. */
  lockedOut: z.strictObject({ at: instant.nullable(), waitSeconds: integerOrNull }).nullable(),
});
export type StaffMember = z.infer<typeof staffMember>;

/** A person's name, as it is printed on receipts. */
export const personName = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[^\p{Cc}|]+$/u, 'no line break and no bar');

export const staffId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,32}$/, 'letters, digits, - and _, at most 32');

export const staffCalls = {
  /** The people who can sign in. */
  'staff.names': call('anyone', nothing, z.array(cashier)),
  'staff.signIn': call(
    'anyone',
    z.strictObject({ cashierId: identifier, pin: z.string().min(1).max(16) }),
    sessionState,
  ),
  /** Ends the session, or the work behind a lock that was set by key. */
  'staff.signOut': call('anyone', nothing, sessionState),
  /** Signs the cashier out; the page keeps her work behind the lock. */
  'staff.lock': call('cashier', z.strictObject({ because: lockReason }), lockState),
  /** Somebody touched the till; the page says so at most every ten seconds. */
  'staff.touched': call('cashier', nothing, nothing),
  'staff.list': call('staff', nothing, z.array(staffMember)),
  /** If the id is left out, it is made from the name. */
  'staff.add': call(
    'staff',
    z.strictObject({ id: staffId.nullable(), name: personName, role, pin }),
    staffMember,
  ),
  /**
   * A person who gets a role that can override needs a new PIN with it; otherwise null keeps the
   * old one.
   */
  'staff.change': call(
    'staff',
    z.strictObject({ id: identifier, name: personName, role, pin: pin.nullable() }),
    staffMember,
  ),
  'staff.disable': call('staff', z.strictObject({ id: identifier }), staffMember),
  /** A person who returns to a role that can override needs a new PIN. */
  'staff.enable': call(
    'staff',
    z.strictObject({ id: identifier, pin: pin.nullable() }),
    staffMember,
  ),
  /**
   * Ends a lock-out, by the signed-in person's role or with a PIN. Before anybody has signed in it
   * needs the PIN. Only another owner can end an owner's lock-out.
   */
  'staff.releaseLockOut': call(
    'anyone',
    z.strictObject({ id: identifier, approval: approval.nullable() }),
    nothing,
  ),
};

/** Whether this role's PIN can approve the acts of others. */
export function overrides(of: Role): boolean {
  return of !== 'cashier';
}

/**
 * A PIN that a stranger would try first: one digit, a run up or down, a pair or a half repeated.
 */
export function isObviousPin(digits: string): boolean {
  const half = digits.slice(0, digits.length / 2);
  const steps = [...digits].slice(1).map((digit, index) => Number(digit) - Number(digits[index]));
  const isRun = [0, 1, -1].some((step) => steps.every((one) => one === step));
  return isRun || digits === half + half || /^(\d\d)\1+$/.test(digits);
}

/** An id made from the name: `maria-jose`, and `maria-jose-2` if that is taken. */
export function idFromName(name: string, taken: readonly string[]): string {
  const made = plain(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 24)
    .replace(/^-+|-+$/g, '');
  const base = made === '' ? 'persona' : made;
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? base : `${base}-${count}`;
    if (!taken.includes(id)) return id;
  }
}
