import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { virtualClock } from '../../platform/index.ts';
import { correctedClock, readHttpDate } from './clock.ts';
import { httpDate } from './signature.ts';

describe('corrected clock', () => {
  it('is ours until an answer has come, and the service’s from then on', async () => {
    const ours = virtualClock(Date.UTC(2026, 0, 15, 16));
    const corrected = correctedClock(ours);
    expect(corrected.now()).toBe(ours.now());
    const theirs = ours.now() + 20 * 60_000;
    expect(corrected.observe(httpDate(theirs))).toBe(theirs);
    expect(corrected.offset).toBe(20 * 60_000);
    await ours.advance(5000);
    expect(corrected.now()).toBe(theirs + 5000);
    ours.jump(20 * 60_000);
    corrected.observe(httpDate(theirs + 5000));
    expect(corrected.offset).toBe(0);
  });

  it('is never ahead of the service, and less than a second behind', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: 0, max: 4e12 }),
        (ours, theirs) => {
          const corrected = correctedClock(virtualClock(ours));
          corrected.observe(httpDate(theirs));
          expect(theirs - corrected.now()).toBeGreaterThanOrEqual(0);
          expect(theirs - corrected.now()).toBeLessThan(1000);
        },
      ),
    );
  });

  it('does not believe what is no HTTP date', () => {
    const corrected = correctedClock(virtualClock());
    for (const text of [
      '',
      'now',
      '2017-01-20T18:11:04Z',
      'Fri, 20 Jan 2017 18:11:04 +0600',
      'x',
    ]) {
      expect(corrected.observe(text), text).toBeNull();
    }
    expect(corrected.observe(undefined)).toBeNull();
    expect(corrected.offset).toBe(0);
    expect(readHttpDate('Fri, 20 Jan 2017 18:11:04 GMT')).toBe(Date.UTC(2017, 0, 20, 18, 11, 4));
  });
});
