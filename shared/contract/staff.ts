import { z } from 'zod';
import { plain } from '../text/index.ts';
import { call } from './define.ts';
import { pin } from './provisioning.ts';
import { approval, identifier, instant, nothing, type Role, role } from './values.ts';

const cashier = z.strictObject({ id: z.string(), name: z.string(), role });

export const sessionState = z.strictObject({ cashier: cashier.nullable() });
export type SessionState = z.infer<typeof sessionState>;

/**
 * `asked`: by a key, to change places. `idle`: nobody touched the till. `sleep`: the machine rests.
 */
export const lockReason = z.enum(['asked', 'idle', 'sleep']);
export type LockReason = z.infer<typeof lockReason>;

/** Whose work waits behind the lock. While it is there nobody is signed in. */
export const lockState = z.strictObject({ cashier, because: lockReason, at: instant }).nullable();
export type LockState = z.infer<typeof lockState>;

/** Somebody of the staff, as the staff's room shows them. */
export const staffMember = z.strictObject({
  id: z.string(),
  name: z.string(),
  role,
  disabledAt: instant.nullable(),
  /** Too many wrong tries in a row; `waitSeconds` where it ends by itself. */
  lockedOut: z
    .strictObject({ at: instant.nullable(), waitSeconds: z.number().int().nullable() })
    .nullable(),
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
  /** Who can sign in. */
  'staff.names': call('anyone', nothing, z.array(cashier)),
  'staff.signIn': call(
    'anyone',
    z.strictObject({ cashierId: identifier, pin: z.string().min(1).max(16) }),
    sessionState,
  ),
  /**
   * Ends the session and what is behind a lock that was asked for by key; nothing of it is left.
   */
  'staff.signOut': call('anyone', nothing, sessionState),
  /** Nobody is signed in from now on; the page keeps what the cashier was doing behind the lock. */
  'staff.lock': call('cashier', z.strictObject({ because: lockReason }), lockState),
  'staff.list': call('staff', nothing, z.array(staffMember)),
  /** Without an id one is made from the name. */
  'staff.add': call(
    'staff',
    z.strictObject({ id: staffId.nullable(), name: personName, role, pin }),
    staffMember,
  ),
  /**
   * Whoever comes into a role that overrides needs a new PIN with it; else null keeps the old one.
   */
  'staff.change': call(
    'staff',
    z.strictObject({ id: identifier, name: personName, role, pin: pin.nullable() }),
    staffMember,
  ),
  'staff.disable': call('staff', z.strictObject({ id: identifier }), staffMember),
  /** Whoever comes back into a role that overrides needs a new PIN. */
  'staff.enable': call(
    'staff',
    z.strictObject({ id: identifier, pin: pin.nullable() }),
    staffMember,
  ),
  /**
   * Ends a lock-out: by the role of whoever is signed in, or with a PIN; also before anybody has
   * signed in, where it takes the PIN. An owner's is ended by another owner.
   */
  'staff.releaseLockOut': call(
    'anyone',
    z.strictObject({ id: identifier, approval: approval.nullable() }),
    nothing,
  ),
};

/** Whose PIN does something for others. */
export function overrides(of: Role): boolean {
  return of !== 'cashier';
}

/** One that a stranger tries first: one digit, a run up or down, a pair or a half repeated. */
export function isObviousPin(digits: string): boolean {
  const half = digits.slice(0, digits.length / 2);
  const steps = [...digits].slice(1).map((digit, index) => Number(digit) - Number(digits[index]));
  const isRun = [0, 1, -1].some((step) => steps.every((one) => one === step));
  return isRun || digits === half + half || /^(\d\d)\1+$/.test(digits);
}

/** An id made of the name: `maria-jose`, and `maria-jose-2` for the next of that name. */
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
