import { SERVICE_CLOCK_TTL_MS } from '../../../shared/rules/index.ts';
import type { Clock } from '../../platform/index.ts';
import type { ServiceTimeReading } from '../types.ts';

/**
 * The service's time, by the Dates of its answers. Requests carry it, and look-ups prove by it that
 * a request can no longer be performed; so no single answer decides it.
 *
 * - What an answer tells is compared with the time that has passed since the one before by the
 *   uptime, which nobody can set. Answers within a minute of each other are one clock: behind a
 *   balancer there may be several.
 * - The clock that requests are stamped with is our own until an answer bears it out or two answers
 *   in a row agree on another. Afterwards only two in a row can change it.
 * - A look-up counts by the slowest of the clocks that were seen twice lately: a machine whose clock
 *   is behind performs a request for that much longer.
 *
 * The Date is cut to whole seconds, so the corrected time is up to a second late and never early: a
 * service may refuse a Date in the future.
 */
export interface CorrectedClock {
  /** Milliseconds since the epoch, corrected: the Date of a request. */
  now(): number;
  /** The service's clock minus ours, in milliseconds. */
  readonly offset: number;
  /**
   * The time that it is by every clock of the service that was seen lately; null until an answer
   * has told the time.
   */
  getSlowestTime(): number | null;
  /** Machines of the service that were heard lately disagree about the time. */
  readonly isDisputed: boolean;
  /** Takes an answer's Date header. `askedAt` is the uptime at which its request left. */
  observe(date: string | undefined, askedAt: number): ClockObservation;
}

export interface ClockObservation {
  /** The Date itself; null if there is none that can be read. */
  readonly date: number | null;
  readonly time: ServiceTimeReading;
  /** It disagrees with answers that had agreed. */
  readonly isStrange: boolean;
}

const SAME_CLOCK_TOLERANCE_MS = 60_000;
/** Of a service that tells any time at all, the last ones. */
const MAX_CLOCKS = 50;

/** A clock of the service. `offset` is its time minus our uptime, when it was seen last. */
interface ObservedClock {
  offset: number;
  seenAt: number;
  seenBefore: number | null;
}

export function createCorrectedClock(clock: Clock): CorrectedClock {
  let seen: ObservedClock[] = [];
  let last: ObservedClock | null = null;
  let current: ObservedClock | null = null;

  /** Between these lies the clock's offset, however long the answer took. */
  const find = (low: number, high: number): ObservedClock | null => {
    const apart = ({ offset }: ObservedClock): number => Math.max(low - offset, offset - high, 0);
    const near = seen.filter((one) => apart(one) <= SAME_CLOCK_TOLERANCE_MS);
    return near.sort((a, b) => apart(a) - apart(b))[0] ?? null;
  };

  const isLately = (at: number, now: number): boolean => now - at <= SERVICE_CLOCK_TTL_MS;

  const slowest = (of: ObservedClock, now: number): number =>
    seen
      .filter(({ seenBefore }) => seenBefore !== null && isLately(seenBefore, now))
      .reduce((least, { offset }) => Math.min(least, offset), of.offset);

  const note = (time: number, askedAt: number, now: number): ObservedClock => {
    const low = time - now;
    const found = find(low, time + 1000 - askedAt);
    const one = found ?? { offset: low, seenAt: now, seenBefore: null };
    if (found) Object.assign(one, { offset: low, seenBefore: found.seenAt, seenAt: now });
    seen = [one, ...seen.filter((other) => other !== one)]
      .filter((other) => other === current || isLately(other.seenAt, now))
      .slice(0, MAX_CLOCKS);
    return one;
  };

  const isOurs = ({ offset }: ObservedClock): boolean =>
    Math.abs(clock.now() - clock.uptime() - offset) <= SAME_CLOCK_TOLERANCE_MS;

  const now = (): number =>
    current === null ? clock.now() : Math.floor(clock.uptime() + current.offset);

  return {
    now,
    get offset() {
      return now() - clock.now();
    },
    get isDisputed() {
      const at = clock.uptime();
      const lately = seen.filter((one) => isLately(one.seenAt, at)).map(({ offset }) => offset);
      return (
        lately.length > 0 && Math.max(...lately) - Math.min(...lately) > SAME_CLOCK_TOLERANCE_MS
      );
    },
    getSlowestTime: () =>
      current === null ? null : clock.uptime() + slowest(current, clock.uptime()),
    observe: (text, askedAt) => {
      const date = parseHttpDate(text);
      const at = clock.uptime();
      if (date === null) {
        const time =
          current === null ? clock.now() - (at - askedAt) : askedAt + slowest(current, at);
        return { date, time: { kind: 'untold', time }, isStrange: false };
      }
      const one = note(date, askedAt, at);
      const isBorneOut = one === current || one === last || (current === null && isOurs(one));
      last = one;
      if (!isBorneOut) return { date, time: { kind: 'disputed' }, isStrange: current !== null };
      current = one;
      const time = askedAt + slowest(one, at);
      return { date, time: { kind: 'agreed', time }, isStrange: false };
    },
  };
}

const IMF_DATE = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Only the form that HTTP prescribes is read: anything else would be a guess at a time zone. */
export function parseHttpDate(text: string | undefined): number | null {
  if (text === undefined || !IMF_DATE.test(text.trim())) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}
