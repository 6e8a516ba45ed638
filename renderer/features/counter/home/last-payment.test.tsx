import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, type Payment } from '../../../../shared/contract/index.ts';
import { createFakeCashier, freezeClock } from '../../../app/testing/fake-cashier.ts';
import { createBasket, createPayment, mxn } from '../../../app/testing/fake-values.ts';
import { goToConfirm, goToResult, goToSent, PAID_CHANGES } from '../pay/pay.fixture.ts';

freezeClock();

const LAST_SALE = 'Último cobro';

/** Opens the home screen of a till whose newest payment is this one. */
async function openHome(changes: Partial<Payment>) {
  const cashier = await createFakeCashier();
  const payment = createPayment({ cashierId: 'ana', ...changes });
  cashier.fake.answer('payments.recent', () => ok([payment]));
  await cashier.reload();
  await screen.findByRole('combobox');
  return cashier;
}

it('shows the last payment and its change until the next sale', async () => {
  const cashier = await createFakeCashier();
  expect(document.body.textContent).not.toContain(LAST_SALE);
  await goToSent(cashier);
  cashier.bills.recordOutcome(PAID_CHANGES);
  await goToResult(cashier, /Entregue/);
  await cashier.press('Enter');
  await screen.findByRole('combobox');
  await cashier.waitForText(/Último cobro, 10:42[^:]*: CFE · \$549\.00 · pagado\s?Cambio \$51\.00/);
});

it('still shows the last payment after another one that was prepared and left', async () => {
  const cashier = await openHome({ state: 'paid', change: mxn('51.00') });
  await goToConfirm(cashier);
  await cashier.press('F2', 'F11');
  await screen.findByRole('combobox');
  await cashier.waitForText(/Último cobro.*pagado\s?Cambio \$51\.00/);
});

it.each([
  [{ state: 'paid', change: mxn('0.00') }, /· pagado\s?Sin cambio/],
  [{ state: 'unknown', change: mxn('51.00') }, /· aún no se sabe$/],
  [
    { state: 'rejected', change: mxn('51.00'), cash: mxn('600.00') },
    /· rechazado\s?A devolver \$600\.00/,
  ],
  [{ state: 'paid', kind: 'cash-out', change: null, cash: null }, /· hecho$/],
] as const)('shows no change that must not be given: %j', async (changes, words) => {
  await openHome(changes);
  const line = await screen.findByText(new RegExp(LAST_SALE));
  expect(line.parentElement?.textContent?.replaceAll('\u00a0', ' ')).toMatch(words);
});

it('shows the change of a basket, not of its last item', async () => {
  const basket = createBasket([createPayment({ state: 'paid' })], {
    state: 'ended',
    giveBack: mxn('200.00'),
  });
  const cashier = await openHome({ basket: { id: basket.id, number: 1, of: 1 }, change: null });
  cashier.fake.answer('basket.get', () => ok(basket));
  await cashier.reload();
  await cashier.waitForText(/Último cobro.*canasta de 1 pago, \$[\d.]+\s?Cambio \$200\.00/);
});

it.each([{ cashierId: 'luis' }, { kind: 'cancel' }] as const)(
  'shows nothing of %j',
  async (changes) => {
    await openHome(changes);
    await screen.findAllByRole('option');
    expect(document.body.textContent).not.toContain(LAST_SALE);
  },
);
