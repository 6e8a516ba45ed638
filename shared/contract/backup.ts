import { z } from 'zod';
import { defineCall, defineEvent } from './define-call.ts';
import {
  anyTextSchema,
  approvalSchema,
  booleanSchema,
  emptyObjectSchema,
  environmentNameSchema,
  instantSchema,
  integerSchema,
} from './value-schemas.ts';

/** A backup in the folder, described by its seal. */
export const backupCopySchema = z.strictObject({
  /** The file's name without its folder. */
  file: anyTextSchema,
  madeAt: instantSchema,
  bytes: integerSchema,
  payments: integerSchema,
  /** When its newest payment was sent; null if it contains none. */
  lastPaymentAt: instantSchema.nullable(),
});
export type BackupCopy = z.infer<typeof backupCopySchema>;

export const backupFailureReasonSchema = z.enum([
  'no-folder',
  'not-a-folder',
  'full',
  'read-only',
  'ledger-damaged',
  /** Another file is in its place, or none. */
  'ledger-gone',
  'copy-damaged',
  /** The encryption key cannot be read. */
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
  folder: anyTextSchema,
  /** Number of copies to keep; a successful backup deletes older copies. */
  keep: integerSchema,
  isMaking: booleanSchema,
  /** The last backup that was made, even if its file was moved or deleted. */
  last: z.strictObject({ file: anyTextSchema, at: instantSchema, bytes: integerSchema }).nullable(),
  /** Why the attempt after `last` failed; null if there was none, or if the failure is out of date. */
  problem: backupFailureSchema.nullable(),
  nextAt: instantSchema.nullable(),
  /** The copies in the folder now, newest first; null if it cannot be read. */
  copies: z.array(backupCopySchema).nullable(),
  /** The backup that will replace the ledger at the next start; null if none will. */
  staged: z
    .strictObject({ file: anyTextSchema, at: instantSchema, requestedBy: anyTextSchema })
    .nullable(),
});
export type BackupState = z.infer<typeof backupStateSchema>;

/** The effects of a restore, shown before it is approved. */
export const restorePreviewSchema = z.strictObject({
  copy: backupCopySchema,
  environment: environmentNameSchema,
  /**
   * `older`: the current ledger has later rows than the backup. `diverged`: each has rows that the
   * other lacks. `differs`: the logs are equal, but staff, PINs, roles or cash differ.
   */
  objection: z.enum(['older', 'diverged', 'differs']).nullable(),
  /** Names of the staff who would be added or removed, or would get another PIN or role. */
  peopleApart: z.array(anyTextSchema),
  /** When the current ledger and the backup diverged; null if they did not. */
  partedAt: instantSchema.nullable(),
  /** Number of payments in the current ledger that are missing from the backup. */
  paymentsMissing: integerSchema,
  /** Number of missing payments, and of payments in the backup, whose outcome would be unknown. */
  unresolvedNow: integerSchema,
});
export type RestorePreview = z.infer<typeof restorePreviewSchema>;

/** How to restore a till whose ledger is damaged. */
export const rescueBackupSchema = z.strictObject({
  /** The backup folder from the settings. */
  folder: anyTextSchema,
  /** The newest intact backup; null if none certainly belongs to this till. */
  newest: z
    .strictObject({
      copy: backupCopySchema,
      /** The path to pass on the command line when the till is started. */
      file: anyTextSchema,
      /** The people who can approve the restore with the PIN that this backup contains. */
      approvers: z.array(z.strictObject({ id: anyTextSchema, name: anyTextSchema })),
    })
    .nullable(),
});
export type RescueBackup = z.infer<typeof rescueBackupSchema>;

const backupFileSchema = z.string().min(1).max(200);

export const backupCalls = {
  /** Null unless the ledger is damaged. Slow, because it reads whole backups. */
  'backup.findRescueBackup': defineCall('anyone', emptyObjectSchema, rescueBackupSchema.nullable()),
  'backup.state': defineCall('backup', emptyObjectSchema, backupStateSchema),
  /** Makes a backup now; returns when it is complete, verified and in its folder. */
  'backup.create': defineCall('backup', emptyObjectSchema, backupCopySchema),
  /** Checks a backup like a restore does, and compares it with the current ledger. */
  'backup.previewRestore': defineCall(
    'backup',
    z.strictObject({ file: backupFileSchema }),
    restorePreviewSchema,
  ),
  /** Replaces the ledger with this backup at the next start. `insists` overrides an objection. */
  'backup.stageRestore': defineCall(
    'restore',
    z.strictObject({ file: backupFileSchema, insists: booleanSchema, approval: approvalSchema }),
    backupStateSchema,
  ),
  'backup.cancelRestore': defineCall('backup', emptyObjectSchema, backupStateSchema),
};

export const backupEvents = {
  'backup.changed': defineEvent(emptyObjectSchema),
};
