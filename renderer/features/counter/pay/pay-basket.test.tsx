import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Basket, ok } from '../../../../shared/contract/index.ts';
import {
  createFakeCashier,
  type FakeCashier,
  freezeClock,
} from '../../../app/testing/fake-cashier.ts';
import { createBasket } from '../../../app/testing/fake-values.ts';

freezeClock();

const QUESTION = '¿Es del cliente de la canasta?';
const collecting = createBasket([null], {
  state: 'collecting',
  number: null,
  cash: null,
  shares: null,
});

/** A cashier whose first payment has just gone into a basket with Ins. */
async function createBasketCashier(): Promise<FakeCashier> {
  const cashier = await createFakeCashier();
  let basket: Basket | null = null;
  cashier.fake.answer('basket.current', () => ok(basket));
  cashier.fake.answer('basket.get', () => ok(collecting));
  cashier.fake.answer('basket.add', () => {
    basket = collecting;
    return ok(collecting);
  });
  cashier.fake.answer('basket.remove', () => {
    basket = null;
    return ok(null);
  });
  await cashier.goToCash();
  await cashier.press('Insert');
  await screen.findByRole('combobox');
  cashier.fake.emit('basket.changed', { basketId: collecting.id });
  await cashier.waitForText(/Canasta: 1 pago, \$/);
  return cashier;
}

let cashier: FakeCashier;
beforeEach(async () => {
  cashier = await createBasketCashier();
});

describe('a basket that is collected', () => {
  it('names the basket on every screen of the next payment', async () => {
    await cashier.find('cfe');
    await cashier.waitForHeading(/CFE/);
    await cashier.waitForText(/Canasta: 1 pago, \$/);
    await cashier.press('F8');
    await cashier.waitForText(/Canasta: 1 pago, \$/);
  });

  it('gets the next payment without a question within a minute after Ins', async () => {
    vi.advanceTimersByTime(50_000);
    await cashier.find('cfe');
    await cashier.waitForHeading(/CFE/);
    expect(screen.queryByText(QUESTION)).toBeNull();
  });

  it.each([
    ['time passed', () => void vi.advanceTimersByTime(60_000)],
    ['F2 was pressed', () => cashier.press('F2')],
  ])('gets no payment without a question once %s', async (_what, happen) => {
    await happen();
    await cashier.find('cfe');
    await cashier.waitForHeading(QUESTION);
    // The first choice only opens the basket.
    await cashier.press('Enter');
    await cashier.waitForHeading(/¿Con cuánto paga/);
    expect(cashier.fake.getInputs('basket.remove')).toEqual([]);
    expect(cashier.fake.getInputs('basket.add')).toHaveLength(1);
  });

  it('gets the payment when the cashier says that the customer is the same', async () => {
    await cashier.press('F2');
    await cashier.find('cfe');
    await cashier.waitForHeading(QUESTION);
    await cashier.press('ArrowDown', 'Enter');
    await cashier.waitForHeading(/CFE/);
    expect(cashier.fake.getInputs('basket.remove')).toEqual([]);
  });

  it('empties the basket for another customer, whose payment asks for its own cash', async () => {
    await cashier.press('F2');
    await cashier.find('cfe');
    await cashier.waitForHeading(QUESTION);
    await cashier.press('ArrowDown', 'ArrowDown', 'Enter');
    await cashier.waitForHeading(/CFE/);
    expect(cashier.fake.getInputs('basket.remove')).toEqual(
      collecting.items.map(({ orderId }) => ({ orderId })),
    );
    cashier.fake.emit('basket.changed', { basketId: collecting.id });
    await waitFor(() => expect(document.body.textContent).not.toContain('Canasta: 1 pago'));
    await cashier.type('501000000007');
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Con cuánto paga el cliente?');
  });
});
