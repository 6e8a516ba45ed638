import type { Problem, Result } from '../../shared/contract/index.ts';
import { dayOf } from '../../shared/dates/index.ts';
import { missingDays } from '../ledger/index.ts';
import { isoTime } from '../platform/index.ts';
import { nextDue } from './business-day.ts';
import type { Days } from './days.ts';
import type { ReconciliationPorts } from './ports.ts';
import type { TrustedTime } from './time.ts';
import { needsPerson, type Uploads } from './uploads.ts';

/** When files go out by themselves: at 04:00, at the start, at waking, and again after a failure. */
export interface Schedule {
  start(): void;
  /** Looks now at what is due. Never throws. */
  check(): Promise<void>;
  /** A person has mended something: no waiting. */
  again(): void;
  /** The service has answered: where only its time was waited for, nothing is any more. */
  heard(): void;
  /** When the next attempt is made; null while none is waited for. */
  nextAttemptAt(): string | null;
  /** Whether a day that has ended may be reported now: its clock is sure, or was waited for. */
  mayReport(dueAt: string): boolean;
  /** Resolves once the look that is under way has ended. */
  stop(): Promise<void>;
}

/** A clock that jumped, or a computer that slept without saying so, is noticed by then. */
const LOOK_EVERY_MS = 15 * 60_000;
/** Until the service has told the time. */
const UNSURE_MS = 60_000;
/** After a start: what was not known of the last payments is looked up first. */
const SETTLE_MS = 15_000;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 15 * 60_000;
/** Past the window, and for what a person has to mend. */
const SELDOM_MS = 60 * 60_000;
const OFTEN = 8;
/** More than that at once would keep the server busy past its window. */
const MOST_AT_ONCE = 40;

export function createSchedule(
  ports: Pick<ReconciliationPorts, 'database' | 'clock' | 'log' | 'settings'> & {
    readonly days: Days;
    readonly time: TrustedTime;
    readonly uploads: Uploads;
    /** Asks the service anything, for its time; silence is no trouble here. */
    readonly askTime: () => Promise<void>;
    readonly afterRound: () => Promise<void>;
    readonly onChange: () => void;
    readonly isStopped: () => boolean;
  },
): Schedule {
  const { database, clock, log, time } = ports;
  let cancel: (() => void) | null = null;
  let failures = 0;
  let retryAt: number | null = null;
  let lastDue = 0;
  let waitsForTime = false;

  const mayReport = (dueAt: string): boolean => (time.sure() ?? 0) >= Date.parse(dueAt);

  /** Whether, by this computer's clock, a day has ended or fallen due that no sure time knows of. */
  const isUnsure = (): boolean => {
    const sure = time.sure();
    if (sure === null) return true;
    const { timeZone } = ports.settings();
    const now = time.now();
    return nextDue(sure, timeZone) <= now || dayOf(sure, timeZone) < dayOf(now, timeZone);
  };

  const becomeSure = async (): Promise<boolean> => {
    if (isUnsure()) await ports.askTime();
    const isSure = !isUnsure();
    if (!isSure) time.wait();
    return isSure;
  };

  const noteResult = (result: Result<null>): void => {
    if (result.ok) {
      failures = 0;
      retryAt = null;
      return;
    }
    failures += 1;
    retryAt = clock.now() + pauseAfter(result.problem, failures);
  };

  const due = (): string[] => {
    const ended = missingDays(database, MOST_AT_ONCE).filter((row) => mayReport(row.dueAt));
    const newest = Math.max(0, ...ended.map((row) => Date.parse(row.dueAt)));
    if (newest > lastDue) {
      // A new night: the window begins anew.
      lastDue = newest;
      failures = 0;
      retryAt = null;
    }
    return ended.map((row) => row.day);
  };

  const look = async (): Promise<number> => {
    if (!ports.settings().uploads) {
      ports.days.keepUp();
      return LOOK_EVERY_MS;
    }
    waitsForTime = !(await becomeSure());
    if (ports.isStopped()) return LOOK_EVERY_MS;
    ports.days.keepUp();
    const ready = due();
    // Set back meanwhile, the clock would keep an attempt waiting for as long.
    if (retryAt !== null && retryAt - clock.now() > SELDOM_MS) retryAt = null;
    const mayTry = retryAt === null || clock.now() >= retryAt;
    if (ready.length > 0 && mayTry && !ports.uploads.isBusy()) {
      noteResult(await ports.uploads.run(ready, null));
    }
    if (!waitsForTime) time.rest();
    if (ports.isStopped()) return LOOK_EVERY_MS;
    await ports.afterRound();
    return waitsForTime ? UNSURE_MS : LOOK_EVERY_MS;
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
        schedule(wait);
        ports.onChange();
      });
    return looking;
  };

  const schedule = (most: number): void => {
    cancel?.();
    const now = clock.now();
    const times = [now + most, retryAt ?? Number.POSITIVE_INFINITY];
    if (ports.settings().uploads) {
      // By the mended clock, as it is judged.
      times.push(now + nextDue(time.now(), ports.settings().timeZone) - time.now());
    }
    const wait = Math.max(1000, Math.min(...times) - now);
    cancel = clock.after(wait, () => void check());
  };

  return {
    start: () => void check(),
    check,
    again: () => {
      failures = 0;
      retryAt = null;
      void check();
    },
    heard: () => {
      if (!waitsForTime) return;
      waitsForTime = false;
      try {
        ports.days.keepUp();
        ports.onChange();
      } catch (error) {
        // The look that follows says what becomes of it.
        log.error({ err: error }, 'the days of the daily file could not be written');
      }
      schedule(SETTLE_MS);
    },
    nextAttemptAt: () => (retryAt === null ? null : isoTime(retryAt)),
    mayReport,
    stop: () => {
      cancel?.();
      return looking ?? Promise.resolve();
    },
  };
}

function pauseAfter(problem: Problem, failures: number): number {
  if (needsPerson(problem) || failures > OFTEN) return SELDOM_MS;
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
}
