import { z } from 'zod';
import { call, event } from './define.ts';
import { approval, environmentName, instant, nothing } from './values.ts';

/** A backup in the folder, as its seal tells it. */
export const backupCopy = z.strictObject({
  /** The file's name without its folder. */
  file: z.string(),
  madeAt: instant,
  bytes: z.number().int(),
  payments: z.number().int(),
  /** When the newest payment in it was sent; null if it holds none. */
  lastPaymentAt: instant.nullable(),
});
export type BackupCopy = z.infer<typeof backupCopy>;

export const backupTrouble = z.enum([
  'no-folder',
  'not-a-folder',
  'full',
  'read-only',
  'ledger-damaged',
  'copy-damaged',
  'failed',
]);
export type BackupTrouble = z.infer<typeof backupTrouble>;

/** A try that failed. */
export const backupFailure = z.strictObject({ reason: backupTrouble, at: instant });
export type BackupFailure = z.infer<typeof backupFailure>;

export const backupState = z.strictObject({
  folder: z.string(),
  /** How many copies are kept; older ones are removed once a new one is there. */
  keep: z.number().int(),
  isMaking: z.boolean(),
  /** The last one that was made, wherever it is now. */
  last: z.strictObject({ file: z.string(), at: instant, bytes: z.number().int() }).nullable(),
  /** Why the try after it failed; null if there was none or it is out of date. */
  trouble: backupFailure.nullable(),
  nextAt: instant.nullable(),
  /** What is in the folder now, the newest first; null if it cannot be read. */
  copies: z.array(backupCopy).nullable(),
  /** The backup that replaces the ledger at the next start. */
  staged: z.strictObject({ file: z.string(), at: instant, askedBy: z.string() }).nullable(),
});
export type BackupState = z.infer<typeof backupState>;

/** What a restore would do, before anybody agrees to it. */
export const restorePreview = z.strictObject({
  copy: backupCopy,
  environment: environmentName,
  /**
   * The ledger in use holds something that the backup does not: what came after it (`older`), or
   * what it did since the two went different ways (`diverged`).
   */
  objection: z.enum(['older', 'diverged']).nullable(),
  /** When the ledger in use and the backup diverged; null if the backup is of the same line. */
  partedAt: instant.nullable(),
  /** Payments of the ledger in use that are not in the backup. */
  paymentsMissing: z.number().int(),
  /** Of those, and of those in the backup, how many nobody knows the outcome of now. */
  unresolvedNow: z.number().int(),
});
export type RestorePreview = z.infer<typeof restorePreview>;

/** How a till whose ledger is damaged comes back to what was backed up. */
export const rescue = z.strictObject({
  /** Where backups go by the settings. */
  folder: z.string(),
  /** The newest one that is whole; null if none was found that is certainly of this till. */
  newest: z
    .strictObject({
      copy: backupCopy,
      /** With its folder, as it is to be named at the start. */
      file: z.string(),
      /** Whose PIN, as it is in this backup, puts it in the ledger's place. */
      approvers: z.array(z.strictObject({ id: z.string(), name: z.string() })),
    })
    .nullable(),
});
export type Rescue = z.infer<typeof rescue>;

const backupFile = z.string().min(1).max(200);

export const backupCalls = {
  /** Null unless the ledger is damaged. Looks backups through from end to end: it takes a while. */
  'backup.rescue': call('anyone', nothing, rescue.nullable()),
  'backup.state': call('backup', nothing, backupState),
  /** Makes one now; returns once it is complete, checked and in its folder. */
  'backup.make': call('backup', nothing, backupCopy),
  /** Checks a backup of the folder as a restore does, and compares it with the ledger in use. */
  'backup.previewRestore': call('backup', z.strictObject({ file: backupFile }), restorePreview),
  /** At the next start this backup takes the ledger's place. `insists` over an objection. */
  'backup.stageRestore': call(
    'restore',
    z.strictObject({ file: backupFile, insists: z.boolean(), approval }),
    backupState,
  ),
  'backup.takeBackRestore': call('backup', nothing, backupState),
};

export const backupEvents = {
  'backup.changed': event(nothing),
};
