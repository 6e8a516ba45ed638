import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EnvironmentName } from '../../../../shared/contract/index.ts';
import type { ReconciliationSettings } from '../../../back-office/reconciliation/index.ts';
import type {
  OpenUploadServer,
  ServerSecrets,
} from '../../../back-office/reconciliation/upload/index.ts';
import { type Clock, createUuid, type Log } from '../../../platform/index.ts';
import type { BillPaymentService } from '../../../service/index.ts';
import type { ChainConnection, ChainResult } from '../../client/index.ts';
import { startDailyComparison } from '../comparison/index.ts';
import type { ChainServerServiceStatus } from '../config/index.ts';
import { openChainServerDatabase } from '../database/index.ts';
import { startRepeatingTask } from '../repeated-work.ts';
import { startNoticeClaimTask, startRetentionTask } from '../retention/index.ts';
import {
  createJournalGuard,
  type JournalChoices,
  openUploadJournal,
} from '../upload-journal/index.ts';
import type { DailyFileSettings } from './daily-file-settings.ts';
import { createElection, type ElectedTerm } from './election.ts';
import { startUploadTerm, type UploadTerm } from './upload-term.ts';

export interface DailyFileServicePorts {
  /** Connects with the maker's login; `deadlineMs` is the timeout of each query. */
  readonly connect: (options: {
    readonly deadlineMs: number;
  }) => Promise<ChainResult<ChainConnection>>;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: () => ReconciliationSettings;
  readonly secrets: () => Promise<ServerSecrets | null>;
  readonly dailyFile: DailyFileSettings;
  /** The environment of the configuration; null if it names none. */
  readonly environment: EnvironmentName | null;
  readonly journal: {
    /** The folder of the journal of uploads. */
    readonly folder: string;
    readonly choices: JournalChoices;
    /** Asks the person who started the process; null if nobody is there. */
    readonly confirm: ((question: string) => Promise<boolean>) | null;
  };
  /**
   * Null without keys of the service: then nothing is compared, and this computer's clock is used.
   */
  readonly service: () => BillPaymentService | null;
  /** For tests; default 15 seconds, and ssh2 over the network. */
  readonly leaseSeconds?: number;
  readonly openUploadServer?: OpenUploadServer;
}

export interface DailyFileService {
  readonly name: string;
  start(): Promise<RunningDailyFileService>;
}

export interface RunningDailyFileService {
  stop(): Promise<void>;
  getStatus(): ChainServerServiceStatus;
  /** Runs everything that is due now; for tests. False if another process is elected. */
  runDueWorkNow(): Promise<boolean>;
}

const LEASE_SECONDS = 15;
/**
 * A lease that is not renewed by then may belong to another process: a query for it waits no
 * longer.
 */
const LEASE_QUERY_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 120_000;
/** After an upload by another process, this one's journal knows it within this time. */
const JOURNAL_CHECK_INTERVAL_MS = 60_000;

/**
 * The maker of the daily file, the comparison and the retention run in the elected process only;
 * every other process stands by.
 */
export function createDailyFileService(ports: DailyFileServicePorts): DailyFileService {
  return { name: 'daily-file', start: () => startDailyFile(ports) };
}

async function startDailyFile(ports: DailyFileServicePorts): Promise<RunningDailyFileService> {
  const { clock, log, dailyFile } = ports;
  const database = openChainServerDatabase(() => ports.connect({ deadlineMs: QUERY_TIMEOUT_MS }));
  const journal = createJournalGuard({
    journal: openUploadJournal(ports.journal.folder),
    query: database.query,
    choices: ports.journal.choices,
    environment: ports.environment,
  });
  if (ports.settings().isUploading) {
    try {
      await journal.checkAtStart(ports.journal.confirm);
    } catch (error) {
      await database.end();
      throw error;
    }
  }
  const folder = await mkdtemp(join(tmpdir(), 'mostrador-chain-'));
  const retentionDatabase = openChainServerDatabase(() =>
    ports.connect({ deadlineMs: QUERY_TIMEOUT_MS }),
  );
  const noticeDatabase = openChainServerDatabase(() =>
    ports.connect({ deadlineMs: QUERY_TIMEOUT_MS }),
  );
  const leases = openChainServerDatabase(() =>
    ports.connect({ deadlineMs: LEASE_QUERY_TIMEOUT_MS }),
  );
  const holder = `${hostname()} ${process.pid} ${createUuid().slice(0, 8)}`;
  let current: { readonly upload: UploadTerm; readonly checks: (() => Promise<void>)[] } | null =
    null;

  const startTerm = (fencingToken: number): ElectedTerm => {
    const upload = startUploadTerm(
      {
        ...ports,
        database,
        createId: createUuid,
        holder,
        folder,
        waitUntil: dailyFile.waitUntil,
        journal,
      },
      fencingToken,
    );
    const otherWork = [
      startDailyComparison(
        { ...ports, database, pagesAnHour: dailyFile.pagesAnHour },
        fencingToken,
      ),
      startRetentionTask(
        { clock, log, database: retentionDatabase, limits: dailyFile.retention },
        fencingToken,
      ),
      startNoticeClaimTask({ clock, log, database: noticeDatabase }),
    ];
    const term = { upload, checks: otherWork.map((work) => work.runNow) };
    current = term;
    return {
      end: async () => {
        if (current === term) current = null;
        await Promise.all([upload.end(), ...otherWork.map((work) => work.stop())]);
      },
    };
  };
  const election = createElection({
    query: leases.query,
    clock,
    log,
    holder,
    leaseSeconds: ports.leaseSeconds ?? LEASE_SECONDS,
    startTerm,
  });
  election.start();
  const journalTask = startRepeatingTask({
    clock,
    intervalMs: JOURNAL_CHECK_INTERVAL_MS,
    runOnce: async () => {
      if (ports.settings().isUploading) await journal.check();
    },
    // The check before each upload reports it.
    onFailure: () => {},
  });

  return {
    getStatus: () => {
      const lateDay = current?.upload.getLateDay() ?? null;
      if (election.isDatabaseUnreachable()) {
        const text =
          'The database of the chain cannot be reached, and the daily file waits for it. Check the database.';
        return { level: 'yellow', text };
      }
      const journalProblem = journal.getProblem();
      if (journalProblem !== null) return { level: 'red', text: journalProblem };
      if (lateDay !== null)
        return {
          level: 'red',
          text: `The daily file of ${lateDay} is late. Run chain status for the reason.`,
        };
      const isElected = election.getFence() !== null;
      const text = isElected
        ? 'This process creates the daily file.'
        : 'Another process creates the daily file; this one is on standby.';
      return { level: 'green', text };
    },
    runDueWorkNow: async () => {
      if (current === null) return false;
      const { upload, checks } = current;
      await upload.uploadDueFiles();
      for (const runCheck of checks) await runCheck();
      return true;
    },
    stop: async () => {
      await Promise.all([election.stop(), journalTask.stop()]);
      await Promise.all(
        [database, retentionDatabase, noticeDatabase, leases].map((opened) => opened.end()),
      );
      await rm(folder, { recursive: true, force: true });
    },
  };
}
