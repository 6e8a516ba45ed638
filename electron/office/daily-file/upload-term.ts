import type { Clock, Log, NewId } from '../../platform/index.ts';
import { createTrustedTime, lateFrom } from '../../reconciliation/days/index.ts';
import type { ReconciliationSettings } from '../../reconciliation/index.ts';
import {
  createSchedule,
  createUploads,
  type HostKey,
  type OpenServer,
  pinnedKeyOf,
  type ServerSecrets,
  serversOverSsh,
  UploadFailure,
} from '../../reconciliation/upload/index.ts';
import type { BillPaymentService } from '../../service/index.ts';
import { type ChainDay, chainDayOf } from '../chain-day.ts';
import { isNoLongerElected, type OfficeDatabase } from '../database/index.ts';
import { createChainDays } from './chain-days.ts';
import { noteChainLate } from './chain-late.ts';
import { createChainRecords } from './chain-records.ts';
import { createKeptFiles } from './kept-files.ts';
import { makeChainFile } from './make-chain-file.ts';
import { createWaiting } from './waiting.ts';

export interface TermPorts {
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
  late(): string | null;
  end(): Promise<void>;
}

/** While a day waits for tills, the database was away for a moment, or a person did something. */
const LOOK_EVERY_MS = 15_000;

export function beginUploadTerm(ports: TermPorts, fence: number): UploadTerm {
  const { database, clock, log, settings } = ports;
  const { ask } = database;
  const ending = new AbortController();
  const { signal } = ending;
  const electedAt = clock.uptime();
  const goOn = (): void => {
    if (signal.aborted) throw new UploadFailure('stopped');
  };
  const time = createTrustedTime(clock, ports.service);
  const days = createChainDays({ ask, fence, time, settings });
  const waiting = createWaiting({
    ask,
    waitUntil: ports.waitUntil,
    uploadHour: () => settings().uploadHour,
    sinceElected: () => clock.uptime() - electedAt,
  });
  const files = createKeptFiles({ ...ports, fence });
  const seen: { key: HostKey | null } = { key: null };
  const uploads = createUploads({
    log,
    settings,
    secrets: ports.secrets,
    records: createChainRecords({ ask, fence, holder: ports.holder }),
    files,
    keys: {
      // No person is there to confirm a key: only the one in the process's file is accepted.
      keyTypeOf: (server) => pinnedKeyOf(server)?.keyType ?? null,
      isConfirmed: (server, key) => {
        seen.key = key;
        return pinnedKeyOf(server)?.fingerprint === key.fingerprint;
      },
    },
    openServer: async () => ports.openServer ?? (await serversOverSsh(clock)),
    signal,
    goOn,
    onChange: () => {},
  });

  const dueDays = async (): Promise<ChainDay[]> => {
    // The hour until which tills are waited for is the service's as well, and has to be heard.
    if (waiting.waits().size > 0) await ports.service()?.account();
    const now = time.sure();
    if (now === null) return [];
    const missing = (await days.missing()).filter((row) => Date.parse(row.dueAt) <= now);
    return await waiting.mayGo(missing, now);
  };

  const afterRound = async (): Promise<void> => {
    for (const row of await ask('SELECT chain.unmade_days_v1() AS day')) {
      await makeChainFile(database, chainDayOf(row.day), fence, ports.newId);
    }
    await noteChainLate(database, fence);
    await tell();
  };

  let late: string | null = null;
  let hasFailed = false;
  /** For the status and the owner's screen, in whatever process they are asked for. */
  const tell = async (): Promise<void> => {
    const [oldest] = await days.missing();
    const isLate =
      oldest !== undefined &&
      lateFrom(Date.parse(oldest.dueAt), settings().uploadHour) <= time.now();
    late = isLate ? oldest.day : null;
    const note = {
      holder: ports.holder,
      fence,
      waits: Object.fromEntries(waiting.waits()),
      missingSince: oldest?.day ?? null,
      isLate,
      hostKey: seen.key,
      isTimeSure: schedule.isSure(),
    };
    await ask('SELECT chain.set_note_v1($1, $2)', ['daily-file', JSON.stringify(note)]);
  };

  const schedule = createSchedule({
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
    days: { keepUp: days.keepUp, missing: dueDays },
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
    const [row] = await ask(
      "SELECT max(id) AS id FROM chain.day_acts WHERE by <> 'mostrador chain'",
    );
    const isNew = lastAct !== null && row?.id !== lastAct;
    lastAct = row?.id ?? 0;
    return isNew;
  };

  let cancelLook = (): void => {};
  const lookNow = async (): Promise<void> => {
    if (await hasActed()) return schedule.again();
    const isNeeded = waiting.waits().size > 0 || hasFailed;
    hasFailed = false;
    if (isNeeded) await schedule.check();
  };
  const look = (): void => {
    cancelLook = clock.after(LOOK_EVERY_MS, () => {
      lookNow()
        .catch((error: unknown) => {
          hasFailed = true;
          if (isNoLongerElected(error)) return;
          log.warn({ err: error }, 'what a person decided about a day could not be looked for');
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
    late: () => late,
    end: async () => {
      ending.abort();
      cancelLook();
      await schedule.stop();
    },
  };
}
