import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupFailureReason, Result } from '../../../shared/contract/index.ts';
import { fail, ok } from '../../../shared/contract/index.ts';
import type { Database } from '../../ledger/index.ts';
import { flushFolderToDisk, type Log, writeFileAtomically } from '../../platform/index.ts';
import type { DataKey, StoredRecoveryKey } from '../../settings/keys/index.ts';
import {
  createUnfinishedFileName,
  deleteUnfinishedFiles,
  findFolderUnusableReason,
  flushFileToDisk,
  toBackupFailureReason,
} from './backup-folder.ts';
import {
  type BackupSeal,
  createBackupSeal,
  formatBackupFileName,
  getBackupSealPath,
} from './backup-seal.ts';
import type { PackBackupResult, PackBackupTask } from './backup-tasks.ts';
import type { LedgerInspectionResult } from './inspect-ledger.ts';

export interface BackupCopyPorts {
  readonly database: Database;
  readonly log: Log;
  readonly inspectLedger: (file: string) => Promise<LedgerInspectionResult>;
  readonly packBackup: (task: PackBackupTask) => Promise<PackBackupResult>;
  /**
   * The data key, which seals the copy and is carried in it, and the recovery key to encrypt to.
   */
  readonly keys: {
    readonly open: () => Promise<Result<DataKey>>;
    readonly readStoredRecoveryKey: () => Promise<StoredRecoveryKey | null>;
  };
  /** The settings without secrets, as JSON. */
  readonly getSettingsJson: () => string;
  /** On the ledger's disk: a slow or disconnected disk elsewhere must not delay the ledger. */
  readonly scratchFolder: string;
  readonly applicationVersion: string;
  /** True once the till is closing. */
  readonly isStopping: () => boolean;
}

/** Thrown between two pieces of a copy, to abort it. */
class CopyStoppedError extends Error {}

/**
 * Creates one backup. The ledger's own connection copies it into the scratch folder, where the copy is
 * checked as a whole. The copy is then packed into its folder under an unpredictable unfinished
 * name, read back and sealed, and only then renamed to its final name.
 */
export async function createBackupCopy(
  ports: BackupCopyPorts,
  target: {
    readonly folder: string;
    readonly environment: string;
    readonly now: number;
    readonly ledgerBytes: number;
  },
): Promise<Result<BackupSeal, BackupFailureReason>> {
  const { folder, environment, now, ledgerBytes } = target;
  const { scratchFolder } = ports;
  const isScratchFolder = folder === scratchFolder;
  const name = findFreeName(folder, environment, now);
  const ledgerCopy = join(scratchFolder, createUnfinishedFileName());
  const unfinishedFile = join(folder, createUnfinishedFileName());
  try {
    // First, because leftovers of an earlier attempt may be what fills the disk.
    await deleteUnfinishedFiles(scratchFolder);
    if (!isScratchFolder) await deleteUnfinishedFiles(folder);
    const unusableReason =
      (await findFolderUnusableReason(folder, isScratchFolder, ledgerBytes)) ??
      (isScratchFolder ? null : await findFolderUnusableReason(scratchFolder, true, ledgerBytes));
    if (unusableReason !== null) return fail(unusableReason);
    const key = await ports.keys.open();
    if (!key.ok) return fail('no-key');
    await copyLedger(ports, ledgerCopy);
    const inspected = await ports.inspectLedger(ledgerCopy);
    if ('problem' in inspected) {
      ports.log.error({ name, ...inspected }, 'backup: ledger copy damaged');
      return fail('ledger-damaged');
    }
    const packed = await ports.packBackup({
      ledgerFile: ledgerCopy,
      expected: { bytes: inspected.inspection.bytes, sha256: inspected.inspection.sha256 },
      backupFile: unfinishedFile,
      keys: {
        format: 1,
        dataKey: key.value.bytes.toString('base64'),
        recovery: await ports.keys.readStoredRecoveryKey(),
      },
      settingsJson: ports.getSettingsJson(),
    });
    if (!('packed' in packed)) {
      ports.log.error({ name, ...packed }, 'backup: packing failed');
      return fail('failed' in packed ? toBackupFailureReason(packed.failed) : packed.problem);
    }
    const origin = { at: now, by: ports.applicationVersion };
    const seal = createBackupSeal(
      key.value,
      { file: name, ...packed.packed },
      origin,
      inspected.inspection,
    );
    const file = join(folder, name);
    const sealed = await writeFileAtomically(getBackupSealPath(file), (handle) =>
      handle.write(`${JSON.stringify(seal, null, 2)}\n`),
    );
    if (!sealed.ok) {
      return fail(
        sealed.problem.kind === 'storage' && sealed.problem.reason !== 'damaged'
          ? toStorageFailureReason(sealed.problem.reason)
          : 'failed',
      );
    }
    await rename(unfinishedFile, file);
    await flushFolderToDisk(folder);
    return ok(seal);
  } catch (error) {
    if (error instanceof CopyStoppedError) return fail('failed');
    ports.log.error({ err: error }, 'backup: copying failed');
    return fail(toBackupFailureReason(error));
  } finally {
    await rm(ledgerCopy, { force: true }).catch(() => {});
    await rm(unfinishedFile, { force: true }).catch(() => {});
  }
}

/** Backups of the same second get different names, so that none replaces another. */
function findFreeName(folder: string, environment: string, now: number): string {
  let number = 1;
  let name = formatBackupFileName(environment, now, number);
  while (existsSync(join(folder, name))) {
    number += 1;
    name = formatBackupFileName(environment, now, number);
  }
  return name;
}

function toStorageFailureReason(reason: string): BackupFailureReason {
  return reason === 'full' || reason === 'read-only' ? reason : 'failed';
}

async function copyLedger(ports: BackupCopyPorts, file: string): Promise<void> {
  // Created first with mode 0600, so that only this user can read it.
  await (await open(file, 'wx', 0o600)).close();
  await ports.database.copyTo(file, () => {
    if (ports.isStopping()) throw new CopyStoppedError();
  });
  await flushFileToDisk(file);
}
