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
import { createComparisons } from './comparison/index.ts';
import { createDayActs, type DayActs } from './day-acts.ts';
import {
  countMissingDays,
  createDays,
  createTrustedTime,
  type DayRow,
  missingDays,
  resolvedDays,
} from './days/index.ts';
import { createFiles, createLedgerSource, drpList } from './file/index.ts';
import type { Actor, ReconciliationPorts } from './ports.ts';
import { createRunning } from './running.ts';
import { DEADLINES, type ServerAddress, type ServerSecrets, UploadFailure } from './server.ts';
import { createPinnedKeys, createSchedule, createUploads, tryServer } from './upload/index.ts';
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
  missing(): { readonly days: number; readonly oldest: string | null } | null;
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

const PAGE = 31;

export function createReconciliation(ports: ReconciliationPorts): Reconciliation {
  const { database, clock, settings } = ports;
  const ending = new AbortController();
  const { signal } = ending;
  const goOn = (): void => {
    if (signal.aborted) throw new UploadFailure('stopped');
  };
  const source = ports.source ?? createLedgerSource(database);
  const time = createTrustedTime(clock, ports.service);
  const days = createDays({ database, settings, time });
  const keys = createPinnedKeys(ports);
  const shared = { ...ports, source, signal, goOn, days };
  const comparisons = createComparisons(shared);
  const files = createFiles(shared);
  const openServer = async () => {
    if (ports.openServer) return ports.openServer;
    const { createOpenServer } = await import('./upload/sftp.ts');
    return createOpenServer(clock, ports.deadlines ?? DEADLINES);
  };
  const uploads = createUploads({ ...shared, files, comparisons, keys, openServer });
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
    viewOf: (day) => views.day(days.read(day)),
  });

  const state = (): DailyFileState => {
    const { server, uploads: doesUpload, timeZone, hasDrp } = settings();
    return {
      server,
      uploads: doesUpload,
      since: days.since(),
      timeZone,
      today: days.today(),
      hostKeys: server === null ? { confirmed: null, seen: null } : keys.of(server),
      uploading: uploads.uploading(),
      missing: dueMissing().length,
      hasDrp,
    };
  };

  const dueMissing = (): DayRow[] =>
    settings().uploads
      ? missingDays(database, PAGE).filter((row) => Date.parse(row.dueAt) <= time.now())
      : [];

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
          attempts: views.attempts(day),
        });
      }),
    preview: ({ day }) => tracked(() => files.preview(days.read(day))),
    compare: ({ day }) =>
      tracked(async () => {
        const compared = await comparisons.compare(days.read(day));
        await files.noteLate(day, null);
        return compared.problem === null ? ok(compared) : fail(compared.problem);
      }),
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
    missing: () => {
      if (!settings().uploads) return null;
      const missing = dueMissing();
      const all = missing.length < PAGE ? missing.length : countMissingDays(database);
      return { days: all, oldest: missing[0]?.day ?? null };
    },
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
