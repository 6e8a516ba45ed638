import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fail, type Result } from '../../../shared/contract/index.ts';
import { type DataKey, type StoredRecoveryKey, toDataKey } from '../../settings/keys/index.ts';
import { createRandomName } from './backup-folder.ts';
import { type BackupSeal, hasNewerSeal, isSealGenuine, readSeal } from './backup-seal.ts';
import type { OpenResult, OpenTask } from './backup-tasks.ts';
import type { LedgerInspection } from './inspect-ledger.ts';

/** A backup whose whole content was checked just now. It lasts as long as the work that it is for. */
export interface OpenedBackup {
  /** The ledger in it, as a file for this user alone. */
  readonly ledger: string;
  readonly inspection: LedgerInspection;
  /** False if no seal stands beside it: only a supervisor takes such a file. */
  readonly isSealed: boolean;
  /** What it carries; null of a plain ledger file. */
  readonly contents: {
    readonly dataKey: DataKey;
    readonly recovery: StoredRecoveryKey | null;
    /** The settings without secrets, as JSON. */
    readonly settings: string;
  } | null;
}

/** What opens a backup. */
export interface BackupOpenOptions {
  readonly profileFolder: string;
  readonly open: (task: OpenTask) => Promise<OpenResult>;
  /** This till's data key; null if it is not open. */
  readonly dataKey: DataKey | null;
  /** The recovery key that was typed (`parseRecoveryKey`); null if none was. */
  readonly recoveryKey: string | null;
}

/**
 * Decrypts a backup into a file of the profile, checks all of it and its seal, does the work, and
 * removes the file whatever happens. Refused if its seal, or the data key in it, is not this till's.
 */
export async function withOpenBackup<Value>(
  file: string,
  how: BackupOpenOptions,
  work: (backup: OpenedBackup) => Promise<Result<Value>> | Result<Value>,
): Promise<Result<Value>> {
  const folder = getScratchFolder(how.profileFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const ledger = join(folder, createRandomName());
  try {
    const asked = {
      file,
      to: ledger,
      dataKey: how.dataKey?.bytes.toString('base64') ?? null,
      recoveryKey: how.recoveryKey,
    };
    const answer = await how.open(asked);
    if ('trouble' in answer) return fail({ kind: 'restore', reason: answer.trouble });
    const { found, contents, sha256 } = answer.opened;
    const seal = await readSeal(file);
    const inside = contents && toDataKey(Buffer.from(contents.carried.dataKey, 'base64'));
    const isOurs = inside !== null && inside.id === how.dataKey?.id;
    const trusted = isOurs || contents?.isVouched ? inside : null;
    // Who knows the public halves can encrypt a file of his own; who knows the data key can seal it.
    if (contents !== null && trusted === null) return failSealMismatch();
    if (seal === null && (await hasNewerSeal(file))) {
      return fail({ kind: 'restore', reason: 'newer-version' });
    }
    if (seal !== null && !isMatchingSeal(seal, sha256, trusted)) return failSealMismatch();
    return await work({
      ledger,
      inspection: found,
      isSealed: seal !== null,
      contents:
        contents && inside
          ? { dataKey: inside, recovery: contents.carried.recovery, settings: contents.settings }
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

/** Where backups are decrypted: beside the ledger, which lies there in the clear as well. */
function getScratchFolder(profileFolder: string): string {
  return join(profileFolder, 'scratch');
}

/** What an earlier run left when it was ended in the middle. Before any backup is opened. */
export function clearScratchFolder(profileFolder: string): void {
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
