import { z } from 'zod';
import { anyTextSchema, roleSchema } from '../value-schemas.ts';

/** Problems of input, sign-in, permission, readiness and staff. */
export const accessProblemSchemas = [
  /** The input of the call is invalid. `field` is the path of the invalid value. */
  z.strictObject({ kind: z.literal('invalid-input'), field: anyTextSchema, reason: anyTextSchema }),
  z.strictObject({ kind: z.literal('not-signed-in') }),
  z.strictObject({ kind: z.literal('not-allowed'), needs: roleSchema }),
  z.strictObject({ kind: z.literal('not-set-up') }),
  /**
   * The till is set up but has no service client: it is being created, the till is closing, or the
   * keys cannot be read.
   */
  z.strictObject({
    kind: z.literal('not-connected'),
    reason: z.enum(['not-ready', 'no-keys']),
  }),
  /** `waitSeconds` until the next attempt is accepted; 0 if it may be made at once. */
  z.strictObject({ kind: z.literal('wrong-pin'), waitSeconds: z.number().int().min(0) }),
  z.strictObject({ kind: z.literal('wait'), waitSeconds: z.number().int().min(0) }),
  /**
   * Too many consecutive wrong PINs. A person with the role `endsWith`, or a higher one, can end the
   * lock-out. `waitSeconds` if it also ends by time.
   */
  z.strictObject({
    kind: z.literal('locked-out'),
    endsWith: roleSchema,
    waitSeconds: z.number().int().min(0).nullable(),
  }),
  /** A change of the staff was rejected. */
  z.strictObject({
    kind: z.literal('staff'),
    reason: z.enum([
      'last-owner',
      'yourself',
      /** The person's row was changed by something other than this till. */
      'altered',
      /** It is easy to guess, or a colleague has it: which of the two is not told. */
      'pin-refused',
      'too-many-pins',
      'pin-needed',
      'owner-there',
      'id-taken',
      'not-locked-out',
    ]),
  }),
  /** A fault of the program. The log contains `reference`, for the help line. */
  z.strictObject({ kind: z.literal('internal'), reference: anyTextSchema }),
] as const;
