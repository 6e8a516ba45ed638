import { dayOf } from '../../../shared/dates/index.ts';
import { isoTime } from '../../platform/index.ts';
import { type DayRow, nextDue, type TrustedTime } from '../days/index.ts';
import type { ReconciliationPorts } from '../ports.ts';
import type { Awaitable } from '../types.ts';
import { createPauses } from './pauses.ts';
import type { Uploads } from './uploads.ts';

/**
 * When files go out without a person: at the hour of the upload, at the start, on waking, and again after a failure.
 */
export interface Schedule {
  start(): void;
  /** Checks now what is due. Never throws. */
  check(): Promise<void>;
  /** A person has fixed something: nothing waits. */
  again(): void;
  /** Somebody asks for the files that are due: the pauses are over, unless the time is waited for. */
  nudge(): Promise<void>;
  /** Whether it is certain which days have ended and fallen due. */
  isSure(): boolean;
  /** The service has answered: nothing waits for its time any longer. */
  heard(): void;
  /** When a day is tried again; null if no retry is planned. */
  nextAttemptAt(day: string): string | null;
  /** Whether a moment has certainly passed, or the wait for a sure time is over. */
  hasPassed(moment: string): boolean;
  /** Resolves once the current check has ended. */
  stop(): Promise<void>;
}

/** A clock that jumped, or a computer that slept unnoticed, is found within this time. */
const LOOK_EVERY_MS = 15 * 60_000;
/** Until the service has told the time, or a person's own upload is done. */
const SOON_MS = 60_000;
/** After a start: payments with an unknown outcome are looked up first. */
const AFTER_START_MS = 15_000;
/** More at once would keep the server busy past its window. */
const MOST_AT_ONCE = 40;

export function createSchedule(
  ports: Pick<ReconciliationPorts, 'clock' | 'log' | 'settings'> & {
    readonly days: {
      /** Writes the rows of the days that have certainly ended. */
      keepUp(): Awaitable<void>;
      /** Neither uploaded nor handed in, the oldest first. */
      missing(): Awaitable<readonly Pick<DayRow, 'day' | 'dueAt'>[]>;
    };
    readonly time: TrustedTime;
    readonly uploads: Uploads;
    /** Asks the service anything, to get its time; no reply is no problem here. */
    readonly askTime: () => Promise<void>;
    readonly afterRound: () => Promise<void>;
    readonly onChange: () => void;
    readonly isStopped: () => boolean;
  },
): Schedule {
  const { clock, log, time } = ports;
  let cancel: (() => void) | null = null;
  const pauses = createPauses(clock);
  let lastDue = 0;
  let waitsForTime = false;
  let looksAgain = false;

  const hasPassed = (moment: string): boolean => (time.sure() ?? 0) >= Date.parse(moment);

  /**
   * Whether, by this computer's clock, a day has ended or fallen due without a sure time for it.
   */
  const isUnsure = (): boolean => {
    const sure = time.sure();
    if (sure === null) return true;
    const { timeZone, uploadHour } = ports.settings();
    const now = time.now();
    return nextDue(sure, uploadHour) <= now || dayOf(sure, timeZone) < dayOf(now, timeZone);
  };

  const becomeSure = async (): Promise<boolean> => {
    if (isUnsure()) await ports.askTime();
    const isSure = !isUnsure();
    if (!isSure) time.wait();
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
    pauses.keepOnly(missing);
    return [...missing]
      .filter((day) => !pauses.isPaused(day))
      .sort((a, b) => pauses.failures(a) - pauses.failures(b))
      .slice(0, MOST_AT_ONCE);
  };

  /** True if a person's own upload is running, and what is due waits for it. */
  const tryDays = async (): Promise<boolean> => {
    const days = await ready();
    if (days.length === 0) return false;
    const ran = await ports.uploads.run(days, null);
    if (!ran.ok) return true;
    for (const [day, result] of ran.value) pauses.note(day, result);
    return false;
  };

  const look = async (): Promise<number> => {
    if (!ports.settings().uploads) {
      await ports.days.keepUp();
      await ports.afterRound();
      return LOOK_EVERY_MS;
    }
    waitsForTime = !(await becomeSure());
    if (ports.isStopped()) return LOOK_EVERY_MS;
    await ports.days.keepUp();
    const isBusy = await tryDays();
    if (!waitsForTime) time.rest();
    if (ports.isStopped()) return LOOK_EVERY_MS;
    await ports.afterRound();
    return waitsForTime || isBusy ? SOON_MS : LOOK_EVERY_MS;
  };

  let looking: Promise<void> | null = null;
  const check = (): Promise<void> => {
    looking ??= look()
      .catch((error: unknown) => {
        if (!ports.isStopped()) log.error({ err: error }, 'looking at the daily file failed');
        return LOOK_EVERY_MS;
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
    const times = [now + most, ...pauses.ahead()];
    if (ports.settings().uploads) {
      // By the corrected clock, as it is judged.
      times.push(now + nextDue(time.now(), ports.settings().uploadHour) - time.now());
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
      log.error({ err: error }, 'the days of the daily file could not be written');
    }
  };

  return {
    start: () => void check(),
    check,
    again: () => {
      pauses.clear();
      // The current check was based on the state before.
      looksAgain = looking !== null;
      void check();
    },
    nudge: async () => {
      await looking;
      if (waitsForTime || ports.isStopped()) return;
      pauses.clear();
      await check();
    },
    isSure: () => !isUnsure(),
    heard: () => {
      if (!waitsForTime) return;
      waitsForTime = false;
      void keepUp();
      schedule(AFTER_START_MS);
    },
    nextAttemptAt: (day) => {
      const until = pauses.until(day);
      return until === null ? null : isoTime(until);
    },
    hasPassed,
    stop: () => {
      cancel?.();
      return looking ?? Promise.resolve();
    },
  };
}
