import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fail, ok, type Payment } from '../../../../shared/contract/index.ts';
import {
  createFakeCashier,
  type FakeCashier,
  freezeClock,
} from '../../../app/testing/fake-cashier.ts';
import { createBiller } from '../../../app/testing/fake-values.ts';
import { goToResult, goToSent } from './pay.fixture.ts';

freezeClock();

const NUMBER = '501000000007';

async function refused(changes: Partial<Payment>): Promise<FakeCashier> {
  const cashier = await createFakeCashier();
  await goToSent(cashier);
  cashier.bills.recordOutcome({ state: 'rejected', httpStatus: 422, ...changes });
  await goToResult(cashier, /Devuelva|No se envió/);
  return cashier;
}

const orders = (cashier: FakeCashier) =>
  cashier.fake.getInputs('payments.pay').map(({ orderId }) => orderId);

/** A refusal that was seen, and then another payment, by another order. */
function expectTwoOrders(cashier: FakeCashier): void {
  expect(cashier.fake.getInputs('payments.seen')).toHaveLength(1);
  expect(new Set(orders(cashier)).size).toBe(2);
}

describe('a refusal', () => {
  it('R2: Enter corrects the number that was typed, and the cash is not typed again', async () => {
    const cashier = await refused({ code: 'R2' });
    await cashier.waitForText('Corregir el número');
    await cashier.press('Enter');
    expect(await screen.findByDisplayValue(NUMBER)).toBe(document.activeElement);
    await cashier.waitForText('La cuenta no existe en CFE.');
    await cashier.waitForText('El pago no se hizo. El efectivo sigue siendo del cliente.');
    await cashier.press('Enter');
    await cashier.waitForHeading('Total a pagar');
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Todo correcto?');
    await cashier.press('F12');
    await waitFor(() => expect(orders(cashier)).toHaveLength(2));
    expect(cashier.fake.getInputs('payments.pay')[1]?.cash?.amount).toBe('600.00');
    expectTwoOrders(cashier);
  });

  it.each(['R22', 'R36', 'R33', 'R777'])('%s: Enter calls the next customer', async (code) => {
    const cashier = await refused({ code });
    await cashier.waitForText('Siguiente cliente');
    expect(screen.queryByText('Corregir el número')).toBeNull();
    await cashier.press('Enter');
    await screen.findByRole('combobox');
    expect(orders(cashier)).toHaveLength(1);
  });

  it('R41: Enter corrects the amount that was typed', async () => {
    const cashier = await createFakeCashier();
    cashier.bills.billers = [
      createBiller({ canCheckBalance: false, supportsPartialPayment: false, name: 'Predial' }),
    ];
    await cashier.find('predial');
    await cashier.type(NUMBER);
    await cashier.press('Enter');
    await cashier.type('300');
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Con cuánto paga el cliente?');
    await cashier.type('600');
    await cashier.press('Enter', 'F12');
    await cashier.waitForHeading('Enviando el pago');
    cashier.bills.recordOutcome({ state: 'rejected', httpStatus: 422, code: 'R41' });
    await goToResult(cashier, /Devuelva/);
    await cashier.waitForText('Corregir el importe');
    await cashier.press('Enter');
    expect(await screen.findByDisplayValue('300')).toBe(document.activeElement);
    await cashier.type('{Backspace}450');
    await cashier.press('Enter');
    // Another sum: the cash is there, and is looked at once more.
    expect(await screen.findByDisplayValue('600')).toBeTruthy();
    await cashier.press('Enter', 'F12');
    await waitFor(() => expect(orders(cashier)).toHaveLength(2));
  });

  it('R10: Enter searches another biller with the account', async () => {
    const cashier = await refused({ code: 'R10' });
    await cashier.press('Enter');
    await cashier.waitForHeading(`¿De qué empresa es ${NUMBER}?`);
  });

  it('leaves by Esc to the next customer, whatever would help', async () => {
    const cashier = await refused({ code: 'R2' });
    await cashier.press('Escape');
    await screen.findByRole('combobox');
  });
});

describe('a payment that never left the till', () => {
  it('is not called refused, and Enter tries again with everything kept', async () => {
    const cashier = await refused({ isNotSent: true, httpStatus: null });
    await cashier.waitForText('No enviado');
    await cashier.waitForText('NO ENVIADO');
    expect(screen.queryByText('Rechazado')).toBeNull();
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Todo correcto?');
    await cashier.press('F12');
    await waitFor(() => expect(orders(cashier)).toHaveLength(2));
    expectTwoOrders(cashier);
  });
});

describe('a refused look-up', () => {
  const asked = async (code: string) => {
    const cashier = await createFakeCashier();
    cashier.bills.balance = () =>
      fail({ kind: 'service-refused', httpStatus: 422, code, message: null });
    await cashier.find('cfe');
    await cashier.type(NUMBER);
    await cashier.press('Enter');
    await cashier.waitForHeading('No se pudo consultar el saldo');
    return cashier;
  };

  it('R2: Enter corrects the number', async () => {
    const cashier = await asked('R2');
    await cashier.press('Enter');
    expect(await screen.findByDisplayValue(NUMBER)).toBe(document.activeElement);
    await cashier.waitForText('La cuenta no existe en CFE.');
  });

  it('R22: Enter calls the next customer', async () => {
    const cashier = await asked('R22');
    await cashier.press('Enter');
    await screen.findByRole('combobox');
  });

  it('R16: Enter asks again', async () => {
    const cashier = await asked('R16');
    await cashier.press('Enter');
    await waitFor(() => expect(cashier.fake.getInputs('payments.consult')).toHaveLength(2));
  });
});

describe('no connection', () => {
  it('warns of a lost connection on every screen before the cash and checks it on F1', async () => {
    const cashier = await createFakeCashier();
    const { status } = cashier.fake.shop;
    const cut = cashier.loseService();
    const said = 'No reciba dinero todavía.';
    await cashier.waitForText(said);
    cashier.fake.answer('till.askService', () => ok(cut));
    await cashier.press('F1');
    await waitFor(() => expect(cashier.fake.getInputs('till.askService')).toHaveLength(1));
    await cashier.find('cfe');
    await cashier.waitForText(said);
    await cashier.type(NUMBER);
    await cashier.press('Enter');
    await cashier.waitForHeading('Total a pagar');
    await cashier.waitForText(said);
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Con cuánto paga el cliente?');
    await cashier.waitForText(said);
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Todo correcto?');
    await cashier.waitForText(/F12 pregunta otra vez/);
    cashier.fake.answer('payments.pay', () =>
      fail({ kind: 'service-unreachable', reason: 'refused' }),
    );
    await cashier.press('F12');
    await cashier.waitForText('El servicio no abrió la conexión.');
    await cashier.waitForHeading('¿Todo correcto?');
    // The light is green again, and nothing is left of it.
    cashier.fake.emit('status.changed', status);
    await waitFor(() => expect(screen.queryByText(said)).toBeNull());
  });
});
