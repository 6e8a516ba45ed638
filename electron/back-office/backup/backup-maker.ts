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
  type Result,
} from '../../../shared/contract/index.ts';
import type { Audit, AuditPerson, AuditSeal } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import { type Clock, type Log, type NewId, toIsoTime } from '../../platform/index.ts';
import type { DataKey, StoredRecoveryKey } from '../../settings/keys/index.ts';
import { computeBackupDueAt, computeNextBackup } from './backup-schedule.ts';
import { type BackupSeal, getSealPath, listLedgerSeals, toBackupCopy } from './backup-seal.ts';
import type { PackResult, PackTask } from './backup-tasks.ts';
import { computeCopiesToKeep } from './copy-retention.ts';
import { createBackupCopy } from './create-backup-copy.ts';
import type { InspectionResult } from './inspect-ledger.ts';
import { readLastBackup, readLastFailure } from './last-attempts.ts';
import { insertLedgerIdentity, type LedgerIdentity, readLedgerIdentity } from './ledger-queries.ts';

export interface BackupMaker {
  getState(): Promise<Omit<BackupState, 'staged'>>;
  /** Why the last attempt failed, even if in an earlier run; null if a backup was made since. */
  trouble(): BackupFailure | null;
  /** Null if no person asked for it: the daily one. */
  make(by: AuditPerson | null): Promise<Result<BackupCopy>>;
  /**
   * The seals of this ledger's copies in the folder: the audit log is compared with them. Null if the
   * folder or the till's key cannot be read: then nothing was compared.
   */
  seals(): Promise<readonly AuditSeal[] | null>;
  /** The folder with the copies. */
  getFolder(): string;
  getIdentity(): LedgerIdentity;
  start(): void;
  /** The machine woke up, or a setting changed: checks again whether one is due. */
  wake(): void;
  /** The ledger may be closed once this has resolved. */
  stop(): Promise<void>;
}

export interface BackupMakerPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly audit: Audit;
  readonly environment: EnvironmentName;
  /** `backups` of the profile: the folder for copies unless another folder is set. */
  readonly ownFolder: string;
  /** Read again at each use. */
  readonly settings: () => {
    readonly folder: string | null;
    readonly keep: number | null;
    readonly timeZone: string;
  };
  readonly applicationVersion: string;
  readonly inspect: (file: string) => Promise<InspectionResult>;
  readonly pack: (task: PackTask) => Promise<PackResult>;
  readonly keys: {
    readonly open: () => Promise<Result<DataKey>>;
    readonly now: () => DataKey | null;
    readonly recovery: () => Promise<StoredRecoveryKey | null>;
  };
  /** The settings without secrets, as JSON: what a new computer begins with. */
  readonly carriedSettings: () => string;
  /** Whether a copy must stay although it is old. */
  readonly isProtected: (file: string) => boolean;
  readonly onChange: () => void;
}

const DEFAULT_KEPT_COPIES = 14;
/** Until then the counter has the machine to itself after the start. */
const START_DELAY_MS = 120_000;
const RETRY_DELAY_MS = 3_600_000;
/** A person may change the clock without any timer noticing. */
const POLL_INTERVAL_MS = 30 * 60_000;

