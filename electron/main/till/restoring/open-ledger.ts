import {
  type EnvironmentName,
  fail,
  ok,
  type Problem,
  type Result,
} from '../../../../shared/contract/index.ts';
import { applyRestore, recordCompletedRestore } from '../../../back-office/backup/index.ts';
import { markBasketsRestored } from '../../../counter/payments/index.ts';
import { createAudit } from '../../../ledger/audit/index.ts';
import {
  type Database,
  hasChainSyncTriggers,
  openLedgerDatabase,
  restartChainSyncFromBeginning,
  StorageError,
  toStorageProblem,
} from '../../../ledger/index.ts';
import { createFolderSync, getLedgerFile, type Log, toIsoTime } from '../../../platform/index.ts';
import type { CodeSealer } from '../../../settings/keys/index.ts';
import type { ProgramPorts } from '../ports.ts';
import { withTemporarilyOpenLedger } from './restore.ts';
import { openTrainingLedger } from './training-ledger.ts';

export interface OpenedLedger {
  readonly database: Database;
  /** True if a staged restore has just replaced it. */
  readonly isRestored: boolean;
}

/** Opens the ledger of an environment, after applying a staged restore. */
export function openLedger(
  ports: Pick<ProgramPorts, 'profileFolder' | 'clock' | 'log'>,
  environment: EnvironmentName,
  codes: CodeSealer,
): Result<OpenedLedger> {
  const { profileFolder, clock, log } = ports;
  try {
    createFolderSync(profileFolder);
    const ledger = getLedgerFile(profileFolder, environment);
    const useLedger: Parameters<typeof applyRestore>[0]['withLedger'] = (work) =>
      withTemporarilyOpenLedger(ledger, log, work);
    const restored = applyRestore({
      profileFolder,
      environment,
      ledgerFile: ledger,
      withLedger: useLedger,
      log,
    });
    if (!restored.ok) return restored;
    const database =
      environment === 'training'
        ? openTrainingLedger(ports, ledger, codes)
        : openLedgerDatabase(ledger, codes);
    if (restored.value) {
      const audit = createAudit({ database, clock });
      // Before the note, which completes the restore: after a power cut between them, the baskets
      // are marked again.
      database.commit(() => markBasketsRestored(database, toIsoTime(clock.now())));
      recordCompletedRestore(
        { ...ports, ledgerFile: database.file, database, audit },
        restored.value,
      );
      // The chain would detect the restore; a new epoch saves it that check.
      if (hasChainSyncTriggers(database))
        database.commit(() => restartChainSyncFromBeginning(database));
    }
    return ok({ database, isRestored: restored.value !== null });
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return fail(toLoggedLedgerProblem(error, log));
  }
}

/** Converts an error on opening or using a ledger to its problem; logs the cause. */
export function toLoggedLedgerProblem(error: StorageError, log: Log): Problem {
  log.error({ err: error, cause: String(error.cause) }, 'ledger: open failed');
  return toStorageProblem(error);
}
