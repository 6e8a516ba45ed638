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
  toBackupTrouble,
} from './backup-folder.ts';
import { type BackupSeal, createSeal, formatBackupName, getSealPath } from './backup-seal.ts';
import type { PackResult, PackTask } from './backup-tasks.ts';
import type { InspectionResult } from './inspect-ledger.ts';

export interface BackupCopyPorts {
  readonly database: Database;
  readonly log: Log;
  readonly inspect: (file: string) => Promise<InspectionResult>;
  readonly pack: (task: PackTask) => Promise<PackResult>;
  /** What it is encrypted to and sealed under, and carries. */
  readonly keys: {
    readonly open: () => Promise<Result<DataKey>>;
    readonly recovery: () => Promise<StoredRecoveryKey | null>;
  };
  /** The settings without secrets, as JSON. */
  readonly carriedSettings: () => string;
  /** On the ledger's own disk: a slow or vanishing disk elsewhere must not hold up the ledger. */
  readonly workFolder: string;
  readonly applicationVersion: string;
  /** True once the till is closing. */
  readonly isStopping: () => boolean;
}

/** Thrown between two pieces of a copy, to end it. */
class CopyStoppedError extends Error {}

/**
 * Makes one copy: first near the ledger, over its own connection, where it is checked as a whole;
 * then packed into its folder under an unfinished name that nobody can foresee. There it is read back
 * and sealed, and only then gets its final name.
 */
export async function createBackupCopy(
  ports: BackupCopyPorts,
  where: {
    readonly folder: string;
    readonly environment: string;
    readonly now: number;
    readonly ledgerBytes: number;
  },
): Promise<Result<BackupSeal, BackupFailureReason>> {
  const { folder, environment, now, ledgerBytes } = where;
  const { workFolder } = ports;
  const isNear = folder === workFolder;
  const name = findFreeName(folder, environment, now);
  const near = join(workFolder, createRandomName());
  const there = join(folder, createRandomName());
  try {
    // First: what an earlier attempt left may be what takes the room.
    await deleteUnfinishedFiles(workFolder);
    if (!isNear) await deleteUnfinishedFiles(folder);
    const whyNot =
      (await folderUnusableReason(folder, isNear, ledgerBytes)) ??
      (isNear ? null : await folderUnusableReason(workFolder, true, ledgerBytes));
    if (whyNot !== null) return fail(whyNot);
    const key = await ports.keys.open();
    if (!key.ok) return fail('no-key');
    await copyLedger(ports, near);
    const inspected = await ports.inspect(near);
    if ('trouble' in inspected) {
      ports.log.error({ name, ...inspected }, 'backup: ledger copy damaged');
      return fail('ledger-damaged');
    }
    const packed = await ports.pack({
      ledger: near,
      inspected: { bytes: inspected.found.bytes, sha256: inspected.found.sha256 },
      to: there,
      carried: {
        format: 1,
        dataKey: key.value.bytes.toString('base64'),
        recovery: await ports.keys.recovery(),
      },
      settings: ports.carriedSettings(),
    });
    if (!('packed' in packed)) {
      ports.log.error({ name, ...packed }, 'backup: packing failed');
      return fail('failed' in packed ? toBackupTrouble(packed.failed) : packed.trouble);
    }
    const made = { at: now, by: ports.applicationVersion };
    const seal = createSeal(key.value, { file: name, ...packed.packed }, made, inspected.found);
    const file = join(folder, name);
    const sealed = await writeFileAtomically(getSealPath(file), (handle) =>
      handle.write(`${JSON.stringify(seal, null, 2)}\n`),
    );
    if (!sealed.ok) {
      return fail(
        sealed.problem.kind === 'storage' && sealed.problem.reason !== 'damaged'
          ? toStorageTrouble(sealed.problem.reason)
          : 'failed',
      );
    }
    await rename(there, file);
    await syncFolder(folder);
    return ok(seal);
  } catch (error) {
    if (error instanceof CopyStoppedError) return fail('failed');
    ports.log.error({ err: error }, 'backup: copying failed');
    return fail(toBackupTrouble(error));
  } finally {
    await rm(near, { force: true }).catch(() => {});
    await rm(there, { force: true }).catch(() => {});
  }
}

/** Two of one second get different names: none ever replaces another. */
function findFreeName(folder: string, environment: string, now: number): string {
  let number = 1;
  let name = formatBackupName(environment, now, number);
  while (existsSync(join(folder, name))) {
    number += 1;
    name = formatBackupName(environment, now, number);
  }
  return name;
}

function toStorageTrouble(reason: string): BackupFailureReason {
  return reason === 'full' || reason === 'read-only' ? reason : 'failed';
}

async function copyLedger(ports: BackupCopyPorts, file: string): Promise<void> {
  // Created first, so that only this till can read it.
  await (await open(file, 'wx', 0o600)).close();
  await ports.database.copyTo(file, () => {
    if (ports.isStopping()) throw new CopyStoppedError();
  });
  await syncFile(file);
}
