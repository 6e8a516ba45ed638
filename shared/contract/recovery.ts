import { z } from 'zod';
import { defineCall } from './define-call.ts';
import { pinSchema } from './provisioning.ts';
import {
  anyText,
  approvalSchema,
  emptyObjectSchema,
  identifierSchema,
  instantSchema,
} from './values.ts';

/** The owner's recovery key: it opens the backups anywhere, and lets an owner in without a PIN. */
const recoveryStateSchema = z.strictObject({
  /** Since when one is confirmed; null: backups open on this computer alone. */
  confirmedAt: instantSchema.nullable(),
  /** Who keeps the till's own key; null while it has not opened yet. */
  keptBy: z.enum(['vault', 'file']).nullable(),
});

const offerIdSchema = identifierSchema;

export const recoveryCalls = {
  'recovery.state': defineCall('backup', emptyObjectSchema, recoveryStateSchema),
  /**
   * Makes a key, which counts once its end was typed back. `shown` crosses to the page to be shown,
   * and main keeps it until then. Takes an owner's PIN, also at the end of the first set-up, where
   * nobody is signed in; whoever knows the `offer` may print and confirm it.
   */
  'recovery.make': defineCall(
    'anyone',
    z.strictObject({ approval: approvalSchema }),
    z.strictObject({ offer: offerIdSchema, shown: anyText }),
  ),
  /** On the printer at once, past the ledger: no job keeps it. */
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
  /** Gives an owner a new PIN, and opens a till whose key store no longer does. */
  'recovery.enter': defineCall(
    'anyone',
    z.strictObject({
      cashierId: identifierSchema,
      recoveryKey: z.string().max(200),
      pin: pinSchema,
    }),
    emptyObjectSchema,
  ),
};
