import { toDay } from '../../../../shared/dates/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import { type BusinessDayRow, computeNextUploadDueAt, type TrustedTime } from '../days/index.ts';
import type { ReconciliationPorts } from '../ports.ts';
import type { Awaitable } from '../types.ts';
import { createRetryBackoff } from './retry-backoff.ts';
import type { Uploader } from './uploader.ts';

/**
 * Schedules automatic uploads: at the upload hour, at the start, on waking, and again after a
 * failure.
 */
export interface UploadSchedule {
  start(): void;
  /** Checks now what is due. Never rejects. */
  check(): Promise<void>;
  /** Call when a person has fixed a problem: ends all pauses and checks at once. */
  resetBackoff(): void;
  /**
   * Ends all pauses and checks what is due, unless the schedule is waiting for the service's time.
   */
  retryNow(): Promise<void>;
  /** Whether it is certain which days have ended and are due. */
  isTimeCertain(): boolean;
  /** Call when the service has answered: ends the wait for its time. */
  onServiceAnswered(): void;
  /** When a day is retried; null if no retry is planned. */
  getNextAttemptAt(day: string): string | null;
  /** Whether a time (ISO 8601) has certainly passed, or the wait for a certain time is over. */
  hasPassed(moment: string): boolean;
  /** Resolves once the current check has ended. */
  stop(): Promise<void>;
}

/** A clock jump, or an undetected sleep of the computer, is detected within this time. */
const POLL_INTERVAL_MS = 15 * 60_000;
/** Until the service has returned its time, or a person's own upload has finished. */
const RETRY_DELAY_MS = 60_000;
/** Payments with an unknown outcome are looked up first. */
const START_DELAY_MS = 15_000;
/** More days in one run would keep the server busy past its window. */
const MAX_DAYS_PER_RUN = 40;

