import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type BackupCopy, type EnvironmentName, fail, ok } from '../../../shared/contract/index.ts';
import { openImmutable } from '../../ledger/index.ts';
import { type BackupSeal, listSeals, toBackupCopy } from './backup-seal.ts';
import { readLedgerIdentity } from './ledger-queries.ts';
import { type BackupOpenOptions, withOpenBackup } from './open-backup.ts';

/** A backup whose whole content was checked just now. */
export interface VerifiedBackup {
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
export async function findNewestBackup(
  where: {
    readonly folders: readonly string[];
    readonly environment: EnvironmentName;
    /** The damaged one. */
    readonly ledger: string;
  },
  how: BackupOpenOptions,
): Promise<VerifiedBackup | null> {
  const found = await Promise.all(where.folders.map(listCandidates));
  const ofEnvironment = found
    .flat()
    .filter(({ seal }) => seal.environment === where.environment)
    .sort((one, other) => (one.seal.madeAt < other.seal.madeAt ? 1 : -1));
  const id =
    readDamagedIdentity(where.ledger) ??
    getOnlyLedger(ofEnvironment.map(({ seal }) => seal.ledger));
  for (const { file, seal } of ofEnvironment.filter((one) => one.seal.ledger === id)) {
    const good = await withOpenBackup(file, how, ({ inspection, isSealed }) =>
      isSealed ? ok(inspection.approvers) : fail({ kind: 'restore', reason: 'unsealed' }),
    );
    if (good.ok) return { file, copy: toBackupCopy(seal), approvers: good.value };
  }
  return null;
}

interface Candidate {
  readonly file: string;
  readonly seal: BackupSeal;
}

async function listCandidates(folder: string): Promise<Candidate[]> {
  // A missing folder holds none, and the others may.
  const seals = await listSeals(folder).catch(() => []);
  return seals.map((seal) => ({ file: join(folder, seal.file), seal }));
}

/** Most damage spares the one row that identifies the ledger. Nothing is written or created. */
function readDamagedIdentity(ledger: string): string | null {
  let reader: DatabaseSync | null = null;
  try {
    reader = openImmutable(ledger);
    return readLedgerIdentity(reader)?.id ?? null;
  } catch {
    return null;
  } finally {
    reader?.close();
  }
}

function getOnlyLedger(ledgers: readonly string[]): string | null {
  const [first = null, ...others] = new Set(ledgers);
  return others.length === 0 ? first : null;
}
