import { SERVICE_CLOCK_TTL_MS } from '../../../shared/rules/index.ts';
import type { Clock } from '../../platform/index.ts';
import type { ServiceTimeReading } from '../types.ts';

/**
 * The service's time, from the Date headers of its answers. Requests carry it, and look-ups use it
 * to prove that a request can no longer be performed. No single answer therefore decides it.
 *
 * - The Date of an answer is compared with earlier Dates by the uptime, which nobody can set. Dates
 *   within a minute of each other count as one clock. Behind a load balancer there may be several.
 * - Requests use our own clock until an answer confirms it or two consecutive answers agree on
 *   another time. After that only two consecutive answers can change it.
 * - A look-up uses the slowest clock that was seen twice recently: a machine whose clock is behind
 *   accepts a request for that much longer.
 *
 * The Date has whole seconds, so the corrected time is up to a second late and never early: a
 * service may refuse a Date in the future.
 */
export interface ServiceClock {
  /** The corrected time in milliseconds since the epoch, used as the Date of a request. */
  now(): number;
  /** The service's clock minus ours, in milliseconds. */
  readonly offsetMs: number;
  /**
   * The service's time by the slowest of its clocks seen recently, in milliseconds since the epoch;
   * null until an answer had a Date.
   */
  getSlowestServiceTime(): number | null;
  /** Whether machines of the service that answered recently disagree about the time. */
  readonly isDisputed: boolean;
  /**
   * Records the Date header of an answer. `requestedAt` is the uptime in milliseconds when its request
   * was sent.
   */
  observeDateHeader(date: string | undefined, requestedAt: number): DateHeaderObservation;
}

export interface DateHeaderObservation {
  /** The Date in milliseconds since the epoch; null if it is missing or cannot be parsed. */
  readonly date: number | null;
  readonly time: ServiceTimeReading;
  /** The Date contradicts earlier answers that agreed. */
  readonly isUnexpected: boolean;
}

const SAME_CLOCK_TOLERANCE_MS = 60_000;
/** Limit for a service with a different Date in each answer: only the latest clocks are kept. */
const MAX_CLOCKS = 50;

/** A clock of the service. `offset` is its time minus our uptime when it was last seen. */
interface ObservedClock {
  offset: number;
  seenAt: number;
  seenBefore: number | null;
}

export function createServiceClock(clock: Clock): ServiceClock {
  let observedClocks: ObservedClock[] = [];
  let last: ObservedClock | null = null;
  let current: ObservedClock | null = null;

  /** Finds the clock whose offset lies between these bounds, however long the answer took. */
  const findClock = (low: number, high: number): ObservedClock | null => {
    const getDistance = ({ offset }: ObservedClock): number =>
      Math.max(low - offset, offset - high, 0);
    const nearClocks = observedClocks.filter(
      (observed) => getDistance(observed) <= SAME_CLOCK_TOLERANCE_MS,
    );
    return nearClocks.sort((a, b) => getDistance(a) - getDistance(b))[0] ?? null;
  };

  const isRecent = (at: number, now: number): boolean => now - at <= SERVICE_CLOCK_TTL_MS;

  const getSlowestOffset = (reference: ObservedClock, now: number): number =>
    observedClocks
      .filter(({ seenBefore }) => seenBefore !== null && isRecent(seenBefore, now))
      .reduce((minOffset, { offset }) => Math.min(minOffset, offset), reference.offset);

  const recordClock = (time: number, requestedAt: number, now: number): ObservedClock => {
    const low = time - now;
    const knownClock = findClock(low, time + 1000 - requestedAt);
    const observed = knownClock ?? { offset: low, seenAt: now, seenBefore: null };
    if (knownClock)
      Object.assign(observed, { offset: low, seenBefore: knownClock.seenAt, seenAt: now });
    observedClocks = [observed, ...observedClocks.filter((earlier) => earlier !== observed)]
      .filter((candidate) => candidate === current || isRecent(candidate.seenAt, now))
      .slice(0, MAX_CLOCKS);
    return observed;
  };

  const isOurs = ({ offset }: ObservedClock): boolean =>
    Math.abs(clock.now() - clock.uptime() - offset) <= SAME_CLOCK_TOLERANCE_MS;

  const now = (): number =>
    current === null ? clock.now() : Math.floor(clock.uptime() + current.offset);

  return {
    now,
    get offsetMs() {
      return now() - clock.now();
    },
    get isDisputed() {
      const at = clock.uptime();
      const recentOffsets = observedClocks
        .filter(({ seenAt }) => isRecent(seenAt, at))
        .map(({ offset }) => offset);
      // Of no clocks it is -Infinity.
      return Math.max(...recentOffsets) - Math.min(...recentOffsets) > SAME_CLOCK_TOLERANCE_MS;
    },
    getSlowestServiceTime: () =>
      current === null ? null : clock.uptime() + getSlowestOffset(current, clock.uptime()),
    observeDateHeader: (text, requestedAt) => {
      const date = parseHttpDate(text);
      const at = clock.uptime();
      if (date === null) {
        const time =
          current === null
            ? clock.now() - (at - requestedAt)
            : requestedAt + getSlowestOffset(current, at);
        return { date, time: { kind: 'no-date', time }, isUnexpected: false };
      }
      const observed = recordClock(date, requestedAt, at);
      const isConfirmed =
        observed === current || observed === last || (current === null && isOurs(observed));
      last = observed;
      if (!isConfirmed) return { date, time: { kind: 'disputed' }, isUnexpected: current !== null };
      current = observed;
      const time = requestedAt + getSlowestOffset(observed, at);
      return { date, time: { kind: 'agreed', time }, isUnexpected: false };
    },
  };
}

const IMF_DATE_PATTERN = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Only the HTTP date format is accepted: any other format would require guessing a time zone. */
export function parseHttpDate(text: string | undefined): number | null {
  if (text === undefined || !IMF_DATE_PATTERN.test(text.trim())) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}
