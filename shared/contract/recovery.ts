import { z } from 'zod';
import { defineCall } from './define-call.ts';
import { pinSchema } from './provisioning.ts';
import {
  anyTextSchema,
  approvalSchema,
  emptyObjectSchema,
  identifierSchema,
  instantSchema,
} from './value-schemas.ts';

/** The owner's recovery key decrypts backups on any computer, and replaces a forgotten owner's PIN. */
const recoveryStateSchema = z.strictObject({
  /** When a key was confirmed; null if none was: backups then open on this computer only. */
  confirmedAt: instantSchema.nullable(),
  /** Where the till's data key is stored; null until it has been opened. */
  keptBy: z.enum(['vault', 'file']).nullable(),
});

const offerIdSchema = identifierSchema;

export const recoveryCalls = {
  'recovery.state': defineCall('backup', emptyObjectSchema, recoveryStateSchema),
  /**
   * Creates a key, which becomes valid when `recovery.confirm` receives its last characters. `shown`
   * is the key for display; main keeps it until it is confirmed. Needs an owner's PIN, also at the end
   * of the first set-up, when nobody is signed in. The `offer` authorizes printing and confirming.
   */
  'recovery.createKey': defineCall(
    'anyone',
    z.strictObject({ approval: approvalSchema }),
    z.strictObject({ offer: offerIdSchema, shown: anyTextSchema }),
  ),
  /** Prints the key directly, without a print job, so that the ledger does not store it. */
  'recovery.print': defineCall(
    'anyone',
    z.strictObject({ offer: offerIdSchema }),
    emptyObjectSchema,
  ),
  'recovery.confirm': defineCall(
    'anyone',
    z.strictObject({ offer: offerIdSchema, end: z.string().max(40) }),
    recoveryStateSchema,
  ),
  /** Sets an owner's new PIN. Also opens a till whose key store no longer opens its data key. */
  'recovery.resetPin': defineCall(
    'anyone',
    z.strictObject({
      cashierId: identifierSchema,
      recoveryKey: z.string().max(200),
      pin: pinSchema,
    }),
    emptyObjectSchema,
  ),
};
