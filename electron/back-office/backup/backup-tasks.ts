import { closeSync, copyFileSync, constants as fileConstants, openSync, readSync } from 'node:fs';
import { isIrregularFile } from '../../platform/index.ts';
import { computeRecoveryProof, deriveTillKeyPair } from '../../settings/keys/age/index.ts';
import { isEqualInConstantTime, toDataKey } from '../../settings/keys/index.ts';
import {
  type BackupKeys,
  packArchive,
  type UnpackArchiveProblem,
  unpackArchive,
} from './archive.ts';
import {
  inspectLedger,
  type LedgerInspection,
  type LedgerInspectionProblem,
  type LedgerInspectionResult,
} from './inspect-ledger.ts';

/** A task of the backup worker thread. Each is slow, and the task contains all its input. */
export type BackupWorkerTask =
  | { readonly kind: 'inspect'; readonly file: string }
  | ({ readonly kind: 'pack' } & PackBackupTask)
  | ({ readonly kind: 'open' } & OpenBackupTask);

export interface PackBackupTask {
  /** The plain copy of the ledger, already inspected. */
  readonly ledgerFile: string;
  readonly expected: Pick<LedgerInspection, 'bytes' | 'sha256'>;
  /** The path of a file that does not exist yet. */
  readonly backupFile: string;
  readonly keys: BackupKeys;
  readonly settingsJson: string;
}

/**
 * The size and digest of the backup as written and synced; `copy-damaged` if reading it back gives
 * other data.
 */
export type PackBackupResult =
  | { readonly packed: { readonly bytes: number; readonly sha256: string } }
  | { readonly problem: 'copy-damaged'; readonly message: string }
  | { readonly failed: { readonly code: string; readonly message: string } };

export interface OpenBackupTask {
  readonly backupFile: string;
  /** The path for the plain ledger: a file that does not exist yet, which the caller removes. */
  readonly ledgerFile: string;
  /** The till's own data key in Base64; null if it is not open. */
  readonly dataKey: string | null;
  /** The recovery key that a person typed; null if none. */
  readonly recoveryKey: string | null;
}

export type OpenBackupResult =
  | {
      readonly opened: {
        readonly bytes: number;
        readonly sha256: string;
        readonly inspection: LedgerInspection;
        /** Null for a plain ledger file, which is not a backup. */
        readonly contents: {
          readonly keys: BackupKeys;
          readonly settingsJson: string;
          /** True if the typed recovery key vouches for the data key in the backup. */
          readonly isConfirmedByRecoveryKey: boolean;
        } | null;
      };
    }
  | { readonly problem: LedgerInspectionProblem | UnpackArchiveProblem; readonly message: string };

export async function runBackupWorkerTask(
  task: BackupWorkerTask,
): Promise<LedgerInspectionResult | PackBackupResult | OpenBackupResult> {
  switch (task.kind) {
    case 'inspect':
      return await inspectLedger(task.file);
    case 'pack':
      return await packAndVerifyBackup(task);
    case 'open':
      return await openBackupFile(task);
  }
}

export async function packAndVerifyBackup(task: PackBackupTask): Promise<PackBackupResult> {
  const { keys, expected } = task;
  try {
    const tillKeyPair = await deriveTillKeyPair(toDataKey(Buffer.from(keys.dataKey, 'base64')));
    const recoveryRecipient = keys.recovery?.recipient;
    const packed = await packArchive({
      ledgerFile: task.ledgerFile,
      ledgerBytes: expected.bytes,
      archiveFile: task.backupFile,
      recipients:
        recoveryRecipient === undefined
          ? [tillKeyPair.recipient]
          : [tillKeyPair.recipient, recoveryRecipient],
      keys,
      settingsJson: task.settingsJson,
    });
    const readBack = await unpackArchive({
      archiveFile: task.backupFile,
      ledgerFile: null,
      identities: [tillKeyPair.identity],
    });
    if ('problem' in readBack) return { problem: 'copy-damaged', message: readBack.message };
    const { sha256, ledgerSha256 } = readBack.unpacked;
    return sha256 === packed.sha256 && ledgerSha256 === expected.sha256
      ? { packed }
      : { problem: 'copy-damaged', message: 'what was read back is something else' };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { failed: { code, message } };
  }
}

/** Decrypts a backup and inspects the ledger in it; a plain ledger file is copied and inspected. */
export async function openBackupFile(task: OpenBackupTask): Promise<OpenBackupResult> {
  if (isIrregularFile(task.backupFile))
    return { problem: 'not-a-ledger', message: 'no regular file' };
  if (isPlainLedger(task.backupFile)) {
    copyFileSync(task.backupFile, task.ledgerFile, fileConstants.COPYFILE_EXCL);
    const inspected = await inspectLedger(task.ledgerFile);
    if ('problem' in inspected) return inspected;
    const { bytes, sha256 } = inspected.inspection;
    return { opened: { bytes, sha256, inspection: inspected.inspection, contents: null } };
  }
  const dataKey = task.dataKey === null ? null : toDataKey(Buffer.from(task.dataKey, 'base64'));
  const identities = [
    ...(dataKey === null ? [] : [(await deriveTillKeyPair(dataKey)).identity]),
    ...(task.recoveryKey === null ? [] : [task.recoveryKey]),
  ];
  const unpacked = await unpackArchive({
    archiveFile: task.backupFile,
    ledgerFile: task.ledgerFile,
    identities,
  });
  if ('problem' in unpacked) return unpacked;
  const { bytes, sha256, keys, settingsJson } = unpacked.unpacked;
  const inspected = await inspectLedger(task.ledgerFile);
  if ('problem' in inspected) return inspected;
  const isConfirmedByRecoveryKey =
    task.recoveryKey !== null && hasValidRecoveryProof(keys, task.recoveryKey);
  const contents = { keys, settingsJson, isConfirmedByRecoveryKey };
  return { opened: { bytes, sha256, inspection: inspected.inspection, contents } };
}

function hasValidRecoveryProof({ dataKey, recovery }: BackupKeys, recoveryKey: string): boolean {
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
