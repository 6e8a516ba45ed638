import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BackupCopy,
  type BackupFailure,
  type BackupFailureReason,
  type BackupState,
  type EnvironmentName,
  fail,
  ok,
  provisioningSchema,
  type Result,
} from '../../../shared/contract/index.ts';
import type { Audit, AuditPerson, AuditSeal } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import { type Clock, type CreateId, type Log, toIsoTime } from '../../platform/index.ts';
import type { DataKey, StoredRecoveryKey } from '../../settings/keys/index.ts';
import { toBackupFailureReason } from './backup-folder.ts';
import { computeBackupDueAt, computeNextBackupAt } from './backup-schedule.ts';
import {
  type BackupSeal,
  getBackupSealPath,
  listBackupSealsOfLedger,
  toBackupCopy,
} from './backup-seal.ts';
import type { PackBackupResult, PackBackupTask } from './backup-tasks.ts';
import { computeIndexesOfCopiesToKeep } from './copy-retention.ts';
import { createBackupCopy } from './create-backup-copy.ts';
import type { LedgerInspectionResult } from './inspect-ledger.ts';
import { readLastBackup, readLastBackupFailure } from './last-attempts.ts';
import { insertLedgerIdentity, type LedgerIdentity, readLedgerIdentity } from './ledger-queries.ts';

export interface BackupMaker {
  getState(): Promise<Omit<BackupState, 'staged'>>;
  /**
   * Why the last attempt failed, also in an earlier run of the program; null if a backup was made
   * since.
   */
  getLastFailure(): BackupFailure | null;
  /** Creates a backup now. `by` is null for the daily one, which no person requested. */
  makeBackup(by: AuditPerson | null): Promise<Result<BackupCopy>>;
  /**
   * Returns the seals of this ledger's copies in the folder, for comparison with the audit log.
   * Null if the folder or the till's key is unreadable: then nothing can be compared.
   */
  readAuditSeals(): Promise<readonly AuditSeal[] | null>;
  /** The folder in which copies are kept. */
  getBackupFolder(): string;
  getLedgerIdentity(): LedgerIdentity;
  start(): void;
  /** Call when the machine woke up or a setting changed: checks again whether a backup is due. */
  wake(): void;
  /** Stops all work. The ledger may be closed once the promise has resolved. */
  stop(): Promise<void>;
}

export interface BackupMakerPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly createId: CreateId;
  readonly log: Log;
  readonly audit: Audit;
  readonly environment: EnvironmentName;
  /** `backups` of the profile: the folder for copies unless another folder is set. */
  readonly defaultFolder: string;
  /** Called at each use: settings may change. */
  readonly settings: () => {
    readonly folder: string | null;
    readonly copiesToKeep: number | null;
    readonly timeZone: string;
  };
  readonly applicationVersion: string;
  readonly inspectLedger: (file: string) => Promise<LedgerInspectionResult>;
  readonly packBackup: (task: PackBackupTask) => Promise<PackBackupResult>;
  readonly keys: {
    readonly open: () => Promise<Result<DataKey>>;
    readonly getDataKey: () => DataKey | null;
    readonly readStoredRecoveryKey: () => Promise<StoredRecoveryKey | null>;
  };
  /** The settings without secrets, as JSON, for a restore on a new computer. */
  readonly getSettingsJson: () => string;
  /** Whether an old copy must not be deleted. */
  readonly isProtected: (file: string) => boolean;
  readonly onChange: () => void;
}

const { default: DEFAULT_KEPT_COPIES } =
  provisioningSchema.shape.backup.unwrap().shape.keep.setting;
/** No backup runs this soon after the start: the counter needs the machine then. */
const START_DELAY_MS = 120_000;
const RETRY_DELAY_MS = 3_600_000;
/** Timers do not notice a manual change of the clock, so the due time is checked this often. */
const POLL_INTERVAL_MS = 30 * 60_000;

