import { z } from 'zod';
import { anyText, roleSchema } from '../values.ts';

/** A call that is not made: its form, the person, the till that is not ready; and the staff. */
export const accessProblems = [
  /** The call itself was malformed. `field` is the path of the value that did not fit. */
  z.strictObject({ kind: z.literal('invalid-input'), field: anyText, reason: anyText }),
  z.strictObject({ kind: z.literal('not-signed-in') }),
  z.strictObject({ kind: z.literal('not-allowed'), needs: roleSchema }),
  z.strictObject({ kind: z.literal('not-set-up') }),
  /**
   * Set up, but there is no client: one is being made, the till is closing, or the keys cannot be
   * read.
   */
  z.strictObject({
    kind: z.literal('not-connected'),
    reason: z.enum(['not-ready', 'no-keys']),
  }),
  /** `waitSeconds` until the next attempt counts; 0 if it may be made at once. */
  z.strictObject({ kind: z.literal('wrong-pin'), waitSeconds: z.number().int().min(0) }),
  z.strictObject({ kind: z.literal('wait'), waitSeconds: z.number().int().min(0) }),
  /**
   * Too many wrong PINs in a row. The role in `endsWith`, or a higher one, can end the lock-out.
   * `waitSeconds` if it also ends without them.
   */
  z.strictObject({
    kind: z.literal('locked-out'),
    endsWith: roleSchema,
    waitSeconds: z.number().int().min(0).nullable(),
  }),
  /** A change of the staff that is refused. */
  z.strictObject({
    kind: z.literal('staff'),
    reason: z.enum([
      'last-owner',
      'yourself',
      'pin-taken',
      'pin-obvious',
      'pin-needed',
      'owner-there',
      'id-taken',
      'not-locked-out',
    ]),
  }),
  /** A fault of the program. `reference` is in the log, for the help line. */
  z.strictObject({ kind: z.literal('internal'), reference: anyText }),
] as const;
