import {
  type CallOutput,
  type CallReceived,
  type DailyFileState,
  type DayComparison,
  type DayDetail,
  fail,
  ok,
  type Result,
} from '../../shared/contract/index.ts';
import { dayOf } from '../../shared/dates/index.ts';
import { createComparisons } from './comparison/index.ts';
import { createDayActs, type DayActs } from './day-acts.ts';
import {
  createDays,
  createTrustedTime,
  missingDays,
  owesBeforeChain,
  rangeOf,
  resolvedDays,
  takenInOf,
} from './days/index.ts';
import { createFiles, createLedgerSource, drpList } from './file/index.ts';
import type { Actor, ReconciliationPorts } from './ports.ts';
import { createRunning } from './running-work.ts';
import { createStanding, type MissingDays } from './standing.ts';
import {
  createLedgerRecords,
  createPinnedKeys,
  createSchedule,
  createUploads,
  serversOverSsh,
  tryServer,
} from './upload/index.ts';
import { createDueUpload, type DueReport } from './upload-due.ts';
import { type ServerAddress, type ServerSecrets, UploadFailure } from './upload-server.ts';
import { createViews } from './views.ts';

export interface Reconciliation extends DayActs {
  state(): DailyFileState;
  days(before: string | null): CallOutput<'reconciliation.days'>;
  day(input: CallReceived<'reconciliation.day'>): Promise<Result<DayDetail>>;
  preview(
    input: CallReceived<'reconciliation.preview'>,
  ): Promise<Result<CallOutput<'reconciliation.preview'>>>;
  compare(input: CallReceived<'reconciliation.compare'>): Promise<Result<DayComparison>>;
  checkServer(): Promise<Result<DailyFileState>>;
  /** Tests a server before it is set; uploads nothing, and keeps the key that it showed. */
  tryServer(
    server: ServerAddress,
    secrets: ServerSecrets,
  ): Promise<Result<{ readonly fingerprint: string }>>;
  confirmHostKey(
    input: CallReceived<'reconciliation.confirmHostKey'>,
    by: Actor,
  ): Result<DailyFileState>;
  drp(input: CallReceived<'reconciliation.drp'>): Promise<Result<CallOutput<'reconciliation.drp'>>>;
  /** For the status line; null if this till does not upload. */
  missing(): MissingDays | null;
  /**
   * Where the files of this till end and those of its chain begin; null until that is known, and
   * without a chain. `handsIn`: it uploaded its own until now.
   */
  handover(): { readonly day: string; readonly second: number; readonly handsIn: boolean } | null;
  /** The chain says from which day on it makes the file. */
  setChainFrom(day: string): void;
  /** Compares the business day of that second, because something of it was found to be otherwise. */
  compareAt(second: number): Promise<Result<DayComparison>>;
  /** Waits for the files that are due to be in, and says what became of them; `upload-due.ts`. */
  uploadDue(tryForMs: number): Promise<DueReport>;
  /** Starts uploading what is due, without a person. */
  start(): void;
  /** The machine woke up, or a setting changed: checks again what is due. */
  wake(): void;
  /** The service has answered, and its answer told the time. */
  heard(): void;
  /** Resolves when all that is due now is done; for tests. */
  check(): Promise<void>;
  /** Ends what is running; resolves once nothing uses the ledger any longer. */
  stop(): Promise<void>;
}

/** Days of one page. */
const PAGE = 31;

