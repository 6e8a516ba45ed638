import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ok } from '../../../../shared/contract/index.ts';
import {
  createFakeCashier,
  type FakeCashier,
  freezeClock,
} from '../../../app/testing/fake-cashier.ts';
import { createBasket, createCashState } from '../../../app/testing/fake-values.ts';

freezeClock();

const TITLE = 'Hay mucho efectivo en el cajón.';

async function showHomeWithDropDue(isDue = true): Promise<FakeCashier> {
  const cashier = await createFakeCashier();
  let isDropDue = isDue;
  cashier.fake.answer('cash.state', () => ok(createCashState({ isDropDue })));
  cashier.fake.answer('cash.postponeDrop', () => {
    isDropDue = false;
    cashier.fake.emit('cash.changed', {});
    return ok(createCashState({ isDropDue }));
  });
  await cashier.reload();
  await screen.findByRole('combobox');
  return cashier;
}

it('asks for a drop between customers, and opens it with its key', async () => {
  const cashier = await showHomeWithDropDue();
  await cashier.waitForText(TITLE);
  expect(document.activeElement).toBe(screen.getByRole('combobox'));
  await cashier.press('Control+O');
  await cashier.waitForText('¿Cuánto guarda en la caja fuerte?');
});

it('removes the question when the cashier postpones it', async () => {
  const cashier = await showHomeWithDropDue();
  await cashier.waitForText(TITLE);
  await userEvent.click(screen.getByRole('button', { name: 'Después' }));
  await waitFor(() => expect(screen.queryByText(TITLE)).toBeNull());
  expect(cashier.fake.getInputs('cash.postponeDrop')).toEqual([{}]);
});

it('postpones the question with its key', async () => {
  const cashier = await showHomeWithDropDue();
  await cashier.waitForText(TITLE);
  await cashier.press('Control+J');
  await waitFor(() => expect(screen.queryByText(TITLE)).toBeNull());
  expect(cashier.fake.getInputs('cash.postponeDrop')).toEqual([{}]);
});

it('does not move the search field while the cashier types', async () => {
  const cashier = await showHomeWithDropDue(false);
  await cashier.type('cfe');
  cashier.fake.answer('cash.state', () => ok(createCashState({ isDropDue: true })));
  act(() => cashier.fake.emit('cash.changed', {}));
  await waitFor(() => expect(cashier.fake.getInputs('cash.state').length).toBeGreaterThan(1));
  expect(screen.queryByText(TITLE)).toBeNull();
  await cashier.press('Escape');
  await cashier.waitForText(TITLE);
});

it('does not ask while a basket waits for its customer', async () => {
  const cashier = await createFakeCashier();
  cashier.fake.answer('cash.state', () => ok(createCashState({ isDropDue: true })));
  cashier.fake.answer('basket.current', () =>
    ok(createBasket([null, null], { state: 'collecting' })),
  );
  await cashier.reload();
  await waitFor(() => expect(cashier.fake.getInputs('basket.current')).not.toEqual([]));
  await cashier.waitForText(/canasta/i);
  expect(screen.queryByText(TITLE)).toBeNull();
});
