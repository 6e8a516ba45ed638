import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type BackupCopy, type EnvironmentName, fail, ok } from '../../shared/contract/index.ts';
import { openUnchanging } from '../ledger/index.ts';
import { type BackupOpening, withBackup } from './open-backup.ts';
import { ledgerIdentity } from './queries.ts';
import { allSealsIn, type BackupSeal, copyOf } from './seal.ts';

/** A backup whose whole content was checked just now. */
export interface GoodBackup {
  readonly file: string;
  readonly copy: BackupCopy;
  /** The supervisors whose PIN, from this backup, lets it replace a ledger that cannot be read. */
  readonly approvers: readonly { readonly id: string; readonly name: string }[];
}

/**
 * The newest whole backup for a damaged ledger; null if none is certainly of this till. Several
 * tills may keep their backups in one folder. If the damaged ledger no longer shows which one it
 * was, a backup is offered only if all of them are of one ledger.
 */
export async function newestGood(
  where: {
    readonly folders: readonly string[];
    readonly environment: EnvironmentName;
    /** The damaged one. */
    readonly ledger: string;
  },
  how: BackupOpening,
): Promise<GoodBackup | null> {
  const found = await Promise.all(where.folders.map(candidatesIn));
  const ofEnvironment = found
    .flat()
    .filter(({ seal }) => seal.environment === where.environment)
    .sort((one, other) => (one.seal.madeAt < other.seal.madeAt ? 1 : -1));
  const id =
    identityOfDamaged(where.ledger) ?? onlyOne(ofEnvironment.map(({ seal }) => seal.ledger));
  for (const { file, seal } of ofEnvironment.filter((one) => one.seal.ledger === id)) {
    const good = await withBackup(file, how, ({ found, isSealed }) =>
      isSealed ? ok(found.approvers) : fail({ kind: 'restore', reason: 'unsealed' }),
    );
    if (good.ok) return { file, copy: copyOf(seal), approvers: good.value };
  }
  return null;
}

interface Candidate {
  readonly file: string;
  readonly seal: BackupSeal;
}

async function candidatesIn(folder: string): Promise<Candidate[]> {
  // A missing folder holds none, and the others may.
  const seals = await allSealsIn(folder).catch(() => []);
  return seals.map((seal) => ({ file: join(folder, seal.file), seal }));
}

/** Most damage spares the one row that identifies the ledger. Nothing is written or created. */
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
