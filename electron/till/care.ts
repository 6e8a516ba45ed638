import { statSync } from 'node:fs';
import { release, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import {
  type BackupState,
  type CallOutput,
  fail,
  ok,
  type Result,
} from '../../shared/contract/index.ts';
import type { Audit, AuditPerson } from '../audit/index.ts';
import {
  type Backup,
  copyOf,
  createBackup,
  createInspector,
  dropStage,
  inspectBackup,
  isBackupName,
  type Judged,
  judge,
  ledgerExtent,
  readSeal,
  readStage,
  stageFile,
  stageRestore,
} from '../backup/index.ts';
import {
  createDiagnostics,
  type Diagnostics,
  printJobsByState,
  type Section,
  tableSizes,
} from '../diagnostics/index.ts';
import type { Database } from '../ledger/index.ts';
import { type Clock, isoTime, type Log, type NewId } from '../platform/index.ts';
import type { TillSettings } from '../settings/index.ts';
import { backupsFolder, exportsFolder, logsFolder } from './paths.ts';

/** What keeps a till's ledger safe, and tells the help line how it stands. */
export interface Care {
  readonly backup: Backup;
  readonly diagnostics: Diagnostics;
  backups(): Promise<BackupState>;
  previewRestore(file: string): Promise<Result<CallOutput<'care.previewRestore'>>>;
  stageRestore(
    file: string,
    insists: boolean,
    by: AuditPerson,
    approvedBy: AuditPerson | null,
  ): Promise<Result<BackupState>>;
  takeBackRestore(by: AuditPerson): Promise<BackupState>;
  stop(): Promise<void>;
}

export interface CarePorts {
  readonly profileFolder: string;
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly audit: Audit;
  /** Read anew at each use. */
  readonly settings: () => TillSettings;
  readonly applicationVersion: string;
  readonly checkWorker: URL;
  /** How the till's other parts stand: a file of the zip for each. */
  readonly sections: Readonly<Record<string, Section>>;
  readonly secrets: () => Promise<readonly string[]>;
  readonly onChange: () => void;
}

export function createCare(ports: CarePorts): Care {
  const { profileFolder, database, clock, log, audit } = ports;
  const { environment } = ports.settings();
  const inspector = createInspector(ports.checkWorker);
  const staged = stageFile(profileFolder, environment);

  const backup = createBackup({
    database,
    clock,
    newId: ports.newId,
    log,
    audit,
    environment,
    ownFolder: backupsFolder(profileFolder),
    settings: () => {
      const { backup: set, timeZone } = ports.settings();
      return { folder: set?.folder ?? null, keep: set?.keep ?? null, timeZone };
    },
    applicationVersion: ports.applicationVersion,
    inspect: inspector.inspect,
    isNeeded: (file) => stageNow()?.file === basename(file),
    onChange: ports.onChange,
  });

  const stageNow = () => {
    try {
      return readStage(staged);
    } catch (error) {
      log.error({ err: error }, 'a restore that was agreed to cannot be read');
      return null;
    }
  };

  const backups = async (): Promise<BackupState> => {
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

  const diagnostics = createDiagnostics({
    clock,
    audit,
    folder: exportsFolder(profileFolder),
    logFolder: logsFolder(profileFolder),
    sections: {
      about: () => ({
        mostrador: ports.applicationVersion,
        node: process.versions.node,
        electron: process.versions.electron ?? null,
        sqlite: process.versions.sqlite ?? null,
        system: `${process.platform} ${process.arch} ${release()}`,
        memoryMegabytes: Math.round(totalmem() / 1_048_576),
        upSeconds: Math.round(process.uptime()),
        at: isoTime(clock.now()),
        environment,
      }),
      ledger: () => ({
        file: basename(database.file),
        bytes: sizeOf(database.file),
        journalBytes: sizeOf(`${database.file}-wal`),
        tables: tableSizes(database),
        // The full check belongs to the backup: how its last one went stands in backups.json.
        ...(sizeOf(database.file) < SMALL_ENOUGH ? { holds: ledgerExtent(database) } : {}),
      }),
      backups,
      paper: () => ({ lastJobs: printJobsByState(database, 1000) }),
      ...ports.sections,
    },
    secrets: ports.secrets,
  });

  return {
    backup,
    diagnostics,
    backups,
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
      return ok(await backups());
    },
    takeBackRestore: async (by) => {
      const stage = stageNow();
      dropStage(staged, database.file);
      if (stage) audit.note({ kind: 'restore-taken-back', by, detail: { backup: stage.file } });
      ports.onChange();
      return await backups();
    },
    stop: async () => {
      const stopping = backup.stop();
      await inspector.stop();
      await stopping;
    },
  };
}

/** Counting all of a larger one would make a payment wait. */
const SMALL_ENOUGH = 64 * 1024 * 1024;

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
