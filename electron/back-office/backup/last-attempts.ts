import { z } from 'zod';
import {
  type BackupFailureReason,
  backupFailureReasonSchema,
} from '../../../shared/contract/index.ts';
import { readNewestAuditRow } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';

/** What the audit log remembers of backups: the folder itself may be gone. */

const backupMadeSchema = z.looseObject({ file: z.string(), bytes: z.number().int() });
const backupFailedSchema = z.looseObject({
  reason: backupFailureReasonSchema,
  folder: z.string().optional(),
});

export function readLastBackup(
  database: Database,
): { readonly at: string; readonly file: string; readonly bytes: number } | null {
  const row = readNewestAuditRow(database, 'backup-made');
  const read = row && backupMadeSchema.safeParse(JSON.parse(row.detail));
  return row && read?.success ? { at: row.at, file: read.data.file, bytes: read.data.bytes } : null;
}

/** A failed attempt: why, when (milliseconds since the epoch), and in which folder. */
export interface FailedBackup {
  readonly reason: BackupFailureReason;
  readonly at: number;
  readonly folder: string | null;
}

/** The newest attempt, if it failed; null if a backup has been made since. */
export function readLastFailure(database: Database): FailedBackup | null {
  const row = readNewestAuditRow(database, 'backup-failed');
  if (!row) return null;
  const since = readNewestAuditRow(database, 'backup-made');
  if (since && since.number > row.number) return null;
  const read = backupFailedSchema.safeParse(JSON.parse(row.detail));
  if (!read.success) return null;
  const { reason, folder = null } = read.data;
  return { reason, at: Date.parse(row.at), folder };
}
