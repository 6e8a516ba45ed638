import { basename, join } from 'node:path';
import {
  type BackupState,
  type CallOutput,
  type EnvironmentName,
  fail,
  ok,
  type Result,
} from '../../../shared/contract/index.ts';
import type { Audit, AuditPerson } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import { type Clock, type CreateId, type Log, toIsoTime } from '../../platform/index.ts';
import type { LedgerKeys } from '../../settings/keys/index.ts';
import { type BackupMaker, createBackupMaker } from './backup-maker.ts';
import { isBackupFileName, readBackupSeal, toBackupCopy } from './backup-seal.ts';
import { createBackupWorker } from './backup-worker.ts';
import { type OpenedBackup, withOpenBackup } from './open-backup.ts';
import { assessRestore, type RestoreAssessment, stageRestore } from './stage-restore.ts';
import { deleteStagedRestore, getRestoreMarkerPath, readStagedRestore } from './staged-restore.ts';

/** The backups of the ledger in use, and the restore that is staged for the next start. */
export interface BackupService
  extends Pick<BackupMaker, 'makeBackup' | 'getLastFailure' | 'readAuditSeals' | 'start' | 'wake'> {
  getState(): Promise<BackupState>;
  previewRestore(file: string): Promise<Result<CallOutput<'backup.previewRestore'>>>;
  stageRestore(
    file: string,
    overridesObjection: boolean,
    by: AuditPerson,
    approvedBy: AuditPerson | null,
  ): Promise<Result<BackupState>>;
  cancelRestore(by: AuditPerson): Promise<BackupState>;
  /** Stops all work. The ledger may be closed once the promise has resolved. */
  stop(): Promise<void>;
}

export interface BackupServicePorts {
  readonly profileFolder: string;
  /** The folder for copies unless another folder is set. */
  readonly defaultFolder: string;
  readonly environment: EnvironmentName;
  readonly database: Database;
  readonly clock: Clock;
  readonly createId: CreateId;
  readonly log: Log;
  readonly audit: Audit;
  /** Called at each use: settings may change. */
  readonly settings: () => {
    readonly folder: string | null;
    readonly copiesToKeep: number | null;
    readonly timeZone: string;
  };
  readonly applicationVersion: string;
  readonly keys: Pick<LedgerKeys, 'open' | 'getDataKey' | 'readStoredRecoveryKey'>;
  /** The settings without secrets, as JSON. */
  readonly getSettingsJson: () => string;
  /** `inspect-worker.ts`, or its bundled file. */
  readonly ledgerCheckWorkerUrl: URL;
  readonly onChange: () => void;
}

export function createBackupService(ports: BackupServicePorts): BackupService {
  const { profileFolder, environment, database, clock, log, audit } = ports;
  const inspector = createBackupWorker(ports.ledgerCheckWorkerUrl);
  const stagePath = getRestoreMarkerPath(profileFolder, environment);

  const readStage = () => {
    try {
      return readStagedRestore(stagePath);
    } catch (error) {
      log.error({ err: error }, 'restore: staged restore unreadable');
      return null;
    }
  };

  const backup = createBackupMaker({
    ...ports,
    inspectLedger: inspector.inspectLedger,
    packBackup: inspector.packBackup,
    isProtected: (file) => readStage()?.file === basename(file),
  });

  const getState = async (): Promise<BackupState> => {
    const stage = readStage();
    return {
      ...(await backup.getState()),
      staged: stage && { file: stage.file, at: stage.at, requestedBy: stage.askedBy?.name ?? '' },
    };
  };

  /**
   * Checks a backup of the folder as a whole, compares it with the ledger in use, and then runs
   * `work`.
   */
  const withAssessment = async <Value>(
    name: string,
    work: (assessment: RestoreAssessment) => Promise<Result<Value>> | Result<Value>,
  ): Promise<Result<Value>> => {
    if (!isBackupFileName(name)) return fail({ kind: 'restore', reason: 'not-there' });
    const key = await ports.keys.open();
    if (!key.ok) return key;
    const openOptions = {
      profileFolder,
      runOpenTask: inspector.openBackup,
      dataKey: key.value,
      recoveryKey: null,
    };
    const assess = async (opened: OpenedBackup): Promise<Result<Value>> => {
      const inUse = { environment, ledgerId: backup.getLedgerIdentity().id, database };
      const assessed = assessRestore(opened, inUse);
      return assessed.ok ? await work(assessed.value) : assessed;
    };
    return await withOpenBackup(join(backup.getBackupFolder(), name), openOptions, assess);
  };

  return {
    makeBackup: backup.makeBackup,
    getLastFailure: backup.getLastFailure,
    readAuditSeals: backup.readAuditSeals,
    start: backup.start,
    wake: backup.wake,
    getState,
    previewRestore: (file) =>
      withAssessment(file, async ({ comparison, environment: backupEnvironment, objection }) => {
        const seal = await readBackupSeal(join(backup.getBackupFolder(), file));
        if (!seal || objection === 'unsealed') {
          return fail({ kind: 'restore', reason: 'not-as-sealed' });
        }
        if (!comparison) return fail({ kind: 'restore', reason: 'cannot-compare' });
        const { differingPeople, missingPaymentCount, divergedAt, currentExtent } = comparison;
        return ok({
          copy: toBackupCopy(seal),
          environment: backupEnvironment,
          objection: comparison.objection,
          peopleApart: [...differingPeople],
          paymentsMissing: missingPaymentCount,
          partedAt: divergedAt,
          unresolvedNow: currentExtent.unresolved,
        });
      }),
    stageRestore: (file, overridesObjection, by, approvedBy) =>
      withAssessment(file, async (assessment) => {
        const { objection, comparison } = assessment;
        if (objection !== null && !overridesObjection)
          return fail({ kind: 'restore', reason: objection });
        const staged = await stageRestore(assessment, {
          backupFile: join(backup.getBackupFolder(), file),
          profileFolder,
          ledgerFile: database.file,
          restoreId: ports.createId(),
          requestedAt: toIsoTime(clock.now()),
          requestedBy: by,
          approvedBy,
          overridesObjection,
          inspectLedger: inspector.inspectLedger,
          dataKey: ports.keys.getDataKey(),
          // A backup accepted here belongs to this ledger, so it has the same data key.
          savePendingDataKey: async () => fail({ kind: 'restore', reason: 'other-key' }),
        });
        if (!staged.ok) return staged;
        const paymentsMissing = comparison?.missingPaymentCount ?? null;
        const detail = { backup: file, insists: overridesObjection, paymentsMissing };
        audit.note({ kind: 'restore-asked', by, approvedBy, detail });
        ports.onChange();
        return ok(await getState());
      }),
    cancelRestore: async (by) => {
      const stage = readStage();
      deleteStagedRestore(stagePath, database.file, environment);
      if (stage) audit.note({ kind: 'restore-taken-back', by, detail: { backup: stage.file } });
      ports.onChange();
      return await getState();
    },
    stop: async () => {
      const stopping = backup.stop();
      await inspector.stop();
      await stopping;
    },
  };
}
