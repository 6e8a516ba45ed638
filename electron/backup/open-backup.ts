import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fail, type Result } from '../../shared/contract/index.ts';
import { type DataKey, dataKeyOf, type RecoveryOnDisk } from '../keys/index.ts';
import { randomName } from './folder.ts';
import type { LedgerInspection } from './inspect.ts';
import { type BackupSeal, hasNewerSeal, isGenuine, readSeal } from './seal.ts';
import type { OpenAnswer, OpenTask } from './tasks.ts';

/** A backup whose whole content was checked just now. It lasts as long as the work that it is for. */
export interface OpenedBackup {
  /** The ledger in it, as a file for this user alone. */
  readonly ledger: string;
  readonly found: LedgerInspection;
  /** False if no seal stands beside it: only a supervisor takes such a file. */
  readonly isSealed: boolean;
  /** What it carries; null of a plain ledger file. */
  readonly contents: {
    readonly dataKey: DataKey;
    readonly recovery: RecoveryOnDisk | null;
    /** The settings without secrets, as JSON. */
    readonly settings: string;
  } | null;
}

/** What opens a backup. */
export interface BackupOpening {
  readonly profileFolder: string;
  readonly open: (task: OpenTask) => Promise<OpenAnswer>;
  /** This till's data key; null if it is not open. */
  readonly dataKey: DataKey | null;
  /** The recovery key that was typed (`typedKey`); null if none was. */
  readonly recoveryKey: string | null;
}

/**
 * Decrypts a backup into a file of the profile, checks all of it and its seal, does the work, and
 * removes the file whatever happens. Refused if its seal, or the data key in it, is not this till's.
 */
export async function withBackup<Value>(
  file: string,
  how: BackupOpening,
  work: (backup: OpenedBackup) => Promise<Result<Value>> | Result<Value>,
): Promise<Result<Value>> {
  const folder = scratchFolder(how.profileFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const ledger = join(folder, randomName());
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
    const inside = contents && dataKeyOf(Buffer.from(contents.carried.dataKey, 'base64'));
    const isOurs = inside !== null && inside.id === how.dataKey?.id;
    const trusted = isOurs || contents?.isVouched ? inside : null;
    // Who knows the public halves can encrypt a file of his own; who knows the data key can seal it.
    if (contents !== null && trusted === null) return notAsSealed();
    if (seal === null && (await hasNewerSeal(file))) {
      return fail({ kind: 'restore', reason: 'newer-version' });
    }
    if (seal !== null && !isSealOf(seal, sha256, trusted)) return notAsSealed();
    return await work({
      ledger,
      found,
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

function isSealOf(seal: BackupSeal, sha256: string, key: DataKey | null): boolean {
  return seal.sha256 === sha256 && key !== null && isGenuine(seal, key);
}

function notAsSealed(): Result<never> {
  return fail({ kind: 'restore', reason: 'not-as-sealed' });
}

/** Where backups are decrypted: beside the ledger, which lies there in the clear as well. */
function scratchFolder(profileFolder: string): string {
  return join(profileFolder, 'scratch');
}

/** What an earlier run left when it was ended in the middle. Before any backup is opened. */
export function clearScratch(profileFolder: string): void {
  const folder = scratchFolder(profileFolder);
  for (const name of listed(folder)) rmSync(join(folder, name), { force: true });
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
