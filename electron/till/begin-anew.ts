import { existsSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stageFile, waitingFile } from '../backup/index.ts';
import { type Database, openDatabase, StorageError } from '../ledger/index.ts';
import { type Clock, isoTime, type Log } from '../platform/index.ts';
import { trainingFolder } from './paths.ts';

/**
 * Opens the ledger of training. Money in it is play money: one from before version 1 is put aside
 * under a name with the time, with what the training service kept and a restore that was agreed to
 * before, and all begin anew. Nothing is deleted. Throws only `StorageError`.
 */
export function openTrainingLedger(
  ports: { readonly profileFolder: string; readonly clock: Clock; readonly log: Log },
  ledger: string,
): Database {
  try {
    return openDatabase(ledger);
  } catch (error) {
    if (!(error instanceof StorageError) || error.reason !== 'earlier-format') throw error;
    const time = isoTime(ports.clock.now()).slice(0, 19).replaceAll(/[-:]/g, '');
    const aside = join(dirname(ledger), `ledger-training.before-${time}Z.sqlite`);
    const service = trainingFolder(ports.profileFolder);
    const stage = stageFile(ports.profileFolder, 'training');
    try {
      // The ledger's own file last: until it has gone, the next start finds the same and goes on.
      for (const [from, to] of [
        [service, `${service}.before-${time}Z`],
        [stage, `${stage}.before-${time}Z`],
        [waitingFile(ledger), waitingFile(aside)],
        [`${ledger}-shm`, `${aside}-shm`],
        [`${ledger}-wal`, `${aside}-wal`],
        [ledger, aside],
      ] as const) {
        if (!existsSync(from)) continue;
        if (existsSync(to)) throw new Error(`${to} is there already`);
        renameSync(from, to);
      }
    } catch (trouble) {
      ports.log.error({ err: trouble }, 'a training ledger from before could not be put aside');
      throw error;
    }
    ports.log.warn({ aside }, 'a training ledger from before was put aside: training begins anew');
    return openDatabase(ledger);
  }
}
