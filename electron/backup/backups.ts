import { basename, join } from 'node:path';
import {
  type BackupState,
  type CallOutput,
  type EnvironmentName,
  fail,
  ok,
  type Result,
} from '../../shared/contract/index.ts';
import type { Audit, AuditPerson } from '../audit/index.ts';
import type { Keys } from '../keys/index.ts';
import type { Database } from '../ledger/index.ts';
import { type Clock, isoTime, type Log, type NewId } from '../platform/index.ts';
import { type Backup, createBackup } from './backup.ts';
import { createInspector } from './inspector.ts';
import { type OpenedBackup, withBackup } from './open-backup.ts';
import { type Judged, judge, stageRestore } from './restore.ts';
import { copyOf, isBackupName, readSeal } from './seal.ts';
import { dropStage, readStage, stageFile } from './staged-restore.ts';

/** The backups of the ledger in use, and the restore that takes place at the next start. */
export interface Backups extends Pick<Backup, 'make' | 'trouble' | 'seals' | 'start' | 'wake'> {
  state(): Promise<BackupState>;
  previewRestore(file: string): Promise<Result<CallOutput<'backup.previewRestore'>>>;
  stageRestore(
    file: string,
    insists: boolean,
    by: AuditPerson,
    approvedBy: AuditPerson | null,
  ): Promise<Result<BackupState>>;
  takeBackRestore(by: AuditPerson): Promise<BackupState>;
  /** The ledger may be closed once this has resolved. */
  stop(): Promise<void>;
}

export interface BackupsPorts {
  readonly profileFolder: string;
  /** The folder for copies unless another folder is set. */
  readonly ownFolder: string;
  readonly environment: EnvironmentName;
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly audit: Audit;
  /** Read again at each use. */
  readonly settings: () => {
    readonly folder: string | null;
    readonly keep: number | null;
    readonly timeZone: string;
  };
  readonly applicationVersion: string;
  readonly keys: Pick<Keys, 'open' | 'now' | 'recovery'>;
  /** The settings without secrets, as JSON. */
  readonly carriedSettings: () => string;
  /** `inspect-worker.ts`, or its bundled file. */
  readonly checkWorker: URL;
  readonly onChange: () => void;
}

export function createBackups(ports: BackupsPorts): Backups {
  const { profileFolder, environment, database, clock, log, audit } = ports;
  const inspector = createInspector(ports.checkWorker);
  const staged = stageFile(profileFolder, environment);

  const stageNow = () => {
    try {
      return readStage(staged);
    } catch (error) {
      log.error({ err: error }, 'a restore that was agreed to cannot be read');
      return null;
    }
  };

  const backup = createBackup({
    ...ports,
    inspect: inspector.inspect,
    pack: inspector.pack,
    isNeeded: (file) => stageNow()?.file === basename(file),
  });

  const state = async (): Promise<BackupState> => {
    const stage = stageNow();
    return {
      ...(await backup.state()),
      staged: stage && { file: stage.file, at: stage.at, askedBy: stage.askedBy?.name ?? '' },
    };
  };

  /** What is to be done with a backup of the folder, once all of it was checked and compared. */
  const judged = async <Value>(
    name: string,
    work: (judged: Judged) => Promise<Result<Value>> | Result<Value>,
  ): Promise<Result<Value>> => {
    if (!isBackupName(name)) return fail({ kind: 'restore', reason: 'not-there' });
    const key = await ports.keys.open();
    if (!key.ok) return key;
    const how = { profileFolder, open: inspector.open, dataKey: key.value, recoveryKey: null };
    const look = async (opened: OpenedBackup): Promise<Result<Value>> => {
      const inUse = { environment, ledger: backup.identity().id, database };
      const found = judge(opened, inUse);
      return found.ok ? await work(found.value) : found;
    };
    return await withBackup(join(backup.folder(), name), how, look);
  };

  return {
    make: backup.make,
    trouble: backup.trouble,
    seals: backup.seals,
    start: backup.start,
    wake: backup.wake,
    state,
    previewRestore: (file) =>
      judged(file, async ({ comparison, environment: of, objection }) => {
        const seal = await readSeal(join(backup.folder(), file));
        if (!seal || objection === 'unsealed') {
          return fail({ kind: 'restore', reason: 'not-as-sealed' });
        }
        if (!comparison) return fail({ kind: 'restore', reason: 'cannot-compare' });
        const { peopleApart, paymentsMissing, partedAt, now } = comparison;
        return ok({
          copy: copyOf(seal),
          environment: of,
          objection: comparison.objection,
          peopleApart: [...peopleApart],
          paymentsMissing,
          partedAt,
          unresolvedNow: now.unresolved,
        });
      }),
    stageRestore: (file, insists, by, approvedBy) =>
      judged(file, async (found) => {
        const { objection, comparison } = found;
        if (objection !== null && !insists) return fail({ kind: 'restore', reason: objection });
        const done = await stageRestore(found, {
          file: join(backup.folder(), file),
          profileFolder,
          ledger: database.file,
          id: ports.newId(),
          at: isoTime(clock.now()),
          askedBy: by,
          approvedBy,
          insists,
          inspect: inspector.inspect,
          dataKey: ports.keys.now(),
          // A backup in use is of this very ledger, and so of its data key.
          keepKey: async () => fail({ kind: 'restore', reason: 'other-key' }),
        });
        if (!done.ok) return done;
        const paymentsMissing = comparison?.paymentsMissing ?? null;
        const detail = { backup: file, insists, paymentsMissing };
        audit.note({ kind: 'restore-asked', by, approvedBy, detail });
        ports.onChange();
        return ok(await state());
      }),
    takeBackRestore: async (by) => {
      const stage = stageNow();
      dropStage(staged, database.file, environment);
      if (stage) audit.note({ kind: 'restore-taken-back', by, detail: { backup: stage.file } });
      ports.onChange();
      return await state();
    },
    stop: async () => {
      const stopping = backup.stop();
      await inspector.stop();
      await stopping;
    },
  };
}
