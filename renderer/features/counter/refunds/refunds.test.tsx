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

function createRefund(changes: Partial<Refund> = {}): Refund {
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

async function openRefunds(
  changes: Partial<Payment>,
  refund: Partial<Refund> = {},
): Promise<FakeCashier> {
  const cashier = await createFakeCashier();
  const payment = createPayment({ state: 'paid', refund: createRefund(refund), ...changes });
  cashier.bills.payments.push(payment);
  cashier.fake.answer('payments.get', () => ok(cashier.bills.payments[0] ?? payment));
  cashier.fake.answer('payments.unresolved', () => ok([]));
  cashier.fake.answer('refunds.unsettled', () =>
    ok(
      cashier.bills.payments.filter(
        (payment) => payment.refund !== null && payment.refund.settled === null,
      ),
    ),
  );
  await cashier.press('F9');
  await screen.findByRole('option', { name: /CFE/ });
  return cashier;
}

function answerSettle(cashier: FakeCashier, method: 'handed-back' | 'taken-in'): { times: number } {
  const settled = { times: 0 };
  cashier.fake.answer('refunds.settle', () => {
    settled.times += 1;
    const [payment] = cashier.bills.payments;
    if (!payment?.refund) throw new Error('nothing is owed');
    const at = '2026-03-14T16:30:00Z';
    const settlement = { how: method, at, by: 'Ana', approvedBy: null, reason: null };
    const next = { ...payment, refund: { ...payment.refund, settled: settlement } };
    cashier.bills.payments[0] = next;
    return ok({ jobId: 'job', payment: next });
  });
  return settled;
}

it('shows a refund owed to a customer, and hands it back once with F11', async () => {
  const cashier = await openRefunds({});
  await cashier.waitForText('se debe al cliente');
  const settled = answerSettle(cashier, 'handed-back');
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

it('shows a cash-out that the customer owes, and receives it back', async () => {
  const cashier = await openRefunds({ kind: 'cash-out' }, { owedTo: 'shop', isHandedOver: true });
  await cashier.waitForText('el cliente debe a la tienda');
  answerSettle(cashier, 'taken-in');
  await cashier.press('Enter');
  await cashier.waitForText('Recupere $557.00 del cliente');
  await cashier.press('F11');
  await cashier.waitForText(/Ana recibió \$557.00 del cliente/);
});

it('offers no cash for a cash-out that was not handed over, only a supervisor’s decision', async () => {
  const cashier = await openRefunds({ kind: 'cash-out' }, { owedTo: 'shop', isHandedOver: false });
  await cashier.press('Enter');
  await cashier.waitForText('No entregue este dinero');
  expect(screen.queryByText(/Recibir/)).toBeNull();
  await cashier.press('Control+S');
  await screen.findByRole('dialog', { name: /sin efectivo/ });
});

it('shows that the refund was already settled', async () => {
  const cashier = await openRefunds({});
  cashier.fake.answer('refunds.settle', () => fail({ kind: 'refund', reason: 'settled' }));
  await cashier.press('Enter');
  await cashier.waitForText('Devuelva $557.00 al cliente');
  await cashier.press('F11');
  await cashier.waitForText('Esto ya se arregló.');
});

it('asks for a supervisor’s PIN when the service does not confirm the refund', async () => {
  const cashier = await openRefunds({});
  cashier.fake.answer('refunds.settle', () => fail({ kind: 'refund', reason: 'not-confirmed' }));
  await cashier.press('Enter');
  await cashier.waitForText('Devuelva $557.00 al cliente');
  await cashier.press('F11');
  await screen.findByRole('dialog');
  await cashier.waitForText(/con su PIN el dinero se mueve sin su palabra/);
});

it('shows that the payment is still valid, and settles nothing', async () => {
  const cashier = await openRefunds({});
  cashier.fake.answer('refunds.settle', () => fail({ kind: 'refund', reason: 'stands' }));
  await cashier.press('Enter');
  await cashier.press('F11');
  await cashier.waitForText(/dice ahora que este pago sigue en pie/);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows that refunds cannot be detected when the version reports no status', async () => {
  const cashier = await createFakeCashier();
  const session = { cashier: { id: 'ana', name: 'Ana', role: 'cashier' } as const };
  cashier.fake.answer('till.state', () => ok(createFakeTillState({ version: 'v1.6', session })));
  await cashier.reload();
  await screen.findByRole('combobox');
  await cashier.press('F9');
  await cashier.waitForText(/no promete decir si devuelve un pago/);
});
