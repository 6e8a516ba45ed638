import { z } from 'zod';
import {
  type BackupFailureReason,
  backupFailureReasonSchema,
} from '../../../shared/contract/index.ts';
import { readNewestAuditRowOfKind } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';

/** Reads past backups from the audit log, because the backup folder itself may be missing. */

const backupMadeSchema = z.looseObject({ file: z.string(), bytes: z.number().int() });
const backupFailedSchema = z.looseObject({
  reason: backupFailureReasonSchema,
  folder: z.string().optional(),
});

export function readLastBackup(
  database: Database,
): { readonly at: string; readonly file: string; readonly bytes: number } | null {
  const row = readNewestAuditRowOfKind(database, 'backup-made');
  const parsed = row && backupMadeSchema.safeParse(JSON.parse(row.detail));
  return row && parsed?.success
    ? { at: row.at, file: parsed.data.file, bytes: parsed.data.bytes }
    : null;
}

/** A failed attempt: the reason, the time (milliseconds since the epoch) and the folder. */
export interface FailedBackup {
  readonly reason: BackupFailureReason;
  readonly at: number;
  readonly folder: string | null;
}

/** Returns the newest attempt if it failed; null if a backup was made since. */
export function readLastBackupFailure(database: Database): FailedBackup | null {
  const row = readNewestAuditRowOfKind(database, 'backup-failed');
  if (!row) return null;
  const since = readNewestAuditRowOfKind(database, 'backup-made');
  if (since && since.number > row.number) return null;
  const parsed = backupFailedSchema.safeParse(JSON.parse(row.detail));
  if (!parsed.success) return null;
  const { reason, folder = null } = parsed.data;
  return { reason, at: Date.parse(row.at), folder };
}
