import { waitFor } from '@testing-library/react';
import { type Basket, fail, ok } from '../../../shared/contract/index.ts';
import { type FakeCashier, fakeCashier } from '../../app/testing/fake-cashier.ts';
import { aBasket, aPayment, mxn } from '../../app/testing/fake-values.ts';

export const UNKNOWN = aPayment({
  state: 'unknown',
  unknownBecause: 'timed-out',
  basket: { id: 'basket-1', number: 1, of: 2 },
});
export const PAID = aPayment({ state: 'paid', authorization: '48586' });
export const PAID_TOO = { ...PAID, id: 'payment-2' };
export const REFUSED = aPayment({
  id: 'payment-2',
  state: 'rejected',
  code: 'R2',
  httpStatus: 422,
});
export const settled = (payments: Parameters<typeof aBasket>[0], changes: Partial<Basket> = {}) =>
  aBasket(payments, { state: 'settled', giveBack: mxn('400.00'), mayGoOn: false, ...changes });

/** The till has these, and the cashier opens the one that the home screen leads to. */
export async function opened(shown: Basket, others: readonly Basket[] = []): Promise<FakeCashier> {
  const cashier = await fakeCashier();
  cashier.fake.answer('basket.unfinished', () => ok([...others, shown]));
  cashier.fake.answer('basket.get', ({ basketId }) => {
    const found = [shown, ...others].find(({ id }) => id === basketId);
    return found ? ok(found) : fail({ kind: 'not-found', what: 'basket' });
  });
  for (const name of ['basket.goOn', 'basket.end', 'basket.leave', 'basket.stop'] as const) {
    cashier.fake.answer(name, () => ok(shown));
  }
  cashier.fake.emit('basket.changed', { basketId: shown.id });
  await cashier.see('Abrir la canasta');
  await cashier.press('Control+O');
  return cashier;
}

/** A press too soon after a screen has appeared is ignored. */
export async function pressUntil(
  cashier: FakeCashier,
  key: string,
  isDone: () => void,
): Promise<void> {
  await waitFor(async () => {
    await cashier.press(key);
    isDone();
  });
}
