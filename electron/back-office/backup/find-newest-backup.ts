import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type BackupCopy, type EnvironmentName, fail, ok } from '../../../shared/contract/index.ts';
import { openDatabaseImmutable } from '../../ledger/index.ts';
import { type BackupSeal, listBackupSeals, toBackupCopy } from './backup-seal.ts';
import { readLedgerIdentity } from './ledger-queries.ts';
import { type OpenBackupOptions, withOpenBackup } from './open-backup.ts';

/** A backup that was just decrypted and fully checked. */
export interface VerifiedBackup {
  readonly file: string;
  readonly copy: BackupCopy;
  /**
   * The supervisors and owners in this backup: the PIN of one of them allows it to replace an
   * unreadable ledger.
   */
  readonly approvers: readonly { readonly id: string; readonly name: string }[];
}

/**
 * Returns the newest intact backup for a damaged ledger; null if none is certainly of this till.
 * Several tills may keep their backups in one folder. If the damaged ledger's identity is
 * unreadable, a backup is offered only if all backups are of one ledger.
 */
export async function findNewestVerifiedBackup(
  target: {
    readonly folders: readonly string[];
    readonly environment: EnvironmentName;
    /** The path of the damaged ledger. */
    readonly damagedLedgerFile: string;
  },
  options: OpenBackupOptions,
): Promise<VerifiedBackup | null> {
  const candidates = await Promise.all(target.folders.map(listCandidates));
  const ofEnvironment = candidates
    .flat()
    .filter(({ seal }) => seal.environment === target.environment)
    .sort((a, b) => (a.seal.madeAt < b.seal.madeAt ? 1 : -1));
  const id =
    readDamagedIdentity(target.damagedLedgerFile) ??
    getOnlyLedger(ofEnvironment.map(({ seal }) => seal.ledger));
  for (const { file, seal } of ofEnvironment.filter((candidate) => candidate.seal.ledger === id)) {
    const opened = await withOpenBackup(file, options, ({ inspection, isSealed }) =>
      isSealed ? ok(inspection.restoreApprovers) : fail({ kind: 'restore', reason: 'unsealed' }),
    );
    if (opened.ok) return { file, copy: toBackupCopy(seal), approvers: opened.value };
  }
  return null;
}

interface Candidate {
  readonly file: string;
  readonly seal: BackupSeal;
}

async function listCandidates(folder: string): Promise<Candidate[]> {
  // A missing folder counts as empty: the other folders may hold backups.
  const seals = await listBackupSeals(folder).catch(() => []);
  return seals.map((seal) => ({ file: join(folder, seal.file), seal }));
}

/** Most damage spares the one row that identifies the ledger. Nothing is written or created. */
function readDamagedIdentity(ledger: string): string | null {
  let reader: DatabaseSync | null = null;
  try {
    reader = openDatabaseImmutable(ledger);
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
