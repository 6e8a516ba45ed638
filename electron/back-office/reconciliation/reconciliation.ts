import {
  type CallOutput,
  type CallReceived,
  type DailyFileState,
  type DayComparison,
  type DayDetail,
  fail,
  ok,
  type Result,
} from '../../../shared/contract/index.ts';
import { toDay } from '../../../shared/dates/index.ts';
import { createComparisons } from './comparison/index.ts';
import { createDayActions, type DayActions } from './day-actions.ts';
import { createDayStatus, type MissingDays } from './day-status.ts';
import { createDayViews } from './day-views.ts';
import {
  createBusinessDays,
  createTrustedTime,
  hasFilesDueBeforeChain,
  listAdoptionDecisions,
  listMissingDays,
  listResolvedDays,
  toDayRange,
} from './days/index.ts';
import { createDueUploader, type DueReport } from './due-upload.ts';
import { createDayFiles, createLedgerSource, listDrpTransactions } from './file/index.ts';
import type { Actor, ReconciliationPorts } from './ports.ts';
import { createRunningWork } from './running-work.ts';
import {
  createLedgerRecords,
  createPinnedKeys,
  createUploader,
  createUploadSchedule,
  loadSshServer,
  tryServer,
} from './upload/index.ts';
import { type ServerAddress, type ServerSecrets, UploadFailure } from './upload-server.ts';

export interface Reconciliation extends DayActions {
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
  getMissingDays(): MissingDays | null;
  /**
   * Where the files of this till end and those of its chain begin; null until that is known, and
   * without a chain. `handsIn`: it uploaded its own until now.
   */
  handover(): { readonly day: string; readonly second: number; readonly handsIn: boolean } | null;
  /** The chain says from which day on it makes the file. */
  setChainFrom(day: string): void;
  /** Compares the business day of that second, because something of it was found to be otherwise. */
  compareAt(second: number): Promise<Result<DayComparison>>;
  /** Waits for the files that are due to be in, and says what became of them; `due-upload.ts`. */
  uploadDue(tryForMs: number): Promise<DueReport>;
  /** Starts uploading what is due, without a person. */
  start(): void;
  /** The machine woke up, or a setting changed: checks again what is due. */
  wake(): void;
  /** The service has answered, and its answer told the time. */
  onServiceAnswered(): void;
  /** Resolves when all that is due now is done; for tests. */
  checkDue(): Promise<void>;
  /** Ends what is running; resolves once nothing uses the ledger any longer. */
  stop(): Promise<void>;
}

/** Days of one page. */
const PAGE_DAYS = 31;

