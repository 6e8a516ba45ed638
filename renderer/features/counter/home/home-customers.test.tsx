import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { type CustomerAccount, fail, ok } from '../../../../shared/contract/index.ts';
import {
  createFakeCashier,
  type FakeCashier,
  freezeClock,
} from '../../../app/testing/fake-cashier.ts';

freezeClock();

const MARIA: CustomerAccount = {
  id: 'maria',
  billerId: 40,
  billerName: 'CFE',
  kind: 'bill',
  account: '**** 0007',
  name: 'M*** P***',
  phone: null,
  isMasked: true,
  usedAt: '2026-03-12T16:00:00Z',
};

function getRows(): { readonly text: string; readonly isChosen: boolean }[] {
  return screen.getAllByRole('option').map((row) => ({
    text: row.textContent ?? '',
    isChosen: row.getAttribute('aria-selected') === 'true',
  }));
}
const getChosenRows = () => getRows().filter(({ isChosen }) => isChosen);

async function openHome(customers: readonly CustomerAccount[]): Promise<FakeCashier> {
  const cashier = await createFakeCashier();
  cashier.fake.answer('customers.find', ({ text, limit }) => {
    const matches = customers.filter(
      ({ account, name }) =>
        text === '' || account.endsWith(text.slice(-4)) || name?.startsWith(text) === true,
    );
    return ok({ days: 90, storedCount: customers.length, customers: matches.slice(0, limit) });
  });
  cashier.fake.answer('customers.open', ({ customerId }) =>
    customerId === 'maria'
      ? ok({ billerId: 40, kind: 'bill', accountNumber: '501000000007', name: 'María Pérez' })
      : fail({ kind: 'not-found', what: 'customer' }),
  );
  await cashier.press('F8', 'F2');
  await screen.findByRole('combobox');
  return cashier;
}

it('lists the most recent customer, and needs five keys besides the cash to reach the change', async () => {
  const cashier = await openHome([MARIA]);
  await screen.findByRole('option', { name: /M\*\*\* P\*\*\*/ });
  expect(getRows()[0]?.text).toMatch(/CFE.*\*{4} 0007/);
  const keysBefore = cashier.keys();
  await cashier.press('ArrowDown', 'Enter');
  await cashier.waitForHeading('¿Con cuánto paga el cliente?');
  expect(cashier.fake.getInputs('payments.consult').at(-1)).toMatchObject({
    billerId: 40,
    accountNumber: '501000000007',
  });
  await cashier.press('Enter');
  await cashier.waitForHeading('¿Todo correcto?');
  await cashier.press('F12');
  await waitFor(() => expect(cashier.bills.payments).toHaveLength(1));
  cashier.bills.recordOutcome({ state: 'paid', authorization: '48586', httpStatus: 201 });
  await cashier.waitForHeading(/Entregue/);
  await cashier.waitUntilKeysWork();
  await cashier.press('Enter');
  await screen.findByRole('combobox');
  expect(cashier.keys() - keysBefore).toBe(5);
});

it('selects no customer when only Enter is pressed', async () => {
  const cashier = await openHome([MARIA]);
  await screen.findByRole('option', { name: /M\*\*\*/ });
  await cashier.press('Enter', 'Enter');
  expect(screen.getByRole('combobox')).toBeTruthy();
  expect(getChosenRows()).toEqual([]);
});

it('lists the customer first for digits and the biller first for letters', async () => {
  const cashier = await openHome([{ ...MARIA, account: '**** 0007', name: 'cfe' }]);
  await cashier.type('cfe');
  await waitFor(() => expect(getChosenRows()).toHaveLength(1));
  await waitFor(() => expect(getRows()).toHaveLength(3));
  expect(getChosenRows()[0]?.text).not.toContain('0007');
  await cashier.press('ArrowUp');
  expect(getChosenRows()[0]?.text).toContain('0007');
  await cashier.press('ArrowUp');
  expect(getChosenRows()[0]?.text).toContain('Calificados');
  await cashier.press('Escape');
  await cashier.type('5510000007');
  await waitFor(() => expect(getChosenRows()[0]?.text).toContain('0007'));
  await cashier.press('Enter');
  await cashier.waitForHeading('¿Con cuánto paga el cliente?');
});

it('selects a customer by touch, and returns to the account with Escape', async () => {
  const cashier = await openHome([MARIA]);
  await userEvent.click(await screen.findByRole('option', { name: /M\*\*\*/ }));
  await cashier.waitForHeading('¿Con cuánto paga el cliente?');
  await cashier.press('Escape');
  await cashier.waitForHeading(/CFE/);
  expect(screen.getByRole('textbox')).toHaveProperty('value', '501000000007');
});

it('shows that a customer’s data was deleted, and returns home', async () => {
  const cashier = await openHome([{ ...MARIA, id: 'gone' }]);
  await screen.findByRole('option', { name: /M\*\*\*/ });
  await cashier.press('ArrowDown', 'Enter');
  await cashier.waitForText('Los datos de este cliente ya no están.');
  await cashier.press('Escape');
  await screen.findByRole('combobox');
});
