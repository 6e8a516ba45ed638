import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type BackupCopy, environmentName, instant } from '../../shared/contract/index.ts';
import { isoTime } from '../platform/index.ts';
import type { LedgerInspection } from './inspect.ts';

/** What stands beside a backup: what it is, its digest, and the head of the audit log in it. */
export const sealSchema = z.strictObject({
  format: z.literal(1),
  file: z.string(),
  bytes: z.number().int(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  environment: environmentName,
  ledger: z.string(),
  ledgerVersion: z.number().int(),
  madeAt: instant,
  madeBy: z.string(),
  payments: z.number().int(),
  lastPaymentAt: instant.nullable(),
  audit: z.strictObject({ number: z.number().int(), digest: z.string().nullable() }),
});
export type BackupSeal = z.infer<typeof sealSchema>;

const NAME = /^mostrador-(training|sandbox|production)-\d{8}T\d{6}Z(-\d+)?\.sqlite$/;

/** `number` distinguishes backups of one second. */
export function backupName(environment: string, now: number, number: number): string {
  const time = isoTime(now).slice(0, 19).replaceAll(/[-:]/g, '');
  return `mostrador-${environment}-${time}Z${number > 1 ? `-${number}` : ''}.sqlite`;
}

export function isBackupName(name: string): boolean {
  return NAME.test(name);
}

/** Whether an interrupted attempt left a file of this name behind. */
export function isUnfinished(name: string): boolean {
  return name.endsWith('.part') && name.startsWith('mostrador-');
}

export function sealFile(backupFile: string): string {
  return `${backupFile}.json`;
}

export function sealOf(
  file: string,
  madeAt: number,
  madeBy: string,
  { bytes, sha256, version, identity, extent }: LedgerInspection,
): BackupSeal {
  return {
    format: 1,
    file,
    bytes,
    sha256,
    environment: environmentName.parse(identity.environment),
    ledger: identity.id,
    ledgerVersion: version,
    madeAt: isoTime(madeAt),
    madeBy,
    payments: extent.payments,
    lastPaymentAt: extent.lastPaymentAt,
    audit: { number: extent.auditNumber, digest: extent.auditDigest },
  };
}

/** Null if there is none that can be read. */
export async function readSeal(backupFile: string): Promise<BackupSeal | null> {
  try {
    const read = sealSchema.safeParse(JSON.parse(await readFile(sealFile(backupFile), 'utf8')));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** Those of this ledger that are whole under their final name, the newest first. */
export async function sealsIn(folder: string, ledger: string): Promise<BackupSeal[]> {
  return (await allSealsIn(folder)).filter((seal) => seal.ledger === ledger);
}

/** Those of any ledger: several tills may keep theirs in one folder. */
export async function allSealsIn(folder: string): Promise<BackupSeal[]> {
  const names = (await readdir(folder)).filter(isBackupName);
  const seals = await Promise.all(names.map((name) => readSeal(join(folder, name))));
  return names
    .flatMap((name, at) => {
      const seal = seals[at];
      return seal && seal.file === name ? [seal] : [];
    })
    .sort((one, other) => (one.madeAt < other.madeAt ? 1 : -1));
}

export function copyOf({ file, madeAt, bytes, payments, lastPaymentAt }: BackupSeal): BackupCopy {
  return { file, madeAt, bytes, payments, lastPaymentAt };
}
