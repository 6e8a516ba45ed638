import { type Problem, problemSchema } from '../../../shared/contract/index.ts';
import {
  type BusinessDayRow,
  computeNextUploadDueAt,
  listMissingDays,
  readDay,
  type TrustedTime,
} from './days/index.ts';
import type { ReconciliationPorts } from './ports.ts';
import { listAttempts, needsPerson, type Uploader, type UploadSchedule } from './upload/index.ts';

/** The result of an upload of due files that was requested without a screen. */
export type DueUploadReport =
  /** Each day that was due; `problem` is null if its file is uploaded. */
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
  /**
   * The chain's program uploads one file for all tills, and this till has no earlier file to
   * upload.
   */
  | { readonly kind: 'of-chain' }
  /** There is neither a password nor a key for the server, or no keys for the service. */
  | { readonly kind: 'no-secret' }
  /** The service has not returned its time, so it is unknown whether a day is over. */
  | { readonly kind: 'time-unsure' }
  /** The till was closed before the result was known. */
  | { readonly kind: 'stopped' };

const POLL_INTERVAL_MS = 1_000;
/** The minimum time to wait for the service's time, even if `tryForMs` is shorter. */
const MIN_SERVICE_TIME_WAIT_MS = 30_000;
/** A scheduler that runs at a local hour is early for half of the year. */
const MAX_DUE_WAIT_MS = 90 * 60_000;

/**
 * Uploads due files with the schedule's own attempts and pauses, and waits for the result: for a
 * file that falls due within 90 minutes, and for a file that is not uploaded, up to `tryForMs`
 * after the first attempt, unless only a person can fix the problem.
 */
export function createDueFileUploader(
  ports: Pick<
    ReconciliationPorts,
    'database' | 'clock' | 'settings' | 'secrets' | 'waitForService'
  > & {
    readonly time: TrustedTime;
    readonly schedule: UploadSchedule;
    readonly uploads: Uploader;
    readonly isStopped: () => boolean;
  },
): (tryForMs: number) => Promise<DueUploadReport> {
  const { database, clock, schedule, time } = ports;

  const readLastTry = (day: string, since: number): { isOver: boolean; problem: DueProblem } => {
    const [last] = listAttempts(database, day, 1);
    const isOver = last?.endedAt != null && Date.parse(last.startedAt) >= since;
    const failure = last?.result?.startsWith('{') === true ? JSON.parse(last.result) : null;
    return { isOver, problem: failure === null ? null : problemSchema.parse(failure) };
  };

  /** Reports the days of `seenDays` that were due. */
  const toReport = (
    seenDays: ReadonlySet<string>,
  ): Extract<DueUploadReport, { kind: 'tried' }> => ({
    kind: 'tried',
    days: [...seenDays].sort().flatMap((day) => {
      const row = readDay(database, day);
      if (row === null || !schedule.hasPassed(row.dueAt)) return [];
      const isIn = row.uploadedAt !== null || row.handedIn !== null;
      const problem = isIn ? null : (readLastTry(day, 0).problem ?? STOPPED_PROBLEM);
      const { name } = row;
      return [{ day, name, problem, needsPerson: problem !== null && needsPerson(problem) }];
    }),
  });

  const waitForPoll = (): Promise<void> =>
    new Promise((resolve) => {
      clock.after(POLL_INTERVAL_MS, resolve);
    });

  const isDueSoon = (): boolean =>
    computeNextUploadDueAt(time.now(), ports.settings().uploadHour) - time.now() <= MAX_DUE_WAIT_MS;

  const notUploadingReason = (): 'not-uploading' | 'of-chain' =>
    ports.settings().isUploadedByChain ? 'of-chain' : 'not-uploading';

  const hasSecrets = async (): Promise<boolean> => {
    const secrets = await ports.secrets();
    if (secrets === null || (secrets.password === null && secrets.privateKey === null))
      return false;
    const connected = await ports.waitForService();
    if (connected.ok) return true;
    const { problem } = connected;
    return problem.kind !== 'not-connected' || problem.reason !== 'no-keys';
  };

  return async (tryForMs) => {
    if (!ports.settings().isUploading) return { kind: notUploadingReason() };
    if (!(await hasSecrets())) return { kind: 'no-secret' };
    const since = clock.now();
    const timers = createDeadlineTimers(clock);
    timers.start('time', Math.max(tryForMs, MIN_SERVICE_TIME_WAIT_MS));
    const seenDays = new Set<string>();
    const readDueDays = (): BusinessDayRow[] => {
      const missingDays = listMissingDays(database);
      for (const { day } of missingDays) seenDays.add(day);
      return missingDays.filter((row) => schedule.hasPassed(row.dueAt));
    };
    try {
      readDueDays();
      await schedule.retryNow();
      for (;;) {
        if (ports.isStopped()) return { kind: 'stopped' };
        if (!ports.settings().isUploading) {
          // Its files from before the chain are uploaded.
          return ports.settings().isUploadedByChain
            ? toReport(seenDays)
            : { kind: 'not-uploading' };
        }
        const dueDays = readDueDays();
        if (dueDays.length > 0) timers.start('tries', tryForMs);
        const tries = dueDays.map(({ day }) => readLastTry(day, since));
        const isTried = tries.every((attempt) => attempt.isOver) && !ports.uploads.isBusy();
        const isSure = schedule.isTimeCertain();
        if (!isSure && timers.hasExpired('time')) return { kind: 'time-unsure' };
        if (isSure && isTried) {
          const report = toReport(seenDays);
          const isHopeless = tries.every(
            (attempt) => attempt.problem !== null && needsPerson(attempt.problem),
          );
          const isDone =
            dueDays.length > 0
              ? isHopeless || timers.hasExpired('tries')
              : report.days.length > 0 || !isDueSoon();
          if (isDone) return report;
        }
        await waitForPoll();
      }
    } finally {
      timers.cancelAll();
    }
  };
}

type DueProblem = Problem | null;
const STOPPED_PROBLEM: NonNullable<DueProblem> = {
  kind: 'upload',
  reason: 'stopped',
  fingerprint: null,
};

/** Uses timers, because this computer's clock may jump. Each timer is set once. */
function createDeadlineTimers(clock: ReconciliationPorts['clock']): {
  start(name: 'time' | 'tries', milliseconds: number): void;
  hasExpired(name: 'time' | 'tries'): boolean;
  cancelAll(): void;
} {
  const cancels = new Map<string, () => void>();
  const expired = new Set<string>();
  return {
    start: (name, milliseconds) => {
      if (cancels.has(name)) return;
      cancels.set(
        name,
        clock.after(milliseconds, () => expired.add(name)),
      );
    },
    hasExpired: (name) => expired.has(name),
    cancelAll: () => {
      for (const cancel of cancels.values()) cancel();
    },
  };
}
