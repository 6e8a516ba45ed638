import { existsSync } from 'node:fs';
import {
  type Approval,
  type Cashier,
  type EnvironmentName,
  environmentNameSchema,
  fail,
  ok,
  type Result,
} from '../../../../shared/contract/index.ts';
import {
  assessRestore,
  clearOpenedBackupsFolder,
  createBackupWorker,
  getPendingDataKeyFileName,
  listRestoreApprovers,
  type OpenedBackup,
  type RestoreAssessment,
  readEnvironmentFromBackupSeal,
  readLedgerIdentity,
  stageRestore,
  withOpenBackup,
} from '../../../back-office/backup/index.ts';
import { type Database, openLedgerDatabase, StorageError } from '../../../ledger/index.ts';
import { createFolderSync, getLedgerFile, type Log, toIsoTime } from '../../../platform/index.ts';
import { type DataKey, parseRecoveryKey } from '../../../settings/keys/index.ts';
import { createLedgerKeys } from '../ledger-keys.ts';
import {
  type OfflineApprovalPorts,
  verifyApproval,
  withStaffOfClosedLedger,
} from '../offline-approval.ts';

export interface RestorePorts extends OfflineApprovalPorts {
  readonly ledgerCheckWorkerUrl: URL;
  /** Prepares the backup's settings, on a till that was never set up. */
  readonly prepareSettingsFromBackup: (settings: string) => Result<{ save(): Result<unknown> }>;
}

