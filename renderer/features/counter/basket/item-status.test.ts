import { expect, it } from 'vitest';
import { type Basket, paymentStateSchema } from '../../../../shared/contract/index.ts';
import { add } from '../../../../shared/money/index.ts';
import { createBasket, createPayment, mxn } from '../../../app/testing/fake-values.ts';
import { getCorrectionRoute } from './correction-route.ts';
import { getItemMoneyStatus, getItemStatus, toDisplayedMoneyBreakdown } from './item-status.ts';

it('maps every payment state to a money status, and an unsent item to not sent', () => {
  const statuses = paymentStateSchema.options.map((state) =>
    getItemMoneyStatus({ state, isNotSent: false }),
  );
  expect(new Set(statuses)).toEqual(new Set(['paid', 'refused', 'unknown']));
  expect(getItemMoneyStatus(null)).toBe('notSent');
  expect(getItemMoneyStatus({ state: 'rejected', isNotSent: true })).toBe('notSent');
  expect(getItemStatus(createPayment({ state: 'sending' }))).toBe('sending');
});

it('returns no money of an item that F12 may still send, and keeps the sum exact', () => {
  const notSent = createPayment({ state: 'rejected', isNotSent: true });
  const unknown = createPayment({ state: 'unknown' });
  const getShares = (changes: Partial<Basket>) => {
    const basket = createBasket([unknown, notSent, null], changes);
    const zero = mxn('0.00');
    const shares = {
      ...{ paid: zero, refused: zero, over: zero },
      ...{ unknown: mxn('100.00'), notSent: mxn('500.00') },
    };
    const shown = toDisplayedMoneyBreakdown(shares, basket);
    expect(add(shown.notYet, shown.notSent)).toEqual(shares.notSent);
    return [shown.notYet.amount, shown.notSent.amount];
  };
  expect(getShares({})).toEqual(['300.00', '200.00']);
  expect(getShares({ state: 'sending' })).toEqual(['300.00', '200.00']);
  expect(getShares({ canContinue: false })).toEqual(['300.00', '200.00']);
  expect(getShares({ state: 'open', isStopped: true })).toEqual(['0.00', '500.00']);
  expect(getShares({ isRestored: true })).toEqual(['0.00', '500.00']);
});

it('returns the route that corrects a failed item', () => {
  const getRoute = (...payments: Parameters<typeof createBasket>[0]) => {
    const [item] = createBasket(payments).items;
    return item === undefined ? undefined : getCorrectionRoute('b', item);
  };
  const retryRoute = { name: 'pay', billerId: 40, correctedItem: { basketId: 'b', number: 1 } };
  const createRefusal = (code: string) =>
    createPayment({ state: 'rejected', code, httpStatus: 422 });
  expect(getRoute(null)).toEqual(retryRoute);
  expect(getRoute(createRefusal('R2'))).toEqual(retryRoute);
  expect(getRoute(createRefusal('R22'))).toBeNull();
  expect(getRoute(createPayment({ state: 'paid' }))).toBeNull();
  expect(getRoute(createPayment({ state: 'unknown' }))).toBeNull();
});