export function createReconciliation(given: ReconciliationPorts): Reconciliation {
  const { database, clock } = given;
  const configured = given.settings;
  /** A till that entered a chain uploads as long as it owes days from before. */
  const settings = (): ReturnType<typeof configured> => {
    const now = configured();
    return { ...now, uploads: now.isOfChain ? owesBeforeChain(database) : now.uploads };
  };
  const ports = { ...given, settings };
  const ending = new AbortController();
  const { signal } = ending;
  const goOn = (): void => {
    if (signal.aborted) throw new UploadFailure('stopped');
  };
  const source = ports.source ?? createLedgerSource(database);
  const time = createTrustedTime(clock, ports.service);
  const days = createDays({ database, settings: configured, time });
  const keys = createPinnedKeys(ports);
  const shared = { ...ports, source, signal, goOn, days };
  const comparisons = createComparisons(shared);
  const files = createFiles(shared);
  const openServer = async () => ports.openServer ?? (await serversOverSsh(clock, ports.deadlines));
  const records = createLedgerRecords({ ...shared, comparisons });
  const uploads = createUploads({ ...shared, records, files, keys, openServer });
  /** Of which days something turned out paid is written where it does, however late. */
  const noteLate = async (of: string | null): Promise<void> => {
    for (const resolved of resolvedDays(database)) {
      if (of !== null && of !== resolved.day) continue;
      await files.noteLate(resolved.day, resolved).catch((error: unknown) => {
        goOn();
        // It stays marked, and the other days are still handled.
        ports.log.error({ err: error, day: resolved.day }, 'what turned out paid is not listed');
      });
    }
  };
  const schedule = createSchedule({
    ...shared,
    days: { keepUp: days.keepUp, missing: () => missingDays(database) },
    time,
    uploads,
    askTime: async () => {
      await ports.service()?.account();
    },
    afterRound: () => noteLate(null),
    onChange: () => ports.onChange(null),
    isStopped: () => signal.aborted,
  });
  const views = createViews({
    ...shared,
    time,
    comparisons,
    uploading: uploads.uploading,
    nextAttemptAt: schedule.nextAttemptAt,
  });

  const running = createRunning(clock);
  const { tracked } = running;
  const acts = createDayActs(ports, {
    tracked,
    source,
    days,
    files,
    uploads,
    schedule,
    comparisons,
    posNumber: () => settings().posNumber ?? '',
    viewOf: (day) => views.day(days.read(day)),
  });

  const compare: Reconciliation['compare'] = ({ day }) =>
    tracked(async () => {
      const compared = await comparisons.compare(days.read(day));
      await files.noteLate(day, null);
      return compared.problem === null ? ok(compared) : fail(compared.problem);
    });

  const { state, missing } = createStanding({ database, settings, time, days, keys, uploads });

  return {
    state,
    days: (before) => {
      days.keepUp();
      const { rows, next } = days.page(before, PAGE);
      return { days: rows.map(views.day), next };
    },
    ...acts,
    day: ({ day }) =>
      tracked(async () => {
        await noteLate(day);
        const row = days.read(day);
        return ok({
          day: views.day(row),
          comparison: comparisons.last(day),
          ownDifferences: views.ownDifferences(row),
          takenIn: takenInOf(database, row),
          attempts: views.attempts(day),
        });
      }),
    preview: ({ day }) => tracked(() => files.preview(days.read(day))),
    compare,
    compareAt: (second) => compare({ day: dayOf(second * 1000, configured().timeZone) }),
    checkServer: () =>
      tracked(async () => {
        const checked = await uploads.check();
        return checked.ok ? ok(state()) : checked;
      }),
    tryServer: (server, secrets) =>
      tracked(() => tryServer({ keys, openServer, signal }, server, secrets)),
    confirmHostKey: ({ fingerprint }, by) => {
      const { server } = settings();
      if (server === null) return fail({ kind: 'upload', reason: 'not-set', fingerprint: null });
      const confirmed = keys.confirm(server, fingerprint, by);
      if (!confirmed.ok) return confirmed;
      schedule.again();
      return ok(state());
    },
    drp: ({ day }) => tracked(async () => ok(await drpList(source, days.read(day)))),
    missing,
    handover: () => {
      days.keepUp();
      const day = days.chainFrom();
      if (day === null) return null;
      const { since: second } = rangeOf(day, configured().timeZone);
      return { day, second, handsIn: days.since() !== null };
    },
    setChainFrom: (day) => {
      days.setChainFrom(day);
      ports.onChange(null);
    },
    uploadDue: createDueUpload({
      ...ports,
      time,
      schedule,
      uploads,
      isStopped: () => signal.aborted,
    }),
    start: schedule.start,
    wake: schedule.again,
    heard: schedule.heard,
    check: schedule.check,
    stop: async () => {
      ending.abort();
      await running.ended(schedule.stop());
    },
  };
}
