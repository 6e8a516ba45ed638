import {
  computeUploadLateAt,
  createTrustedTime,
} from '../../../back-office/reconciliation/days/index.ts';
import type { ReconciliationSettings } from '../../../back-office/reconciliation/index.ts';
import {
  createUploader,
  createUploadSchedule,
  type HostKey,
  loadSftpConnector,
  type OpenUploadServer,
  parsePinnedHostKey,
  type ServerSecrets,
  UploadFailure,
} from '../../../back-office/reconciliation/upload/index.ts';
import type { Clock, CreateId, Log } from '../../../platform/index.ts';
import type { BillPaymentService } from '../../../service/index.ts';
import { type ChainDay, parseChainDay } from '../chain-day.ts';
import { type ChainServerDatabase, isNoLongerElectedError } from '../database/index.ts';
import type { JournalGuard } from '../upload-journal/index.ts';
import { applyUploadJournal } from './apply-upload-journal.ts';
import { createChainDays } from './chain-days.ts';
import { createChainUploadRecords } from './chain-records.ts';
import { createAndStoreChainDailyFile } from './create-chain-file.ts';
import { recordLatePayments } from './late-payments.ts';
import { createDailyFileStorage } from './stored-files.ts';
import { createTillWaitPolicy } from './till-wait-policy.ts';

export interface UploadTermPorts {
  readonly database: ChainServerDatabase;
  readonly clock: Clock;
  readonly log: Log;
  readonly createId: CreateId;
  readonly holder: string;
  readonly settings: () => ReconciliationSettings;
  readonly secrets: () => Promise<ServerSecrets | null>;
  readonly waitUntil: string;
  /** Null if the process has no keys of the service. */
  readonly service: () => BillPaymentService | null;
  /** The folder of the copies that are sent. */
  readonly folder: string;
  readonly journal: JournalGuard;
  /** Default: ssh2. */
  readonly openUploadServer?: OpenUploadServer;
}

/** Makes and uploads the files while this process is elected. */
export interface UploadTerm {
  /** Checks what is due now, and resolves when it is done; for tests. */
  uploadDueFiles(): Promise<void>;
  /** Whether this time has certainly passed by the service's clock. */
  hasPassed(moment: string): boolean;
  /** The oldest day whose file is late; null if none is. */
  getLateDay(): string | null;
  end(): Promise<void>;
}

/** The poll interval while a day waits for tills, after a failure, and for actions of a person. */
const POLL_INTERVAL_MS = 15_000;

