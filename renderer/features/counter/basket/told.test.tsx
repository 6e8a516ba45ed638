import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Basket, fail, ok } from '../../../../shared/contract/index.ts';
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

let now = 1_000_000;
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => now));
afterEach(() => void vi.restoreAllMocks());
const read = (): void => {
  now += 1_000;
};

/** The basket of the customer at the counter calls its cashier back. */
async function served(basket: Basket): Promise<FakeCashier> {
  const cashier = await createFakeCashier();
  const { fake } = cashier;
  fake.answer('basket.unfinished', () => ok([basket]));
  fake.answer('basket.get', () => ok(basket));
  fake.answer('basket.end', () => ok(basket));
  fake.answer('basket.current', () => ok(basket));
  fake.answer('history.search', () => ok({ payments: [], next: null }));
  fake.emit('basket.changed', { basketId: basket.id });
  return cashier;
}

const ends = ({ fake }: FakeCashier) => fake.getInputs('basket.end');

async function leaves(cashier: FakeCashier): Promise<void> {
  await cashier.press('F8');
  await cashier.waitForHeading('Historial');
}

describe('a change that was read', () => {
  it('ends the basket when a frame key leaves the screen, as Enter does', async () => {
    const cashier = await served(createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT]));
    await cashier.waitForHeading('Entregue el cambio al cliente');
    read();
    await leaves(cashier);
    expect(ends(cashier)).toEqual([{ basketId: 'basket-1' }]);
  });

  it('ends the basket once when Enter was pressed', async () => {
    const cashier = await served(createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT]));
    await cashier.waitForHeading('Entregue el cambio al cliente');
    cashier.fake.answer('basket.current', () => ok(null));
    read();
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Qué va a pagar?');
    expect(ends(cashier)).toHaveLength(1);
  });

  it('ends the basket by Enter after a receipt was opened', async () => {
    const cashier = await served(createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT]));
    await cashier.waitForHeading('Entregue el cambio al cliente');
    const [first] = await screen.findAllByRole('button', { name: 'Ver recibo' });
    if (first === undefined) throw new Error('no receipt is offered');
    await userEvent.click(first);
    await cashier.waitForText('Ver canasta');
    read();
    await cashier.press('Enter');
    await vi.waitFor(() => expect(ends(cashier)).toHaveLength(1));
  });

  it('ends the basket on leaving when Enter was rejected', async () => {
    const cashier = await served(createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT]));
    await cashier.waitForHeading('Entregue el cambio al cliente');
    cashier.fake.answer('basket.end', () => fail({ kind: 'basket', reason: 'not-now' }));
    read();
    await cashier.press('Enter');
    await vi.waitFor(() => expect(ends(cashier)).toHaveLength(1));
    await leaves(cashier);
    expect(ends(cashier)).toHaveLength(2);
  });
});

describe('a change is not told by leaving', () => {
  it('does not end the basket before the change can have been read', async () => {
    const cashier = await served(createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT]));
    await cashier.waitForHeading('Entregue el cambio al cliente');
    await leaves(cashier);
    expect(ends(cashier)).toEqual([]);
  });

  it.each([
    ['is not known yet', createBasket([UNKNOWN_PAYMENT, null])],
    [
      'comes from a backup',
      createSettledBasket([PAID_PAYMENT, null], { isRestored: true, giveBack: null }),
    ],
  ])('does not end the basket on leaving when it %s', async (_why, basket) => {
    const cashier = await served(basket);
    await cashier.waitForHeading(/Todavía no dé cambio|No dé dinero/);
    read();
    await leaves(cashier);
    expect(ends(cashier)).toEqual([]);
  });

  it('that was looked up in a list', async () => {
    const cashier = await served(createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT]));
    await cashier.waitForHeading('Entregue el cambio al cliente');
    await leaves(cashier);
    await cashier.press('F9');
    await cashier.waitForText('Canasta 7 de Ana');
    await cashier.press('Enter');
    await cashier.waitForHeading('Entregue el cambio al cliente');
    read();
    await leaves(cashier);
    expect(ends(cashier)).toEqual([]);
  });

  it('beneath the lock: the next cashier is told whose it is', async () => {
    const cashier = await served(createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT]));
    await cashier.waitForHeading('Entregue el cambio al cliente');
    expect(document.body.textContent).not.toContain('Canasta 7 de Ana');
    read();
    cashier.fake.answer('basket.current', () => ok(null));
    await cashier.lockForLuis();
    await cashier.waitForHeading('¿Qué va a pagar?');
    expect(ends(cashier)).toEqual([]);
    await cashier.waitForText('Abrir la canasta');
    await cashier.press('Control+O');
    await cashier.waitForHeading('Entregue el cambio al cliente');
    await cashier.waitForText(/Canasta 7 de Ana · desde /);
  });
});
