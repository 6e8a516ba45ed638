import {
  type CallOutput,
  type DailyFileComparison,
  type DailyFileDayDetail,
  type DailyFileState,
  fail,
  ok,
  type Result,
  type ValidatedCallInput,
} from '../../../shared/contract/index.ts';
import { toDay } from '../../../shared/dates/index.ts';
import type { AuditPerson } from '../../ledger/audit/index.ts';
import { createDayComparisons } from './comparison/index.ts';
import { createDayActions, type DayActions } from './day-actions.ts';
import { createDailyFileStatus, type MissingDays } from './day-status.ts';
import { createDayViews } from './day-views.ts';
import {
  createBusinessDays,
  createTrustedTime,
  hasFilesDueBeforeChain,
  listDaysWithLatePayments,
  listManualAdditions,
  listMissingDays,
  toDayTimeRange,
} from './days/index.ts';
import { createDueFileUploader, type DueUploadReport } from './due-upload.ts';
import {
  createDayFiles,
  createLedgerTransactionSource,
  listDrpTransactions,
} from './file/index.ts';
import type { ReconciliationPorts } from './ports.ts';
import {
  createLedgerRecords,
  createPinnedHostKeys,
  createUploader,
  createUploadSchedule,
  loadSftpConnector,
  testUploadServer,
} from './upload/index.ts';
import { type ServerAddress, type ServerSecrets, UploadFailure } from './upload-server.ts';
import { createWorkTracker } from './work-tracker.ts';

export interface Reconciliation extends DayActions {
  state(): DailyFileState;
  days(before: string | null): CallOutput<'reconciliation.days'>;
  day(input: ValidatedCallInput<'reconciliation.day'>): Promise<Result<DailyFileDayDetail>>;
  preview(
    input: ValidatedCallInput<'reconciliation.preview'>,
  ): Promise<Result<CallOutput<'reconciliation.preview'>>>;
  compare(
    input: ValidatedCallInput<'reconciliation.compare'>,
  ): Promise<Result<DailyFileComparison>>;
  checkServer(): Promise<Result<DailyFileState>>;
  /**
   * Tests a server before it is saved in the settings: uploads nothing, and saves the key that the
   * server presented.
   */
  testServer(
    server: ServerAddress,
    secrets: ServerSecrets,
  ): Promise<Result<{ readonly fingerprint: string }>>;
  confirmHostKey(
    input: ValidatedCallInput<'reconciliation.confirmHostKey'>,
    by: AuditPerson,
  ): Result<DailyFileState>;
  drp(
    input: ValidatedCallInput<'reconciliation.drp'>,
  ): Promise<Result<CallOutput<'reconciliation.drp'>>>;
  /** For the status line; null if this till does not upload. */
  getMissingDays(): MissingDays | null;
  /**
   * Where the files of this till end and those of its chain begin: the first `day` of the chain,
   * and its start in seconds since the epoch. Null until that is known, and without a chain.
   * `handsIn`: this till uploaded its own files until then.
   */
  getHandover(): {
    readonly day: string;
    readonly second: number;
    readonly handsIn: boolean;
  } | null;
  /** Sets the day from which the chain makes the file. */
  setChainFrom(day: string): void;
  /**
   * Compares the business day that contains `second` (since the epoch), after a change in its data
   * was detected.
   */
  compareDayAt(second: number): Promise<Result<DailyFileComparison>>;
  /** Waits until the due files are uploaded, and reports the result of each; `due-upload.ts`. */
  uploadDue(tryForMs: number): Promise<DueUploadReport>;
  /** Starts uploading due files automatically. */
  start(): void;
  /** Call when the machine woke up or a setting changed: checks again what is due. */
  wake(): void;
  /** Call when the service has answered: its answer contains its time. */
  onServiceAnswered(): void;
  /** Resolves when all work that is due now is done; for tests. */
  checkDue(): Promise<void>;
  /** Stops running work; resolves once nothing uses the ledger any longer. */
  stop(): Promise<void>;
}

const PAGE_DAYS = 31;

