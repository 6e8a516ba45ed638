import { z } from 'zod';
import { toSearchText } from '../text/index.ts';
import { defineCall } from './define-call.ts';
import { pinSchema } from './provisioning.ts';
import {
  anyTextSchema,
  approvalSchema,
  emptyObjectSchema,
  identifierSchema,
  instantSchema,
  nullableIntegerSchema,
  type Role,
  roleSchema,
} from './value-schemas.ts';

const cashierSchema = z.strictObject({ id: anyTextSchema, name: anyTextSchema, role: roleSchema });

/** A person who may use the till, with the role that decides what is allowed. */
export type Cashier = z.infer<typeof cashierSchema>;

export const sessionStateSchema = z.strictObject({ cashier: cashierSchema.nullable() });
export type SessionState = z.infer<typeof sessionStateSchema>;

/** `asked`: a person locked it with a key. `idle`: no input. `sleep`: the computer slept. */
export const lockReasonSchema = z.enum(['asked', 'idle', 'sleep']);
export type LockReason = z.infer<typeof lockReasonSchema>;

/** The cashier whose work is kept while the till is locked. Nobody is signed in meanwhile. */
export const lockStateSchema = z
  .strictObject({ cashier: cashierSchema, because: lockReasonSchema, at: instantSchema })
  .nullable();
export type LockState = z.infer<typeof lockStateSchema>;

/** A member of the staff, for the staff page. */
export const staffMemberSchema = z.strictObject({
  id: anyTextSchema,
  name: anyTextSchema,
  role: roleSchema,
  disabledAt: instantSchema.nullable(),
  /** Set after too many consecutive wrong PINs; `waitSeconds` if the lock-out ends by time. */
  lockedOut: z
    .strictObject({ at: instantSchema.nullable(), waitSeconds: nullableIntegerSchema })
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
  /** Ends the session, or discards the work kept by a lock with reason `asked`. */
  'staff.signOut': defineCall('anyone', emptyObjectSchema, sessionStateSchema),
  /** Signs the cashier out; the page keeps her work while the till is locked. */
  'staff.lock': defineCall(
    'cashier',
    z.strictObject({ because: lockReasonSchema }),
    lockStateSchema,
  ),
  /** Reports user input, which delays the lock; the page sends it at most every ten seconds. */
  'staff.reportActivity': defineCall('cashier', emptyObjectSchema, emptyObjectSchema),
  'staff.list': defineCall('staff', emptyObjectSchema, z.array(staffMemberSchema)),
  /** If the id is null, one is derived from the name. */
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
  /** A change to a role that can override requires a new PIN; otherwise null keeps the old one. */
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
  /** A person whose role can override needs a new PIN. */
  'staff.enable': defineCall(
    'staff',
    z.strictObject({ id: identifierSchema, pin: pinSchema.nullable() }),
    staffMemberSchema,
  ),
  /**
   * Ends a lock-out, by the role of the signed-in person or with another person's PIN. The PIN is
   * required if nobody is signed in. Only another owner can end an owner's lock-out.
   */
  'staff.releaseLockOut': defineCall(
    'anyone',
    z.strictObject({ id: identifierSchema, approval: approvalSchema.nullable() }),
    emptyObjectSchema,
  ),
};

/** Whether this role's PIN can approve the actions of others. */
export function canApproveOverrides(role: Role): boolean {
  return role !== 'cashier';
}

/** True for an easily guessed PIN: one repeated digit, a run up or down, a repeated pair or half. */
export function isObviousPin(digits: string): boolean {
  const half = digits.slice(0, digits.length / 2);
  const steps = [...digits].slice(1).map((digit, index) => Number(digit) - Number(digits[index]));
  const isRun = [0, 1, -1].some((runStep) => steps.every((step) => step === runStep));
  return isRun || digits === half + half || /^(\d\d)\1+$/.test(digits);
}

/** Derives an id from the name: `maria-jose`, or `maria-jose-2` if that is in use. */
export function createStaffId(name: string, usedIds: readonly string[]): string {
  const nameInId = toSearchText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 24)
    .replace(/^-+|-+$/g, '');
  const base = nameInId === '' ? 'persona' : nameInId;
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? base : `${base}-${count}`;
    if (!usedIds.includes(id)) return id;
  }
}
