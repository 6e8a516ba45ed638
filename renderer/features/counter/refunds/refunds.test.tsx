import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fail, ok, type Payment, type Refund } from '../../../../shared/contract/index.ts';
import {
  createFakeCashier,
  type FakeCashier,
  freezeClock,
} from '../../../app/testing/fake-cashier.ts';
import { createFakeTillState } from '../../../app/testing/fake-shop.ts';
import { createPayment } from '../../../app/testing/fake-values.ts';

freezeClock();

const mxn = (amount: string) => ({ amount, currency: 'MXN' });

function aRefund(changes: Partial<Refund> = {}): Refund {
  return {
    serviceStatus: 'refunded',
    foundAt: '2026-03-14T16:00:00Z',
    owedTo: 'customer',
    isHandedOver: false,
    amount: mxn('557.00'),
    settled: null,
    ...changes,
  };
}

async function opened(
  changes: Partial<Payment>,
  refund: Partial<Refund> = {},
): Promise<FakeCashier> {
  const cashier = await createFakeCashier();
  const payment = createPayment({ state: 'paid', refund: aRefund(refund), ...changes });
  cashier.bills.payments.push(payment);
  cashier.fake.answer('payments.get', () => ok(cashier.bills.payments[0] ?? payment));
  cashier.fake.answer('payments.unresolved', () => ok([]));
  cashier.fake.answer('refunds.owed', () =>
    ok(cashier.bills.payments.filter((one) => one.refund !== null && one.refund.settled === null)),
  );
  await cashier.press('F9');
  await screen.findByRole('option', { name: /CFE/ });
  return cashier;
}

function settles(cashier: FakeCashier, how: 'handed-back' | 'taken-in'): { times: number } {
  const settled = { times: 0 };
  cashier.fake.answer('refunds.settle', () => {
    settled.times += 1;
    const [payment] = cashier.bills.payments;
    if (!payment?.refund) throw new Error('nothing is owed');
    const at = '2026-03-14T16:30:00Z';
    const done = { how, at, by: 'Ana', approvedBy: null, reason: null };
    const next = { ...payment, refund: { ...payment.refund, settled: done } };
    cashier.bills.payments[0] = next;
    return ok({ jobId: 'job', payment: next });
  });
  return settled;
}

it('shows what is owed to a customer, and hands it back once with F11', async () => {
  const cashier = await opened({});
  await cashier.waitForText('se debe al cliente');
  const settled = settles(cashier, 'handed-back');
  await cashier.press('Enter');
  await cashier.waitForText('Devuelva $557.00 al cliente');
  await cashier.waitForText(/CFE no recibió este pago/);
  await cashier.press('F11');
  await cashier.waitForText(/Ana devolvió \$557.00 al cliente/);
  await cashier.press('F11');
  expect(settled.times).toBe(1);
  await cashier.press('Escape');
  await cashier.waitForText('No hay pagos pendientes.');
});

it('says the other direction for a cash-out, and receives it back', async () => {
  const cashier = await opened({ kind: 'cash-out' }, { owedTo: 'shop', isHandedOver: true });
  await cashier.waitForText('el cliente debe a la tienda');
  settles(cashier, 'taken-in');
  await cashier.press('Enter');
  await cashier.waitForText('Recupere $557.00 del cliente');
  await cashier.press('F11');
  await cashier.waitForText(/Ana recibió \$557.00 del cliente/);
});

it('offers no money for a cash-out that was not handed over: a supervisor decides', async () => {
  const cashier = await opened({ kind: 'cash-out' }, { owedTo: 'shop', isHandedOver: false });
  await cashier.press('Enter');
  await cashier.waitForText('No entregue este dinero');
  expect(screen.queryByText(/Recibir/)).toBeNull();
  await cashier.press('Control+S');
  await screen.findByRole('dialog', { name: /sin efectivo/ });
});

it('says that somebody was sooner', async () => {
  const cashier = await opened({});
  cashier.fake.answer('refunds.settle', () => fail({ kind: 'refund', reason: 'settled' }));
  await cashier.press('Enter');
  await cashier.waitForText('Devuelva $557.00 al cliente');
  await cashier.press('F11');
  await cashier.waitForText('Esto ya se arregló.');
});

it('asks for a supervisor’s PIN where the service does not say it now', async () => {
  const cashier = await opened({});
  cashier.fake.answer('refunds.settle', () => fail({ kind: 'refund', reason: 'not-confirmed' }));
  await cashier.press('Enter');
  await cashier.waitForText('Devuelva $557.00 al cliente');
  await cashier.press('F11');
  await screen.findByRole('dialog');
  await cashier.waitForText(/con su PIN el dinero se mueve sin su palabra/);
});

it('says that the payment stands after all, and moves nothing', async () => {
  const cashier = await opened({});
  cashier.fake.answer('refunds.settle', () => fail({ kind: 'refund', reason: 'stands' }));
  await cashier.press('Enter');
  await cashier.press('F11');
  await cashier.waitForText(/dice ahora que este pago sigue en pie/);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says where the version tells no status that a refund cannot be seen', async () => {
  const cashier = await createFakeCashier();
  const session = { cashier: { id: 'ana', name: 'Ana', role: 'cashier' } as const };
  cashier.fake.answer('till.state', () => ok(createFakeTillState({ version: 'v1.6', session })));
  await cashier.reload();
  await screen.findByRole('combobox');
  await cashier.press('F9');
  await cashier.waitForText(/no promete decir si devuelve un pago/);
});
