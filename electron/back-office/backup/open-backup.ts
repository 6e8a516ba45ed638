import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fail, type Result } from '../../../shared/contract/index.ts';
import { type DataKey, type StoredRecoveryKey, toDataKey } from '../../settings/keys/index.ts';
import { createUnfinishedFileName } from './backup-folder.ts';
import {
  type BackupSeal,
  hasSealOfNewerFormat,
  isSealGenuine,
  readBackupSeal,
} from './backup-seal.ts';
import type { OpenBackupResult, OpenBackupTask } from './backup-tasks.ts';
import type { LedgerInspection } from './inspect-ledger.ts';

/** A decrypted and fully checked backup. Valid only during the callback it is passed to. */
export interface OpenedBackup {
  /** The path of the decrypted ledger, readable only by this user. */
  readonly ledgerFile: string;
  readonly inspection: LedgerInspection;
  /** False if there is no seal file beside it: then a supervisor's override is needed. */
  readonly isSealed: boolean;
  /** The keys and settings in it; null for a plain ledger file. */
  readonly contents: {
    readonly dataKey: DataKey;
    readonly recovery: StoredRecoveryKey | null;
    /** The settings without secrets, as JSON. */
    readonly settingsJson: string;
  } | null;
}

/** How to open a backup, and with which keys. */
export interface OpenBackupOptions {
  readonly profileFolder: string;
  readonly runOpenTask: (task: OpenBackupTask) => Promise<OpenBackupResult>;
  /** This till's data key; null if it is not open. */
  readonly dataKey: DataKey | null;
  /** The recovery key that a person typed (`parseRecoveryKey`); null if none. */
  readonly recoveryKey: string | null;
}

/**
 * Decrypts a backup into a file of the profile, checks it and its seal, runs `work`, and always
 * deletes the file. Returns a `restore` problem if the seal, or the data key in the backup, is not
 * this till's.
 */
export async function withOpenBackup<Value>(
  file: string,
  options: OpenBackupOptions,
  work: (backup: OpenedBackup) => Promise<Result<Value>> | Result<Value>,
): Promise<Result<Value>> {
  const folder = getScratchFolder(options.profileFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const ledger = join(folder, createUnfinishedFileName());
  try {
    const task = {
      backupFile: file,
      ledgerFile: ledger,
      dataKey: options.dataKey?.bytes.toString('base64') ?? null,
      recoveryKey: options.recoveryKey,
    };
    const result = await options.runOpenTask(task);
    if ('problem' in result) return fail({ kind: 'restore', reason: result.problem });
    const { inspection, contents, sha256 } = result.opened;
    const seal = await readBackupSeal(file);
    const containedKey = contents && toDataKey(Buffer.from(contents.keys.dataKey, 'base64'));
    const isOurs = containedKey !== null && containedKey.id === options.dataKey?.id;
    const trustedKey = isOurs || contents?.isConfirmedByRecoveryKey ? containedKey : null;
    // The public keys suffice to encrypt a forged file, but creating a seal needs the data key.
    if (contents !== null && trustedKey === null) return failSealMismatch();
    if (seal === null && (await hasSealOfNewerFormat(file))) {
      return fail({ kind: 'restore', reason: 'newer-version' });
    }
    if (seal !== null && !isMatchingSeal(seal, sha256, trustedKey)) return failSealMismatch();
    return await work({
      ledgerFile: ledger,
      inspection,
      isSealed: seal !== null,
      contents:
        contents && containedKey
          ? {
              dataKey: containedKey,
              recovery: contents.keys.recovery,
              settingsJson: contents.settingsJson,
            }
          : null,
    });
  } finally {
    rmSync(ledger, { force: true });
  }
}

function isMatchingSeal(seal: BackupSeal, sha256: string, key: DataKey | null): boolean {
  return seal.sha256 === sha256 && key !== null && isSealGenuine(seal, key);
}

function failSealMismatch(): Result<never> {
  return fail({ kind: 'restore', reason: 'not-as-sealed' });
}

/** The folder for decrypted backups: beside the ledger, which is not encrypted either. */
function getScratchFolder(profileFolder: string): string {
  return join(profileFolder, 'scratch');
}

/** Deletes what an interrupted run left. Call before any backup is opened. */
export function clearOpenedBackupsFolder(profileFolder: string): void {
  const folder = getScratchFolder(profileFolder);
  for (const name of listFileNames(folder)) rmSync(join(folder, name), { force: true });
}

function listFileNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