export function createUploadSchedule(
  ports: Pick<ReconciliationPorts, 'clock' | 'log' | 'settings'> & {
    readonly days: {
      /** Writes the rows of the days that have certainly ended. */
      recordEndedDays(): Awaitable<void>;
      /** Lists the days neither uploaded nor handed in, oldest first. */
      missing(): Awaitable<readonly Pick<BusinessDayRow, 'day' | 'dueAt'>[]>;
    };
    readonly time: TrustedTime;
    readonly uploads: Uploader;
    /** Sends any request to the service to get its time; a missing response is no error here. */
    readonly askTime: () => Promise<void>;
    readonly afterCheck: () => Promise<void>;
    readonly onChange: () => void;
    readonly isStopped: () => boolean;
  },
): UploadSchedule {
  const { clock, log, time } = ports;
  let cancel: (() => void) | null = null;
  const pauses = createRetryBackoff(clock);
  let lastDue = 0;
  let isWaitingForTime = false;
  let shouldRecheck = false;

  const hasPassed = (moment: string): boolean =>
    (time.getServiceConfirmedTime() ?? 0) >= Date.parse(moment);

  /** Whether a day has ended or become due by this computer's clock, but not by a certain time. */
  const isTimeUncertain = (): boolean => {
    const certainTime = time.getServiceConfirmedTime();
    if (certainTime === null) return true;
    const { timeZone, uploadHour } = ports.settings();
    const now = time.now();
    return (
      computeNextUploadDueAt(certainTime, uploadHour) <= now ||
      toDay(certainTime, timeZone) < toDay(now, timeZone)
    );
  };

  const obtainCertainTime = async (): Promise<boolean> => {
    if (isTimeUncertain()) await ports.askTime();
    const isCertain = !isTimeUncertain();
    if (!isCertain) time.startWaitingForService();
    return isCertain;
  };

  /** The days to try now, fewest failures first; at most as many as fit into one window. */
  const listReadyDays = async (): Promise<string[]> => {
    const due = (await ports.days.missing()).filter((row) => hasPassed(row.dueAt));
    const newest = Math.max(0, ...due.map((row) => Date.parse(row.dueAt)));
    if (newest > lastDue) {
      // A new night resets the pauses.
      lastDue = newest;
      pauses.clear();
    }
    const missingDays = new Set(due.map((row) => row.day));
    pauses.retainDays(missingDays);
    return [...missingDays]
      .filter((day) => !pauses.isPaused(day))
      .sort((a, b) => pauses.getFailureCount(a) - pauses.getFailureCount(b))
      .slice(0, MAX_DAYS_PER_RUN);
  };

  /** Returns true if a person's own upload is running: what is due then waits. */
  const tryDays = async (): Promise<boolean> => {
    const days = await listReadyDays();
    if (days.length === 0) return false;
    const runResult = await ports.uploads.run(days, null);
    if (!runResult.ok) return true;
    for (const [day, result] of runResult.value) pauses.record(day, result);
    return false;
  };

  const runCheck = async (): Promise<number> => {
    if (!ports.settings().isUploading) {
      await ports.days.recordEndedDays();
      await ports.afterCheck();
      return POLL_INTERVAL_MS;
    }
    isWaitingForTime = !(await obtainCertainTime());
    if (ports.isStopped()) return POLL_INTERVAL_MS;
    await ports.days.recordEndedDays();
    const isBusy = await tryDays();
    if (!isWaitingForTime) time.endWaitingForService();
    if (ports.isStopped()) return POLL_INTERVAL_MS;
    await ports.afterCheck();
    return isWaitingForTime || isBusy ? RETRY_DELAY_MS : POLL_INTERVAL_MS;
  };

  let currentCheck: Promise<void> | null = null;
  const check = (): Promise<void> => {
    currentCheck ??= runCheck()
      .catch((error: unknown) => {
        if (!ports.isStopped()) log.error({ err: error }, 'daily-file: due check failed');
        return POLL_INTERVAL_MS;
      })
      .then((delayMs) => {
        currentCheck = null;
        if (ports.isStopped()) return;
        if (shouldRecheck) pauses.clear();
        schedule(shouldRecheck ? 0 : delayMs);
        shouldRecheck = false;
        ports.onChange();
      });
    return currentCheck;
  };

  const schedule = (maxDelayMs: number): void => {
    cancel?.();
    const now = clock.now();
    const times = [now + maxDelayMs, ...pauses.listPauseEnds()];
    if (ports.settings().isUploading) {
      // By the corrected clock, which also decides what is due.
      times.push(
        now + computeNextUploadDueAt(time.now(), ports.settings().uploadHour) - time.now(),
      );
    }
    const delayMs = Math.max(1000, Math.min(...times) - now);
    cancel = clock.after(delayMs, () => void check());
  };

  const recordEndedDays = async (): Promise<void> => {
    try {
      await ports.days.recordEndedDays();
      ports.onChange();
    } catch (error) {
      // The next check reports the result.
      log.error({ err: error }, 'daily-file: recording ended days failed');
    }
  };

  return {
    start: () => void check(),
    check,
    resetBackoff: () => {
      pauses.clear();
      // The current check was based on the previous state.
      shouldRecheck = currentCheck !== null;
      void check();
    },
    retryNow: async () => {
      await currentCheck;
      if (isWaitingForTime || ports.isStopped()) return;
      pauses.clear();
      await check();
    },
    isTimeCertain: () => !isTimeUncertain(),
    onServiceAnswered: () => {
      if (!isWaitingForTime) return;
      isWaitingForTime = false;
      void recordEndedDays();
      schedule(START_DELAY_MS);
    },
    getNextAttemptAt: (day) => {
      const until = pauses.getPauseEnd(day);
      return until === null ? null : toIsoTime(until);
    },
    hasPassed,
    stop: () => {
      cancel?.();
      return currentCheck ?? Promise.resolve();
    },
  };
}
