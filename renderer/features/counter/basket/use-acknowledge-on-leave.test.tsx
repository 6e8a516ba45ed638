import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { type Basket, fail, ok } from '../../../../shared/contract/index.ts';
import { OWED_RESULT_IGNORES_KEYS_MS } from '../../../../shared/rules/index.ts';
import {
  createFakeCashier,
  type FakeCashier,
  freezeClock,
} from '../../../app/testing/fake-cashier.ts';
import { createBasket } from '../../../app/testing/fake-values.ts';
import {
  createSettledBasket,
  PAID_PAYMENT,
  SECOND_PAID_PAYMENT,
  UNKNOWN_PAYMENT,
} from './basket.fixture.ts';

freezeClock();

/** Gives the till this basket; the home screen opens it automatically if it is the current one. */
async function openTill(basket: Basket, current: Basket | null): Promise<FakeCashier> {
  const cashier = await createFakeCashier();
  const { fake } = cashier;
  fake.answer('basket.unfinished', () => ok([basket]));
  fake.answer('basket.get', () => ok(basket));
  fake.answer('basket.end', () => ok(basket));
  fake.answer('basket.current', () => ok(current));
  fake.answer('history.search', () => ok({ payments: [], next: null }));
  fake.emit('basket.changed', { basketId: basket.id });
  return cashier;
}

const openServedBasket = (basket: Basket): Promise<FakeCashier> => openTill(basket, basket);

const getEndCalls = ({ fake }: FakeCashier) => fake.getInputs('basket.end');

async function leaveScreen(cashier: FakeCashier): Promise<void> {
  await cashier.press('F8');
  await cashier.waitForHeading('Historial');
}

describe('basket with a change that was displayed', () => {
  it('ends the basket when a frame key leaves the screen, as Enter does', async () => {
    const cashier = await openServedBasket(
      createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT]),
    );
    await cashier.waitForHeading('Entregue el cambio al cliente');
    await cashier.waitUntilKeysWork();
    await leaveScreen(cashier);
    expect(getEndCalls(cashier)).toEqual([{ basketId: 'basket-1' }]);
  });

  it('ends the basket once when Enter was pressed', async () => {
    const cashier = await openServedBasket(
      createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT]),
    );
    await cashier.waitForHeading('Entregue el cambio al cliente');
    cashier.fake.answer('basket.current', () => ok(null));
    await cashier.waitUntilKeysWork();
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Qué va a pagar?');
    expect(getEndCalls(cashier)).toHaveLength(1);
  });

  it('ends the basket by Enter after a receipt was opened', async () => {
    const cashier = await openServedBasket(
      createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT]),
    );
    await cashier.waitForHeading('Entregue el cambio al cliente');
    const [first] = await screen.findAllByRole('button', { name: 'Ver ticket' });
    if (first === undefined) throw new Error('no receipt is offered');
    await userEvent.click(first);
    await cashier.waitForText('Ver canasta');
    await cashier.waitUntilKeysWork();
    await cashier.press('Enter');
    await waitFor(() => expect(getEndCalls(cashier)).toHaveLength(1));
  });

  it('ends the basket on leaving when Enter was rejected', async () => {
    const cashier = await openServedBasket(
      createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT]),
    );
    await cashier.waitForHeading('Entregue el cambio al cliente');
    cashier.fake.answer('basket.end', () => fail({ kind: 'basket', reason: 'not-now' }));
    await cashier.waitUntilKeysWork();
    await cashier.press('Enter');
    await waitFor(() => expect(getEndCalls(cashier)).toHaveLength(1));
    await leaveScreen(cashier);
    expect(getEndCalls(cashier)).toHaveLength(2);
  });
});

describe('basket whose change stays unacknowledged', () => {
  it('keeps the screen open until the change can have been read', async () => {
    const cashier = await openServedBasket(
      createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT]),
    );
    await cashier.waitForHeading('Entregue el cambio al cliente');
    await cashier.press('F8', 'Enter', 'Escape');
    vi.advanceTimersByTime(OWED_RESULT_IGNORES_KEYS_MS - 1);
    await cashier.press('F8', 'Enter', 'Escape');
    await cashier.waitForHeading('Entregue el cambio al cliente');
    expect(getEndCalls(cashier)).toEqual([]);
    await cashier.waitUntilKeysWork();
    await leaveScreen(cashier);
  });

  it.each([
    ['is not known yet', createBasket([UNKNOWN_PAYMENT, null])],
    [
      'comes from a backup',
      createSettledBasket([PAID_PAYMENT, null], { isRestored: true, giveBack: null }),
    ],
  ])('does not end the basket on leaving when it %s', async (_why, basket) => {
    const cashier = await openServedBasket(basket);
    await cashier.waitForHeading(/Todavía no dé cambio|No dé dinero/);
    await cashier.waitUntilKeysWork();
    await leaveScreen(cashier);
    expect(getEndCalls(cashier)).toEqual([]);
  });

  it('does not end a basket on leaving when it was opened from a list', async () => {
    const cashier = await openTill(createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT]), null);
    await cashier.press('F9');
    await cashier.waitForText('Canasta 7 de Ana');
    await cashier.press('Enter');
    await cashier.waitForHeading('Entregue el cambio al cliente');
    await cashier.waitUntilKeysWork();
    await leaveScreen(cashier);
    expect(getEndCalls(cashier)).toEqual([]);
  });

  it('does not end a basket at a lock, and shows the next cashier its owner', async () => {
    const cashier = await openServedBasket(
      createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT]),
    );
    await cashier.waitForHeading('Entregue el cambio al cliente');
    expect(document.body.textContent).not.toContain('Canasta 7 de Ana');
    await cashier.waitUntilKeysWork();
    cashier.fake.answer('basket.current', () => ok(null));
    await cashier.lockForLuis();
    await cashier.waitForHeading('¿Qué va a pagar?');
    expect(getEndCalls(cashier)).toEqual([]);
    await cashier.waitForText('Abrir la canasta');
    await cashier.press('Control+O');
    await cashier.waitForHeading('Entregue el cambio al cliente');
    await cashier.waitForText(/Canasta 7 de Ana · desde /);
  });
});
