import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import {
  type EnvironmentName,
  environmentNameSchema,
  instantSchema,
} from '../../../shared/contract/index.ts';
import { getKeyFileName } from '../../settings/keys/index.ts';

/**
 * A backup that is to replace the ledger at the next start. A copy of it waits beside the ledger
 * (`ledger-….sqlite.restoring`), with a marker file (`restore-<environment>.json`). The marker file
 * stays until the new ledger's audit log records the restore, so that a power cut at any moment
 * leaves either ledger whole under its name.
 */
const stagedRestoreSchema = z.strictObject({
  format: z.literal(1),
  id: z.string(),
  environment: environmentNameSchema,
  /** The backup's name without its folder. */
  file: z.string(),
  sha256: z.string(),
  at: instantSchema,
  askedBy: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  approvedBy: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  /** A supervisor allowed it to replace a ledger that holds more. */
  insists: z.boolean(),
  /** The name under which the replaced ledger is kept, beside the new one. */
  aside: z.string(),
  /** The id of the data key that waits beside it; null if the profile's own is the backup's. */
  dataKey: z.string().nullable(),
  /** The newest row of the audit log in the backup. */
  auditNumber: z.number().int(),
  lastPaymentAt: instantSchema.nullable(),
  /** What the replaced ledger held when this was agreed to; null if it could not be read. */
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
});
export type StagedRestore = z.infer<typeof stagedRestoreSchema>;

export function getStagePath(profileFolder: string, environment: EnvironmentName): string {
  return join(profileFolder, `restore-${environment}.json`);
}

/** The data key that waits to be the profile's, under its name in the profile. */
export function getPendingKeyName(environment: EnvironmentName): string {
  return `${getKeyFileName(environment)}.restoring`;
}

/** The copy that waits beside the ledger. */
export function getPendingLedgerPath(ledger: string): string {
  return `${ledger}.restoring`;
}

export function formatReplacedLedgerName(ledger: string, at: string): string {
  const time = at.slice(0, 19).replaceAll(/[-:]/g, '');
  return `${basename(ledger, '.sqlite')}.replaced-${time}Z.sqlite`;
}

/** Null if there is none. Throws if it cannot be read: no ledger may then be opened. */
export function readStagedRestore(file: string): StagedRestore | null {
  if (!existsSync(file)) return null;
  return stagedRestoreSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

const LEDGER_FILE_SUFFIXES = ['-wal', '-shm', ''] as const;

/**
 * Puts the waiting copy in the ledger's place, and the ledger aside with all that belongs to it. If
 * interrupted anywhere, it may be called again.
 */
export function replaceLedger(ledger: string, aside: string): void {
  const waiting = getPendingLedgerPath(ledger);
  if (!existsSync(waiting)) return;
  for (const part of LEDGER_FILE_SUFFIXES) {
    if (existsSync(`${ledger}${part}`)) renameSync(`${ledger}${part}`, `${aside}${part}`);
  }
  renameSync(waiting, ledger);
}

/**
 * Puts the waiting data key in the place of the profile's, which is kept beside the replaced ledger:
 * its codes open with no other. If interrupted anywhere, it may be called again.
 */
export function replaceDataKey(profileFolder: string, stage: StagedRestore): void {
  const waiting = join(profileFolder, getPendingKeyName(stage.environment));
  if (stage.dataKey === null || !existsSync(waiting)) return;
  const key = join(profileFolder, getKeyFileName(stage.environment));
  if (existsSync(key)) renameSync(key, join(profileFolder, `${stage.aside}.key.json`));
  renameSync(waiting, key);
}

export function deleteStagedRestore(
  file: string,
  ledger: string,
  environment: EnvironmentName,
): void {
  // The marker file first: a copy without it is a leftover, and is never used.
  rmSync(file, { force: true });
  rmSync(getPendingLedgerPath(ledger), { force: true });
  rmSync(join(dirname(file), getPendingKeyName(environment)), { force: true });
}
