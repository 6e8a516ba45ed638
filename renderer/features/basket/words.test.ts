import { expect, it } from 'vitest';
import { paymentState } from '../../../shared/contract/index.ts';
import { aBasket, aPayment } from '../../app/testing/fake-values.ts';
import { stampOf } from './basket-tape.tsx';
import { wayToCorrect } from './correct.ts';
import { shareOfItem, stampWord } from './share-of.ts';

it('has one share for every state, and what never left is not sent', () => {
  const shares = paymentState.options.map((state) => shareOfItem({ state, isNotSent: false }));
  expect(new Set(shares)).toEqual(new Set(['paid', 'refused', 'unknown']));
  expect(shareOfItem(null)).toBe('notSent');
  expect(shareOfItem({ state: 'rejected', isNotSent: true })).toBe('notSent');
  expect(stampWord(aPayment({ state: 'sending' }))).toBe('sending');
});

it('stamps the whole only where one word is true of all of it', () => {
  const paid = aPayment({ state: 'paid' });
  const refused = aPayment({ state: 'rejected' });
  const never = aPayment({ state: 'rejected', isNotSent: true });
  const of = (...payments: Parameters<typeof aBasket>[0]) =>
    stampOf(aBasket(payments, { state: 'settled' }));
  expect(of(paid, paid)).toBe('paid');
  expect(of(paid, null)).toBeNull();
  expect(of(refused, null)).toBe('refused');
  expect(of(null, never)).toBe('not-sent');
  expect(stampOf(aBasket([paid, null]))).toBeNull();
});

it('leads from an item to where it is corrected', () => {
  const wayOf = (...payments: Parameters<typeof aBasket>[0]) => {
    const [item] = aBasket(payments).items;
    return item === undefined ? undefined : wayToCorrect('b', item);
  };
  const again = { name: 'pay', billerId: 40, again: { basketId: 'b', number: 1 } };
  const refused = (code: string) => aPayment({ state: 'rejected', code, httpStatus: 422 });
  expect(wayOf(null)).toEqual(again);
  expect(wayOf(refused('R2'))).toEqual(again);
  expect(wayOf(refused('R22'))).toBeNull();
  expect(wayOf(aPayment({ state: 'paid' }))).toBeNull();
  expect(wayOf(aPayment({ state: 'unknown' }))).toBeNull();
});
