import { existsSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getPendingLedgerPath, getRestoreMarkerPath } from '../../../back-office/backup/index.ts';
import {
  checkpointClosedLedger,
  type Database,
  openLedgerDatabase,
  StorageError,
} from '../../../ledger/index.ts';
import { type Clock, getTrainingFolder, type Log, toIsoTime } from '../../../platform/index.ts';
import type { CodeSealer } from '../../../settings/keys/index.ts';

/**
 * Opens the training ledger. Its money is not real, so a ledger from before version 1, or with
 * another schema, is moved aside under a name with the time, together with the training service's
 * state and any staged restore, and training starts with new ones. Nothing is deleted. Throws only
 * `StorageError`.
 */
export function openTrainingLedger(
  ports: { readonly profileFolder: string; readonly clock: Clock; readonly log: Log },
  ledger: string,
  codes: CodeSealer,
): Database {
  try {
    return openLedgerDatabase(ledger, codes);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    if (error.reason !== 'earlier-format' && error.reason !== 'altered') throw error;
    const time = toIsoTime(ports.clock.now()).slice(0, 19).replaceAll(/[-:]/g, '');
    const aside = join(dirname(ledger), `ledger-training.before-${time}Z.sqlite`);
    const service = getTrainingFolder(ports.profileFolder);
    const stage = getRestoreMarkerPath(ports.profileFolder, 'training');
    try {
      // After a kill, the journal contains rows that the ledger file does not. Two files cannot be
      // moved in one step, so the journal is checkpointed into the ledger first.
      checkpointClosedLedger(ledger);
      // The ledger itself is moved last, so that an interrupted start is repeated from the
      // beginning.
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
    } catch (moveError) {
      ports.log.error({ err: moveError }, 'training-ledger: setting aside old ledger failed');
      throw error;
    }
    ports.log.warn({ aside }, 'training-ledger: old ledger set aside, new one created');
    return openLedgerDatabase(ledger, codes);
  }
}
