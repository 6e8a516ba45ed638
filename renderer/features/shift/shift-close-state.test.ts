import { describe, expect, it } from 'vitest';
import {
  type CallOutput,
  type CountResult,
  fail,
  ok,
  type Problem,
} from '../../../shared/contract/index.ts';
import {
  type Closing,
  type ClosingEffect,
  type ClosingEvent,
  type ClosingSettings,
  updateClosing,
} from './shift-close-state.ts';

const COUNTS = [{ currency: 'MXN', pieces: [], other: '1000.00' }];
const APPROVAL = { cashierId: 'luis', pin: '2222' };
const PROBLEM: Problem = { kind: 'wrong-pin', waitSeconds: 0 };
const REPORT = { jobId: 'job-7' } as CallOutput<'cash.close'>;
const EXACT: CountResult = {
  countId: 'count-1',
  shiftId: 'shift-1',
  at: '2026-03-14T16:42:00Z',
  money: [
    {
      currency: 'MXN',
      pieces: [],
      other: '1100.00',
      counted: '1100.00',
      expected: '1100.00',
      difference: '0.00',
    },
  ],
  needsExplanation: false,
};
const DIFFERENT: CountResult = { ...EXACT, countId: 'count-2', needsExplanation: true };

/** Runs the events from the first screen; returns the last step and all effects. */
function run(
  events: readonly ClosingEvent[],
  changes: Partial<ClosingSettings> = {},
): { readonly closing: Closing; readonly effects: readonly ClosingEffect[] } {
  const settings: ClosingSettings = { mode: 'close', canCountAgain: false, ...changes };
  let closing: Closing = { step: 'loading' };
  const effects: ClosingEffect[] = [];
  for (const event of events) {
    const update = updateClosing(closing, event, settings);
    closing = update.closing;
    if (update.effect !== null) effects.push(update.effect);
  }
  return { closing, effects };
}

const LOADED: ClosingEvent = { type: 'loaded', earlierResult: null };
const COUNTED: ClosingEvent = { type: 'counted', counts: COUNTS };
const answer = (result: CountResult): ClosingEvent => ({
  type: 'count-answered',
  answer: ok(result),
});
const CLOSE_EFFECT = { kind: 'close', receiver: null };

describe('the first count', () => {
  it('closes the shift at once if nothing differs', () => {
    const { closing, effects } = run([LOADED, COUNTED, answer(EXACT)]);
    expect(closing).toMatchObject({ step: 'result', isBusy: true });
    expect(effects).toMatchObject([
      { kind: 'count', counts: COUNTS, approval: null },
      { ...CLOSE_EFFECT, countId: 'count-1', explanation: null },
    ]);
  });

  it.each([
    ['a difference', DIFFERENT, 'close'],
    [
      'a difference that needs no explanation',
      { ...EXACT, money: EXACT.money.map((sum) => ({ ...sum, difference: '-1.00' })) },
      'close',
    ],
    ['the receiver of the drawer', EXACT, 'hand-over'],
  ] as const)('waits for %s', (_what, result, mode) => {
    const { closing, effects } = run([LOADED, COUNTED, answer(result)], { mode });
    expect(closing).toMatchObject({ step: 'result', isBusy: false });
    expect(effects.map(({ kind }) => kind)).toEqual(['count']);
  });

  it('sends a count once while it runs, and again after it failed', () => {
    const failed: ClosingEvent = { type: 'count-answered', answer: fail(PROBLEM) };
    const { closing, effects } = run([LOADED, COUNTED, COUNTED, { type: 'back' }, failed]);
    expect(effects.map(({ kind }) => kind)).toEqual(['count']);
    expect(closing).toMatchObject({ step: 'counting', isBusy: false, problem: PROBLEM });
    expect(run([LOADED, COUNTED, failed, COUNTED]).effects).toHaveLength(2);
  });

  it('leaves before the first count is sent', () => {
    expect(run([LOADED, { type: 'back' }]).effects).toEqual([{ kind: 'leave' }]);
  });
});

