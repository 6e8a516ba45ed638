import {
  type CallOutput,
  type DailyFileDay,
  type DailyFileState,
  type DayComparison,
  type DayDetail,
  fail,
  ok,
  type Problem,
  type Result,
} from '../../shared/contract/index.ts';
import { isoTime } from '../platform/index.ts';
import { createComparisons } from './comparisons.ts';
import {
  clearDaySettled,
  closeDayOffer,
  countMissingDays,
  type DayRow,
  missingDays,
  setDaySettled,
} from './day-queries.ts';
import { createDays } from './days.ts';
import { drpList, saveDrp } from './drp.ts';
import { createFiles } from './files.ts';
import { createPinnedKeys } from './host-keys.ts';
import { createLedgerSource } from './ledger-source.ts';
import { resolvedDays } from './note-queries.ts';
import type { Presser, ReconciliationPorts } from './ports.ts';
import { createSchedule } from './schedule.ts';
import { DEADLINES, type ServerAddress, type ServerSecrets, UploadFailure } from './server.ts';
import { createTrustedTime } from './time.ts';
import { tryServer } from './try-server.ts';
import { createUploads } from './uploads.ts';
import { createViews } from './views.ts';

export interface Reconciliation {
  state(): DailyFileState;
  days(before: string | null): CallOutput<'reconciliation.days'>;
  day(day: string): Promise<Result<DayDetail>>;
  preview(day: string): Promise<Result<CallOutput<'reconciliation.preview'>>>;
  compare(day: string): Promise<Result<DayComparison>>;
  upload(day: string, by: Presser): Promise<Result<DailyFileDay>>;
  save(
    day: string,
    folder: string | null,
    by: Presser,
  ): Promise<Result<CallOutput<'reconciliation.save'>>>;
  /** A person knows that the service does not have a file that may have arrived. */
  sendAgain(day: string, reason: string, by: Presser): Promise<Result<DailyFileDay>>;
  settle(day: string, reason: string, by: Presser): Promise<Result<DailyFileDay>>;
  /** It was not handed in after all: the day is as it was before, missing or in doubt. */
  unsettle(day: string, reason: string, by: Presser): Promise<Result<DailyFileDay>>;
  checkServer(): Promise<Result<DailyFileState>>;
  /** Looks at a server before it is set; sends nothing, and keeps the key that it showed. */
  tryServer(
    server: ServerAddress,
    secrets: ServerSecrets,
  ): Promise<Result<{ readonly fingerprint: string }>>;
  confirmHostKey(fingerprint: string, by: Presser): Result<DailyFileState>;
  drp(day: string): Promise<Result<CallOutput<'reconciliation.drp'>>>;
  saveDrp(
    day: string,
    folder: string | null,
    by: Presser,
  ): Promise<Result<CallOutput<'reconciliation.saveDrp'>>>;
  /** For the status line; null where this till does not upload. */
  missing(): { readonly days: number; readonly oldest: string | null } | null;
  /** Begins to upload by itself what is due. */
  start(): void;
  /** The machine woke up, or a setting changed: what is due is looked at again. */
  wake(): void;
  /** The service has answered something, and with it told the time. */
  heard(): void;
  /** Resolves when it is done with what is due now; for tests. */
  check(): Promise<void>;
  /** Ends what is under way; resolves once nothing asks the ledger any more. */
  stop(): Promise<void>;
}

const PAGE = 31;
const LONGEST_END_MS = 3_000;

