import { waitFor } from '@testing-library/react';
import { type Basket, fail, ok } from '../../../../shared/contract/index.ts';
import { createFakeCashier, type FakeCashier } from '../../../app/testing/fake-cashier.ts';
import { createBasket, createPayment, mxn } from '../../../app/testing/fake-values.ts';

export const UNKNOWN_PAYMENT = createPayment({
  state: 'unknown',
  unknownBecause: 'timed-out',
  basket: { id: 'basket-1', number: 1, of: 2 },
});
export const PAID_PAYMENT = createPayment({ state: 'paid', authorization: '48586' });
export const SECOND_PAID_PAYMENT = { ...PAID_PAYMENT, id: 'payment-2' };
export const REFUSED_PAYMENT = createPayment({
  id: 'payment-2',
  state: 'rejected',
  code: 'R2',
  httpStatus: 422,
});
export const createSettledBasket = (
  payments: Parameters<typeof createBasket>[0],
  changes: Partial<Basket> = {},
) =>
  createBasket(payments, {
    state: 'settled',
    giveBack: mxn('400.00'),
    canContinue: false,
    ...changes,
  });

/** Gives the till these baskets, and opens the one that the home screen links to. */
export async function openBasket(
  shownBasket: Basket,
  others: readonly Basket[] = [],
): Promise<FakeCashier> {
  const cashier = await createFakeCashier();
  cashier.fake.answer('basket.unfinished', () => ok([...others, shownBasket]));
  cashier.fake.answer('basket.get', ({ basketId }) => {
    const basket = [shownBasket, ...others].find(({ id }) => id === basketId);
    return basket ? ok(basket) : fail({ kind: 'not-found', what: 'basket' });
  });
  for (const name of [
    'basket.sendRest',
    'basket.end',
    'basket.leave',
    'basket.discardRest',
  ] as const) {
    cashier.fake.answer(name, () => ok(shownBasket));
  }
  cashier.fake.emit('basket.changed', { basketId: shownBasket.id });
  await cashier.waitForText('Abrir la canasta');
  await cashier.press('Control+O');
  return cashier;
}

/**
 * Presses a key until the condition holds, because early presses after a screen change are ignored.
 */
export async function pressUntil(
  cashier: FakeCashier,
  key: string,
  isDone: () => void,
): Promise<void> {
  await waitFor(async () => {
    await cashier.waitUntilKeysWork();
    await cashier.press(key);
    isDone();
  });
}
