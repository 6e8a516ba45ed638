import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ok, type Payment } from '../../../shared/contract/index.ts';
import { createFakeCashier, type FakeCashier, freezeClock } from '../testing/fake-cashier.ts';
import { createPayment } from '../testing/fake-values.ts';

freezeClock();

const toPesos = (amount: string) => ({ amount, currency: 'MXN' });
const PAID = {
  state: 'paid',
  toConfirm: 'paid',
  cash: toPesos('2000.00'),
  change: toPesos('735.40'),
} as const;
const NOT_PAID = {
  state: 'not-performed',
  toConfirm: 'not-paid',
  cash: toPesos('1500.00'),
  change: toPesos('951.00'),
} as const;

/** A cashier who has left an unknown payment, whose outcome then arrives. */
async function leavePayment(): Promise<FakeCashier> {
  const cashier = await createFakeCashier();
  cashier.bills.payments.push(createPayment({ state: 'unknown', unknownBecause: 'timed-out' }));
  return cashier;
}

function receive(cashier: FakeCashier, changes: Partial<Payment>): void {
  cashier.bills.recordOutcome(changes);
}

describe('an outcome that arrives after its payment was left', () => {
  it('announces a late outcome beside the field that the cashier types into, and takes no key', async () => {
    const cashier = await leavePayment();
    await cashier.type('cf');
    const field = screen.getByRole('combobox');
    receive(cashier, PAID);
    await cashier.waitForText('El pago se hizo.');
    await cashier.waitForText('Dé $735.40 de cambio.');
    expect(document.activeElement).toBe(field);
    await cashier.type('e');
    expect(field).toHaveProperty('value', 'cfe');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(cashier.fake.getInputs('payments.confirm')).toEqual([]);
    // The line above the search would move the field: it appears once nothing is typed.
    expect(document.body.textContent).not.toContain('Falta atender');
    await cashier.press('Backspace', 'Backspace', 'Backspace');
    await cashier.waitForText('Falta atender 1 resultado que llegó después.');
    await cashier.type('c');
    await cashier.waitForText('Falta atender 1 resultado que llegó después.');
  });

  it('confirms a late outcome by keyboard from another screen, and only with F11', async () => {
    const cashier = await leavePayment();
    await cashier.press('F8');
    await cashier.waitForHeading('Historial');
    receive(cashier, NOT_PAID);
    await cashier.waitForText('Devuelva $1,500.00 al cliente.');
    await cashier.press('Control+B');
    await screen.findByRole('dialog', { name: 'Resultado que llegó después' });
    await cashier.press('Enter');
    expect(cashier.fake.getInputs('payments.confirm')).toEqual([]);
    await cashier.press('Control+B', 'F11');
    await waitFor(() =>
      expect(cashier.fake.getInputs('payments.confirm')).toEqual([{ paymentId: 'payment-1' }]),
    );
    await waitFor(() => expect(document.body.textContent).not.toContain('Devuelva'));
    await cashier.waitForHeading('Historial');
  });

  it('confirms a late outcome by touch', async () => {
    const cashier = await leavePayment();
    receive(cashier, PAID);
    await userEvent.click(await screen.findByRole('button', { name: /Atender/ }));
    await userEvent.click(await screen.findByRole('button', { name: /Ya di el cambio/ }));
    await waitFor(() => expect(cashier.fake.getInputs('payments.confirm')).toHaveLength(1));
  });

  it('shows a late outcome on home, in the count of the pending list, and in that list', async () => {
    const cashier = await leavePayment();
    receive(cashier, PAID);
    await cashier.waitForText('Falta atender 1 resultado que llegó después.');
    await cashier.waitForText('Falta dar a clientes: $735.40.');
    await screen.findByRole('button', { name: /Por resolver.*1|Pendientes.*1/ });
    await cashier.press('F9');
    await cashier.waitForText('El pago se hizo. Dé $735.40 de cambio.');
    await cashier.press('Enter');
    await screen.findByRole('button', { name: /Ya di el cambio/ });
    await cashier.waitUntilKeysWork();
    await waitFor(async () => {
      await cashier.press('F11');
      expect(cashier.fake.getInputs('payments.confirm')).toHaveLength(1);
    });
    await cashier.press('Escape');
    await cashier.waitForText('No hay pagos pendientes.');
  });

  it('shows late outcomes and refunds on home in one notice with one button', async () => {
    const cashier = await leavePayment();
    receive(cashier, PAID);
    await cashier.waitForText('Falta dar a clientes: $735.40.');
    const { shop } = cashier.fake;
    shop.status = { ...shop.status, owed: 1 };
    cashier.fake.emit('status.changed', shop.status);
    await cashier.waitForText('El servicio devolvió 1 pago y falta arreglar su dinero.');
    await cashier.waitForText('Falta dar a clientes: $735.40.');
    expect(screen.getAllByRole('button', { name: 'Ver la lista' })).toHaveLength(1);
  });

  it('does not announce a late outcome beside the screen that shows it', async () => {
    const cashier = await leavePayment();
    receive(cashier, PAID);
    await screen.findByRole('button', { name: /Atender/ });
    await cashier.press('F9');
    await cashier.waitForText('El pago se hizo. Dé $735.40 de cambio.');
    await screen.findByRole('button', { name: /Atender/ });
    await cashier.press('Enter');
    await screen.findByRole('button', { name: /Ya di el cambio/ });
    await waitFor(() => expect(screen.queryByRole('button', { name: /Atender/ })).toBeNull());
    await cashier.press('Control+B');
    expect(screen.queryByRole('dialog')).toBeNull();
    await cashier.press('Escape');
    await screen.findByRole('button', { name: /Atender/ });
  });

  it('calls change by its Colombian name in es-CO', async () => {
    const cashier = await createFakeCashier('es-CO');
    cashier.bills.payments.push(createPayment({ state: 'unknown', unknownBecause: 'timed-out' }));
    receive(cashier, PAID);
    await cashier.waitForText(/Dé .*735.* de vueltas\./);
    await cashier.press('Control+B');
    await screen.findByRole('button', { name: /Ya di las vueltas/ });
  });

  it('names a cash-out, a cancel and a payment without change by what is to do', async () => {
    const cashier = await leavePayment();
    receive(cashier, { ...PAID, change: toPesos('0.00') });
    await cashier.waitForText('No hay dinero que dar al cliente.');
    receive(cashier, { kind: 'cash-out', cash: null, change: null, due: toPesos('300.00') });
    await cashier.waitForText('Imprima el comprobante; después entregue $300.00.');
    receive(cashier, { kind: 'cancel' });
    await cashier.waitForText('La cancelación se hizo.');
    await cashier.waitForText('Devuelva $300.00 al cliente.');
  });

  it('announces a settled basket with its one change, except on the basket’s own screen', async () => {
    const cashier = await createFakeCashier();
    const basket = {
      id: 'basket-1',
      number: 3,
      state: 'settled',
      cashierId: 'ana',
      cashierName: 'Ana',
      createdAt: '2026-03-02T16:42:10Z',
      items: [],
      due: toPesos('300.00'),
      cash: toPesos('500.00'),
      shares: null,
      giveBack: toPesos('200.00'),
      canContinue: false,
      isStopped: false,
      isRestored: false,
      stoppedBy: null,
    } as const;
    cashier.fake.answer('basket.unfinished', () => ok([{ ...basket, items: [] }]));
    cashier.fake.answer('basket.get', () => ok({ ...basket, items: [] }));
    cashier.fake.shop.status = { ...cashier.fake.shop.status, unfinishedBaskets: ['basket-1'] };
    cashier.fake.emit('status.changed', cashier.fake.shop.status);
    await cashier.waitForText('La canasta 3 ya tiene todos sus resultados.');
    await cashier.waitForText('Dé $200.00 de cambio.');
    await cashier.press('Control+B');
    await waitFor(() =>
      expect(document.body.textContent).not.toContain('ya tiene todos sus resultados'),
    );
  });
});

