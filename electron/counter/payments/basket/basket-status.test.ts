import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PaymentState, paymentStateSchema } from '../../../../shared/contract/index.ts';
import { add, compare, createMoney, createZero, subtract } from '../../../../shared/money/index.ts';
import {
  type BasketFacts,
  type BasketStatus,
  computeBasketStatus,
  getRunStop,
  shouldOpenDrawer,
} from './basket-status.ts';

const pesos = (cents: number) =>
  createMoney(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`, 'MXN');
const item = fc
  .record({
    due: fc.integer({ min: 10, max: 5_000_000 }).map(pesos),
    state: fc.constantFrom(null, ...paymentStateSchema.options),
    neverLeft: fc.boolean(),
  })
  .map(({ neverLeft, ...facts }) => ({
    ...facts,
    isNotSent: facts.state === 'rejected' && neverLeft,
  }));
const flags = fc.record({
  isRunning: fc.boolean(),
  isStopped: fc.boolean(),
  isEnded: fc.boolean(),
});

it('assigns all cash to shares that add up, and gives money back only once no item is open', () => {
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1, maxLength: 20 }),
      flags,
      fc.nat(100_000),
      (items, basketFlags, over) => {
        const all = items.reduce((sum, { due }) => add(sum, due), createZero('MXN'));
        const cash = add(all, pesos(over));
        const { state, shares, giveBack } = computeBasketStatus(
          { items, cash, ...basketFlags },
          'MXN',
        );
        if (shares === null) throw new Error('no shares');
        const sum = Object.values(shares).reduce(
          (total, share) => add(total, share),
          createZero('MXN'),
        );
        expect(compare(sum, cash)).toBe(0);
        const notSent = items
          .filter(({ isNotSent, state: itemState }) => isNotSent || itemState === null)
          .reduce((total, { due }) => add(total, due), createZero('MXN'));
        expect(compare(shares.notSent, notSent)).toBe(0);
        const isOver = state === 'settled' || state === 'ended';
        expect(giveBack === null).toBe(!isOver);
        if (giveBack === null) return;
        expect(compare(giveBack, subtract(cash, shares.paid))).toBe(0);
        if (state !== 'settled') return;
        expect(compare(shares.unknown, createZero('MXN'))).toBe(0);
        // An item that never left the till has its intent, so it does not wait for F12.
        const isNoneNotSent = items.every(({ isNotSent }) => !isNotSent);
        expect(
          basketFlags.isStopped ||
            !isNoneNotSent ||
            compare(shares.notSent, createZero('MXN')) === 0,
        ).toBe(true);
      },
    ),
  );
});

it('computes waiting before open if items are both unsent and unknown', () => {
  const due = pesos(10_000);
  const facts = { cash: pesos(50_000), isRunning: false, isStopped: false, isEnded: false };
  const computeState = (
    states: readonly Parameters<typeof computeBasketStatus>[0]['items'][number]['state'][],
  ) =>
    computeBasketStatus(
      { ...facts, items: states.map((state) => ({ due, state, isNotSent: false })) },
      'MXN',
    ).state;
  expect(computeState(['paid', 'unknown', null])).toBe('waiting');
  expect(computeState(['paid', 'sending', null])).toBe('sending');
  expect(computeState(['paid', 'unclear', 'rejected'])).toBe('open');
  expect(computeState(['paid', 'not-performed', 'by-hand-paid'])).toBe('settled');
});

it('counts an item that never left the till as not sent, settles without F12, and gives its money back', () => {
  const due = pesos(10_000);
  const facts = { cash: pesos(50_000), isRunning: false, isStopped: false, isEnded: false };
  const items = [
    { due, state: 'paid', isNotSent: false },
    { due, state: 'rejected', isNotSent: true },
  ] as const;
  const { state, shares, giveBack } = computeBasketStatus({ ...facts, items }, 'MXN');
  expect(state).toBe('settled');
  expect(shares).toMatchObject({ notSent: due, refused: pesos(0) });
  expect(giveBack).toEqual(pesos(40_000));
});

describe('the state of a basket', () => {
  const due = pesos(10_000);
  const compute = (
    states: readonly (PaymentState | null)[],
    changes: Partial<BasketFacts> = {},
  ): BasketStatus =>
    computeBasketStatus(
      {
        items: states.map((state) => ({ due, state, isNotSent: false })),
        cash: pesos(50_000),
        isRunning: false,
        isStopped: false,
        isEnded: false,
        ...changes,
      },
      'MXN',
    );

  it('computes no shares of a draft', () => {
    const draft = { state: 'collecting', shares: null, giveBack: null };
    expect(compute([null], { cash: null })).toEqual(draft);
  });

  it('computes sending for a basket that runs, also between two items', () => {
    expect(compute(['paid', null], { isRunning: true }).state).toBe('sending');
    expect(compute(['paid', null]).state).toBe('waiting');
  });

  it('settles a stopped basket without its unsent items, once none is open', () => {
    expect(compute(['paid', null], { isStopped: true }).state).toBe('settled');
    expect(compute(['unknown', null], { isStopped: true }).state).toBe('open');
  });

  it('computes ended whatever the items are, with what was given back', () => {
    const ended = compute(['unknown', null], { isEnded: true, isRunning: true });
    expect(ended.state).toBe('ended');
    expect(ended.giveBack).toEqual(pesos(50_000));
  });

  it('divides the cash into what was paid, refused, is open, was not sent, and is over', () => {
    const { shares } = compute(['paid', 'by-hand-paid', 'rejected', 'unknown', null]);
    expect(shares).toEqual({
      paid: pesos(20_000),
      refused: pesos(10_000),
      unknown: pesos(10_000),
      notSent: pesos(10_000),
      over: pesos(0),
    });
    expect(compute(['paid']).shares?.over).toEqual(pesos(40_000));
  });

  it('opens the drawer of a settled basket if something was paid and money goes back', () => {
    expect(shouldOpenDrawer(compute(['paid', 'rejected']))).toBe(true);
    expect(shouldOpenDrawer(compute(['rejected', 'rejected']))).toBe(false);
    expect(shouldOpenDrawer(compute(['paid'], { cash: due }))).toBe(false);
    expect(shouldOpenDrawer(compute(['paid', 'unknown']))).toBe(false);
    expect(shouldOpenDrawer(compute(['paid', null]))).toBe(false);
    expect(shouldOpenDrawer(compute(['paid', 'rejected'], { isEnded: true }))).toBe(false);
    expect(shouldOpenDrawer(compute([null], { cash: null }))).toBe(false);
  });

  it.each([
    ['paid', null],
    ['rejected', null],
    ['by-hand-not-paid', null],
    ['sending', 'unknown'],
    ['unknown', 'unknown'],
    ['unclear', 'unknown'],
  ] as const)('sends the next item after one that is %s unless it stops: %s', (state, stop) => {
    expect(getRunStop({ state, isNotSent: false })).toBe(stop);
    expect(getRunStop({ state, isNotSent: true })).toBe('not-sent');
  });
});