export function createReconciliation(given: ReconciliationPorts): Reconciliation {
  const { database, clock } = given;
  const configured = given.settings;
  /** A till that entered a chain uploads as long as it owes days from before. */
  const settings = (): ReturnType<typeof configured> => {
    const now = configured();
    return { ...now, uploads: now.isOfChain ? hasFilesDueBeforeChain(database) : now.uploads };
  };
  const ports = { ...given, settings };
  const ending = new AbortController();
  const { signal } = ending;
  const goOn = (): void => {
    if (signal.aborted) throw new UploadFailure('stopped');
  };
  const source = ports.source ?? createLedgerSource(database);
  const time = createTrustedTime(clock, ports.service);
  const days = createBusinessDays({ database, settings: configured, time });
  const keys = createPinnedKeys(ports);
  const shared = { ...ports, source, signal, goOn, days };
  const comparisons = createComparisons(shared);
  const files = createDayFiles(shared);
  const openServer = async () => ports.openServer ?? (await loadSshServer(clock, ports.deadlines));
  const records = createLedgerRecords({ ...shared, comparisons });
  const uploads = createUploader({ ...shared, records, files, keys, openServer });
  /** Of which days something turned out paid is written where it does, however late. */
  const noteLate = async (of: string | null): Promise<void> => {
    for (const resolved of listResolvedDays(database)) {
      if (of !== null && of !== resolved.day) continue;
      await files.recordLateTransactions(resolved.day, resolved).catch((error: unknown) => {
        goOn();
        // It stays marked, and the other days are still handled.
        ports.log.error({ err: error, day: resolved.day }, 'daily-file: late payment check failed');
      });
    }
  };
  const schedule = createUploadSchedule({
    ...shared,
    days: { keepUp: days.recordEndedDays, missing: () => listMissingDays(database) },
    time,
    uploads,
    askTime: async () => {
      await ports.service()?.account();
    },
    afterRound: () => noteLate(null),
    onChange: () => ports.onChange(null),
    isStopped: () => signal.aborted,
  });
  const views = createDayViews({
    ...shared,
    time,
    comparisons,
    uploading: uploads.getUploadingDay,
    nextAttemptAt: schedule.getNextAttemptAt,
  });

  const running = createRunningWork(clock);
  const { track } = running;
  const acts = createDayActions(ports, {
    tracked: track,
    source,
    days,
    files,
    uploads,
    schedule,
    comparisons,
    posNumber: () => settings().posNumber ?? '',
    viewOf: (day) => views.toDailyFileDay(days.read(day)),
  });

  const compare: Reconciliation['compare'] = ({ day }) =>
    track(async () => {
      const compared = await comparisons.compare(days.read(day));
      await files.recordLateTransactions(day, null);
      return compared.problem === null ? ok(compared) : fail(compared.problem);
    });

  const { state, missing } = createDayStatus({ database, settings, time, days, keys, uploads });

  return {
    state,
    days: (before) => {
      days.recordEndedDays();
      const { rows, next } = days.readPage(before, PAGE_DAYS);
      return { days: rows.map(views.toDailyFileDay), next };
    },
    ...acts,
    day: ({ day }) =>
      track(async () => {
        await noteLate(day);
        const row = days.read(day);
        return ok({
          day: views.toDailyFileDay(row),
          comparison: comparisons.readLast(day),
          ownDifferences: views.listOwnDifferences(row),
          takenIn: listAdoptionDecisions(database, row),
          attempts: views.listAttempts(day),
        });
      }),
    preview: ({ day }) => track(() => files.preview(days.read(day))),
    compare,
    compareAt: (second) => compare({ day: toDay(second * 1000, configured().timeZone) }),
    checkServer: () =>
      track(async () => {
        const checked = await uploads.checkServer();
        return checked.ok ? ok(state()) : checked;
      }),
    tryServer: (server, secrets) =>
      track(() => tryServer({ keys, openServer, signal }, server, secrets)),
    confirmHostKey: ({ fingerprint }, by) => {
      const { server } = settings();
      if (server === null) return fail({ kind: 'upload', reason: 'not-set', fingerprint: null });
      const confirmed = keys.confirm(server, fingerprint, by);
      if (!confirmed.ok) return confirmed;
      schedule.resetBackoff();
      return ok(state());
    },
    drp: ({ day }) => track(async () => ok(await listDrpTransactions(source, days.read(day)))),
    getMissingDays: missing,
    handover: () => {
      days.recordEndedDays();
      const day = days.getChainStart();
      if (day === null) return null;
      const { since: second } = toDayRange(day, configured().timeZone);
      return { day, second, handsIn: days.getFirstDay() !== null };
    },
    setChainFrom: (day) => {
      days.setChainFrom(day);
      ports.onChange(null);
    },
    uploadDue: createDueUploader({
      ...ports,
      time,
      schedule,
      uploads,
      isStopped: () => signal.aborted,
    }),
    start: schedule.start,
    wake: schedule.resetBackoff,
    onServiceAnswered: schedule.onServiceAnswered,
    checkDue: schedule.check,
    stop: async () => {
      ending.abort();
      await running.waitForEnd(schedule.stop());
    },
  };
}