describe('another count, after the expected sum was shown', () => {
  const CONTINUED: ClosingEvent = { type: 'loaded', earlierResult: DIFFERENT };
  const AGAIN: ClosingEvent = { type: 'count-again' };
  const PIN: ClosingEvent = { type: 'pin-entered', approval: APPROVAL };

  it('asks for the PIN of a supervisor before another count', () => {
    const { closing, effects } = run([CONTINUED, AGAIN, COUNTED]);
    expect(closing).toMatchObject({ step: 'counting', countsToApprove: COUNTS });
    expect(effects).toEqual([]);
    expect(run([CONTINUED, AGAIN, COUNTED, PIN]).effects).toEqual([
      { kind: 'count', counts: COUNTS, approval: APPROVAL },
    ]);
  });

  it('keeps the counts after a wrong PIN, and drops them when the PIN is cancelled', () => {
    const failed: ClosingEvent = { type: 'count-answered', answer: fail(PROBLEM) };
    const events = [CONTINUED, AGAIN, COUNTED, PIN, failed];
    expect(run(events).closing).toMatchObject({ countsToApprove: COUNTS, problem: PROBLEM });
    expect(run([...events, { type: 'pin-cancelled' }]).closing).toMatchObject({
      step: 'counting',
      countsToApprove: null,
      problem: null,
    });
  });

  it('asks for no PIN if a supervisor counts', () => {
    const { effects } = run([CONTINUED, AGAIN, COUNTED], { canCountAgain: true });
    expect(effects).toEqual([{ kind: 'count', counts: COUNTS, approval: null }]);
  });

  it('never closes the shift at once after another count', () => {
    const { closing, effects } = run([CONTINUED, AGAIN, COUNTED, PIN, answer(EXACT)]);
    expect(closing).toMatchObject({ step: 'result', result: EXACT, isBusy: false });
    expect(effects).toHaveLength(1);
  });

  it('returns from another count to the earlier result', () => {
    const { closing, effects } = run([CONTINUED, AGAIN, { type: 'back' }]);
    expect(closing).toMatchObject({ step: 'result', result: DIFFERENT });
    expect(effects).toEqual([]);
  });
});

describe('the end of the shift', () => {
  const CONTINUED: ClosingEvent = { type: 'loaded', earlierResult: DIFFERENT };
  const CONFIRMED: ClosingEvent = { type: 'confirmed' };
  const explain = (text: string): ClosingEvent => ({ type: 'explained', text });

  it('asks for an explanation of at least three letters', () => {
    const { closing, effects } = run([CONTINUED, explain(' no '), CONFIRMED]);
    expect(closing).toMatchObject({ isChecked: true, isBusy: false });
    expect(effects).toEqual([]);
    expect(run([CONTINUED, explain(' faltó '), CONFIRMED]).effects).toEqual([
      { ...CLOSE_EFFECT, countId: 'count-2', explanation: 'faltó' },
    ]);
  });

  it('ends the shift once, and shows the report or why it failed', () => {
    const events = [CONTINUED, explain('faltó'), CONFIRMED, CONFIRMED, { type: 'back' }] as const;
    expect(run(events).effects).toHaveLength(1);
    const closed = run([...events, { type: 'close-answered', answer: ok(REPORT) }]);
    expect(closed.closing).toEqual({ step: 'closed', report: REPORT });
    const failed = run([...events, { type: 'close-answered', answer: fail(PROBLEM) }]);
    expect(failed.closing).toMatchObject({
      step: 'result',
      explanation: 'faltó',
      isBusy: false,
      problem: PROBLEM,
    });
  });

  it('asks the receiver of the drawer for a PIN', () => {
    const PIN: ClosingEvent = { type: 'pin-entered', approval: APPROVAL };
    const events = [CONTINUED, explain('faltó'), CONFIRMED];
    const handOver = { mode: 'hand-over' } as const;
    expect(run(events, handOver)).toMatchObject({
      closing: { isReceiverAsked: true },
      effects: [],
    });
    expect(run([...events, PIN], handOver).effects).toEqual([
      { kind: 'close', countId: 'count-2', explanation: 'faltó', receiver: APPROVAL },
    ]);
    const cancelled = run([...events, { type: 'pin-cancelled' }, PIN], handOver);
    expect(cancelled).toMatchObject({ closing: { isReceiverAsked: false }, effects: [] });
  });
});
