import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { BackupCopy, EnvironmentName } from '../../shared/contract/index.ts';
import { openUnchanging } from '../ledger/index.ts';
import type { Inspected } from './inspect.ts';
import { ledgerIdentity } from './queries.ts';
import { inspectBackup } from './restore.ts';
import { allSealsIn, type BackupSeal, copyOf } from './seal.ts';

/** A backup that was looked through from end to end just now. */
export interface GoodBackup {
  readonly file: string;
  readonly copy: BackupCopy;
  /** Whose PIN, of this backup, puts it in the place of a ledger that cannot be read. */
  readonly approvers: readonly { readonly id: string; readonly name: string }[];
}

/**
 * The newest backup that is whole, for a ledger that is damaged; null where there is none that is
 * certainly of this till. Several tills may keep theirs in one folder: where the damaged ledger does
 * not say any more which one it was, theirs are told apart only if there are of one alone.
 */
export async function newestGood(
  where: {
    readonly folders: readonly string[];
    readonly environment: EnvironmentName;
    /** The damaged one. */
    readonly ledger: string;
  },
  inspect: (file: string) => Promise<Inspected>,
): Promise<GoodBackup | null> {
  const found = await Promise.all(where.folders.map(candidatesIn));
  const ofEnvironment = found
    .flat()
    .filter(({ seal }) => seal.environment === where.environment)
    .sort((one, other) => (one.seal.madeAt < other.seal.madeAt ? 1 : -1));
  const id =
    identityOfDamaged(where.ledger) ?? onlyOne(ofEnvironment.map(({ seal }) => seal.ledger));
  for (const { file, seal } of ofEnvironment.filter((one) => one.seal.ledger === id)) {
    const inspected = await inspectBackup(file, inspect);
    if (inspected.ok) {
      return { file, copy: copyOf(seal), approvers: inspected.value.approvers };
    }
  }
  return null;
}

interface Candidate {
  readonly file: string;
  readonly seal: BackupSeal;
}

async function candidatesIn(folder: string): Promise<Candidate[]> {
  // A folder that is not there holds none, and the others may.
  const seals = await allSealsIn(folder).catch(() => []);
  return seals.map((seal) => ({ file: join(folder, seal.file), seal }));
}

/** Most damage leaves the one row that says which ledger it is. Nothing is written, nor made beside it. */
function identityOfDamaged(ledger: string): string | null {
  let reader: DatabaseSync | null = null;
  try {
    reader = openUnchanging(ledger);
    return ledgerIdentity(reader)?.id ?? null;
  } catch {
    return null;
  } finally {
    reader?.close();
  }
}

function onlyOne(ledgers: readonly string[]): string | null {
  const [first = null, ...others] = new Set(ledgers);
  return others.length === 0 ? first : null;
}
