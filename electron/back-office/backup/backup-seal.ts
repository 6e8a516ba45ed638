import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import {
  type BackupCopy,
  type EnvironmentName,
  environmentNameSchema,
  instantSchema,
} from '../../../shared/contract/index.ts';
import { readNamedFile, toIsoTime } from '../../platform/index.ts';
import { computeSeal, type DataKey, isSealValid } from '../../settings/keys/index.ts';
import type { LedgerInspection } from './inspect-ledger.ts';

const HEX_PATTERN = /^[0-9a-f]{64}$/;

/**
 * The seal file beside a backup: describes the backup, with its digest and the head of its audit
 * log.
 */
const sealSchema = z.strictObject({
  format: z.literal(1),
  file: z.string(),
  /** The size of the encrypted file; `sha256` is its digest. */
  bytes: z.number().int(),
  sha256: z.string().regex(HEX_PATTERN),
  environment: environmentNameSchema,
  ledger: z.string(),
  ledgerVersion: z.number().int(),
  /** The id of the data key that signs the seal. */
  dataKey: z.string(),
  madeAt: instantSchema,
  madeBy: z.string(),
  payments: z.number().int(),
  lastPaymentAt: instantSchema.nullable(),
  audit: z.strictObject({ number: z.number().int(), digest: z.string().nullable() }),
  /** HMAC-SHA-256 over all other fields, under the data key: only this till can create it. */
  hmac: z.string().regex(HEX_PATTERN),
});
export type BackupSeal = z.infer<typeof sealSchema>;

const BACKUP_NAME_PATTERN =
  /^mostrador-(training|sandbox|production)-\d{8}T\d{6}Z(-\d+)?\.tar\.zst\.age$/;

/** `number` distinguishes backups of the same second; the first is 1. The time is in UTC. */
export function formatBackupFileName(
  environment: string,
  now: number,
  sequenceNumber: number,
): string {
  const time = toIsoTime(now).slice(0, 19).replaceAll(/[-:]/g, '');
  return `mostrador-${environment}-${time}Z${sequenceNumber > 1 ? `-${sequenceNumber}` : ''}.tar.zst.age`;
}

export function isBackupFileName(name: string): boolean {
  return BACKUP_NAME_PATTERN.test(name);
}

/** Whether an interrupted attempt left a file of this name behind. */
export function isUnfinishedBackupFileName(name: string): boolean {
  return name.endsWith('.part') && name.startsWith('mostrador-');
}

export function getBackupSealPath(backupFile: string): string {
  return `${backupFile}.json`;
}

export function createBackupSeal(
  key: DataKey,
  backupFile: { readonly file: string; readonly bytes: number; readonly sha256: string },
  origin: { readonly at: number; readonly by: string },
  { schemaVersion: version, identity, extent }: LedgerInspection,
): BackupSeal {
  const { file, bytes, sha256 } = backupFile;
  const seal = {
    format: 1,
    file,
    bytes,
    sha256,
    environment: environmentNameSchema.parse(identity.environment),
    ledger: identity.id,
    ledgerVersion: version,
    dataKey: key.id,
    madeAt: toIsoTime(origin.at),
    madeBy: origin.by,
    payments: extent.payments,
    lastPaymentAt: extent.lastPaymentAt,
    audit: { number: extent.auditNumber, digest: extent.auditDigest },
  } as const;
  return { ...seal, hmac: computeSeal(key, formatSealedText(seal)) };
}

/** Whether the seal was created with this data key and not changed since. */
export function isSealGenuine(seal: BackupSeal, key: DataKey): boolean {
  return isSealValid(key, formatSealedText(seal), seal.hmac);
}

/** All fields in a fixed order, whatever their order in the file. */
function formatSealedText(seal: Omit<BackupSeal, 'hmac'>): string {
  return JSON.stringify([
    seal.format,
    seal.file,
    seal.bytes,
    seal.sha256,
    seal.environment,
    seal.ledger,
    seal.ledgerVersion,
    seal.dataKey,
    seal.madeAt,
    seal.madeBy,
    seal.payments,
    seal.lastPaymentAt,
    seal.audit.number,
    seal.audit.digest,
  ]);
}

async function readSealText(backupFile: string): Promise<string> {
  return (await readNamedFile(getBackupSealPath(backupFile))).toString('utf8');
}

/** Returns null if there is no readable seal. */
export async function readBackupSeal(backupFile: string): Promise<BackupSeal | null> {
  try {
    const parsed = sealSchema.safeParse(JSON.parse(await readSealText(backupFile)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * Whether a newer Mostrador wrote it. Such a file is not damaged; this version only cannot read it.
 */
export function isOfNewerFileFormat(parsedFile: unknown): boolean {
  const format: unknown = Reflect.get(Object(parsedFile), 'format');
  return Number.isInteger(format) && Number(format) > 1;
}

export async function hasSealOfNewerFormat(backupFile: string): Promise<boolean> {
  try {
    return isOfNewerFileFormat(JSON.parse(await readSealText(backupFile)));
  } catch {
    return false;
  }
}

/**
 * Returns the environment that the seal beside a file names; null without a seal. The seal is not
 * verified.
 */
export async function readEnvironmentFromBackupSeal(
  backupFile: string,
): Promise<EnvironmentName | null> {
  return (await readBackupSeal(backupFile))?.environment ?? null;
}

/**
 * Lists the seals of this ledger's finished backups, newest first. With a `key`, only the seals
 * created with that key: without one, a forged seal is not detected.
 */
export async function listBackupSealsOfLedger(
  folder: string,
  ledgerId: string,
  key: DataKey | null,
): Promise<BackupSeal[]> {
  return (await listBackupSeals(folder)).filter(
    (seal) => seal.ledger === ledgerId && (key === null || isSealGenuine(seal, key)),
  );
}

/** Lists the seals of all ledgers, newest first: several tills may share a folder. */
export async function listBackupSeals(folder: string): Promise<BackupSeal[]> {
  const names = (await readdir(folder)).filter(isBackupFileName);
  const seals = await Promise.all(names.map((name) => readBackupSeal(join(folder, name))));
  return names
    .flatMap((name, index) => {
      const seal = seals[index];
      return seal && seal.file === name ? [seal] : [];
    })
    .sort((a, b) => (a.madeAt < b.madeAt ? 1 : -1));
}

export function toBackupCopy({
  file,
  madeAt,
  bytes,
  payments,
  lastPaymentAt,
}: BackupSeal): BackupCopy {
  return { file, madeAt, bytes, payments, lastPaymentAt };
}