export function startUploadTerm(ports: UploadTermPorts, fencingToken: number): UploadTerm {
  const { database, clock, log, settings } = ports;
  const { query } = database;
  const abortController = new AbortController();
  const { signal } = abortController;
  const electedAt = clock.uptime();
  const throwIfStopped = (): void => {
    if (signal.aborted) throw new UploadFailure('stopped');
  };
  const time = createTrustedTime(clock, ports.service);
  const days = createChainDays({ query, fencingToken, time, settings });
  const tillWaitPolicy = createTillWaitPolicy({
    query,
    waitUntil: ports.waitUntil,
    uploadHour: () => settings().uploadHour,
    getMsSinceElection: () => clock.uptime() - electedAt,
  });
  const files = createDailyFileStorage({ ...ports, fencingToken });
  const serverKey: { key: HostKey | null } = { key: null };
  const uploads = createUploader({
    log,
    settings,
    secrets: ports.secrets,
    records: createChainUploadRecords({ ...ports, query, fencingToken, now: time.now }),
    files,
    keys: {
      // No person is present to confirm a key: only the key of the configuration is accepted.
      getKeyType: (server) => parsePinnedHostKey(server)?.keyType ?? null,
      isConfirmed: (server, key) => {
        serverKey.key = key;
        return parsePinnedHostKey(server)?.fingerprint === key.fingerprint;
      },
    },
    openUploadServer: async () => ports.openUploadServer ?? (await loadSftpConnector(clock)),
    signal,
    throwIfStopped,
    onChange: () => {},
  });

  const listReadyDays = async (): Promise<ChainDay[]> => {
    if (!(await applyUploadJournal(ports.journal, query, fencingToken, log))) return [];
    // The end of the wait is by the service's clock, so its time must be requested.
    if (tillWaitPolicy.getAwaitedTills().size > 0) await ports.service()?.readAccount();
    const now = time.getServiceConfirmedTime();
    if (now === null) return [];
    const missing = (await days.listMissingDays()).filter((row) => Date.parse(row.dueAt) <= now);
    return await tillWaitPolicy.selectDaysToSend(missing, now);
  };

  const makeOutstandingFiles = async (): Promise<void> => {
    for (const row of await query('SELECT chain.unmade_days_v1() AS day')) {
      const day = parseChainDay(row.day);
      // After a restore the tills send their payments again; made earlier, the file would lack them.
      if (await tillWaitPolicy.hasToWaitAfterRestore(day)) continue;
      await createAndStoreChainDailyFile(database, day, fencingToken, ports.createId);
    }
    await recordLatePayments(database, fencingToken);
    await saveNote();
  };

  let lateDay: string | null = null;
  let hasFailed = false;
  /** Saves the note for the status and the owner's screen, which other processes read. */
  const saveNote = async (): Promise<void> => {
    const [oldest] = await days.listMissingDays();
    const isLate =
      oldest !== undefined &&
      computeUploadLateAt(Date.parse(oldest.dueAt), settings().uploadHour) <= time.now();
    lateDay = isLate ? oldest.day : null;
    const note = {
      holder: ports.holder,
      fencingToken,
      waits: Object.fromEntries(tillWaitPolicy.getAwaitedTills()),
      missingSince: oldest?.day ?? null,
      isLate,
      hostKey: serverKey.key,
      isTimeSure: schedule.isTimeCertain(),
      journalProblem: ports.journal.getProblem(),
    };
    await query('SELECT chain.set_note_v1($1, $2)', ['daily-file', JSON.stringify(note)]);
  };

  const schedule = createUploadSchedule({
    clock,
    log: {
      ...log,
      error: (fields, message) => {
        hasFailed = true;
        // A replaced process reports no failure: the database rejected its changes.
        if (isNoLongerElectedError({ err: null, ...fields }.err)) return;
        log.error(fields, message);
      },
    },
    settings,
    days: { recordEndedDays: days.recordEndedDays, missing: listReadyDays },
    time,
    uploads,
    askTime: async () => {
      await ports.service()?.readAccount();
    },
    afterCheck: makeOutstandingFiles,
    onChange: () => {},
    isStopped: () => signal.aborted,
  });

  /** A person acted on a day: the retry delay of failed uploads is reset. */
  let lastActionId: unknown = null;
  const hasNewAction = async (): Promise<boolean> => {
    const [row] = await query(
      "SELECT max(id) AS id FROM chain.day_acts WHERE by <> 'mostrador chain'",
    );
    const isNew = lastActionId !== null && row?.id !== lastActionId;
    lastActionId = row?.id ?? 0;
    return isNew;
  };

  let cancelPoll = (): void => {};
  const poll = async (): Promise<void> => {
    if (await hasNewAction()) return schedule.resetBackoff();
    const isNeeded = tillWaitPolicy.getAwaitedTills().size > 0 || hasFailed;
    hasFailed = false;
    if (isNeeded) await schedule.check();
  };
  const schedulePoll = (): void => {
    cancelPoll = clock.after(POLL_INTERVAL_MS, () => {
      poll()
        .catch((error: unknown) => {
          hasFailed = true;
          if (isNoLongerElectedError(error)) return;
          log.warn({ err: error }, 'daily-file: polling day actions failed');
        })
        .finally(() => {
          if (!signal.aborted) schedulePoll();
        });
    });
  };
  schedule.start();
  schedulePoll();

  return {
    uploadDueFiles: schedule.check,
    hasPassed: schedule.hasPassed,
    getLateDay: () => lateDay,
    end: async () => {
      abortController.abort();
      cancelPoll();
      await schedule.stop();
    },
  };
}
