import { z } from 'zod';
import { type BackupTrouble, backupTrouble } from '../../shared/contract/index.ts';
import { type Database, newestAuditOfKind } from '../ledger/index.ts';

/** What the audit log remembers of backups: the folder itself may be gone. */

const made = z.looseObject({ file: z.string(), bytes: z.number().int() });
const failed = z.looseObject({ reason: backupTrouble });

export function lastMade(
  database: Database,
): { readonly at: string; readonly file: string; readonly bytes: number } | null {
  const row = newestAuditOfKind(database, 'backup-made');
  const read = row && made.safeParse(JSON.parse(row.detail));
  return row && read?.success ? { at: row.at, file: read.data.file, bytes: read.data.bytes } : null;
}

/** Why the newest try failed; null where one has been made since. */
export function lastTrouble(
  database: Database,
): { readonly reason: BackupTrouble; readonly at: number } | null {
  const row = newestAuditOfKind(database, 'backup-failed');
  if (!row) return null;
  const since = newestAuditOfKind(database, 'backup-made');
  if (since && since.number > row.number) return null;
  const read = failed.safeParse(JSON.parse(row.detail));
  return read.success ? { reason: read.data.reason, at: Date.parse(row.at) } : null;
}
