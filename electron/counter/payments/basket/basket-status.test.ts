import fc from 'fast-check';
import { expect, it } from 'vitest';
import { paymentStateSchema } from '../../../../shared/contract/index.ts';
import { add, compare, createMoney, createZero, subtract } from '../../../../shared/money/index.ts';
import { computeBasketStatus } from './basket-status.ts';

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

it('puts every coin into one share, and says what goes back only once nothing is open', () => {
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1, maxLength: 20 }),
      flags,
      fc.nat(100_000),
      (items, is, over) => {
        const all = items.reduce((sum, { due }) => add(sum, due), createZero('MXN'));
        const cash = add(all, pesos(over));
        const { state, shares, giveBack } = computeBasketStatus({ items, cash, ...is }, 'MXN');
        if (shares === null) throw new Error('no shares');
        const sum = Object.values(shares).reduce(
          (total, one) => add(total, one),
          createZero('MXN'),
        );
        expect(compare(sum, cash)).toBe(0);
        const never = items
          .filter(({ isNotSent, state: of }) => isNotSent || of === null)
          .reduce((total, { due }) => add(total, due), createZero('MXN'));
        expect(compare(shares.notSent, never)).toBe(0);
        const isOver = state === 'settled' || state === 'ended';
        expect(giveBack === null).toBe(!isOver);
        if (giveBack === null) return;
        expect(compare(giveBack, subtract(cash, shares.paid))).toBe(0);
        if (state !== 'settled') return;
        expect(compare(shares.unknown, createZero('MXN'))).toBe(0);
        // What never left the till has its intent: it waits for no F12.
        const isNoneNotSent = items.every(({ isNotSent }) => !isNotSent);
        expect(
          is.isStopped || !isNoneNotSent || compare(shares.notSent, createZero('MXN')) === 0,
        ).toBe(true);
      },
    ),
  );
});

it('waits for the cashier before it waits for an outcome', () => {
  const due = pesos(10_000);
  const facts = { cash: pesos(50_000), isRunning: false, isStopped: false, isEnded: false };
  const of = (
    states: readonly Parameters<typeof computeBasketStatus>[0]['items'][number]['state'][],
  ) =>
    computeBasketStatus(
      { ...facts, items: states.map((state) => ({ due, state, isNotSent: false })) },
      'MXN',
    ).state;
  expect(of(['paid', 'unknown', null])).toBe('waiting');
  expect(of(['paid', 'sending', null])).toBe('sending');
  expect(of(['paid', 'unclear', 'rejected'])).toBe('open');
  expect(of(['paid', 'not-performed', 'by-hand-paid'])).toBe('settled');
});

it('counts what never left the till as not sent, waits for no F12 for it, and gives it back', () => {
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