export function createReconciliation(ports: ReconciliationPorts): Reconciliation {
  const { database, clock, audit, settings } = ports;
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
    const { createOpenServer } = await import('./sftp.ts');
    return createOpenServer(clock, ports.deadlines ?? DEADLINES);
  };
  const uploads = createUploads({ ...shared, files, comparisons, keys, openServer });
  /** Of which days something turned out paid is written where it does, however late. */
  const noteLate = async (of: string | null): Promise<void> => {
    for (const resolved of resolvedDays(database)) {
      if (of !== null && of !== resolved.day) continue;
      await files.noteLate(resolved.day, resolved).catch((error: unknown) => {
        goOn();
        // It stays marked, and the other days have theirs all the same.
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

  /** What is under way when the till closes; the ledger waits for it. */
  const running = new Set<Promise<unknown>>();
  const tracked = <Value>(work: () => Promise<Result<Value>>): Promise<Result<Value>> => {
    const done = work().catch((error: unknown): Result<Value> => {
      if (error instanceof UploadFailure) return fail<Problem>(error.problem);
      throw error;
    });
    const settled = done.catch(() => {});
    running.add(settled);
    settled.then(() => running.delete(settled));
    return done;
  };

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

  const ended = (day: string): Result<DayRow> => {
    days.keepUp();
    const row = days.read(day);
    if (day >= days.today()) return fail({ kind: 'daily-file', reason: 'day-not-over' });
    return ok(row);
  };

  /** A day whose file a person may send now: it is over, ours, and nobody has it yet. */
  const sendable = async (day: string): Promise<Result<DayRow>> => {
    const isOver = (): boolean => schedule.hasPassed(isoTime(days.read(day).until * 1000));
    if (!isOver()) {
      const connected = await ports.connected();
      if (!connected.ok) return connected;
      await connected.value.account();
    }
    const row = ended(day);
    if (!row.ok) return row;
    if (!isOver()) return fail({ kind: 'daily-file', reason: 'clock-unsure' });
    if (!settings().uploads || !days.isReported(day)) {
      return fail({ kind: 'daily-file', reason: 'not-this-till' });
    }
    if (row.value.uploadedAt !== null) {
      return fail({ kind: 'daily-file', reason: 'already-uploaded' });
    }
    if (row.value.settled !== null) return fail({ kind: 'daily-file', reason: 'settled' });
    if (uploads.isBusy()) return fail({ kind: 'daily-file', reason: 'busy' });
    return row;
  };

  const send = async (day: string, by: Presser): Promise<Result<DailyFileDay>> => {
    const ran = await uploads.run([day], by);
    if (!ran.ok) return ran;
    const result = ran.value.get(day);
    return result === undefined || result.ok ? ok(viewOf(day)) : result;
  };

  const viewOf = (day: string): DailyFileDay => views.day(days.read(day));

  return {
    state,
    days: (before) => {
      days.keepUp();
      const { rows, next } = days.page(before, PAGE);
      return { days: rows.map(views.day), next };
    },
    day: (day) =>
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
    preview: (day) => tracked(() => files.preview(days.read(day))),
    compare: (day) =>
      tracked(async () => {
        const compared = await comparisons.compare(days.read(day));
        await files.noteLate(day, null);
        return compared.problem === null ? ok(compared) : fail(compared.problem);
      }),
    upload: (day, by) =>
      tracked(async () => {
        const row = await sendable(day);
        return row.ok ? await send(day, by) : row;
      }),
    sendAgain: (day, reason, by) =>
      tracked(async () => {
        const row = await sendable(day);
        if (!row.ok) return row;
        database.commit(() => {
          if (row.value.inDoubtAt !== null) closeDayOffer(database, day);
          audit.noteInCommit({ kind: 'daily-file-sent-again', by, detail: { day, reason } });
        });
        return await send(day, by);
      }),
    save: (day, folder, by) =>
      tracked(async () => {
        const row = ended(day);
        if (!row.ok) return row;
        const saved = await files.save(row.value, folder);
        if (saved.ok) audit.note({ kind: 'daily-file-saved', by, detail: { day, ...saved.value } });
        return saved;
      }),
    settle: (day, reason, by) =>
      tracked(async () => {
        const row = ended(day);
        if (!row.ok) return row;
        if (!days.isReported(day)) return fail({ kind: 'daily-file', reason: 'not-this-till' });
        const settled = await files.settle(day, () => {
          setDaySettled(database, day, { at: isoTime(clock.now()), by: by.name, reason });
          audit.noteInCommit({ kind: 'daily-file-settled', by, detail: { day, reason } });
        });
        if (!settled.ok) return settled;
        ports.onChange(day);
        return ok(viewOf(day));
      }),
    unsettle: (day, reason, by) =>
      tracked(async () => {
        const missed = await files.unsettle(day, () => {
          clearDaySettled(database, day);
          audit.noteInCommit({ kind: 'daily-file-unsettled', by, detail: { day, reason } });
        });
        if (!missed.ok) return missed;
        ports.onChange(day);
        schedule.again();
        return ok(viewOf(day));
      }),
    checkServer: () =>
      tracked(async () => {
        const checked = await uploads.check();
        return checked.ok ? ok(state()) : checked;
      }),
    tryServer: (server, secrets) =>
      tracked(() => tryServer({ keys, openServer, signal }, server, secrets)),
    confirmHostKey: (fingerprint, by) => {
      const { server } = settings();
      if (server === null) return fail({ kind: 'upload', reason: 'not-set', fingerprint: null });
      const confirmed = keys.confirm(server, fingerprint, by);
      if (!confirmed.ok) return confirmed;
      schedule.again();
      return ok(state());
    },
    drp: (day) => tracked(async () => ok(await drpList(source, days.read(day)))),
    saveDrp: (day, folder, by) =>
      tracked(async () => {
        const into = {
          folder: folder ?? ports.exportsFolder,
          isOurs: folder === null,
          name: `${settings().chainName}-drp-${day}.csv`,
        };
        const saved = await saveDrp(source, days.read(day), into);
        if (saved.ok) audit.note({ kind: 'drp-saved', by, detail: { day, ...saved.value } });
        return saved;
      }),
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
      // A folder that hangs holds up its copy, and not the end of the till.
      await new Promise<void>((resolve) => {
        const giveUp = clock.after(LONGEST_END_MS, resolve);
        Promise.all([schedule.stop(), ...running]).then(() => {
          giveUp();
          resolve();
        });
      });
    },
  };
}
