import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupTrouble, Result } from '../../shared/contract/index.ts';
import { fail, ok } from '../../shared/contract/index.ts';
import type { Database } from '../ledger/index.ts';
import { type Log, writeWholeFile } from '../platform/index.ts';
import {
  clearUnfinished,
  copySynced,
  syncFile,
  syncFolder,
  troubleOf,
  whyNotInto,
} from './folder.ts';
import type { Inspected } from './inspect.ts';
import { type BackupSeal, backupName, sealFile, sealOf } from './seal.ts';

export interface MakingPorts {
  readonly database: Database;
  readonly log: Log;
  readonly inspect: (file: string) => Promise<Inspected>;
  /** On the ledger's own disk: a slow or vanishing disk elsewhere must not hold up the ledger. */
  readonly nearFolder: string;
  readonly applicationVersion: string;
  /** True once the till is closing. */
  readonly isStopping: () => boolean;
}

/** Thrown between two pieces of a copy, to end it. */
class Stopped extends Error {}

/** Pieces written before each sync, so that the last sync is short. */
const PIECES_BETWEEN_SYNCS = 32;

/**
 * Makes one copy: first near the ledger, over its own connection; then in its folder under an
 * unfinished name. There it is checked as a whole and sealed, and only then gets its final name.
 */
export async function makeCopy(
  ports: MakingPorts,
  where: {
    readonly folder: string;
    readonly environment: string;
    readonly now: number;
    readonly ledgerBytes: number;
  },
): Promise<Result<BackupSeal, BackupTrouble>> {
  const { folder, environment, now, ledgerBytes } = where;
  const { nearFolder } = ports;
  const isNear = folder === nearFolder;
  const name = freeName(folder, environment, now);
  const near = join(nearFolder, `${name}.part`);
  const there = join(folder, `${name}.part`);
  try {
    const whyNot =
      (await whyNotInto(folder, isNear, ledgerBytes)) ??
      (isNear ? null : await whyNotInto(nearFolder, true, ledgerBytes));
    if (whyNot !== null) return fail(whyNot);
    await clearUnfinished(nearFolder);
    if (!isNear) await clearUnfinished(folder);
    await copyOver(ports, near);
    if (!isNear) await copySynced(near, there);
    const inspected = await ports.inspect(there);
    if ('trouble' in inspected) {
      ports.log.error({ name, ...inspected }, 'a copy of the ledger is damaged');
      return fail(await whoIsDamaged(ports, isNear ? null : near));
    }
    const seal = sealOf(name, now, ports.applicationVersion, inspected.found);
    const file = join(folder, name);
    const sealed = await writeWholeFile(sealFile(file), (handle) =>
      handle.write(`${JSON.stringify(seal, null, 2)}\n`),
    );
    if (!sealed.ok) {
      return fail(
        sealed.problem.kind === 'storage' && sealed.problem.reason !== 'damaged'
          ? troubleOfStorage(sealed.problem.reason)
          : 'failed',
      );
    }
    await rename(there, file);
    await syncFolder(folder);
    return ok(seal);
  } catch (error) {
    if (error instanceof Stopped) return fail('failed');
    ports.log.error({ err: error }, 'a copy of the ledger could not be made');
    return fail(troubleOf(error));
  } finally {
    await rm(near, { force: true }).catch(() => {});
    await rm(there, { force: true }).catch(() => {});
  }
}

/** Two of one second get different names: none ever replaces another. */
function freeName(folder: string, environment: string, now: number): string {
  let number = 1;
  let name = backupName(environment, now, number);
  while (existsSync(join(folder, name))) {
    number += 1;
    name = backupName(environment, now, number);
  }
  return name;
}

function troubleOfStorage(reason: string): BackupTrouble {
  return reason === 'full' || reason === 'read-only' ? reason : 'failed';
}

async function copyOver(ports: MakingPorts, file: string): Promise<void> {
  const syncs: Promise<void>[] = [];
  let pieces = 0;
  let isSyncing = false;
  // Created first, so that only this till can read it.
  const handle = await open(file, 'wx+', 0o600);
  try {
    await ports.database.copyTo(file, () => {
      if (ports.isStopping()) throw new Stopped();
      pieces += 1;
      if (isSyncing || pieces % PIECES_BETWEEN_SYNCS !== 0) return;
      isSyncing = true;
      const done = (): void => {
        isSyncing = false;
      };
      // A disk error shows up again at the end, where it is reported.
      syncs.push(handle.datasync().then(done, done));
    });
  } finally {
    await Promise.all(syncs);
    await handle.close();
  }
  await syncFile(file);
}

/** If the source is damaged, so is the copy: checked once more if the source can be read. */
async function whoIsDamaged(ports: MakingPorts, near: string | null): Promise<BackupTrouble> {
  if (near === null) return 'ledger-damaged';
  return 'trouble' in (await ports.inspect(near)) ? 'ledger-damaged' : 'copy-damaged';
}
