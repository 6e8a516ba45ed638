import { closeSync, copyFileSync, constants as fileConstants, openSync, readSync } from 'node:fs';
import { isIrregularFile } from '../../platform/index.ts';
import { computeRecoveryProof, deriveTillKeyPair } from '../../settings/keys/age/index.ts';
import { isEqualInConstantTime, toDataKey } from '../../settings/keys/index.ts';
import { type CarriedKeys, packArchive, type UnpackProblem, unpackArchive } from './archive.ts';
import {
  type InspectionProblem,
  type InspectionResult,
  inspectLedger,
  type LedgerInspection,
} from './inspect-ledger.ts';

/** A task of the backup worker thread. Each is slow, and the task contains all its input. */
export type BackupTask =
  | { readonly kind: 'inspect'; readonly file: string }
  | ({ readonly kind: 'pack' } & PackTask)
  | ({ readonly kind: 'open' } & OpenTask);

export interface PackTask {
  /** The plain copy of the ledger, already inspected. */
  readonly ledger: string;
  readonly inspected: Pick<LedgerInspection, 'bytes' | 'sha256'>;
  /** The path of a file that does not exist yet. */
  readonly to: string;
  readonly carried: CarriedKeys;
  readonly settings: string;
}

/**
 * The size and digest of the backup as written and synced; `copy-damaged` if reading it back gives
 * other data.
 */
export type PackResult =
  | { readonly packed: { readonly bytes: number; readonly sha256: string } }
  | { readonly problem: 'copy-damaged'; readonly message: string }
  | { readonly failed: { readonly code: string; readonly message: string } };

export interface OpenTask {
  readonly file: string;
  /** The path for the plain ledger: a file that does not exist yet, which the caller removes. */
  readonly to: string;
  /** The till's own data key in Base64; null if it is not open. */
  readonly dataKey: string | null;
  /** The recovery key that a person typed; null if none. */
  readonly recoveryKey: string | null;
}

export type OpenResult =
  | {
      readonly opened: {
        readonly bytes: number;
        readonly sha256: string;
        readonly inspection: LedgerInspection;
        /** Null for a plain ledger file, which is not a backup. */
        readonly contents: {
          readonly carried: CarriedKeys;
          readonly settings: string;
          /** True if the typed recovery key vouches for the data key in the backup. */
          readonly isVouched: boolean;
        } | null;
      };
    }
  | { readonly problem: InspectionProblem | UnpackProblem; readonly message: string };

export async function runBackupTask(
  task: BackupTask,
): Promise<InspectionResult | PackResult | OpenResult> {
  switch (task.kind) {
    case 'inspect':
      return await inspectLedger(task.file);
    case 'pack':
      return await packAndVerify(task);
    case 'open':
      return await openBackupFile(task);
  }
}

export async function packAndVerify(task: PackTask): Promise<PackResult> {
  const { carried, inspected } = task;
  try {
    const tillKeyPair = await deriveTillKeyPair(toDataKey(Buffer.from(carried.dataKey, 'base64')));
    const recoveryRecipient = carried.recovery?.recipient;
    const packed = await packArchive({
      ledger: task.ledger,
      ledgerBytes: inspected.bytes,
      to: task.to,
      recipients:
        recoveryRecipient === undefined
          ? [tillKeyPair.recipient]
          : [tillKeyPair.recipient, recoveryRecipient],
      carried,
      settings: task.settings,
    });
    const readBack = await unpackArchive({
      file: task.to,
      to: null,
      identities: [tillKeyPair.identity],
    });
    if ('problem' in readBack) return { problem: 'copy-damaged', message: readBack.message };
    const { sha256, ledgerSha256 } = readBack.unpacked;
    return sha256 === packed.sha256 && ledgerSha256 === inspected.sha256
      ? { packed }
      : { problem: 'copy-damaged', message: 'what was read back is something else' };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { failed: { code, message } };
  }
}

/** Decrypts a backup and inspects the ledger in it; a plain ledger file is copied and inspected. */
export async function openBackupFile(task: OpenTask): Promise<OpenResult> {
  if (isIrregularFile(task.file)) return { problem: 'not-a-ledger', message: 'no regular file' };
  if (isPlainLedger(task.file)) {
    copyFileSync(task.file, task.to, fileConstants.COPYFILE_EXCL);
    const inspected = await inspectLedger(task.to);
    if ('problem' in inspected) return inspected;
    const { bytes, sha256 } = inspected.inspection;
    return { opened: { bytes, sha256, inspection: inspected.inspection, contents: null } };
  }
  const dataKey = task.dataKey === null ? null : toDataKey(Buffer.from(task.dataKey, 'base64'));
  const identities = [
    ...(dataKey === null ? [] : [(await deriveTillKeyPair(dataKey)).identity]),
    ...(task.recoveryKey === null ? [] : [task.recoveryKey]),
  ];
  const unpacked = await unpackArchive({ file: task.file, to: task.to, identities });
  if ('problem' in unpacked) return unpacked;
  const { bytes, sha256, carried, settings } = unpacked.unpacked;
  const inspected = await inspectLedger(task.to);
  if ('problem' in inspected) return inspected;
  const isVouched = task.recoveryKey !== null && hasValidRecoveryProof(carried, task.recoveryKey);
  const contents = { carried, settings, isVouched };
  return { opened: { bytes, sha256, inspection: inspected.inspection, contents } };
}

function hasValidRecoveryProof({ dataKey, recovery }: CarriedKeys, recoveryKey: string): boolean {
  if (recovery === null) return false;
  const key = toDataKey(Buffer.from(dataKey, 'base64'));
  return isEqualInConstantTime(computeRecoveryProof(key, recoveryKey), recovery.vouched);
}

function isPlainLedger(file: string): boolean {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch {
    // The next read reports the error.
    return false;
  }
  try {
    const header = Buffer.alloc(16);
    readSync(handle, header);
    return header.toString('latin1') === 'SQLite format 3\0';
  } finally {
    closeSync(handle);
  }
}
