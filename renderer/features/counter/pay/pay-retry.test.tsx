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

const ACCOUNT_NUMBER = '501000000007';

async function refusePayment(changes: Partial<Payment>): Promise<FakeCashier> {
  const cashier = await createFakeCashier();
  await goToSent(cashier);
  cashier.bills.recordOutcome({ state: 'rejected', httpStatus: 422, ...changes });
  await goToResult(cashier, /Devuelva|No se envió/);
  return cashier;
}

const getPaidOrders = (cashier: FakeCashier) =>
  cashier.fake.getInputs('payments.pay').map(({ orderId }) => orderId);

/** Expects that the refusal was marked as seen and that another order was paid. */
function expectTwoOrders(cashier: FakeCashier): void {
  expect(cashier.fake.getInputs('payments.acknowledge')).toHaveLength(1);
  expect(new Set(getPaidOrders(cashier)).size).toBe(2);
}

describe('retry after a refusal', () => {
  it('R2: Enter corrects the typed number and keeps the cash', async () => {
    const cashier = await refusePayment({ code: 'R2' });
    await cashier.waitForText('Corregir el número');
    await cashier.press('Enter');
    expect(await screen.findByDisplayValue(ACCOUNT_NUMBER)).toBe(document.activeElement);
    await cashier.waitForText('La cuenta no existe en CFE.');
    await cashier.waitForText('El pago no se hizo. El efectivo sigue siendo del cliente.');
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Todo correcto?');
    await cashier.press('F12');
    await waitFor(() => expect(getPaidOrders(cashier)).toHaveLength(2));
    expect(cashier.fake.getInputs('payments.pay')[1]?.cash?.amount).toBe('600.00');
    expectTwoOrders(cashier);
  });

  it.each(['R22', 'R36', 'R33', 'R777'])('%s: Enter starts the next customer', async (code) => {
    const cashier = await refusePayment({ code });
    await cashier.waitForText('Siguiente cliente');
    expect(screen.queryByText('Corregir el número')).toBeNull();
    await cashier.press('Enter');
    await screen.findByRole('combobox');
    expect(getPaidOrders(cashier)).toHaveLength(1);
  });

  it('R41: Enter corrects the typed amount', async () => {
    const cashier = await createFakeCashier();
    cashier.bills.billers = [
      createBiller({ canCheckBalance: false, supportsPartialPayment: false, name: 'Predial' }),
    ];
    await cashier.find('predial');
    await cashier.type(ACCOUNT_NUMBER);
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
    // The sum differs, so the cash field is shown again with the previous cash.
    expect(await screen.findByDisplayValue('600')).toBeTruthy();
    await cashier.press('Enter', 'F12');
    await waitFor(() => expect(getPaidOrders(cashier)).toHaveLength(2));
  });

  it('R10: Enter searches another biller for the account', async () => {
    const cashier = await refusePayment({ code: 'R10' });
    await cashier.press('Enter');
    await cashier.waitForHeading(`¿De qué empresa es ${ACCOUNT_NUMBER}?`);
  });

  it('starts the next customer with Escape after a correctable refusal', async () => {
    const cashier = await refusePayment({ code: 'R2' });
    await cashier.press('Escape');
    await screen.findByRole('combobox');
  });
});

describe('retry of a payment that was not sent', () => {
  it('shows an unsent payment as not sent, and Enter retries with all data', async () => {
    const cashier = await refusePayment({ isNotSent: true, httpStatus: null });
    await cashier.waitForText('No enviado');
    await cashier.waitForText('NO ENVIADO');
    expect(screen.queryByText('Rechazado')).toBeNull();
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Todo correcto?');
    await cashier.press('F12');
    await waitFor(() => expect(getPaidOrders(cashier)).toHaveLength(2));
    expectTwoOrders(cashier);
  });
});

describe('retry after a refused look-up', () => {
  const refuseLookUp = async (code: string) => {
    const cashier = await createFakeCashier();
    cashier.bills.balance = () =>
      fail({ kind: 'service-refused', httpStatus: 422, code, message: null });
    await cashier.find('cfe');
    await cashier.type(ACCOUNT_NUMBER);
    await cashier.press('Enter');
    await cashier.waitForText(`Código ${code}`);
    return cashier;
  };

  it('R2: Enter corrects the number after a refused look-up', async () => {
    const cashier = await refuseLookUp('R2');
    await cashier.press('Enter');
    expect(await screen.findByDisplayValue(ACCOUNT_NUMBER)).toBe(document.activeElement);
    await cashier.waitForText('La cuenta no existe en CFE.');
  });

  it('R22: Enter starts the next customer after a refused look-up', async () => {
    const cashier = await refuseLookUp('R22');
    await cashier.press('Enter');
    await screen.findByRole('combobox');
  });

  it('R16: Enter repeats a refused look-up', async () => {
    const cashier = await refuseLookUp('R16');
    await cashier.press('Enter');
    await waitFor(() => expect(cashier.fake.getInputs('payments.consult')).toHaveLength(2));
  });
});

describe('lost connection', () => {
  it('warns of a lost connection on every screen before the cash and checks it on F1', async () => {
    const cashier = await createFakeCashier();
    const { status } = cashier.fake.shop;
    const disconnected = cashier.loseService();
    const warningText = 'No reciba dinero todavía.';
    await cashier.waitForText(warningText);
    cashier.fake.answer('till.checkService', () => ok(disconnected));
    await cashier.press('F1');
    await waitFor(() => expect(cashier.fake.getInputs('till.checkService')).toHaveLength(1));
    await cashier.find('cfe');
    await cashier.waitForText(warningText);
    await cashier.type(ACCOUNT_NUMBER);
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Con cuánto paga el cliente?');
    await cashier.waitForText(warningText);
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Todo correcto?');
    await cashier.waitForText(/F12 pregunta otra vez/);
    cashier.fake.answer('payments.pay', () =>
      fail({ kind: 'service-unreachable', reason: 'refused' }),
    );
    await cashier.press('F12');
    await cashier.waitForText('El servicio no abrió la conexión.');
    await cashier.waitForHeading('¿Todo correcto?');
    // After the status is green again, the warning disappears.
    cashier.fake.emit('status.changed', status);
    await waitFor(() => expect(screen.queryByText(warningText)).toBeNull());
  });
});
