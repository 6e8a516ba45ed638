import type { Clock } from '../../platform/index.ts';

/**
 * The service's time. Each answer's Date is compared with our clock, and requests carry our time
 * plus the difference. The Date is cut to whole seconds, so the corrected time is up to a second
 * late and never early: a service may refuse a Date in the future.
 */
export interface CorrectedClock {
  /** Milliseconds since the epoch, corrected. */
  now(): number;
  /** Service's clock minus ours, in milliseconds, as of the last answer with a Date. */
  readonly offset: number;
  /** Takes an answer's Date header; returns its time, or null if it cannot be read. */
  observe(date: string | undefined): number | null;
}

export function correctedClock(clock: Clock): CorrectedClock {
  let offset = 0;
  return {
    now: () => clock.now() + offset,
    get offset() {
      return offset;
    },
    observe: (date) => {
      const time = readHttpDate(date);
      if (time !== null) offset = time - clock.now();
      return time;
    },
  };
}

const IMF_DATE = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Only the form that HTTP prescribes is read: anything else would be a guess at a time zone. */
export function readHttpDate(text: string | undefined): number | null {
  if (text === undefined || !IMF_DATE.test(text.trim())) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}
