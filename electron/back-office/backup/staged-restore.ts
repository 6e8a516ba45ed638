import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import {
  type EnvironmentName,
  environmentNameSchema,
  instantSchema,
} from '../../../shared/contract/index.ts';
import { flushFolderToDiskSync } from '../../platform/index.ts';
import { getKeyFileName } from '../../settings/keys/index.ts';

/**
 * A backup that replaces the ledger at the next start. A copy of it is kept beside the ledger
 * (`ledger-….sqlite.restoring`), with a marker file (`restore-<environment>.json`). The marker file
 * stays until the new ledger's audit log records the restore. So after a power cut at any moment,
 * one whole ledger, old or new, has the ledger's name.
 */
const stagedRestoreSchema = z.strictObject({
  format: z.literal(1),
  id: z.string(),
  environment: environmentNameSchema,
  /** The backup's name without its folder. */
  file: z.string(),
  sha256: z.string(),
  at: instantSchema,
  /** The person who requested it; earlier releases wrote the field with this name. */
  askedBy: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  approvedBy: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  /** True if a supervisor allowed the restore to replace a ledger that holds more. */
  insists: z.boolean(),
  /** The name under which the replaced ledger is kept, beside the new one. */
  aside: z.string(),
  /**
   * The id of the pending data key beside the ledger; null if the backup uses the profile's own.
   */
  dataKey: z.string().nullable(),
  /** The number of the newest audit row in the backup. */
  auditNumber: z.number().int(),
  lastPaymentAt: instantSchema.nullable(),
  /** What the replaced ledger held when the restore was staged; null if it was unreadable. */
  replaced: z
    .strictObject({
      payments: z.number().int(),
      events: z.number().int(),
      unresolved: z.number().int(),
      auditNumber: z.number().int(),
      auditDigest: z.string().nullable(),
    })
    .nullable(),
  paymentsMissing: z.number().int().nullable(),
  /** The seals of people in a backup of an earlier version, by id; earlier releases wrote none. */
  staffSeals: z.record(z.string(), z.string()).default({}),
});
export type StagedRestore = z.infer<typeof stagedRestoreSchema>;

export function getRestoreMarkerPath(profileFolder: string, environment: EnvironmentName): string {
  return join(profileFolder, `restore-${environment}.json`);
}

/** The file name, within the profile, of the pending data key. */
export function getPendingDataKeyFileName(environment: EnvironmentName): string {
  return `${getKeyFileName(environment)}.restoring`;
}

/** The path of the pending copy beside the ledger. */
export function getPendingLedgerPath(ledgerFile: string): string {
  return `${ledgerFile}.restoring`;
}

export function formatReplacedLedgerFileName(ledgerFile: string, replacedAt: string): string {
  const time = replacedAt.slice(0, 19).replaceAll(/[-:]/g, '');
  return `${basename(ledgerFile, '.sqlite')}.replaced-${time}Z.sqlite`;
}

/**
 * Returns null if no restore is staged. Throws if the marker file is unreadable: then no ledger may
 * be opened.
 */
export function readStagedRestore(markerFile: string): StagedRestore | null {
  if (!existsSync(markerFile)) return null;
  return stagedRestoreSchema.parse(JSON.parse(readFileSync(markerFile, 'utf8')));
}

const LEDGER_FILE_SUFFIXES = ['-wal', '-shm', ''] as const;

/**
 * Moves the ledger and its journal files aside, and puts the pending copy in its place. Can be
 * called again after an interruption at any point.
 */
export function replaceLedgerByPendingCopy(ledgerFile: string, replacedLedgerFile: string): void {
  const pendingLedger = getPendingLedgerPath(ledgerFile);
  if (!existsSync(pendingLedger)) return;
  for (const suffix of LEDGER_FILE_SUFFIXES) {
    if (existsSync(`${ledgerFile}${suffix}`))
      renameSync(`${ledgerFile}${suffix}`, `${replacedLedgerFile}${suffix}`);
  }
  // A power cut must not leave the journal of the old ledger beside the new one.
  flushFolderToDiskSync(dirname(ledgerFile));
  renameSync(pendingLedger, ledgerFile);
  flushFolderToDiskSync(dirname(ledgerFile));
}

/**
 * Replaces the profile's data key by the pending one. The old key is kept beside the replaced
 * ledger, whose codes need it. Can be called again after an interruption at any point.
 */
export function replaceDataKeyByPendingKey(
  profileFolder: string,
  stagedRestore: StagedRestore,
): void {
  const pendingKey = join(profileFolder, getPendingDataKeyFileName(stagedRestore.environment));
  if (stagedRestore.dataKey === null || !existsSync(pendingKey)) return;
  const key = join(profileFolder, getKeyFileName(stagedRestore.environment));
  if (existsSync(key)) {
    renameSync(key, join(profileFolder, `${stagedRestore.aside}.key.json`));
    // A power cut must not leave only the new key.
    flushFolderToDiskSync(profileFolder);
  }
  renameSync(pendingKey, key);
  flushFolderToDiskSync(profileFolder);
}

export function deleteStagedRestore(
  markerFile: string,
  ledgerFile: string,
  environment: EnvironmentName,
): void {
  // The marker file first, also on the disk: a copy without a marker file is a leftover and is never
  // used, but a marker file without a copy is a restore that was carried out.
  rmSync(markerFile, { force: true });
  flushFolderToDiskSync(dirname(markerFile));
  rmSync(getPendingLedgerPath(ledgerFile), { force: true });
  rmSync(join(dirname(markerFile), getPendingDataKeyFileName(environment)), { force: true });
}
