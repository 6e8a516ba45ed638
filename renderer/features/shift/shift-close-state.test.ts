import { describe, expect, it } from 'vitest';
import {
  type CallOutput,
  type CountResult,
  fail,
  ok,
  type Problem,
} from '../../../shared/contract/index.ts';
import {
  type ShiftCloseEffect,
  type ShiftCloseEvent,
  type ShiftCloseSettings,
  type ShiftCloseState,
  updateShiftClose,
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
  events: readonly ShiftCloseEvent[],
  changes: Partial<ShiftCloseSettings> = {},
): { readonly closeState: ShiftCloseState; readonly effects: readonly ShiftCloseEffect[] } {
  const settings: ShiftCloseSettings = { mode: 'close', canCountAgain: false, ...changes };
  let closeState: ShiftCloseState = { step: 'loading' };
  const effects: ShiftCloseEffect[] = [];
  for (const event of events) {
    const update = updateShiftClose(closeState, event, settings);
    closeState = update.closeState;
    if (update.effect !== null) effects.push(update.effect);
  }
  return { closeState, effects };
}

const LOADED: ShiftCloseEvent = { type: 'loaded', earlierResult: null };
const COUNTED: ShiftCloseEvent = { type: 'counted', counts: COUNTS };
const answer = (result: CountResult): ShiftCloseEvent => ({
  type: 'count-answered',
  answer: ok(result),
});
const CLOSE_EFFECT = { kind: 'close', receiver: null };

describe('the first count', () => {
  it('closes the shift at once if nothing differs', () => {
    const { closeState, effects } = run([LOADED, COUNTED, answer(EXACT)]);
    expect(closeState).toMatchObject({ step: 'result', isBusy: true });
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
    const { closeState, effects } = run([LOADED, COUNTED, answer(result)], { mode });
    expect(closeState).toMatchObject({ step: 'result', isBusy: false });
    expect(effects.map(({ kind }) => kind)).toEqual(['count']);
  });

  it('sends a count once while it runs, and again after it failed', () => {
    const failed: ShiftCloseEvent = { type: 'count-answered', answer: fail(PROBLEM) };
    const { closeState, effects } = run([LOADED, COUNTED, COUNTED, { type: 'back' }, failed]);
    expect(effects.map(({ kind }) => kind)).toEqual(['count']);
    expect(closeState).toMatchObject({ step: 'counting', isBusy: false, problem: PROBLEM });
    expect(run([LOADED, COUNTED, failed, COUNTED]).effects).toHaveLength(2);
  });

  it('leaves before the first count is sent', () => {
    expect(run([LOADED, { type: 'back' }]).effects).toEqual([{ kind: 'leave' }]);
  });
});

describe('another count, after the expected sum was shown', () => {
  const CONTINUED: ShiftCloseEvent = { type: 'loaded', earlierResult: DIFFERENT };
  const AGAIN: ShiftCloseEvent = { type: 'count-again' };
  const PIN: ShiftCloseEvent = { type: 'pin-entered', approval: APPROVAL };

  it('asks for the PIN of a supervisor before another count', () => {
    const { closeState, effects } = run([CONTINUED, AGAIN, COUNTED]);
    expect(closeState).toMatchObject({ step: 'counting', countsToApprove: COUNTS });
    expect(effects).toEqual([]);
    expect(run([CONTINUED, AGAIN, COUNTED, PIN]).effects).toEqual([
      { kind: 'count', counts: COUNTS, approval: APPROVAL },
    ]);
  });

  it('keeps the counts after a wrong PIN, and drops them when the PIN is cancelled', () => {
    const failed: ShiftCloseEvent = { type: 'count-answered', answer: fail(PROBLEM) };
    const events = [CONTINUED, AGAIN, COUNTED, PIN, failed];
    expect(run(events).closeState).toMatchObject({ countsToApprove: COUNTS, problem: PROBLEM });
    expect(run([...events, { type: 'pin-cancelled' }]).closeState).toMatchObject({
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
    const { closeState, effects } = run([CONTINUED, AGAIN, COUNTED, PIN, answer(EXACT)]);
    expect(closeState).toMatchObject({ step: 'result', result: EXACT, isBusy: false });
    expect(effects).toHaveLength(1);
  });

  it('returns from another count to the earlier result', () => {
    const { closeState, effects } = run([CONTINUED, AGAIN, { type: 'back' }]);
    expect(closeState).toMatchObject({ step: 'result', result: DIFFERENT });
    expect(effects).toEqual([]);
  });
});

describe('the end of the shift', () => {
  const CONTINUED: ShiftCloseEvent = { type: 'loaded', earlierResult: DIFFERENT };
  const CONFIRMED: ShiftCloseEvent = { type: 'confirmed' };
  const explain = (text: string): ShiftCloseEvent => ({ type: 'explained', text });

  it('asks for an explanation of at least three letters', () => {
    const { closeState, effects } = run([CONTINUED, explain(' no '), CONFIRMED]);
    expect(closeState).toMatchObject({ isExplanationChecked: true, isBusy: false });
    expect(effects).toEqual([]);
    expect(run([CONTINUED, explain(' faltó '), CONFIRMED]).effects).toEqual([
      { ...CLOSE_EFFECT, countId: 'count-2', explanation: 'faltó' },
    ]);
  });

  it('ends the shift once, and shows the report or why it failed', () => {
    const events = [CONTINUED, explain('faltó'), CONFIRMED, CONFIRMED, { type: 'back' }] as const;
    expect(run(events).effects).toHaveLength(1);
    const closed = run([...events, { type: 'close-answered', answer: ok(REPORT) }]);
    expect(closed.closeState).toEqual({ step: 'closed', report: REPORT });
    const failed = run([...events, { type: 'close-answered', answer: fail(PROBLEM) }]);
    expect(failed.closeState).toMatchObject({
      step: 'result',
      explanation: 'faltó',
      isBusy: false,
      problem: PROBLEM,
    });
  });

  it('asks the receiver of the drawer for a PIN', () => {
    const PIN: ShiftCloseEvent = { type: 'pin-entered', approval: APPROVAL };
    const events = [CONTINUED, explain('faltó'), CONFIRMED];
    const handOver = { mode: 'hand-over' } as const;
    expect(run(events, handOver)).toMatchObject({
      closeState: { isReceiverPinAsked: true },
      effects: [],
    });
    expect(run([...events, PIN], handOver).effects).toEqual([
      { kind: 'close', countId: 'count-2', explanation: 'faltó', receiver: APPROVAL },
    ]);
    const cancelled = run([...events, { type: 'pin-cancelled' }, PIN], handOver);
    expect(cancelled).toMatchObject({ closeState: { isReceiverPinAsked: false }, effects: [] });
  });
});
