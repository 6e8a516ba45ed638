import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupFailureReason, Result } from '../../../shared/contract/index.ts';
import { fail, ok } from '../../../shared/contract/index.ts';
import type { Database } from '../../ledger/index.ts';
import { type Log, writeFileAtomically } from '../../platform/index.ts';
import type { DataKey, StoredRecoveryKey } from '../../settings/keys/index.ts';
import {
  createRandomName,
  deleteUnfinishedFiles,
  folderUnusableReason,
  syncFile,
  syncFolder,
  toBackupFailureReason,
} from './backup-folder.ts';
import { type BackupSeal, createSeal, formatBackupName, getSealPath } from './backup-seal.ts';
import type { PackResult, PackTask } from './backup-tasks.ts';
import type { InspectionResult } from './inspect-ledger.ts';

export interface BackupCopyPorts {
  readonly database: Database;
  readonly log: Log;
  readonly inspect: (file: string) => Promise<InspectionResult>;
  readonly pack: (task: PackTask) => Promise<PackResult>;
  /**
   * The data key, which seals the copy and is carried in it, and the recovery key to encrypt to.
   */
  readonly keys: {
    readonly open: () => Promise<Result<DataKey>>;
    readonly readRecovery: () => Promise<StoredRecoveryKey | null>;
  };
  /** The settings without secrets, as JSON. */
  readonly carriedSettings: () => string;
  /** On the ledger's disk: a slow or disconnected disk elsewhere must not delay the ledger. */
  readonly workFolder: string;
  readonly applicationVersion: string;
  /** True once the till is closing. */
  readonly isStopping: () => boolean;
}

/** Thrown between two pieces of a copy, to abort it. */
class CopyStoppedError extends Error {}

/**
 * Creates one backup. The ledger's own connection copies it into the work folder, where the copy is
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
  const { workFolder } = ports;
  const isWorkFolder = folder === workFolder;
  const name = findFreeName(folder, environment, now);
  const ledgerCopy = join(workFolder, createRandomName());
  const unfinishedFile = join(folder, createRandomName());
  try {
    // First, because leftovers of an earlier attempt may be what fills the disk.
    await deleteUnfinishedFiles(workFolder);
    if (!isWorkFolder) await deleteUnfinishedFiles(folder);
    const unusableReason =
      (await folderUnusableReason(folder, isWorkFolder, ledgerBytes)) ??
      (isWorkFolder ? null : await folderUnusableReason(workFolder, true, ledgerBytes));
    if (unusableReason !== null) return fail(unusableReason);
    const key = await ports.keys.open();
    if (!key.ok) return fail('no-key');
    await copyLedger(ports, ledgerCopy);
    const inspected = await ports.inspect(ledgerCopy);
    if ('problem' in inspected) {
      ports.log.error({ name, ...inspected }, 'backup: ledger copy damaged');
      return fail('ledger-damaged');
    }
    const packed = await ports.pack({
      ledger: ledgerCopy,
      inspected: { bytes: inspected.inspection.bytes, sha256: inspected.inspection.sha256 },
      to: unfinishedFile,
      carried: {
        format: 1,
        dataKey: key.value.bytes.toString('base64'),
        recovery: await ports.keys.readRecovery(),
      },
      settings: ports.carriedSettings(),
    });
    if (!('packed' in packed)) {
      ports.log.error({ name, ...packed }, 'backup: packing failed');
      return fail('failed' in packed ? toBackupFailureReason(packed.failed) : packed.problem);
    }
    const origin = { at: now, by: ports.applicationVersion };
    const seal = createSeal(
      key.value,
      { file: name, ...packed.packed },
      origin,
      inspected.inspection,
    );
    const file = join(folder, name);
    const sealed = await writeFileAtomically(getSealPath(file), (handle) =>
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
    await syncFolder(folder);
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
  let name = formatBackupName(environment, now, number);
  while (existsSync(join(folder, name))) {
    number += 1;
    name = formatBackupName(environment, now, number);
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
  await syncFile(file);
}
