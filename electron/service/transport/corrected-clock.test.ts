import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../platform/index.ts';
import { createCorrectedClock, parseHttpDate } from './corrected-clock.ts';
import { formatHttpDate } from './signature.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 15, 16);

/** A till and a service whose Dates are wrong by what the test says. */
function hearing(oursWrongBy = 0) {
  const ours = createVirtualClock(START + oursWrongBy);
  const corrected = createCorrectedClock(ours);
  const truth = (): number => START + ours.uptime();
  return {
    ours,
    corrected,
    truth,
    /** An answer after that long; returns what it proves. */
    hear: async (after: number, wrongBy = 0) => {
      await ours.advance(after);
      return corrected.observe(formatHttpDate(truth() + wrongBy), ours.uptime());
    },
  };
}

describe('corrected clock', () => {
  it('is ours until an answer bears it out, and then the service’s', async () => {
    const { corrected, ours, truth, hear } = hearing(30_000);
    expect(corrected.now()).toBe(ours.now());
    expect(corrected.getSlowestTime()).toBeNull();
    expect(await hear(1000)).toEqual({
      date: truth(),
      time: { kind: 'agreed', time: truth() },
      isStrange: false,
    });
    expect(corrected.now()).toBe(truth());
    expect(corrected.offset).toBe(-30_000);
    await ours.advance(5000);
    expect(corrected.now()).toBe(truth());
    expect(corrected.getSlowestTime()).toBe(truth());
  });

  it.each([25, -25, 60 * 24 * 400])(
    'of a till that is %i minutes off follows two answers that agree, and not one',
    async (minutes) => {
      const { corrected, ours, truth, hear } = hearing(minutes * MINUTE);
      expect(await hear(1000)).toMatchObject({ time: { kind: 'disputed' }, isStrange: false });
      expect(corrected.now()).toBe(ours.now());
      expect((await hear(1000)).time.kind).toBe('agreed');
      expect(corrected.now()).toBe(truth());
    },
  );

  it('does not follow whoever sets the till’s clock', async () => {
    const { corrected, ours, truth, hear } = hearing();
    await hear(1000);
    for (const minutes of [25, -50, 24 * 60]) {
      ours.jump(minutes * MINUTE);
      expect(corrected.now()).toBe(truth());
      expect((await hear(1000)).time).toEqual({ kind: 'agreed', time: truth() });
    }
  });

  it('goes on while the machine sleeps', async () => {
    const { corrected, ours, truth, hear } = hearing();
    await hear(1000);
    ours.sleep(8 * 60 * MINUTE);
    expect(corrected.now()).toBe(truth());
    expect((await hear(1000)).time).toEqual({ kind: 'agreed', time: truth() });
  });

  it.each([20, -20, 2, -2, 60 * 24 * 300])(
    'ignores and reports a single Date header that is %i minutes wrong',
    async (minutes) => {
      const { corrected, truth, hear } = hearing();
      await hear(1000);
      expect(await hear(30_000, minutes * MINUTE)).toMatchObject({
        time: { kind: 'disputed' },
        isStrange: true,
      });
      expect(corrected.now()).toBe(truth());
      expect(corrected.getSlowestTime()).toBe(truth());
      expect((await hear(30_000)).time).toEqual({ kind: 'agreed', time: truth() });
      expect(corrected.now()).toBe(truth());
    },
  );

  it('goes by the slowest of two machines behind one address, and by neither of them far', async () => {
    const { corrected, truth, hear } = hearing();
    await hear(1000);
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await hear(30_000, 20 * MINUTE)).time).toEqual({ kind: 'disputed' });
      expect((await hear(30_000)).time).toEqual({ kind: 'agreed', time: truth() });
      expect(corrected.now()).toBe(truth());
    }
    // In pairs they are both believed; what a look-up proves stays with the slower one.
    await hear(1000, 20 * MINUTE);
    const second = await hear(1000, 20 * MINUTE);
    expect(corrected.now()).toBe(truth() + 20 * MINUTE);
    expect(second.time).toEqual({ kind: 'agreed', time: truth() });
    await hear(1000, -20 * MINUTE);
    const behind = await hear(15_000, -20 * MINUTE);
    expect(behind.time).toEqual({ kind: 'agreed', time: truth() - 20 * MINUTE });
  });

  it('forgets a machine that has not answered for long', async () => {
    const { corrected, truth, hear } = hearing();
    await hear(1000);
    for (const wrongBy of [-20, -20, 0, 0]) await hear(15_000, wrongBy * MINUTE);
    expect(corrected.getSlowestTime()).toBe(truth() - 20 * MINUTE);
    await hear(25 * MINUTE);
    expect(corrected.getSlowestTime()).toBe(truth());
  });

  it('takes a slow answer for what it is', async () => {
    const { ours, corrected, truth, hear } = hearing();
    await hear(1000);
    const askedAt = ours.uptime();
    const stamped = formatHttpDate(truth());
    await ours.advance(59_000);
    expect(corrected.observe(stamped, askedAt)).toMatchObject({ time: { kind: 'agreed' } });
    expect(corrected.now()).toBeLessThanOrEqual(truth());
    expect((await hear(1000)).time.kind).toBe('agreed');
    expect(corrected.now()).toBe(truth());
  });

  it('tells by the answers before it what one without a Date proves', async () => {
    const { ours, corrected, truth, hear } = hearing(5 * MINUTE);
    expect(corrected.observe(undefined, ours.uptime()).time).toEqual({
      kind: 'untold',
      time: ours.now(),
    });
    await hear(1000);
    await hear(1000);
    const askedAt = ours.uptime();
    await ours.advance(500);
    expect(corrected.observe(undefined, askedAt).time).toEqual({
      kind: 'untold',
      time: truth() - 500,
    });
  });

  it('is never ahead of the service, and less than a second behind', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: 0, max: 4e12 }),
        (ours, theirs) => {
          const clock = createVirtualClock(ours);
          const corrected = createCorrectedClock(clock);
          corrected.observe(formatHttpDate(theirs), clock.uptime());
          corrected.observe(formatHttpDate(theirs), clock.uptime());
          expect(theirs - corrected.now()).toBeGreaterThanOrEqual(0);
          expect(theirs - corrected.now()).toBeLessThan(1000);
        },
      ),
    );
  });

  it('proves no time that has not come, whatever single Dates are wrong', async () => {
    const answer = fc.record({
      after: fc.integer({ min: 0, max: 5 * MINUTE }),
      // At times nothing is heard for long, or the machine sleeps, or somebody sets its clock.
      slept: fc.oneof(
        { weight: 9, arbitrary: fc.constant(0) },
        fc.integer({ max: 24 * 60 * MINUTE }),
      ),
      jump: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.integer({ min: -1e8, max: 1e8 })),
      wrongBy: fc.option(fc.integer({ min: -40 * MINUTE, max: 40 * MINUTE }), { freq: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { maxLength: 40 }), async (answers) => {
        const { ours, corrected, truth, hear } = hearing();
        await hear(0);
        let wasWrong = false;
        for (const { after, slept, jump, wrongBy } of answers) {
          if (slept > 0) ours.sleep(slept);
          ours.jump(jump);
          // No two wrong ones in a row.
          const by: number = wasWrong ? 0 : (wrongBy ?? 0);
          wasWrong = by !== 0;
          const { time } = await hear(after, by);
          if (time.kind === 'agreed') expect(time.time).toBeLessThanOrEqual(truth() + MINUTE);
          expect(corrected.getSlowestTime() ?? 0).toBeLessThanOrEqual(truth() + MINUTE);
          // Of the two Dates that are compared each is cut by up to a second.
          expect(Math.abs(corrected.now() - truth())).toBeLessThanOrEqual(MINUTE + 2000);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('tells that machines disagreed, as long as a request that heard them may live', async () => {
    const { ours, corrected, hear } = hearing();
    expect(corrected.isDisputed).toBe(false);
    await hear(1000);
    await hear(1000, 30_000);
    expect(corrected.isDisputed).toBe(false);
    await hear(1000, 20 * MINUTE);
    expect(corrected.isDisputed).toBe(true);
    // The one that is ahead is followed; that the other was heard is not forgotten.
    await hear(1000, 20 * MINUTE);
    expect(corrected.isDisputed).toBe(true);
    await hear(16 * MINUTE, 20 * MINUTE);
    expect(corrected.isDisputed).toBe(true);
    await ours.advance(5 * MINUTE);
    expect(corrected.isDisputed).toBe(false);
  });

  it('does not believe what is no HTTP date', () => {
    const corrected = createCorrectedClock(createVirtualClock());
    for (const text of [
      '',
      'now',
      '2017-01-20T18:11:04Z',
      'Fri, 20 Jan 2017 18:11:04 +0600',
      'x',
    ]) {
      expect(corrected.observe(text, 0).date, text).toBeNull();
    }
    expect(corrected.observe(undefined, 0).date).toBeNull();
    expect(corrected.offset).toBe(0);
    expect(parseHttpDate('Fri, 20 Jan 2017 18:11:04 GMT')).toBe(Date.UTC(2017, 0, 20, 18, 11, 4));
  });
});
