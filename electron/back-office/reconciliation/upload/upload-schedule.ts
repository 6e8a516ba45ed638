import { toDay } from '../../../../shared/dates/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import { computeNextDue, type DayRow, type TrustedTime } from '../days/index.ts';
import type { ReconciliationPorts } from '../ports.ts';
import type { Awaitable } from '../types.ts';
import { createRetryBackoff } from './retry-backoff.ts';
import type { Uploader } from './uploader.ts';

/**
 * When files go out without a person: at the hour of the upload, at the start, on waking, and again after a failure.
 */
export interface UploadSchedule {
  start(): void;
  /** Checks now what is due. Never throws. */
  check(): Promise<void>;
  /** A person has fixed something: nothing waits. */
  resetBackoff(): void;
  /** Somebody asks for the files that are due: the pauses are over, unless the time is waited for. */
  retryNow(): Promise<void>;
  /** Whether it is certain which days have ended and fallen due. */
  isTimeCertain(): boolean;
  /** The service has answered: nothing waits for its time any longer. */
  onServiceAnswered(): void;
  /** When a day is tried again; null if no retry is planned. */
  getNextAttemptAt(day: string): string | null;
  /** Whether a moment has certainly passed, or the wait for a sure time is over. */
  hasPassed(moment: string): boolean;
  /** Resolves once the current check has ended. */
  stop(): Promise<void>;
}

/** A clock that jumped, or a computer that slept unnoticed, is found within this time. */
const POLL_INTERVAL_MS = 15 * 60_000;
/** Until the service has told the time, or a person's own upload is done. */
const RETRY_DELAY_MS = 60_000;
/** After a start: payments with an unknown outcome are looked up first. */
const START_DELAY_MS = 15_000;
/** More at once would keep the server busy past its window. */
const MAX_DAYS_PER_RUN = 40;

export function createUploadSchedule(
  ports: Pick<ReconciliationPorts, 'clock' | 'log' | 'settings'> & {
    readonly days: {
      /** Writes the rows of the days that have certainly ended. */
      keepUp(): Awaitable<void>;
      /** Neither uploaded nor handed in, the oldest first. */
      missing(): Awaitable<readonly Pick<DayRow, 'day' | 'dueAt'>[]>;
    };
    readonly time: TrustedTime;
    readonly uploads: Uploader;
    /** Asks the service anything, to get its time; no reply is no problem here. */
    readonly askTime: () => Promise<void>;
    readonly afterRound: () => Promise<void>;
    readonly onChange: () => void;
    readonly isStopped: () => boolean;
  },
): UploadSchedule {
  const { clock, log, time } = ports;
  let cancel: (() => void) | null = null;
  const pauses = createRetryBackoff(clock);
  let lastDue = 0;
  let waitsForTime = false;
  let looksAgain = false;

  const hasPassed = (moment: string): boolean => (time.getCertainTime() ?? 0) >= Date.parse(moment);

  /**
   * Whether, by this computer's clock, a day has ended or fallen due without a sure time for it.
   */
  const isUnsure = (): boolean => {
    const sure = time.getCertainTime();
    if (sure === null) return true;
    const { timeZone, uploadHour } = ports.settings();
    const now = time.now();
    return computeNextDue(sure, uploadHour) <= now || toDay(sure, timeZone) < toDay(now, timeZone);
  };

  const becomeSure = async (): Promise<boolean> => {
    if (isUnsure()) await ports.askTime();
    const isSure = !isUnsure();
    if (!isSure) time.startWait();
    return isSure;
  };

  /** The days to try now, those that failed least first; as many as a window has time for. */
  const ready = async (): Promise<string[]> => {
    const due = (await ports.days.missing()).filter((row) => hasPassed(row.dueAt));
    const newest = Math.max(0, ...due.map((row) => Date.parse(row.dueAt)));
    if (newest > lastDue) {
      // A new night: the window begins anew.
      lastDue = newest;
      pauses.clear();
    }
    const missing = new Set(due.map((row) => row.day));
    pauses.retainDays(missing);
    return [...missing]
      .filter((day) => !pauses.isPaused(day))
      .sort((a, b) => pauses.getFailureCount(a) - pauses.getFailureCount(b))
      .slice(0, MAX_DAYS_PER_RUN);
  };

  /** True if a person's own upload is running, and what is due waits for it. */
  const tryDays = async (): Promise<boolean> => {
    const days = await ready();
    if (days.length === 0) return false;
    const ran = await ports.uploads.run(days, null);
    if (!ran.ok) return true;
    for (const [day, result] of ran.value) pauses.record(day, result);
    return false;
  };

  const look = async (): Promise<number> => {
    if (!ports.settings().uploads) {
      await ports.days.keepUp();
      await ports.afterRound();
      return POLL_INTERVAL_MS;
    }
    waitsForTime = !(await becomeSure());
    if (ports.isStopped()) return POLL_INTERVAL_MS;
    await ports.days.keepUp();
    const isBusy = await tryDays();
    if (!waitsForTime) time.endWait();
    if (ports.isStopped()) return POLL_INTERVAL_MS;
    await ports.afterRound();
    return waitsForTime || isBusy ? RETRY_DELAY_MS : POLL_INTERVAL_MS;
  };

  let looking: Promise<void> | null = null;
  const check = (): Promise<void> => {
    looking ??= look()
      .catch((error: unknown) => {
        if (!ports.isStopped()) log.error({ err: error }, 'daily-file: due check failed');
        return POLL_INTERVAL_MS;
      })
      .then((wait) => {
        looking = null;
        if (ports.isStopped()) return;
        if (looksAgain) pauses.clear();
        schedule(looksAgain ? 0 : wait);
        looksAgain = false;
        ports.onChange();
      });
    return looking;
  };

  const schedule = (most: number): void => {
    cancel?.();
    const now = clock.now();
    const times = [now + most, ...pauses.listPauseEnds()];
    if (ports.settings().uploads) {
      // By the corrected clock, as it is judged.
      times.push(now + computeNextDue(time.now(), ports.settings().uploadHour) - time.now());
    }
    const wait = Math.max(1000, Math.min(...times) - now);
    cancel = clock.after(wait, () => void check());
  };

  const keepUp = async (): Promise<void> => {
    try {
      await ports.days.keepUp();
      ports.onChange();
    } catch (error) {
      // The check that follows reports the result.
      log.error({ err: error }, 'daily-file: recording ended days failed');
    }
  };

  return {
    start: () => void check(),
    check,
    resetBackoff: () => {
      pauses.clear();
      // The current check was based on the state before.
      looksAgain = looking !== null;
      void check();
    },
    retryNow: async () => {
      await looking;
      if (waitsForTime || ports.isStopped()) return;
      pauses.clear();
      await check();
    },
    isTimeCertain: () => !isUnsure(),
    onServiceAnswered: () => {
      if (!waitsForTime) return;
      waitsForTime = false;
      void keepUp();
      schedule(START_DELAY_MS);
    },
    getNextAttemptAt: (day) => {
      const until = pauses.getPauseEnd(day);
      return until === null ? null : toIsoTime(until);
    },
    hasPassed,
    stop: () => {
      cancel?.();
      return looking ?? Promise.resolve();
    },
  };
}
