import { describe, expect, it } from 'vitest';
import {
  computeFirstRefundReadAt,
  computeNextRefundReadAt,
  computeRefundWatchDurationMs,
} from './watch-schedule.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const SINCE = Date.parse('2026-03-01T18:00:00Z');
const STANDS = { kind: 'stands', status: 'sent' } as const;
const UNDECIDED = { kind: 'undecided', status: 'timeout' } as const;

function createWatch({ hours = 72, reads = 0 } = {}) {
  return { paymentId: 'payment-1', since: SINCE, endsAt: SINCE + hours * HOUR, nextAt: 0, reads };
}

const computeNext = (
  afterHours: number,
  state: Parameters<typeof computeNextRefundReadAt>[1] = STANDS,
  { hours = 72, reads = 0, random = 0.5 } = {},
) => {
  const watch = createWatch({ hours, reads });
  const next = computeNextRefundReadAt(watch, state, SINCE + afterHours * HOUR, random);
  return next === null ? null : (next - SINCE) / HOUR;
};

describe('the watch of a paid payment', () => {
  it('watches as long as the biller may give back, at most 30 days, and three days if unknown', () => {
    expect(computeRefundWatchDurationMs(null)).toBe(3 * DAY);
    expect(computeRefundWatchDurationMs(5)).toBe(5 * HOUR);
    expect(computeRefundWatchDurationMs(2_000)).toBe(30 * DAY);
    expect(computeRefundWatchDurationMs(1)).toBe(HOUR);
    expect(computeRefundWatchDurationMs(0)).toBe(null);
    expect(computeRefundWatchDurationMs(-1)).toBe(null);
  });

  it('reads first after an hour, by up to a tenth more or less', () => {
    const readFirst = (random: number) => computeFirstRefundReadAt(createWatch(), random) - SINCE;
    expect(readFirst(0.5)).toBe(HOUR);
    expect(readFirst(0)).toBe(0.9 * HOUR);
    expect(readFirst(1)).toBe(Math.round(1.1 * HOUR));
  });

  it('reads at growing intervals, none within half an hour of the last', () => {
    expect([1, 4, 12, 24].map((hour) => computeNext(hour))).toEqual([4, 12, 24, 48]);
    expect(computeNext(3.4)).toBe(4);
    expect(computeNext(3.5)).toBe(12);
  });

  it('reads last within half an hour of the end of the watch', () => {
    expect(computeNext(48)).toBe(72.25);
    expect(computeNext(48, STANDS, { random: 0 })).toBe(72);
    expect(computeNext(400, STANDS, { hours: 720 })).toBe(720.25);
    expect(computeFirstRefundReadAt(createWatch({ hours: 0.5 }), 1)).toBe(SINCE + HOUR);
  });

  it('reads only once more after a payment was fulfilled', () => {
    expect(computeNext(1, { kind: 'stands', status: 'fulfilled' })).toBe(72.25);
  });

  it('reads no more after the end, unless the service has not decided', () => {
    expect(computeNext(72)).toBe(null);
    expect(computeNext(72, UNDECIDED)).toBe(96);
    expect(computeNext(71.9, STANDS)).toBe(72.25);
  });

  it('reads no more after a refund, without a status, and after sixteen reads', () => {
    expect(computeNext(1, { kind: 'given-back', status: 'refunded' })).toBe(null);
    expect(computeNext(1, { kind: 'no-status', status: null })).toBe(null);
    expect(computeNext(1, { kind: 'differs', status: 'sent' })).toBe(4);
    expect(computeNext(1, STANDS, { reads: 14 })).toBe(4);
    expect(computeNext(1, STANDS, { reads: 15 })).toBe(null);
  });
});
