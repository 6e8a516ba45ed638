import { existsSync, mkdirSync } from 'node:fs';
import {
  type Approval,
  type EnvironmentName,
  environmentNameSchema,
  fail,
  ok,
  type Result,
} from '../../../../shared/contract/index.ts';
import {
  assessRestore,
  clearScratchFolder,
  createBackupWorker,
  getPendingKeyName,
  listApprovers,
  type OpenedBackup,
  type RestoreAssessment,
  readLedgerIdentity,
  readSealedEnvironment,
  stageRestore,
  withOpenBackup,
} from '../../../back-office/backup/index.ts';
import type { Cashier } from '../../../counter/staff/index.ts';
import { type Database, openDatabase, StorageError } from '../../../ledger/index.ts';
import { type Log, toIsoTime } from '../../../platform/index.ts';
import { type DataKey, parseRecoveryKey } from '../../../settings/keys/index.ts';
import { type OfflineApprovalPorts, verifyApproval, withLedgerStaff } from '../offline-approval.ts';
import { openKeys } from '../open-keys.ts';
import { getLedgerFile } from '../profile-paths.ts';

export interface RestorePorts extends OfflineApprovalPorts {
  readonly checkWorker: URL;
  /** Makes the settings of the backup ready, on a till that was never set up. */
  readonly adopt: (settings: string) => Result<{ keep(): Result<unknown> }>;
}

/** Opens a ledger that is not in use, and closes it again; null if it cannot be opened. */
export function withClosedLedger<Value>(
  file: string,
  log: Log,
  work: (database: Database) => Value,
): Value | null {
  let database: Database;
  try {
    database = openDatabase(file);
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

/** `--restore FILE`, as it was asked for. */
interface RestoreRequest {
  readonly file: string;
  /** The environment in use; null if the till was never set up. */
  readonly environment: EnvironmentName | null;
  readonly approval: Approval | null;
  /** Whether that approval also holds against an objection. */
  readonly insists: boolean;
  /** The recovery key as it was typed; null if none was. */
  readonly recoveryKey: string | null;
}

/**
 * `--restore FILE`, before any ledger is open: checks the file, compares it with the ledger that it
 * is to replace, and stages it for the start that follows. Where that ledger knows somebody who may
 * approve, it takes a supervisor's PIN of that ledger (`--pin FILE`). If it holds more or cannot be
 * read, or the file has no seal, a supervisor must insist (`--insist FILE`): of that ledger or, if
 * there is none that can be read, of the backup. A backup that this profile's key does not open
 * needs the recovery key (`--recovery-key FILE`).
 */
export async function restoreAtStart(
  ports: RestorePorts,
  asked: RestoreRequest,
): Promise<Result<null>> {
  const { profileFolder } = ports;
  const recoveryKey = asked.recoveryKey === null ? null : parseRecoveryKey(asked.recoveryKey);
  if (recoveryKey !== null && !(await isCompleteRecoveryKey(recoveryKey))) {
    return fail({ kind: 'recovery-key', reason: 'not-a-key' });
  }
  mkdirSync(profileFolder, { recursive: true, mode: 0o700 });
  clearScratchFolder(profileFolder);
  const { open, inspect } = createBackupWorker(ports.checkWorker);
  const dataKey = await openProfileDataKey(ports, asked);
  const how = { profileFolder, open, dataKey, recoveryKey };
  return await withOpenBackup(asked.file, how, async (backup) => {
    const named = environmentNameSchema.safeParse(backup.inspection.identity.environment);
    if (!named.success) return fail({ kind: 'restore', reason: 'not-a-ledger' });
    if (asked.environment !== null && named.data !== asked.environment) {
      return fail({ kind: 'restore', reason: 'other-environment' });
    }
    const environment = named.data;
    const ledger = getLedgerFile(profileFolder, environment);
    const { found, needsPin } = judgeBackup(ports, backup, ledger, asked.environment);
    if (!found.ok) return found;
    const { objection } = found.value;
    if (objection !== null && !asked.insists) return fail({ kind: 'restore', reason: objection });
    let approvedBy: Cashier | null = null;
    if (objection !== null || needsPin) {
      const { approval } = asked;
      if (approval === null) return fail({ kind: 'restore', reason: 'needs-pin' });
      const pinsOf = {
        environment,
        ...(found.value.comparison === null
          ? { file: backup.ledger, isBackup: true, dataKey: backup.contents?.dataKey ?? null }
          : { file: ledger, isBackup: false, dataKey: null }),
      };
      const approved = await withLedgerStaff(ports, pinsOf, (staff) =>
        verifyApproval(staff, 'supervisor', approval),
      );
      if (!approved.ok) return approved;
      approvedBy = approved.value;
    }
    // A new computer begins with the settings of the lost one; its keys have to be entered again.
    const carried = asked.environment === null ? (backup.contents?.settings ?? null) : null;
    const adopted = carried === null ? ok(null) : ports.adopt(carried);
    if (!adopted.ok) return adopted;
    const staged = await stageRestore(found.value, {
      file: asked.file,
      profileFolder,
      ledger,
      id: ports.newId(),
      at: toIsoTime(ports.clock.now()),
      askedBy: null,
      approvedBy,
      insists: objection !== null,
      inspect,
      dataKey,
      keepKey: (key, recovery) =>
        openKeys(ports, environment, null, getPendingKeyName(environment)).replaceDataKey(
          key,
          recovery,
        ),
    });
    if (!staged.ok) return staged;
    const kept = adopted.value?.keep() ?? ok(null);
    return kept.ok ? ok(null) : kept;
  });
}

/** A wrong letter must not make a good backup look damaged. */
async function isCompleteRecoveryKey(recoveryKey: string): Promise<boolean> {
  const { toRecipient } = await import('../../../settings/keys/age/index.ts');
  return (await toRecipient(recoveryKey)) !== null;
}

/** The data key of the profile; with the recovery key, also one that its vault no longer opens. */
async function openProfileDataKey(
  ports: RestorePorts,
  asked: RestoreRequest,
): Promise<DataKey | null> {
  const environment = asked.environment ?? (await readSealedEnvironment(asked.file));
  if (environment === null) return null;
  const keys = openKeys(ports, environment, null);
  const opened = await keys.open();
  if (opened.ok) return opened.value;
  if (asked.recoveryKey === null) return null;
  const recovered = await keys.enterRecoveryKey(asked.recoveryKey);
  return recovered.ok ? recovered.value : null;
}

function judgeBackup(
  { log }: RestorePorts,
  backup: OpenedBackup,
  ledger: string,
  environment: EnvironmentName | null,
): { readonly found: Result<RestoreAssessment>; readonly needsPin: boolean } {
  if (!existsSync(ledger)) {
    const found = assessRestore(backup, { environment, ledger: null, database: 'none' });
    return { found, needsPin: false };
  }
  const compared = withClosedLedger(ledger, log, (database) => {
    const id = readLedgerIdentity(database)?.id ?? null;
    return {
      found: assessRestore(backup, { environment, ledger: id, database }),
      needsPin: listApprovers(database).length > 0,
    };
  });
  if (compared !== null) return compared;
  const found = assessRestore(backup, { environment, ledger: null, database: null });
  return { found, needsPin: false };
}
