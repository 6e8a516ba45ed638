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
import type { Database } from '../ledger/index.ts';
import { type Clock, isoTime, type Log, type NewId } from '../platform/index.ts';
import { type Backup, createBackup } from './backup.ts';
import { createInspector } from './inspector.ts';
import { inspectBackup, type Judged, judge, stageRestore } from './restore.ts';
import { copyOf, isBackupName, readSeal } from './seal.ts';
import { dropStage, readStage, stageFile } from './stage.ts';

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
    isNeeded: (file) => stageNow()?.file === basename(file),
  });

  const state = async (): Promise<BackupState> => {
    const stage = stageNow();
    return {
      ...(await backup.state()),
      staged: stage && { file: stage.file, at: stage.at, askedBy: stage.askedBy?.name ?? '' },
    };
  };

  const judged = async (name: string): Promise<Result<Judged>> => {
    if (!isBackupName(name)) return fail({ kind: 'restore', reason: 'not-there' });
    const inspected = await inspectBackup(join(backup.folder(), name), inspector.inspect);
    if (!inspected.ok) return inspected;
    return judge(inspected.value, { environment, ledger: backup.identity().id, database });
  };

  return {
    make: backup.make,
    trouble: backup.trouble,
    seals: backup.seals,
    start: backup.start,
    wake: backup.wake,
    state,
    previewRestore: async (file) => {
      const found = await judged(file);
      if (!found.ok) return found;
      const seal = await readSeal(join(backup.folder(), file));
      if (!seal) return fail({ kind: 'restore', reason: 'not-as-sealed' });
      const { comparison, environment: of } = found.value;
      if (!comparison) return fail({ kind: 'restore', reason: 'cannot-compare' });
      const { objection, paymentsMissing, partedAt, now } = comparison;
      return ok({
        copy: copyOf(seal),
        environment: of,
        objection,
        paymentsMissing,
        partedAt,
        unresolvedNow: now.unresolved,
      });
    },
    stageRestore: async (file, insists, by, approvedBy) => {
      const found = await judged(file);
      if (!found.ok) return found;
      const { objection, comparison } = found.value;
      if (objection !== null && !insists) return fail({ kind: 'restore', reason: objection });
      const done = await stageRestore(found.value, {
        file: join(backup.folder(), file),
        profileFolder,
        ledger: database.file,
        id: ports.newId(),
        at: isoTime(clock.now()),
        askedBy: by,
        approvedBy,
        insists,
        inspect: inspector.inspect,
      });
      if (!done.ok) return done;
      const paymentsMissing = comparison?.paymentsMissing ?? null;
      const detail = { backup: file, insists, paymentsMissing };
      audit.note({ kind: 'restore-asked', by, approvedBy, detail });
      ports.onChange();
      return ok(await state());
    },
    takeBackRestore: async (by) => {
      const stage = stageNow();
      dropStage(staged, database.file);
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
