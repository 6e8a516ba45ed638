import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../platform/index.ts';
import { createServiceClock, parseHttpDate } from './corrected-clock.ts';
import { formatHttpDate } from './signature.ts';

const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 0, 15, 16);

/** A till and a service whose Dates are wrong by an amount that the test sets. */
function createTill(tillAheadMs = 0) {
  const tillClock = createVirtualClock(START + tillAheadMs);
  const corrected = createServiceClock(tillClock);
  const getTrueTime = (): number => START + tillClock.uptime();
  return {
    tillClock,
    corrected,
    getTrueTime,
    /** Advances time, delivers an answer, and returns what it proves. */
    observeAnswer: async (after: number, wrongBy = 0) => {
      await tillClock.advance(after);
      return corrected.observeDateHeader(
        formatHttpDate(getTrueTime() + wrongBy),
        tillClock.uptime(),
      );
    },
  };
}

describe('corrected clock', () => {
  it('uses the till’s clock until an answer confirms it, and then the service’s', async () => {
    const { corrected, tillClock, getTrueTime, observeAnswer } = createTill(30_000);
    expect(corrected.now()).toBe(tillClock.now());
    expect(corrected.getSlowestServiceTime()).toBeNull();
    expect(await observeAnswer(1000)).toEqual({
      date: getTrueTime(),
      time: { kind: 'agreed', time: getTrueTime() },
      isUnexpected: false,
    });
    expect(corrected.now()).toBe(getTrueTime());
    expect(corrected.offsetMs).toBe(-30_000);
    await tillClock.advance(5000);
    expect(corrected.now()).toBe(getTrueTime());
    expect(corrected.getSlowestServiceTime()).toBe(getTrueTime());
  });

  it.each([25, -25, 60 * 24 * 400])(
    'corrects a clock that is %i minutes wrong after two answers that agree, not after one',
    async (minutes) => {
      const { corrected, tillClock, getTrueTime, observeAnswer } = createTill(minutes * MINUTE_MS);
      expect(await observeAnswer(1000)).toMatchObject({
        time: { kind: 'disputed' },
        isUnexpected: false,
      });
      expect(corrected.now()).toBe(tillClock.now());
      expect((await observeAnswer(1000)).time.kind).toBe('agreed');
      expect(corrected.now()).toBe(getTrueTime());
    },
  );

  it('ignores a change of the till’s clock', async () => {
    const { corrected, tillClock, getTrueTime, observeAnswer } = createTill();
    await observeAnswer(1000);
    for (const minutes of [25, -50, 24 * 60]) {
      tillClock.jump(minutes * MINUTE_MS);
      expect(corrected.now()).toBe(getTrueTime());
      expect((await observeAnswer(1000)).time).toEqual({ kind: 'agreed', time: getTrueTime() });
    }
  });

  it('advances the corrected time while the machine sleeps', async () => {
    const { corrected, tillClock, getTrueTime, observeAnswer } = createTill();
    await observeAnswer(1000);
    tillClock.sleep(8 * 60 * MINUTE_MS);
    expect(corrected.now()).toBe(getTrueTime());
    expect((await observeAnswer(1000)).time).toEqual({ kind: 'agreed', time: getTrueTime() });
  });

  it.each([20, -20, 2, -2, 60 * 24 * 300])(
    'ignores and reports a single Date header that is %i minutes wrong',
    async (minutes) => {
      const { corrected, getTrueTime, observeAnswer } = createTill();
      await observeAnswer(1000);
      expect(await observeAnswer(30_000, minutes * MINUTE_MS)).toMatchObject({
        time: { kind: 'disputed' },
        isUnexpected: true,
      });
      expect(corrected.now()).toBe(getTrueTime());
      expect(corrected.getSlowestServiceTime()).toBe(getTrueTime());
      expect((await observeAnswer(30_000)).time).toEqual({ kind: 'agreed', time: getTrueTime() });
      expect(corrected.now()).toBe(getTrueTime());
    },
  );

  it('uses the slowest of two machines behind one address for look-ups', async () => {
    const { corrected, getTrueTime, observeAnswer } = createTill();
    await observeAnswer(1000);
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await observeAnswer(30_000, 20 * MINUTE_MS)).time).toEqual({ kind: 'disputed' });
      expect((await observeAnswer(30_000)).time).toEqual({ kind: 'agreed', time: getTrueTime() });
      expect(corrected.now()).toBe(getTrueTime());
    }
    // Two consecutive answers confirm each clock; a look-up still uses the slower one.
    await observeAnswer(1000, 20 * MINUTE_MS);
    const second = await observeAnswer(1000, 20 * MINUTE_MS);
    expect(corrected.now()).toBe(getTrueTime() + 20 * MINUTE_MS);
    expect(second.time).toEqual({ kind: 'agreed', time: getTrueTime() });
    await observeAnswer(1000, -20 * MINUTE_MS);
    const slowerAnswer = await observeAnswer(15_000, -20 * MINUTE_MS);
    expect(slowerAnswer.time).toEqual({ kind: 'agreed', time: getTrueTime() - 20 * MINUTE_MS });
  });

  it('forgets a machine that has not answered for a long time', async () => {
    const { corrected, getTrueTime, observeAnswer } = createTill();
    await observeAnswer(1000);
    for (const wrongBy of [-20, -20, 0, 0]) await observeAnswer(15_000, wrongBy * MINUTE_MS);
    expect(corrected.getSlowestServiceTime()).toBe(getTrueTime() - 20 * MINUTE_MS);
    await observeAnswer(25 * MINUTE_MS);
    expect(corrected.getSlowestServiceTime()).toBe(getTrueTime());
  });

  it('accepts the Date of a slow answer without moving ahead of the service', async () => {
    const { tillClock, corrected, getTrueTime, observeAnswer } = createTill();
    await observeAnswer(1000);
    const requestedAt = tillClock.uptime();
    const date = formatHttpDate(getTrueTime());
    await tillClock.advance(59_000);
    expect(corrected.observeDateHeader(date, requestedAt)).toMatchObject({
      time: { kind: 'agreed' },
    });
    expect(corrected.now()).toBeLessThanOrEqual(getTrueTime());
    expect((await observeAnswer(1000)).time.kind).toBe('agreed');
    expect(corrected.now()).toBe(getTrueTime());
  });

  it('trusts a first Date that arrives minutes after the start', async () => {
    const { observeAnswer } = createTill();
    expect((await observeAnswer(5 * MINUTE_MS)).time.kind).toBe('agreed');
  });

  it('takes the till’s time of the request for that of a first answer without a Date', async () => {
    const { tillClock, corrected } = createTill();
    await tillClock.advance(MINUTE_MS);
    const time = tillClock.now();
    const requestedAt = tillClock.uptime();
    await tillClock.advance(500);
    expect(corrected.observeDateHeader(undefined, requestedAt)).toEqual({
      date: null,
      time: { kind: 'no-date', time },
      isUnexpected: false,
    });
  });

  it('does not compare a Date with a machine that has not answered for a long time', async () => {
    const { observeAnswer } = createTill();
    await observeAnswer(0);
    await observeAnswer(0, 100_000);
    await observeAnswer(30 * MINUTE_MS, 165_000);
    expect((await observeAnswer(0, 120_000)).time.kind).toBe('agreed');
  });

  it('keeps a slower machine in mind, however often another one answers', async () => {
    const { corrected, getTrueTime, observeAnswer } = createTill();
    await observeAnswer(0, -20 * MINUTE_MS);
    for (let count = 0; count < 100; count += 1) await observeAnswer(0);
    await observeAnswer(0, -20 * MINUTE_MS);
    expect(corrected.now()).toBe(getTrueTime());
    expect(corrected.getSlowestServiceTime()).toBe(getTrueTime() - 20 * MINUTE_MS);
  });

  it('keeps the latest 50 of a service with a different Date in each answer', async () => {
    const { corrected, getTrueTime, observeAnswer } = createTill();
    await observeAnswer(0);
    const observeMachines = async (count: number): Promise<void> => {
      for (let number = 1; number <= count; number += 1)
        await observeAnswer(0, -number * 2 * MINUTE_MS);
    };
    await observeMachines(51);
    await observeAnswer(0, -2 * MINUTE_MS);
    expect(corrected.getSlowestServiceTime()).toBe(getTrueTime());
    await observeAnswer(0, -20 * MINUTE_MS);
    expect(corrected.getSlowestServiceTime()).toBe(getTrueTime() - 20 * MINUTE_MS);
  });

  it('uses earlier answers for the time of an answer without a Date', async () => {
    const { tillClock, corrected, getTrueTime, observeAnswer } = createTill(5 * MINUTE_MS);
    expect(corrected.observeDateHeader(undefined, tillClock.uptime()).time).toEqual({
      kind: 'no-date',
      time: tillClock.now(),
    });
    await observeAnswer(1000);
    await observeAnswer(1000);
    const requestedAt = tillClock.uptime();
    await tillClock.advance(500);
    expect(corrected.observeDateHeader(undefined, requestedAt).time).toEqual({
      kind: 'no-date',
      time: getTrueTime() - 500,
    });
  });

  it('stays at most a second behind the service and never ahead of it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: 0, max: 4e12 }),
        (tillTime, serviceTime) => {
          const clock = createVirtualClock(tillTime);
          const corrected = createServiceClock(clock);
          corrected.observeDateHeader(formatHttpDate(serviceTime), clock.uptime());
          corrected.observeDateHeader(formatHttpDate(serviceTime), clock.uptime());
          expect(serviceTime - corrected.now()).toBeGreaterThanOrEqual(0);
          expect(serviceTime - corrected.now()).toBeLessThan(1000);
        },
      ),
    );
  });

  it('never proves a future time when single Dates are wrong', async () => {
    const answer = fc.record({
      after: fc.integer({ min: 0, max: 5 * MINUTE_MS }),
      // Sometimes no answer arrives for a long time, the machine sleeps, or somebody sets its
      // clock.
      slept: fc.oneof(
        { weight: 9, arbitrary: fc.constant(0) },
        fc.integer({ max: 24 * 60 * MINUTE_MS }),
      ),
      jump: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.integer({ min: -1e8, max: 1e8 })),
      wrongBy: fc.option(fc.integer({ min: -40 * MINUTE_MS, max: 40 * MINUTE_MS }), { freq: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { maxLength: 40 }), async (answers) => {
        const { tillClock, corrected, getTrueTime, observeAnswer } = createTill();
        await observeAnswer(0);
        let wasWrong = false;
        for (const { after, slept, jump, wrongBy } of answers) {
          if (slept > 0) tillClock.sleep(slept);
          tillClock.jump(jump);
          // Never two wrong Dates in a row.
          const by: number = wasWrong ? 0 : (wrongBy ?? 0);
          wasWrong = by !== 0;
          const { time } = await observeAnswer(after, by);
          if (time.kind === 'agreed')
            expect(time.time).toBeLessThanOrEqual(getTrueTime() + MINUTE_MS);
          expect(corrected.getSlowestServiceTime() ?? 0).toBeLessThanOrEqual(
            getTrueTime() + MINUTE_MS,
          );
          // Each of the two compared Dates is truncated by up to a second.
          expect(Math.abs(corrected.now() - getTrueTime())).toBeLessThanOrEqual(MINUTE_MS + 2000);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('reports that machines disagree for as long as a request may be valid', async () => {
    const { tillClock, corrected, observeAnswer } = createTill();
    expect(corrected.isDisputed).toBe(false);
    await observeAnswer(1000);
    await observeAnswer(1000, 30_000);
    expect(corrected.isDisputed).toBe(false);
    await observeAnswer(1000, 20 * MINUTE_MS);
    expect(corrected.isDisputed).toBe(true);
    // The till uses the clock that is ahead, but the other one still counts.
    await observeAnswer(1000, 20 * MINUTE_MS);
    expect(corrected.isDisputed).toBe(true);
    await observeAnswer(16 * MINUTE_MS, 20 * MINUTE_MS);
    expect(corrected.isDisputed).toBe(true);
    await tillClock.advance(5 * MINUTE_MS);
    expect(corrected.isDisputed).toBe(false);
  });

  it.each([
    [60_000, true],
    [60_001, false],
    [-60_000, true],
    [-60_001, false],
  ])('trusts a first Date that is %i ms from the till’s clock: %s', async (aheadMs, isTrusted) => {
    const { corrected, observeAnswer } = createTill(aheadMs);
    const { time } = await observeAnswer(0);
    expect(time.kind).toBe(isTrusted ? 'agreed' : 'disputed');
    expect(corrected.offsetMs).toBe(isTrusted ? -aheadMs : 0);
  });

  it.each([
    [60_000, true],
    [61_000, false],
    // A Date is up to a second old.
    [-61_000, true],
    [-62_000, false],
  ])(
    'takes a Date that is %i ms from the one before for the same clock: %s',
    async (wrongBy, isSame) => {
      const { corrected, observeAnswer } = createTill();
      await observeAnswer(0);
      const { time, isUnexpected } = await observeAnswer(0, wrongBy);
      expect(time.kind).toBe(isSame ? 'agreed' : 'disputed');
      expect(isUnexpected).toBe(!isSame);
      expect(corrected.isDisputed).toBe(!isSame);
    },
  );

  it('takes a Date for the nearest of two clocks', async () => {
    const { corrected, getTrueTime, observeAnswer } = createTill();
    for (const wrongBy of [0, 0, 100_000, 100_000]) await observeAnswer(0, wrongBy);
    expect(corrected.now()).toBe(getTrueTime() + 100_000);
    await observeAnswer(0, 45_000);
    // It is the first clock, which has not answered twice in a row.
    expect(corrected.now()).toBe(getTrueTime() + 100_000);
    await observeAnswer(0, 45_000);
    expect(corrected.now()).toBe(getTrueTime() + 45_000);
  });

  it('never moves ahead of the service when the uptime has fractions', () => {
    let uptime = 0.25;
    const clock = { ...createVirtualClock(START), now: () => START, uptime: () => uptime };
    const corrected = createServiceClock(clock);
    corrected.observeDateHeader(formatHttpDate(START), uptime);
    uptime += 1.5;
    expect(corrected.now()).toBe(START + 1);
  });

  it('keeps its time although a service gives each answer another Date', async () => {
    const { corrected, getTrueTime, observeAnswer } = createTill();
    await observeAnswer(0);
    for (let turn = 1; turn <= 60; turn += 1) await observeAnswer(0, turn * 2 * MINUTE_MS);
    expect(corrected.now()).toBe(getTrueTime());
  });

  it('recognizes its clock again that did not answer for a long time', async () => {
    const { observeAnswer } = createTill();
    await observeAnswer(0);
    await observeAnswer(25 * MINUTE_MS, 20 * MINUTE_MS);
    expect((await observeAnswer(0)).time.kind).toBe('agreed');
  });

  it('takes machines for agreeing that are a minute apart, or silent for 20 minutes', async () => {
    const { tillClock, corrected, observeAnswer } = createTill();
    for (const wrongBy of [0, 61_000, 1_000]) await observeAnswer(0, wrongBy);
    expect(corrected.isDisputed).toBe(false);
    await observeAnswer(0, 0);
    await tillClock.advance(20 * MINUTE_MS);
    expect(corrected.isDisputed).toBe(true);
    await tillClock.advance(1);
    expect(corrected.isDisputed).toBe(false);
  });

  it.each([
    'Fri, 20 Jan 2017 18:11:04 GMT',
    ' Fri, 20 Jan 2017 18:11:04 GMT ',
    'Sun, 1 Jan 2017 08:01:04 GMT',
  ])('reads the Date %j', (text) => {
    expect(parseHttpDate(text)).toBe(Date.parse(text));
  });

  it.each([
    'xFri, 20 Jan 2017 18:11:04 GMT',
    'Fri, 20 Jan 2017 18:11:04 GMT+2',
    'fri, 20 Jan 2017 18:11:04 GMT',
    'FRi, 20 Jan 2017 18:11:04 GMT',
    'Frid, 20 Jan 2017 18:11:04 GMT',
    'Fri, 020 Jan 2017 18:11:04 GMT',
    'Fri, Jan 2017 18:11:04 GMT',
    'Fri, 20 jan 2017 18:11:04 GMT',
    'Fri, 20 JAn 2017 18:11:04 GMT',
    'Fri, 20 January 2017 18:11:04 GMT',
    'Fri, 20 Jan 17 18:11:04 GMT',
    'Fri, 20 Jan 2017 8:11:04 GMT',
    'Fri, 20 Jan 2017 18:1:04 GMT',
    'Fri, 20 Jan 2017 18:11:4 GMT',
    'Fri, 20 Xyz 2017 18:11:04 GMT',
  ])('reads no Date from %j', (text) => {
    expect(parseHttpDate(text)).toBeNull();
  });

  it('ignores a Date header that is not an HTTP date', () => {
    const corrected = createServiceClock(createVirtualClock());
    for (const text of [
      '',
      'now',
      '2017-01-20T18:11:04Z',
      'Fri, 20 Jan 2017 18:11:04 +0600',
      'x',
    ]) {
      expect(corrected.observeDateHeader(text, 0).date, text).toBeNull();
    }
    expect(corrected.observeDateHeader(undefined, 0).date).toBeNull();
    expect(corrected.offsetMs).toBe(0);
    expect(parseHttpDate('Fri, 20 Jan 2017 18:11:04 GMT')).toBe(Date.UTC(2017, 0, 20, 18, 11, 4));
  });
});
