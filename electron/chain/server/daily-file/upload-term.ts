import {
  computeLateFrom,
  createTrustedTime,
} from '../../../back-office/reconciliation/days/index.ts';
import type { ReconciliationSettings } from '../../../back-office/reconciliation/index.ts';
import {
  createUploader,
  createUploadSchedule,
  type HostKey,
  loadSshServer,
  type OpenServer,
  parsePinnedKey,
  type ServerSecrets,
  UploadFailure,
} from '../../../back-office/reconciliation/upload/index.ts';
import type { Clock, Log, NewId } from '../../../platform/index.ts';
import type { BillPaymentService } from '../../../service/index.ts';
import { type ChainDay, parseChainDay } from '../chain-day.ts';
import { isNoLongerElected, type OfficeDatabase } from '../database/index.ts';
import { createChainDays } from './chain-days.ts';
import { createChainRecords } from './chain-records.ts';
import { createChainFile } from './create-chain-file.ts';
import { recordLatePayments } from './late-payments.ts';
import { createStoredFiles } from './stored-files.ts';
import { createTillWaitPolicy } from './till-wait-policy.ts';

export interface UploadTermPorts {
  readonly database: OfficeDatabase;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: NewId;
  readonly holder: string;
  readonly settings: () => ReconciliationSettings;
  readonly secrets: () => Promise<ServerSecrets | null>;
  readonly waitUntil: string;
  /** Null if the process has no keys of the service. */
  readonly service: () => BillPaymentService | null;
  /** For copies that are sent. */
  readonly folder: string;
  /** Over ssh2 if left out. */
  readonly openServer?: OpenServer;
}

/** The making and the upload of the files, while this process is the elected one. */
export interface UploadTerm {
  /** Looks now at what is due, and resolves when it is done; for tests. */
  check(): Promise<void>;
  /** Whether it is certain by the service's time that this moment has passed. */
  hasPassed(moment: string): boolean;
  /** The oldest day whose file is late; null if none is. */
  getLateDay(): string | null;
  end(): Promise<void>;
}

/** While a day waits for tills, the database was away for a moment, or a person did something. */
const POLL_INTERVAL_MS = 15_000;

export function startUploadTerm(ports: UploadTermPorts, fence: number): UploadTerm {
  const { database, clock, log, settings } = ports;
  const { query } = database;
  const ending = new AbortController();
  const { signal } = ending;
  const electedAt = clock.uptime();
  const goOn = (): void => {
    if (signal.aborted) throw new UploadFailure('stopped');
  };
  const time = createTrustedTime(clock, ports.service);
  const days = createChainDays({ ask: query, fence, time, settings });
  const waiting = createTillWaitPolicy({
    ask: query,
    waitUntil: ports.waitUntil,
    uploadHour: () => settings().uploadHour,
    sinceElected: () => clock.uptime() - electedAt,
  });
  const files = createStoredFiles({ ...ports, fence });
  const seen: { key: HostKey | null } = { key: null };
  const uploads = createUploader({
    log,
    settings,
    secrets: ports.secrets,
    records: createChainRecords({ ask: query, fence, holder: ports.holder }),
    files,
    keys: {
      // No person is there to confirm a key: only the one in the process's file is accepted.
      keyTypeOf: (server) => parsePinnedKey(server)?.keyType ?? null,
      isConfirmed: (server, key) => {
        seen.key = key;
        return parsePinnedKey(server)?.fingerprint === key.fingerprint;
      },
    },
    openServer: async () => ports.openServer ?? (await loadSshServer(clock)),
    signal,
    goOn,
    onChange: () => {},
  });

  const dueDays = async (): Promise<ChainDay[]> => {
    // The hour until which tills are waited for is the service's as well, and has to be heard.
    if (waiting.getAwaitedTills().size > 0) await ports.service()?.account();
    const now = time.getCertainTime();
    if (now === null) return [];
    const missing = (await days.listMissing()).filter((row) => Date.parse(row.dueAt) <= now);
    return await waiting.selectReady(missing, now);
  };

  const afterRound = async (): Promise<void> => {
    for (const row of await query('SELECT chain.unmade_days_v1() AS day')) {
      await createChainFile(database, parseChainDay(row.day), fence, ports.newId);
    }
    await recordLatePayments(database, fence);
    await tell();
  };

  let late: string | null = null;
  let hasFailed = false;
  /** For the status and the owner's screen, in whatever process they are asked for. */
  const tell = async (): Promise<void> => {
    const [oldest] = await days.listMissing();
    const isLate =
      oldest !== undefined &&
      computeLateFrom(Date.parse(oldest.dueAt), settings().uploadHour) <= time.now();
    late = isLate ? oldest.day : null;
    const note = {
      holder: ports.holder,
      fence,
      waits: Object.fromEntries(waiting.getAwaitedTills()),
      missingSince: oldest?.day ?? null,
      isLate,
      hostKey: seen.key,
      isTimeSure: schedule.isTimeCertain(),
    };
    await query('SELECT chain.set_note_v1($1, $2)', ['daily-file', JSON.stringify(note)]);
  };

  const schedule = createUploadSchedule({
    clock,
    log: {
      ...log,
      error: (fields, message) => {
        hasFailed = true;
        // Whoever was replaced has nothing to report: the database refused it.
        if (isNoLongerElected({ err: null, ...fields }.err)) return;
        log.error(fields, message);
      },
    },
    settings,
    days: { keepUp: days.recordEndedDays, missing: dueDays },
    time,
    uploads,
    askTime: async () => {
      await ports.service()?.account();
    },
    afterRound,
    onChange: () => {},
    isStopped: () => signal.aborted,
  });

  /** A person decided something about a day: nothing that failed is waited for any longer. */
  let lastAct: unknown = null;
  const hasActed = async (): Promise<boolean> => {
    const [row] = await query(
      "SELECT max(id) AS id FROM chain.day_acts WHERE by <> 'mostrador chain'",
    );
    const isNew = lastAct !== null && row?.id !== lastAct;
    lastAct = row?.id ?? 0;
    return isNew;
  };

  let cancelLook = (): void => {};
  const lookNow = async (): Promise<void> => {
    if (await hasActed()) return schedule.resetBackoff();
    const isNeeded = waiting.getAwaitedTills().size > 0 || hasFailed;
    hasFailed = false;
    if (isNeeded) await schedule.check();
  };
  const look = (): void => {
    cancelLook = clock.after(POLL_INTERVAL_MS, () => {
      lookNow()
        .catch((error: unknown) => {
          hasFailed = true;
          if (isNoLongerElected(error)) return;
          log.warn({ err: error }, 'daily-file: polling day actions failed');
        })
        .finally(() => {
          if (!signal.aborted) look();
        });
    });
  };
  schedule.start();
  look();

  return {
    check: schedule.check,
    hasPassed: schedule.hasPassed,
    getLateDay: () => late,
    end: async () => {
      ending.abort();
      cancelLook();
      await schedule.stop();
    },
  };
}