it('shows the cash, the change and what is still to give in the history', async () => {
  const cashier = await leavePayment();
  receive(cashier, NOT_PAID);
  const payment = cashier.bills.newest();
  cashier.fake.answer('history.search', () => ok({ payments: [payment], next: null }));
  cashier.fake.answer('history.events', () => ok([]));
  await cashier.press('F8');
  await cashier.waitForHeading('Historial');
  await screen.findByRole('option', { name: /CFE/ });
  await cashier.press('Enter');
  await cashier.waitForText(/Recibido *\$1,500.00/);
  await cashier.waitForText(/Por devolver *\$1,500.00 · falta darlo/);
  receive(cashier, { toConfirm: 'none' });
  await waitFor(() => expect(document.body.textContent).not.toContain('falta darlo'));
  await cashier.waitForText(/Por devolver *\$1,500.00/);
});

it('never says that nothing is pending from a cached answer', async () => {
  const cashier = await createFakeCashier();
  await cashier.press('F9');
  await cashier.waitForText('No hay pagos pendientes.');
  await cashier.press('Escape');
  await screen.findByRole('combobox');
  let answerNow = (): void => {};
  const delay = new Promise<void>((resolve) => {
    answerNow = resolve;
  });
  cashier.fake.answer('refunds.unsettled', async () => {
    await delay;
    return ok([]);
  });
  await cashier.press('F9');
  await cashier.waitForText('Leyendo los pagos pendientes');
  expect(document.body.textContent).not.toContain('No hay pagos pendientes.');
  answerNow();
  await cashier.waitForText('No hay pagos pendientes.');
});

it('reads the owed refunds again when the status counts another number of them', async () => {
  const cashier = await createFakeCashier();
  await cashier.press('F9');
  await cashier.waitForText('No hay pagos pendientes.');
  const payment = createPayment({
    state: 'paid',
    refund: {
      serviceStatus: 'refunded',
      foundAt: '2026-03-02T16:42:10Z',
      owedTo: 'customer',
      isHandedOver: false,
      amount: toPesos('549.00'),
      settled: null,
    },
  });
  cashier.fake.answer('refunds.unsettled', () => ok([payment]));
  cashier.fake.shop.status = { ...cashier.fake.shop.status, owed: 1 };
  cashier.fake.emit('status.changed', cashier.fake.shop.status);
  await screen.findByRole('option', { name: /CFE/ });
  expect(document.body.textContent).not.toContain('No hay pagos pendientes.');
});
