import { expect, it } from 'vitest';
import { type Basket, paymentStateSchema } from '../../../../shared/contract/index.ts';
import { add } from '../../../../shared/money/index.ts';
import { createBasket, createPayment, mxn } from '../../../app/testing/fake-values.ts';
import { getCorrectionRoute } from './correction-route.ts';
import { getItemShare, getItemStamp, toDisplayedShares } from './item-share.ts';

it('has one share for every state, and what never left is not sent', () => {
  const shares = paymentStateSchema.options.map((state) =>
    getItemShare({ state, isNotSent: false }),
  );
  expect(new Set(shares)).toEqual(new Set(['paid', 'refused', 'unknown']));
  expect(getItemShare(null)).toBe('notSent');
  expect(getItemShare({ state: 'rejected', isNotSent: true })).toBe('notSent');
  expect(getItemStamp(createPayment({ state: 'sending' }))).toBe('sending');
});

it('says of no item that its money goes back while F12 may still send it, to the coin', () => {
  const never = createPayment({ state: 'rejected', isNotSent: true });
  const unknown = createPayment({ state: 'unknown' });
  const of = (changes: Partial<Basket>) => {
    const basket = createBasket([unknown, never, null], changes);
    const none = mxn('0.00');
    const shares = {
      ...{ paid: none, refused: none, over: none },
      ...{ unknown: mxn('100.00'), notSent: mxn('500.00') },
    };
    const words = toDisplayedShares(shares, basket);
    expect(add(words.notYet, words.notSent)).toEqual(shares.notSent);
    return [words.notYet.amount, words.notSent.amount];
  };
  expect(of({})).toEqual(['300.00', '200.00']);
  expect(of({ state: 'sending' })).toEqual(['300.00', '200.00']);
  expect(of({ mayGoOn: false })).toEqual(['300.00', '200.00']);
  expect(of({ state: 'open', isStopped: true })).toEqual(['0.00', '500.00']);
  expect(of({ isRestored: true })).toEqual(['0.00', '500.00']);
});

it('leads from an item to where it is corrected', () => {
  const wayOf = (...payments: Parameters<typeof createBasket>[0]) => {
    const [item] = createBasket(payments).items;
    return item === undefined ? undefined : getCorrectionRoute('b', item);
  };
  const again = { name: 'pay', billerId: 40, again: { basketId: 'b', number: 1 } };
  const refused = (code: string) => createPayment({ state: 'rejected', code, httpStatus: 422 });
  expect(wayOf(null)).toEqual(again);
  expect(wayOf(refused('R2'))).toEqual(again);
  expect(wayOf(refused('R22'))).toBeNull();
  expect(wayOf(createPayment({ state: 'paid' }))).toBeNull();
  expect(wayOf(createPayment({ state: 'unknown' }))).toBeNull();
});