export function createReconciliation(basePorts: ReconciliationPorts): Reconciliation {
  const { database, clock } = basePorts;
  const readSettings = basePorts.settings;
  /** A till that joined a chain uploads until its files from before the chain are uploaded. */
  const settings = (): ReturnType<typeof readSettings> => {
    const current = readSettings();
    return {
      ...current,
      isUploading: current.isUploadedByChain
        ? hasFilesDueBeforeChain(database)
        : current.isUploading,
    };
  };
  const ports = { ...basePorts, settings };
  const shutdown = new AbortController();
  const { signal } = shutdown;
  const throwIfStopped = (): void => {
    if (signal.aborted) throw new UploadFailure('stopped');
  };
  const source = ports.transactionSource ?? createLedgerTransactionSource(database);
  const time = createTrustedTime(clock, ports.service);
  const days = createBusinessDays({ database, settings: readSettings, time });
  const keys = createPinnedHostKeys(ports);
  const commonPorts = { ...ports, source, signal, throwIfStopped, days };
  const comparisons = createDayComparisons(commonPorts);
  const files = createDayFiles(commonPorts);
  const openUploadServer = async () =>
    ports.openUploadServer ?? (await loadSftpConnector(clock, ports.timeouts));
  const records = createLedgerRecords({ ...commonPorts, comparisons });
  const uploads = createUploader({ ...commonPorts, records, files, keys, openUploadServer });
  /**
   * Records the payments that turned out paid after a day's file was made; for all days if
   * `onlyDay` is null.
   */
  const recordLateTransactions = async (onlyDay: string | null): Promise<void> => {
    for (const lateDay of listDaysWithLatePayments(database)) {
      if (onlyDay !== null && onlyDay !== lateDay.day) continue;
      await files.recordLateTransactions(lateDay.day, lateDay).catch((error: unknown) => {
        throwIfStopped();
        // The day stays marked for the next check, and the other days are still handled.
        ports.log.error({ err: error, day: lateDay.day }, 'daily-file: late payment check failed');
      });
    }
  };
  const schedule = createUploadSchedule({
    ...commonPorts,
    days: { recordEndedDays: days.recordEndedDays, missing: () => listMissingDays(database) },
    time,
    uploads,
    askTime: async () => {
      await ports.service()?.readAccount();
    },
    afterCheck: () => recordLateTransactions(null),
    onChange: () => ports.onChange(null),
    isStopped: () => signal.aborted,
  });
  const views = createDayViews({
    ...commonPorts,
    time,
    comparisons,
    getUploadingDay: uploads.getUploadingDay,
    getNextAttemptAt: schedule.getNextAttemptAt,
  });

  const running = createWorkTracker(clock);
  const { track } = running;
  const actions = createDayActions(ports, {
    track,
    transactionSource: source,
    days,
    files,
    uploads,
    schedule,
    comparisons,
    getPosNumber: () => settings().posNumber ?? '',
    getDayView: (day) => views.toDailyFileDay(days.readDay(day)),
  });

  const compare: Reconciliation['compare'] = ({ day }) =>
    track(async () => {
      const comparison = await comparisons.compareDay(days.readDay(day));
      await files.recordLateTransactions(day, null);
      return comparison.problem === null ? ok(comparison) : fail(comparison.problem);
    });

  const { getDailyFileState: state, getMissingDays: missing } = createDailyFileStatus({
    database,
    settings,
    time,
    days,
    keys,
    uploads,
  });

  return {
    state,
    days: (before) => {
      days.recordEndedDays();
      const { rows, next } = days.readPageOfDays(before, PAGE_DAYS);
      return { days: rows.map(views.toDailyFileDay), next };
    },
    ...actions,
    day: ({ day }) =>
      track(async () => {
        await recordLateTransactions(day);
        const row = days.readDay(day);
        return ok({
          day: views.toDailyFileDay(row),
          comparison: comparisons.readLastComparison(day),
          ownDifferences: views.listOurDifferences(row),
          manuallyAddedTransactions: listManualAdditions(database, row),
          attempts: views.listUploadAttempts(day),
        });
      }),
    preview: ({ day }) => track(() => files.preview(days.readDay(day))),
    compare,
    compareDayAt: (second) => compare({ day: toDay(second * 1000, readSettings().timeZone) }),
    checkServer: () =>
      track(async () => {
        const checked = await uploads.checkServer();
        return checked.ok ? ok(state()) : checked;
      }),
    testServer: (server, secrets) =>
      track(() => testUploadServer({ keys, openUploadServer, signal }, server, secrets)),
    confirmHostKey: ({ fingerprint }, by) => {
      const { server } = settings();
      if (server === null) return fail({ kind: 'upload', reason: 'not-set', fingerprint: null });
      const confirmed = keys.confirm(server, fingerprint, by);
      if (!confirmed.ok) return confirmed;
      schedule.resetBackoff();
      return ok(state());
    },
    drp: ({ day }) => track(async () => ok(await listDrpTransactions(source, days.readDay(day)))),
    getMissingDays: missing,
    getHandover: () => {
      days.recordEndedDays();
      const day = days.getFirstDayOfChain();
      if (day === null) return null;
      const { since: second } = toDayTimeRange(day, readSettings().timeZone);
      return { day, second, handsIn: days.getFirstDay() !== null };
    },
    setChainFrom: (day) => {
      if (days.getFirstDayOfChain() === day) return;
      days.setFirstDayOfChain(day);
      ports.onChange(null);
    },
    uploadDue: createDueFileUploader({
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
      shutdown.abort();
      await running.waitForEnd(schedule.stop());
    },
  };
}