export function createBackupMaker(ports: BackupMakerPorts): BackupMaker {
  const { database, clock, log, audit, environment } = ports;
  const identity = getOrCreateIdentity(ports);
  let lastFailure = readLastBackupFailure(database);
  let currentRun: Promise<Result<BackupSeal, BackupFailureReason>> | null = null;
  let cancelNext: (() => void) | null = null;
  let isStopping = false;
  let earliestAt = 0;

  const getTarget = () => {
    const { folder, copiesToKeep: keep, timeZone } = ports.settings();
    return { folder: folder ?? ports.defaultFolder, keep: keep ?? DEFAULT_KEPT_COPIES, timeZone };
  };

  const computeDueAt = (): number => {
    const last = readLastBackup(database);
    const { folder, timeZone } = getTarget();
    const due = computeBackupDueAt(
      last === null ? null : Date.parse(last.at),
      clock.now(),
      timeZone,
    );
    // A failure in one folder does not delay an attempt in another.
    if (lastFailure === null || lastFailure.folder !== folder) return due;
    return Math.max(due, Math.min(lastFailure.at, clock.now()) + RETRY_DELAY_MS);
  };

  const createAndRecord = async (
    by: AuditPerson | null,
  ): Promise<Result<BackupSeal, BackupFailureReason>> => {
    const { folder } = getTarget();
    let failure: BackupFailureReason;
    try {
      const result = await createRecordedCopy(by);
      if (result.ok || isStopping) return result;
      failure = result.problem;
    } catch (error) {
      log.error({ err: error }, 'backup: attempt threw');
      failure = toBackupFailureReason(error);
    }
    recordFailure(failure, folder, by);
    return fail(failure);
  };

  const createRecordedCopy = async (
    by: AuditPerson | null,
  ): Promise<Result<BackupSeal, BackupFailureReason>> => {
    const { folder, keep } = getTarget();
    // Throws if another file is now in the ledger's place: no copy could be recorded, and none would
    // ever be deleted.
    database.commit(() => {});
    const result = await createBackupCopy(
      { ...ports, scratchFolder: ports.defaultFolder, isStopping: () => isStopping },
      { folder, environment, now: clock.now(), ledgerBytes: getFileBytes(database.file) },
    );
    if (!result.ok || isStopping) return result;
    const { file, bytes, sha256, payments } = result.value;
    audit.note({ kind: 'backup-made', by, detail: { file, folder, bytes, payments, sha256 } });
    lastFailure = null;
    await deleteOldCopies(ports, identity, { ...getTarget(), folder, keep }, file);
    return result;
  };

  const recordFailure = (
    reason: BackupFailureReason,
    folder: string,
    by: AuditPerson | null,
  ): void => {
    const isNew = lastFailure?.reason !== reason || lastFailure.folder !== folder;
    // First, because the next attempt waits for its time, whatever happens here.
    lastFailure = { reason, at: clock.now(), folder };
    log.error({ reason, folder }, 'backup: not created');
    if (!isNew && by === null) return;
    try {
      audit.note({ kind: 'backup-failed', by, detail: { reason, folder } });
    } catch (error) {
      log.error({ err: error }, 'backup: recording failure failed');
    }
  };

  /**
   * Null if the folder is unreadable. The default folder is created with the first copy; until then
   * a missing one counts as empty.
   */
  const readSeals = async (key: DataKey | null): Promise<BackupSeal[] | null> => {
    const { folder } = getTarget();
    try {
      return await listBackupSealsOfLedger(folder, identity.id, key);
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (isMissing && folder === ports.defaultFolder && readLastBackup(database) === null)
        return [];
      log.warn({ err: error, folder }, 'backup: folder unreadable');
      return null;
    }
  };

  const run = (by: AuditPerson | null): Promise<Result<BackupSeal, BackupFailureReason>> => {
    if (currentRun) return currentRun;
    const newRun = createAndRecord(by).finally(() => {
      currentRun = null;
      if (isStopping) return;
      scheduleNext();
      ports.onChange();
    });
    currentRun = newRun;
    ports.onChange();
    return newRun;
  };

  const scheduleNext = (): void => {
    cancelNext?.();
    cancelNext = null;
    if (isStopping || earliestAt === 0) return;
    const delayMs = Math.max(computeDueAt(), earliestAt) - clock.now();
    cancelNext = clock.after(Math.min(Math.max(0, delayMs), POLL_INTERVAL_MS), runIfDue);
  };

  const runIfDue = (): void => {
    if (isStopping) return;
    if (currentRun || clock.now() < computeDueAt()) {
      scheduleNext();
      return;
    }
    run(null).catch((error: unknown) => log.error({ err: error }, 'backup: daily run failed'));
  };

  const getFailure = (): BackupFailure | null =>
    lastFailure && { reason: lastFailure.reason, at: toIsoTime(lastFailure.at) };

  return {
    getLastFailure: getFailure,
    getLedgerIdentity: () => identity,
    getBackupFolder: () => getTarget().folder,
    getState: async () => {
      const { folder, keep, timeZone } = getTarget();
      const last = readLastBackup(database);
      const seals = await readSeals(ports.keys.getDataKey());
      const due = Math.max(computeDueAt(), earliestAt);
      return {
        folder,
        keep,
        isMaking: currentRun !== null,
        last: last && { file: last.file, at: last.at, bytes: last.bytes },
        problem: getFailure(),
        nextAt: toIsoTime(due <= clock.now() ? computeNextBackupAt(clock.now(), timeZone) : due),
        copies: seals?.map(toBackupCopy) ?? null,
      };
    },
    makeBackup: async (by) => {
      if (currentRun) return fail({ kind: 'backup', reason: 'under-way' });
      const result = await run(by);
      return result.ok
        ? ok(toBackupCopy(result.value))
        : fail({ kind: 'backup', reason: result.problem });
    },
    readAuditSeals: async () => {
      const key = await ports.keys.open();
      const seals = key.ok ? await readSeals(key.value) : null;
      if (seals === null) return null;
      return seals.flatMap(({ file, madeAt, audit: { number, digest } }) =>
        digest === null ? [] : [{ backup: file, at: madeAt, number, digest }],
      );
    },
    start: () => {
      earliestAt = clock.now() + START_DELAY_MS;
      scheduleNext();
    },
    wake: () => {
      if (earliestAt !== 0) scheduleNext();
    },
    stop: async () => {
      isStopping = true;
      cancelNext?.();
      await currentRun?.catch(() => undefined);
    },
  };
}