/** Opens a ledger that is not in use, and closes it again; null if it cannot be opened. */
export function withTemporarilyOpenLedger<Value>(
  file: string,
  log: Log,
  work: (database: Database) => Value,
): Value | null {
  let database: Database;
  try {
    database = openLedgerDatabase(file);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    log.warn({ err: error, cause: String(error.cause) }, 'restore: ledger in use unreadable');
    return null;
  }
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** The arguments of `--restore FILE`. */
interface RestoreRequest {
  readonly file: string;
  /** The environment in use; null if the till was never set up. */
  readonly environment: EnvironmentName | null;
  readonly approval: Approval | null;
  /** True if that approval also overrides an objection. */
  readonly insists: boolean;
  /** The recovery key as typed; null if none was. */
  readonly recoveryKey: string | null;
}

/**
 * `--restore FILE`, before any ledger is open: checks the file, compares it with the ledger that it
 * will replace, and stages it for the start that follows. If that ledger has a person who may
 * approve, it requires a supervisor's PIN of that ledger (`--pin FILE`). If that ledger contains
 * more or cannot be read, or the file has no seal, a supervisor must insist (`--insist FILE`): one
 * of that ledger or, if it cannot be read, of the backup. A backup that this profile's key does not
 * open needs the recovery key (`--recovery-key FILE`).
 */
export async function validateAndStageRestore(
  ports: RestorePorts,
  request: RestoreRequest,
): Promise<Result<null>> {
  const { profileFolder } = ports;
  const recoveryKey = request.recoveryKey === null ? null : parseRecoveryKey(request.recoveryKey);
  if (recoveryKey !== null && !(await isCompleteRecoveryKey(recoveryKey))) {
    return fail({ kind: 'recovery-key', reason: 'not-a-key' });
  }
  createFolderSync(profileFolder, 0o700);
  clearOpenedBackupsFolder(profileFolder);
  const { openBackup, inspectLedger } = createBackupWorker(ports.ledgerCheckWorkerUrl);
  const dataKey = await openProfileDataKey(ports, request);
  const openOptions = { profileFolder, runOpenTask: openBackup, dataKey, recoveryKey };
  return await withOpenBackup(request.file, openOptions, async (backup) => {
    const environmentName = environmentNameSchema.safeParse(backup.inspection.identity.environment);
    if (!environmentName.success) return fail({ kind: 'restore', reason: 'not-a-ledger' });
    if (request.environment !== null && environmentName.data !== request.environment) {
      return fail({ kind: 'restore', reason: 'other-environment' });
    }
    const environment = environmentName.data;
    const ledger = getLedgerFile(profileFolder, environment);
    const { assessment, needsPin } = assessBackup(ports, backup, ledger, request.environment);
    if (!assessment.ok) return assessment;
    const { objection } = assessment.value;
    if (objection !== null && !request.insists) return fail({ kind: 'restore', reason: objection });
    let approvedBy: Cashier | null = null;
    if (objection !== null || needsPin) {
      const { approval } = request;
      if (approval === null) return fail({ kind: 'restore', reason: 'needs-pin' });
      const approvalLedger = {
        environment,
        ...(assessment.value.comparison === null
          ? {
              file: backup.ledgerFile,
              isBackup: true,
              isBackupSealValid: backup.isSealed,
              dataKey: backup.contents?.dataKey ?? null,
            }
          : { file: ledger, isBackup: false, isBackupSealValid: false, dataKey: null }),
      };
      const approved = await withStaffOfClosedLedger(ports, approvalLedger, (staff) =>
        verifyApproval(staff, 'supervisor', approval),
      );
      if (!approved.ok) return approved;
      approvedBy = approved.value;
    }
    // A new computer starts with the settings of the lost one; the service keys must be entered
    // again.
    const backupSettings =
      request.environment === null ? (backup.contents?.settingsJson ?? null) : null;
    const adopted =
      backupSettings === null ? ok(null) : ports.prepareSettingsFromBackup(backupSettings);
    if (!adopted.ok) return adopted;
    const staged = await stageRestore(assessment.value, {
      backupFile: request.file,
      profileFolder,
      ledgerFile: ledger,
      restoreId: ports.createId(),
      requestedAt: toIsoTime(ports.clock.now()),
      requestedBy: null,
      approvedBy,
      overridesObjection: objection !== null,
      inspectLedger,
      dataKey,
      savePendingDataKey: (key, recovery) =>
        createLedgerKeys(
          ports,
          environment,
          null,
          getPendingDataKeyFileName(environment),
        ).replaceDataKey(key, recovery),
    });
    if (!staged.ok) return staged;
    const saved = adopted.value?.save() ?? ok(null);
    return saved.ok ? ok(null) : saved;
  });
}

/** Checked first, so that a typing error does not make a good backup look damaged. */
async function isCompleteRecoveryKey(recoveryKey: string): Promise<boolean> {
  const { toRecipient } = await import('../../../settings/keys/age/index.ts');
  return (await toRecipient(recoveryKey)) !== null;
}

/** The data key of the profile; with the recovery key, also one that the vault no longer opens. */
async function openProfileDataKey(
  ports: RestorePorts,
  request: RestoreRequest,
): Promise<DataKey | null> {
  const environment = request.environment ?? (await readEnvironmentFromBackupSeal(request.file));
  if (environment === null) return null;
  const keys = createLedgerKeys(ports, environment, null);
  const opened = await keys.open();
  if (opened.ok) return opened.value;
  if (request.recoveryKey === null) return null;
  const recovered = await keys.enterRecoveryKey(request.recoveryKey);
  return recovered.ok ? recovered.value : null;
}

function assessBackup(
  { log }: RestorePorts,
  backup: OpenedBackup,
  ledger: string,
  environment: EnvironmentName | null,
): { readonly assessment: Result<RestoreAssessment>; readonly needsPin: boolean } {
  if (!existsSync(ledger)) {
    const assessment = assessRestore(backup, { environment, ledgerId: null, database: 'none' });
    return { assessment, needsPin: false };
  }
  const comparison = withTemporarilyOpenLedger(ledger, log, (database) => {
    const id = readLedgerIdentity(database)?.id ?? null;
    return {
      assessment: assessRestore(backup, { environment, ledgerId: id, database }),
      needsPin: listRestoreApprovers(database).length > 0,
    };
  });
  if (comparison !== null) return comparison;
  const assessment = assessRestore(backup, { environment, ledgerId: null, database: null });
  return { assessment, needsPin: false };
}
