import { z } from 'zod';
import { defineCall, defineEvent } from './define-call.ts';
import {
  anyText,
  approvalSchema,
  emptyObjectSchema,
  environmentNameSchema,
  flag,
  instantSchema,
  integer,
} from './values.ts';

/** A backup in the folder, as described by its seal. */
export const backupCopySchema = z.strictObject({
  /** The file's name without its folder. */
  file: anyText,
  madeAt: instantSchema,
  bytes: integer,
  payments: integer,
  /** When the newest payment in it was sent; null if it holds none. */
  lastPaymentAt: instantSchema.nullable(),
});
export type BackupCopy = z.infer<typeof backupCopySchema>;

export const backupFailureReasonSchema = z.enum([
  'no-folder',
  'not-a-folder',
  'full',
  'read-only',
  'ledger-damaged',
  'copy-damaged',
  /** The key that it is encrypted with does not open. */
  'no-key',
  'failed',
]);
export type BackupFailureReason = z.infer<typeof backupFailureReasonSchema>;

/** A failed attempt. */
export const backupFailureSchema = z.strictObject({
  reason: backupFailureReasonSchema,
  at: instantSchema,
});
export type BackupFailure = z.infer<typeof backupFailureSchema>;

export const backupStateSchema = z.strictObject({
  folder: anyText,
  /** How many copies are kept; older ones are removed once a new one is there. */
  keep: integer,
  isMaking: flag,
  /** The last one that was made, wherever it is now. */
  last: z.strictObject({ file: anyText, at: instantSchema, bytes: integer }).nullable(),
  /** Why the attempt after it failed; null if there was none, or if it is out of date. */
  trouble: backupFailureSchema.nullable(),
  nextAt: instantSchema.nullable(),
  /** The copies in the folder now, newest first; null if it cannot be read. */
  copies: z.array(backupCopySchema).nullable(),
  /** The backup that replaces the ledger at the next start. */
  staged: z.strictObject({ file: anyText, at: instantSchema, askedBy: anyText }).nullable(),
});
export type BackupState = z.infer<typeof backupStateSchema>;

/** What a restore would do, shown before anybody agrees to it. */
export const restorePreviewSchema = z.strictObject({
  copy: backupCopySchema,
  environment: environmentNameSchema,
  /**
   * The ledger in use holds something that the backup lacks: later rows (`older`), or rows from
   * after the two diverged (`diverged`), or has other people, PINs, roles or cash although their logs
   * agree (`differs`).
   */
  objection: z.enum(['older', 'diverged', 'differs']).nullable(),
  /** The names of those who would have another PIN or role, would come, or would be gone. */
  peopleApart: z.array(anyText),
  /** When the ledger in use and the backup diverged; null if the backup is of the same line. */
  partedAt: instantSchema.nullable(),
  /** Payments of the ledger in use that are not in the backup. */
  paymentsMissing: integer,
  /** How many of those, and of those in the backup, would have an unknown outcome. */
  unresolvedNow: integer,
});
export type RestorePreview = z.infer<typeof restorePreviewSchema>;

/** How to restore a till whose ledger is damaged. */
export const rescueSchema = z.strictObject({
  /** The folder for backups by the settings. */
  folder: anyText,
  /** The newest intact one; null if none is certainly of this till. */
  newest: z
    .strictObject({
      copy: backupCopySchema,
      /** The path of the file, to be named at the start. */
      file: anyText,
      /** The people whose PIN, as in this backup, allows the restore. */
      approvers: z.array(z.strictObject({ id: anyText, name: anyText })),
    })
    .nullable(),
});
export type Rescue = z.infer<typeof rescueSchema>;

const backupFileSchema = z.string().min(1).max(200);

export const backupCalls = {
  /** Null unless the ledger is damaged. Reads whole backups, which takes a while. */
  'backup.rescue': defineCall('anyone', emptyObjectSchema, rescueSchema.nullable()),
  'backup.state': defineCall('backup', emptyObjectSchema, backupStateSchema),
  /** Makes one now; returns once it is complete, checked and in its folder. */
  'backup.make': defineCall('backup', emptyObjectSchema, backupCopySchema),
  /** Checks a backup of the folder as a restore does, and compares it with the ledger in use. */
  'backup.previewRestore': defineCall(
    'backup',
    z.strictObject({ file: backupFileSchema }),
    restorePreviewSchema,
  ),
  /** Lets this backup replace the ledger at the next start. `insists`: despite an objection. */
  'backup.stageRestore': defineCall(
    'restore',
    z.strictObject({ file: backupFileSchema, insists: flag, approval: approvalSchema }),
    backupStateSchema,
  ),
  'backup.takeBackRestore': defineCall('backup', emptyObjectSchema, backupStateSchema),
};

export const backupEvents = {
  'backup.changed': defineEvent(emptyObjectSchema),
};
