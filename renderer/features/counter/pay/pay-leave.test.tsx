import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ok } from '../../../../shared/contract/index.ts';
import {
  createFakeCashier,
  type FakeCashier,
  freezeClock,
} from '../../../app/testing/fake-cashier.ts';
import { createBasket } from '../../../app/testing/fake-values.ts';
import { goToConfirm, goToResult, goToSent, PAID_CHANGES } from './pay.fixture.ts';

freezeClock();

const QUESTION = '¿Salir sin pagar?';

async function goToTypedCash(cashier: FakeCashier): Promise<void> {
  await cashier.goToCash();
  await cashier.type('600');
}

async function goToExactCash(cashier: FakeCashier): Promise<void> {
  await cashier.goToCash();
  await cashier.press('Enter');
  await cashier.waitForHeading('¿Todo correcto?');
}

/** Goes back from the confirmation to the account number. */
async function goBackToAccount(cashier: FakeCashier): Promise<void> {
  await goToConfirm(cashier);
  await cashier.press('Escape', 'Escape');
  await screen.findByDisplayValue('501000000007');
}

async function goToRefusal(cashier: FakeCashier): Promise<void> {
  await goToSent(cashier);
  cashier.bills.recordOutcome({ state: 'rejected', code: 'R2', httpStatus: 422 });
  await goToResult(cashier, /Devuelva/);
}

describe('a payment whose cash was entered', () => {
  it.each([
    ['typed cash', goToTypedCash, 'F2'],
    ['typed cash', goToTypedCash, 'F9'],
    ['confirmed cash', goToConfirm, 'F2'],
    ['confirmed cash', goToConfirm, 'F3'],
    ['exact cash', goToExactCash, 'F7'],
    ['cash that was typed before Esc went back', goBackToAccount, 'Escape'],
    ['cash that was typed before Esc went back', goBackToAccount, 'F2'],
  ] as const)('asks before it is left: %s (%s), %s', async (_what, goToStep, key) => {
    const cashier = await createFakeCashier();
    await goToStep(cashier);
    const title = screen.getByRole('heading', { level: 1 }).textContent ?? '';
    await cashier.press(key);
    await screen.findByRole('dialog', { name: QUESTION });
    await cashier.waitForText('Todavía no se ha pagado nada.');
    await cashier.waitForText(/El cliente entregó \$(600|549)\.00\./);
    // Enter and Esc stay.
    await cashier.press('Enter');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await cashier.waitForHeading(title);
    await cashier.press(key);
    await screen.findByRole('dialog', { name: QUESTION });
    await cashier.press('Escape');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await cashier.waitForHeading(title);
    await cashier.press(key);
    await screen.findByRole('dialog', { name: QUESTION });
    await cashier.press('F11');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1 }).textContent).not.toBe(title),
    );
    expect(cashier.fake.getInputs('payments.pay')).toEqual([]);
  });

  it('asks when the key of the bar is touched', async () => {
    const cashier = await createFakeCashier();
    await goToConfirm(cashier);
    await userEvent.click(screen.getByRole('button', { name: 'Recibos' }));
    await screen.findByRole('dialog', { name: QUESTION });
    await userEvent.click(screen.getByRole('button', { name: 'Efectivo devuelto: salir' }));
    await screen.findByRole('combobox');
  });

  it('asks before a corrected payment is left, because the cash is still on the counter', async () => {
    const cashier = await createFakeCashier();
    await goToRefusal(cashier);
    await cashier.press('Enter');
    await screen.findByDisplayValue('501000000007');
    await cashier.press('Escape');
    await screen.findByRole('dialog', { name: QUESTION });
    await cashier.waitForText('El cliente entregó $600.00.');
  });

  it('keeps the typed cash when the cashier corrects the account number', async () => {
    const cashier = await createFakeCashier();
    await goBackToAccount(cashier);
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Con cuánto paga el cliente?');
    expect(await screen.findByDisplayValue('600')).toBe(document.activeElement);
  });
});

describe('a payment without entered cash', () => {
  it('leaves a payment without a question before the cash is typed', async () => {
    const cashier = await createFakeCashier();
    await cashier.goToCash();
    await cashier.press('F2');
    await screen.findByRole('combobox');
  });

  it('leaves a payment without a question once the typed cash is deleted', async () => {
    const cashier = await createFakeCashier();
    await cashier.goToCash();
    await cashier.type('6');
    await cashier.press('Backspace', 'F2');
    await screen.findByRole('combobox');
  });

  it('leaves a payment without a question after its result', async () => {
    const cashier = await createFakeCashier();
    await goToSent(cashier);
    cashier.bills.recordOutcome(PAID_CHANGES);
    await goToResult(cashier, /Entregue/);
    await cashier.press('F2');
    await screen.findByRole('combobox');
  });

  it('goes into the basket without a question, because the customer stays', async () => {
    const cashier = await createFakeCashier();
    const basket = createBasket([null], {
      state: 'collecting',
      number: null,
      cash: null,
      shares: null,
    });
    cashier.fake.answer('basket.add', () => ok(basket));
    await cashier.goToCash();
    await cashier.type('600');
    await cashier.press('Insert');
    await screen.findByRole('combobox');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