async function deleteOldCopies(
  { keys, log, isProtected }: BackupMakerPorts,
  ledger: LedgerIdentity,
  target: { readonly folder: string; readonly keep: number; readonly timeZone: string },
  newest: string,
): Promise<void> {
  const { folder, keep, timeZone } = target;
  try {
    const seals = await listBackupSealsOfLedger(folder, ledger.id, keys.getDataKey());
    const times = seals.map(({ madeAt }) => Date.parse(madeAt));
    const keptIndexes = computeIndexesOfCopiesToKeep(times, keep, timeZone);
    for (const [index, { file }] of seals.entries()) {
      if (keptIndexes.has(index) || file === newest || isProtected(join(folder, file))) continue;
      await rm(join(folder, file), { force: true });
      await rm(getBackupSealPath(join(folder, file)), { force: true });
    }
  } catch (error) {
    // The new copy exists, and an extra old one only takes space.
    log.warn({ err: error }, 'backup: deleting old copies failed');
  }
}

function getOrCreateIdentity({
  database,
  createId,
  clock,
  environment,
}: BackupMakerPorts): LedgerIdentity {
  const existing = readLedgerIdentity(database);
  if (existing) return existing;
  const created = { id: createId(), environment };
  database.commit(() => insertLedgerIdentity(database, created, toIsoTime(clock.now())));
  return created;
}

function getFileBytes(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
