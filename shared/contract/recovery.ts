import { z } from 'zod';
import { call } from './define.ts';
import { pin } from './provisioning.ts';
import { anyText, approval, identifier, instant, nothing } from './values.ts';

/** The owner's recovery key: it opens the backups anywhere, and lets an owner in without a PIN. */
const recoveryState = z.strictObject({
  /** Since when one is confirmed; null: backups open on this computer alone. */
  confirmedAt: instant.nullable(),
  /** Who keeps the till's own key; null while it has not opened yet. */
  keptBy: z.enum(['vault', 'file']).nullable(),
});

const offer = identifier;

export const recoveryCalls = {
  'recovery.state': call('backup', nothing, recoveryState),
  /**
   * Makes a key, which counts once its end was typed back. `shown` crosses to the page to be shown,
   * and main keeps it until then. Takes an owner's PIN, also at the end of the first set-up, where
   * nobody is signed in; whoever knows the `offer` may print and confirm it.
   */
  'recovery.make': call(
    'anyone',
    z.strictObject({ approval }),
    z.strictObject({ offer, shown: anyText }),
  ),
  /** On the printer at once, past the ledger: no job keeps it. */
  'recovery.print': call('anyone', z.strictObject({ offer }), nothing),
  'recovery.confirm': call(
    'anyone',
    z.strictObject({ offer, end: z.string().max(40) }),
    recoveryState,
  ),
  /** Gives an owner a new PIN, and opens a till whose key store no longer does. */
  'recovery.enter': call(
    'anyone',
    z.strictObject({ cashierId: identifier, recoveryKey: z.string().max(200), pin }),
    nothing,
  ),
};
