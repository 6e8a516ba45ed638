import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fail, ok, type Payment, type Refund } from '../../../shared/contract/index.ts';
import { type FakeCashier, fakeCashier, standingClock } from '../../app/testing/fake-cashier.ts';
import { fakeState } from '../../app/testing/fake-shop.ts';
import { aPayment } from '../../app/testing/fake-values.ts';

standingClock();

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
  const cashier = await fakeCashier();
  const payment = aPayment({ state: 'paid', refund: aRefund(refund), ...changes });
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
  await cashier.see('se debe al cliente');
  const settled = settles(cashier, 'handed-back');
  await cashier.press('Enter');
  await cashier.see('Devuelva $557.00 al cliente');
  await cashier.see(/CFE no recibió este pago/);
  await cashier.press('F11');
  await cashier.see(/Ana devolvió \$557.00 al cliente/);
  await cashier.press('F11');
  expect(settled.times).toBe(1);
  await cashier.press('Escape');
  await cashier.see('No hay pagos pendientes.');
});

it('says the other direction for a cash-out, and receives it back', async () => {
  const cashier = await opened({ kind: 'cash-out' }, { owedTo: 'shop', isHandedOver: true });
  await cashier.see('el cliente debe a la tienda');
  settles(cashier, 'taken-in');
  await cashier.press('Enter');
  await cashier.see('Recupere $557.00 del cliente');
  await cashier.press('F11');
  await cashier.see(/Ana recibió \$557.00 del cliente/);
});

it('offers no money for a cash-out that was not handed over: a supervisor decides', async () => {
  const cashier = await opened({ kind: 'cash-out' }, { owedTo: 'shop', isHandedOver: false });
  await cashier.press('Enter');
  await cashier.see('No entregue este dinero');
  expect(screen.queryByText(/Recibir/)).toBeNull();
  await cashier.press('Control+S');
  await screen.findByRole('dialog', { name: /sin efectivo/ });
});

it('says that somebody was sooner', async () => {
  const cashier = await opened({});
  cashier.fake.answer('refunds.settle', () => fail({ kind: 'refund', reason: 'settled' }));
  await cashier.press('Enter');
  await cashier.see('Devuelva $557.00 al cliente');
  await cashier.press('F11');
  await cashier.see('Esto ya se arregló.');
});

it('asks for a supervisor’s PIN where the service does not say it now', async () => {
  const cashier = await opened({});
  cashier.fake.answer('refunds.settle', () => fail({ kind: 'refund', reason: 'not-confirmed' }));
  await cashier.press('Enter');
  await cashier.see('Devuelva $557.00 al cliente');
  await cashier.press('F11');
  await screen.findByRole('dialog');
  await cashier.see(/con su PIN el dinero se mueve sin su palabra/);
});

it('says that the payment stands after all, and moves nothing', async () => {
  const cashier = await opened({});
  cashier.fake.answer('refunds.settle', () => fail({ kind: 'refund', reason: 'stands' }));
  await cashier.press('Enter');
  await cashier.press('F11');
  await cashier.see(/dice ahora que este pago sigue en pie/);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says where the version tells no status that a refund cannot be seen', async () => {
  const cashier = await fakeCashier();
  const session = { cashier: { id: 'ana', name: 'Ana', role: 'cashier' } as const };
  cashier.fake.answer('till.state', () => ok(fakeState({ version: 'v1.6', session })));
  await cashier.reload();
  await screen.findByRole('combobox');
  await cashier.press('F9');
  await cashier.see(/no promete decir si devuelve un pago/);
});