export function createBackupMaker(ports: BackupMakerPorts): BackupMaker {
  const { database, clock, log, audit, environment } = ports;
  const identity = getOrCreateIdentity(ports);
  let trouble = readLastFailure(database);
  let making: Promise<Result<BackupSeal, BackupFailureReason>> | null = null;
  let cancelNext: (() => void) | null = null;
  let isStopping = false;
  let mayBeginAt = 0;

  const place = () => {
    const { folder, keep, timeZone } = ports.settings();
    return { folder: folder ?? ports.ownFolder, keep: keep ?? DEFAULT_KEPT_COPIES, timeZone };
  };

  const nextAt = (): number => {
    const last = readLastBackup(database);
    const { folder, timeZone } = place();
    const due = computeBackupDueAt(
      last === null ? null : Date.parse(last.at),
      clock.now(),
      timeZone,
    );
    // Trouble with one folder tells nothing about another.
    if (trouble === null || trouble.folder !== folder) return due;
    return Math.max(due, Math.min(trouble.at, clock.now()) + RETRY_DELAY_MS);
  };

  const make = async (by: AuditPerson | null): Promise<Result<BackupSeal, BackupFailureReason>> => {
    const { folder, keep } = place();
    const made = await createBackupCopy(
      {
        database,
        log,
        inspect: ports.inspect,
        pack: ports.pack,
        keys: ports.keys,
        carriedSettings: ports.carriedSettings,
        workFolder: ports.ownFolder,
        applicationVersion: ports.applicationVersion,
        isStopping: () => isStopping,
      },
      { folder, environment, now: clock.now(), ledgerBytes: getFileBytes(database.file) },
    );
    if (isStopping) return made;
    if (made.ok) {
      trouble = null;
      const { file, bytes, sha256, payments } = made.value;
      audit.note({ kind: 'backup-made', by, detail: { file, folder, bytes, payments, sha256 } });
      await removeOld(folder, keep, file);
      return made;
    }
    const isNews = trouble?.reason !== made.problem || trouble.folder !== folder;
    trouble = { reason: made.problem, at: clock.now(), folder };
    log.error({ reason: made.problem, folder }, 'backup: not created');
    if (isNews || by !== null) {
      audit.note({ kind: 'backup-failed', by, detail: { reason: made.problem, folder } });
    }
    return made;
  };

  /** Null if the folder cannot be read. Ours is made with the first copy, and is empty until then. */
  const readSeals = async (key: DataKey | null): Promise<BackupSeal[] | null> => {
    const { folder } = place();
    try {
      return await listLedgerSeals(folder, identity.id, key);
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (isMissing && folder === ports.ownFolder && readLastBackup(database) === null) return [];
      log.warn({ err: error, folder }, 'backup: folder unreadable');
      return null;
    }
  };

  const removeOld = async (folder: string, keep: number, newest: string): Promise<void> => {
    try {
      const seals = await listLedgerSeals(folder, identity.id, ports.keys.now());
      const times = seals.map(({ madeAt }) => Date.parse(madeAt));
      const kept = computeCopiesToKeep(times, keep, place().timeZone);
      for (const [index, { file }] of seals.entries()) {
        if (kept.has(index) || file === newest || ports.isProtected(join(folder, file))) continue;
        await rm(join(folder, file), { force: true });
        await rm(getSealPath(join(folder, file)), { force: true });
      }
    } catch (error) {
      // The new one is there: a copy too many only takes space.
      log.warn({ err: error }, 'backup: deleting old copies failed');
    }
  };

  const run = (by: AuditPerson | null): Promise<Result<BackupSeal, BackupFailureReason>> => {
    if (making) return making;
    const mine = make(by).finally(() => {
      making = null;
      if (isStopping) return;
      plan();
      ports.onChange();
    });
    making = mine;
    ports.onChange();
    return mine;
  };

  const plan = (): void => {
    cancelNext?.();
    cancelNext = null;
    if (isStopping || mayBeginAt === 0) return;
    const wait = Math.max(nextAt(), mayBeginAt) - clock.now();
    cancelNext = clock.after(Math.min(Math.max(0, wait), POLL_INTERVAL_MS), look);
  };

  const look = (): void => {
    if (isStopping) return;
    if (making || clock.now() < nextAt()) {
      plan();
      return;
    }
    run(null).catch((error: unknown) => log.error({ err: error }, 'backup: daily run failed'));
  };

  const failure = (): BackupFailure | null =>
    trouble && { reason: trouble.reason, at: toIsoTime(trouble.at) };

  return {
    trouble: failure,
    getIdentity: () => identity,
    getFolder: () => place().folder,
    getState: async () => {
      const { folder, keep, timeZone } = place();
      const last = readLastBackup(database);
      const seals = await readSeals(ports.keys.now());
      const due = Math.max(nextAt(), mayBeginAt);
      return {
        folder,
        keep,
        isMaking: making !== null,
        last: last && { file: last.file, at: last.at, bytes: last.bytes },
        trouble: failure(),
        nextAt: toIsoTime(due <= clock.now() ? computeNextBackup(clock.now(), timeZone) : due),
        copies: seals?.map(toBackupCopy) ?? null,
      };
    },
    make: async (by) => {
      if (making) return fail({ kind: 'backup', reason: 'under-way' });
      const made = await run(by);
      return made.ok
        ? ok(toBackupCopy(made.value))
        : fail({ kind: 'backup', reason: made.problem });
    },
    seals: async () => {
      const key = await ports.keys.open();
      const seals = key.ok ? await readSeals(key.value) : null;
      if (seals === null) return null;
      return seals.flatMap(({ file, madeAt, audit: { number, digest } }) =>
        digest === null ? [] : [{ backup: file, at: madeAt, number, digest }],
      );
    },
    start: () => {
      mayBeginAt = clock.now() + START_DELAY_MS;
      plan();
    },
    wake: () => {
      if (mayBeginAt !== 0) plan();
    },
    stop: async () => {
      isStopping = true;
      cancelNext?.();
      await making?.catch(() => undefined);
    },
  };
}

function getOrCreateIdentity({
  database,
  newId,
  clock,
  environment,
}: BackupMakerPorts): LedgerIdentity {
  const known = readLedgerIdentity(database);
  if (known) return known;
  const made = { id: newId(), environment };
  database.commit(() => insertLedgerIdentity(database, made, toIsoTime(clock.now())));
  return made;
}

function getFileBytes(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
