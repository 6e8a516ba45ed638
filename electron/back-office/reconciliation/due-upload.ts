import { type Problem, problemSchema } from '../../../shared/contract/index.ts';
import {
  computeNextDue,
  type DayRow,
  listMissingDays,
  readDay,
  type TrustedTime,
} from './days/index.ts';
import type { ReconciliationPorts } from './ports.ts';
import { listAttempts, needsPerson, type Uploader, type UploadSchedule } from './upload/index.ts';

/** What became of the files that were due, for whoever asked without a screen. */
export type DueReport =
  /** Each day that was due meanwhile; `problem` is null where its file is in. */
  | {
      readonly kind: 'tried';
      readonly days: readonly {
        readonly day: string;
        readonly name: string;
        readonly problem: Problem | null;
        readonly needsPerson: boolean;
      }[];
    }
  | { readonly kind: 'not-uploading' }
  /** The chain's program uploads one file for all tills, and this one owes none from before. */
  | { readonly kind: 'of-chain' }
  /** Neither a password nor a key can be had for the server, or no keys for the service. */
  | { readonly kind: 'no-secret' }
  /** The service has not told the time: whether a day is over is not known. */
  | { readonly kind: 'time-unsure' }
  /** The till was closed before it could be said. */
  | { readonly kind: 'stopped' };

const POLL_INTERVAL_MS = 1_000;
/** How long the service may take to tell the time, however short the tries are. */
const MIN_SERVICE_TIME_WAIT_MS = 30_000;
/** A scheduler that keeps a local hour is early for one half of the year. */
const MAX_DUE_WAIT_MS = 90 * 60_000;

/**
 * Sees to it that what is due goes out, by the schedule's own attempts and pauses, and waits for
 * the result: for a file that falls due within 90 minutes, and for one that is not in, as long as
 * `tryForMs` after the first try, unless only a person can help.
 */
export function createDueUploader(
  ports: Pick<ReconciliationPorts, 'database' | 'clock' | 'settings' | 'secrets' | 'connected'> & {
    readonly time: TrustedTime;
    readonly schedule: UploadSchedule;
    readonly uploads: Uploader;
    readonly isStopped: () => boolean;
  },
): (tryForMs: number) => Promise<DueReport> {
  const { database, clock, schedule, time } = ports;

  const lastTry = (day: string, since: number): { isOver: boolean; problem: DueProblem } => {
    const [last] = listAttempts(database, day, 1);
    const isOver = last?.endedAt != null && Date.parse(last.startedAt) >= since;
    const failed = last?.result?.startsWith('{') === true ? JSON.parse(last.result) : null;
    return { isOver, problem: failed === null ? null : problemSchema.parse(failed) };
  };

  /** Of the days that were missing at some moment, those that were due. */
  const reportOf = (seen: ReadonlySet<string>): Extract<DueReport, { kind: 'tried' }> => ({
    kind: 'tried',
    days: [...seen].sort().flatMap((day) => {
      const row = readDay(database, day);
      if (row === null || !schedule.hasPassed(row.dueAt)) return [];
      const isIn = row.uploadedAt !== null || row.handedIn !== null;
      const found = isIn ? null : (lastTry(day, 0).problem ?? STOPPED_PROBLEM);
      const { name } = row;
      return [{ day, name, problem: found, needsPerson: found !== null && needsPerson(found) }];
    }),
  });

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      clock.after(POLL_INTERVAL_MS, resolve);
    });

  const isNear = (): boolean =>
    computeNextDue(time.now(), ports.settings().uploadHour) - time.now() <= MAX_DUE_WAIT_MS;

  const notUploading = (): 'not-uploading' | 'of-chain' =>
    ports.settings().isOfChain ? 'of-chain' : 'not-uploading';

  const hasSecrets = async (): Promise<boolean> => {
    const secrets = await ports.secrets();
    if (secrets === null || (secrets.password === null && secrets.privateKey === null))
      return false;
    const connected = await ports.connected();
    if (connected.ok) return true;
    const { problem: lack } = connected;
    return lack.kind !== 'not-connected' || lack.reason !== 'no-keys';
  };

  return async (tryForMs) => {
    if (!ports.settings().uploads) return { kind: notUploading() };
    if (!(await hasSecrets())) return { kind: 'no-secret' };
    const since = clock.now();
    const over = createDeadlineTimers(clock);
    over.in('time', Math.max(tryForMs, MIN_SERVICE_TIME_WAIT_MS));
    const seen = new Set<string>();
    const look = (): DayRow[] => {
      const missing = listMissingDays(database);
      for (const { day } of missing) seen.add(day);
      return missing.filter((row) => schedule.hasPassed(row.dueAt));
    };
    try {
      look();
      await schedule.retryNow();
      for (;;) {
        if (ports.isStopped()) return { kind: 'stopped' };
        if (!ports.settings().uploads) {
          // What it owed from before the chain is in.
          return ports.settings().isOfChain ? reportOf(seen) : { kind: 'not-uploading' };
        }
        const missing = look();
        if (missing.length > 0) over.in('tries', tryForMs);
        const tries = missing.map(({ day }) => lastTry(day, since));
        const isTried = tries.every((one) => one.isOver) && !ports.uploads.isBusy();
        const isSure = schedule.isTimeCertain();
        if (!isSure && over.has('time')) return { kind: 'time-unsure' };
        if (isSure && isTried) {
          const report = reportOf(seen);
          const isHopeless = tries.every((one) => one.problem !== null && needsPerson(one.problem));
          const isDone =
            missing.length > 0
              ? isHopeless || over.has('tries')
              : report.days.length > 0 || !isNear();
          if (isDone) return report;
        }
        await pause();
      }
    } finally {
      over.end();
    }
  };
}

type DueProblem = Problem | null;
const STOPPED_PROBLEM: NonNullable<DueProblem> = {
  kind: 'upload',
  reason: 'stopped',
  fingerprint: null,
};

/** By timers: this computer's clock may jump. Each is set once. */
function createDeadlineTimers(clock: ReconciliationPorts['clock']): {
  in(name: 'time' | 'tries', milliseconds: number): void;
  has(name: 'time' | 'tries'): boolean;
  end(): void;
} {
  const cancels = new Map<string, () => void>();
  const passed = new Set<string>();
  return {
    in: (name, milliseconds) => {
      if (cancels.has(name)) return;
      cancels.set(
        name,
        clock.after(milliseconds, () => passed.add(name)),
      );
    },
    has: (name) => passed.has(name),
    end: () => {
      for (const cancel of cancels.values()) cancel();
    },
  };
}
