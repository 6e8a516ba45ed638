import { existsSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getPendingLedgerPath, getStagePath } from '../../../back-office/backup/index.ts';
import {
  checkpointClosedLedger,
  type Database,
  openDatabase,
  StorageError,
} from '../../../ledger/index.ts';
import { type Clock, type Log, toIsoTime } from '../../../platform/index.ts';
import type { CodeSealer } from '../../../settings/keys/index.ts';
import { getTrainingFolder } from '../profile-paths.ts';

/**
 * Opens the ledger of training. Its money is not real, so a ledger from before version 1, or with
 * another schema than ours, is put aside under a name with the time, together with the training service's state and any staged
 * restore, and training starts with new ones. Nothing is deleted. Throws only `StorageError`.
 */
export function openTrainingLedger(
  ports: { readonly profileFolder: string; readonly clock: Clock; readonly log: Log },
  ledger: string,
  codes: CodeSealer,
): Database {
  try {
    return openDatabase(ledger, codes);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    if (error.reason !== 'earlier-format' && error.reason !== 'altered') throw error;
    const time = toIsoTime(ports.clock.now()).slice(0, 19).replaceAll(/[-:]/g, '');
    const aside = join(dirname(ledger), `ledger-training.before-${time}Z.sqlite`);
    const service = getTrainingFolder(ports.profileFolder);
    const stage = getStagePath(ports.profileFolder, 'training');
    try {
      // Where a till was killed, its journal holds what its ledger does not: two files cannot be moved
      // in one step, so it is brought into the ledger first.
      checkpointClosedLedger(ledger);
      // The ledger itself is moved last: until then, an interrupted start is simply repeated.
      for (const [from, to] of [
        [service, `${service}.before-${time}Z`],
        [stage, `${stage}.before-${time}Z`],
        [getPendingLedgerPath(ledger), getPendingLedgerPath(aside)],
        [ledger, aside],
      ] as const) {
        if (!existsSync(from)) continue;
        if (existsSync(to)) throw new Error(`${to} is there already`);
        renameSync(from, to);
      }
    } catch (trouble) {
      ports.log.error({ err: trouble }, 'training-ledger: setting aside old ledger failed');
      throw error;
    }
    ports.log.warn({ aside }, 'training-ledger: old ledger set aside, new one created');
    return openDatabase(ledger, codes);
  }
}
