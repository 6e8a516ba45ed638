import { z } from 'zod';
import { toSearchText } from '../text/index.ts';
import { defineCall } from './define-call.ts';
import { pinSchema } from './provisioning.ts';
import {
  anyText,
  approvalSchema,
  emptyObjectSchema,
  identifierSchema,
  instantSchema,
  integerOrNull,
  type Role,
  roleSchema,
} from './values.ts';

const cashierSchema = z.strictObject({ id: anyText, name: anyText, role: roleSchema });

export const sessionStateSchema = z.strictObject({ cashier: cashierSchema.nullable() });
export type SessionState = z.infer<typeof sessionStateSchema>;

/**
 * `asked`: by a key, to change places. `idle`: nobody touched the till. `sleep`: the machine slept.
 */
export const lockReasonSchema = z.enum(['asked', 'idle', 'sleep']);
export type LockReason = z.infer<typeof lockReasonSchema>;

/** The cashier whose work waits behind the lock. Meanwhile nobody is signed in. */
export const lockStateSchema = z
  .strictObject({ cashier: cashierSchema, because: lockReasonSchema, at: instantSchema })
  .nullable();
export type LockState = z.infer<typeof lockStateSchema>;

/** A member of the staff, as the staff room shows her. */
export const staffMemberSchema = z.strictObject({
  id: anyText,
  name: anyText,
  role: roleSchema,
  disabledAt: instantSchema.nullable(),
  /** Too many wrong PINs in a row; `waitSeconds` if the lock-out ends by time. */
  lockedOut: z
    .strictObject({ at: instantSchema.nullable(), waitSeconds: integerOrNull })
    .nullable(),
});
export type StaffMember = z.infer<typeof staffMemberSchema>;

/** A person's name, as it is printed on receipts. */
export const personNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[^\p{Cc}|]+$/u, 'no line break and no bar');

export const staffIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,32}$/, 'letters, digits, - and _, at most 32');

export const staffCalls = {
  /** The people who can sign in. */
  'staff.names': defineCall('anyone', emptyObjectSchema, z.array(cashierSchema)),
  'staff.signIn': defineCall(
    'anyone',
    z.strictObject({ cashierId: identifierSchema, pin: z.string().min(1).max(16) }),
    sessionStateSchema,
  ),
  /** Ends the session, or the work behind a lock that was set by key. */
  'staff.signOut': defineCall('anyone', emptyObjectSchema, sessionStateSchema),
  /** Signs the cashier out; the page keeps her work behind the lock. */
  'staff.lock': defineCall(
    'cashier',
    z.strictObject({ because: lockReasonSchema }),
    lockStateSchema,
  ),
  /** Somebody touched the till; the page says so at most every ten seconds. */
  'staff.touched': defineCall('cashier', emptyObjectSchema, emptyObjectSchema),
  'staff.list': defineCall('staff', emptyObjectSchema, z.array(staffMemberSchema)),
  /** If the id is left out, it is made from the name. */
  'staff.add': defineCall(
    'staff',
    z.strictObject({
      id: staffIdSchema.nullable(),
      name: personNameSchema,
      role: roleSchema,
      pin: pinSchema,
    }),
    staffMemberSchema,
  ),
  /**
   * A person who gets a role that can override needs a new PIN with it; otherwise null keeps the
   * old one.
   */
  'staff.change': defineCall(
    'staff',
    z.strictObject({
      id: identifierSchema,
      name: personNameSchema,
      role: roleSchema,
      pin: pinSchema.nullable(),
    }),
    staffMemberSchema,
  ),
  'staff.disable': defineCall('staff', z.strictObject({ id: identifierSchema }), staffMemberSchema),
  /** A person who returns to a role that can override needs a new PIN. */
  'staff.enable': defineCall(
    'staff',
    z.strictObject({ id: identifierSchema, pin: pinSchema.nullable() }),
    staffMemberSchema,
  ),
  /**
   * Ends a lock-out, by the signed-in person's role or with a PIN. Before anybody has signed in it
   * needs the PIN. Only another owner can end an owner's lock-out.
   */
  'staff.releaseLockOut': defineCall(
    'anyone',
    z.strictObject({ id: identifierSchema, approval: approvalSchema.nullable() }),
    emptyObjectSchema,
  ),
};

/** Whether this role's PIN can approve the acts of others. */
export function canOverride(of: Role): boolean {
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
export function createStaffId(name: string, taken: readonly string[]): string {
  const made = toSearchText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 24)
    .replace(/^-+|-+$/g, '');
  const base = made === '' ? 'persona' : made;
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? base : `${base}-${count}`;
    if (!taken.includes(id)) return id;
  }
}
