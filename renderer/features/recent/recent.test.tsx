import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeCashier } from '../../app/fake-cashier.ts';
import { aPayment } from '../../app/fake-values.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const PAID = { state: 'paid', authorization: '48586' } as const;

it('says that there are none yet, and leads back', async () => {
  const cashier = await fakeCashier();
  await cashier.press('F8');
  await cashier.see('Todavía no hay recibos.');
  await cashier.press('Escape');
  await screen.findByRole('combobox');
});

it('pulls a receipt down again and prints a copy of that one', async () => {
  const cashier = await fakeCashier();
  cashier.bills.payments.push(
    aPayment({ ...PAID, id: 'second', billerName: 'Telmex', authorization: '48587' }),
    aPayment({ ...PAID, id: 'first' }),
  );
  await cashier.press('F8');
  await cashier.see('Auth: 48587');
  await screen.findByRole('option', { name: /CFE/ });
  await cashier.press('ArrowDown', 'Enter');
  await cashier.see('Auth: 48586');
  await cashier.press('F6');
  await waitFor(() =>
    expect(cashier.fake.inputsOf('printing.copy')).toEqual([
      { paymentId: 'first', approval: null },
    ]),
  );
  expect(cashier.fake.inputsOf('payments.pay')).toEqual([]);
});
