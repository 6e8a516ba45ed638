import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  createFakeCashier,
  type FakeCashier,
  freezeClock,
} from '../../../app/testing/fake-cashier.ts';
import { mxn } from '../../../app/testing/fake-values.ts';

freezeClock();

async function goToWarning(cashier: FakeCashier): Promise<void> {
  await cashier.find('cfe');
  await cashier.waitForHeading(/CFE/);
  await cashier.type('501000000007');
  await cashier.press('Enter');
  await cashier.waitForHeading('Total a pagar');
  await cashier.press('Enter');
}

describe('order warnings', () => {
  it('shows an earlier payment, and Enter does not pay again', async () => {
    const cashier = await createFakeCashier();
    cashier.bills.warnings = [
      {
        kind: 'looks-like-earlier',
        paymentId: 'payment-1',
        at: '2026-03-02T16:42:10Z',
        amount: mxn('549.00'),
        isSameAmount: true,
      },
    ];
    await goToWarning(cashier);
    await cashier.waitForHeading('¿Es otro pago, o es el mismo?');
    await cashier.press('Enter');
    await screen.findByRole('combobox');
    expect(cashier.fake.getInputs('payments.pay')).toEqual([]);
  });

  it('shows which shop paid and when, and Enter does not pay again', async () => {
    const cashier = await createFakeCashier();
    cashier.bills.warnings = [
      {
        kind: 'paid-elsewhere',
        shop: 'La Esquina',
        posNumber: '11',
        at: '2026-03-02T16:42:10Z',
        amount: mxn('549.00'),
        isSameAmount: true,
        isPaid: false,
      },
    ];
    const goToDuplicateWarning = async (): Promise<void> => {
      await cashier.find('cfe');
      await cashier.type('501000000007');
      await cashier.press('Enter');
      await cashier.waitForHeading('Total a pagar');
      await cashier.press('Enter');
      await cashier.waitForHeading('¿Es otro pago, o es el mismo?');
    };
    await goToDuplicateWarning();
    await cashier.waitForText('La tienda La Esquina de la cadena ya tiene un pago de esta cuenta');
    await cashier.waitForText('La Esquina, caja 11');
    await cashier.press('Enter');
    await screen.findByRole('combobox');
    expect(cashier.fake.getInputs('payments.pay')).toEqual([]);
    await goToDuplicateWarning();
    await cashier.press('ArrowDown', 'Enter');
    await cashier.waitForHeading('¿Con cuánto paga el cliente?');
    await cashier.press('Enter', 'F12');
    await waitFor(() =>
      expect(cashier.fake.getInputs('payments.pay')).toMatchObject([
        { acknowledged: ['paid-elsewhere'] },
      ]),
    );
  });

  it('acknowledges each warning when the cashier continues', async () => {
    const cashier = await createFakeCashier();
    cashier.bills.warnings = [
      { kind: 'large-amount', usd: { amount: '1600.00', currency: 'USD' } },
      {
        kind: 'looks-like-earlier',
        paymentId: 'payment-0',
        at: '2026-03-02T16:42:10Z',
        amount: mxn('549.00'),
        isSameAmount: false,
      },
    ];
    await goToWarning(cashier);
    await cashier.waitForHeading('¿El importe es correcto?');
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Es otro pago, o es el mismo?');
    await cashier.press('ArrowDown', 'Enter');
    await cashier.waitForHeading('¿Con cuánto paga el cliente?');
    await cashier.press('Enter', 'F12');
    await waitFor(() =>
      expect(cashier.fake.getInputs('payments.pay')).toMatchObject([
        { cash: mxn('549.00'), acknowledged: ['large-amount', 'looks-like-earlier'] },
      ]),
    );
  });
});
