import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  fail,
  ok,
  type Payment,
  type RefundCheckStatus,
} from '../../../../shared/contract/index.ts';
import {
  createFakeCashier,
  type FakeCashier,
  freezeClock,
} from '../../../app/testing/fake-cashier.ts';
import { createBasket, createPayment, mxn } from '../../../app/testing/fake-values.ts';

freezeClock();

async function payBill(cashier: FakeCashier): Promise<void> {
  await cashier.goToCash();
  await cashier.press('Enter');
  await cashier.waitForHeading('¿Todo correcto?');
  await cashier.press('F12');
  await waitFor(() => expect(cashier.bills.payments).toHaveLength(1));
  cashier.bills.recordOutcome({ state: 'paid', authorization: '48586', httpStatus: 201 });
  await cashier.waitForHeading(/Entregue/);
  await cashier.waitUntilKeysWork();
}

it('does not offer a cached payment while the search is pending', async () => {
  const cashier = await createFakeCashier();
  const { fake, bills } = cashier;
  await payBill(cashier);
  const newest = bills.newest();
  const older = { ...newest, id: 'older', billerName: 'Telmex' };
  fake.answer('history.events', () => ok([]));
  fake.answer('history.search', () => ok({ payments: [older], next: null }));
  await cashier.press('F8');
  await screen.findByRole('option', { name: /Telmex/ });
  await cashier.press('F2');
  await cashier.waitForText('¿Qué va a pagar?');

  const pendingResponse = Promise.withResolvers<void>();
  fake.answer('history.search', async () => {
    await pendingResponse.promise;
    return ok({ payments: [newest, older], next: null });
  });
  await cashier.press('F8');
  await screen.findByRole('heading', { level: 1, name: 'Historial' });
  expect(screen.queryByRole('option', { name: /Telmex/ })).toBeNull();
  await cashier.press('Enter');
  expect(fake.getInputs('payments.get')).not.toContainEqual({ paymentId: 'older' });
  pendingResponse.resolve();
  await cashier.waitForText('A la lista');
  expect(fake.getInputs('payments.get').at(-1)).toEqual({ paymentId: newest.id });
});

it('opens with Enter the result of the typed search, even if it arrives late', async () => {
  const cashier = await createFakeCashier();
  const { fake, bills } = cashier;
  await payBill(cashier);
  const newest = bills.newest();
  const older = { ...newest, id: 'older', billerName: 'Telmex' };
  const pendingResponse = Promise.withResolvers<void>();
  fake.answer('history.events', () => ok([]));
  fake.answer('history.search', async ({ filter }) => {
    if (filter.text === null) return ok({ payments: [newest, older], next: 'page-2' });
    await pendingResponse.promise;
    return ok({ payments: [older], next: null });
  });
  await cashier.press('F8');
  await screen.findByRole('option', { name: /CFE/ });
  const requestCount = fake.getInputs('payments.get').length;
  await cashier.type('telmex');
  await cashier.press('Enter');
  expect(fake.getInputs('payments.get')).toHaveLength(requestCount);
  // The next page of the previous search must not be offered.
  expect(screen.queryByRole('button', { name: 'Ver más antiguas' })).toBeNull();
  pendingResponse.resolve();
  await cashier.waitForText('A la lista');
  expect(fake.getInputs('payments.get').at(-1)).toEqual({ paymentId: 'older' });
});

it('opens nothing when the cashier continues typing after Enter', async () => {
  const cashier = await createFakeCashier();
  const { fake, bills } = cashier;
  await payBill(cashier);
  const newest = bills.newest();
  const pendingResponse = Promise.withResolvers<void>();
  fake.answer('history.events', () => ok([]));
  fake.answer('history.search', async ({ filter }) => {
    if (filter.text === null) return ok({ payments: [newest], next: null });
    await pendingResponse.promise;
    return ok({ payments: [{ ...newest, id: 'found', billerName: 'Telmex' }], next: null });
  });
  await cashier.press('F8');
  await screen.findByRole('option', { name: /CFE/ });
  const requestCount = fake.getInputs('payments.get').length;
  await cashier.type('cfe');
  await cashier.press('Enter');
  await cashier.type('x');
  await cashier.press('Backspace');
  pendingResponse.resolve();
  await screen.findByRole('option', { name: /Telmex/ });
  expect(fake.getInputs('payments.get')).toHaveLength(requestCount);
});

it('says nothing about the money when a look-up fails', async () => {
  const cashier = await createFakeCashier();
  const { fake, bills } = cashier;
  bills.payments.push(
    createPayment({ state: 'unknown', unknownBecause: 'connection-lost', sends: 1 }),
  );
  fake.answer('history.events', () => ok([]));
  fake.answer('history.search', () => ok({ payments: [bills.newest()], next: null }));
  fake.answer('payments.lookUpNow', () =>
    fail({ kind: 'service-unreachable', reason: 'no-network' }),
  );
  await cashier.press('F8');
  await screen.findByRole('option', { name: /CFE/ });
  await cashier.press('Enter');
  await cashier.waitForText('A la lista');
  await cashier.press('F1');
  await screen.findByText('No se pudo consultar ahora.');
  expect(screen.queryByText(/No se cobró nada/)).toBeNull();
});

it('opens with Enter the first result after an empty search, and nothing after a failed one', async () => {
  const cashier = await createFakeCashier();
  const { fake, bills } = cashier;
  await payBill(cashier);
  const newest = bills.newest();
  fake.answer('history.events', () => ok([]));
  let pendingResponse = Promise.withResolvers<void>();
  fake.answer('history.search', async ({ filter }) => {
    if (filter.text === null) return ok({ payments: [], next: null });
    await pendingResponse.promise;
    return filter.text === 'cfe'
      ? ok({ payments: [newest], next: null })
      : fail({ kind: 'internal', reference: 'one' });
  });
  await cashier.press('F8');
  await screen.findByText('No hay operaciones así');
  const requestCount = fake.getInputs('payments.get').length;
  await cashier.type('no');
  await cashier.press('Enter');
  pendingResponse.resolve();
  await screen.findByText('La caja tuvo una falla propia.');
  pendingResponse = Promise.withResolvers<void>();
  await cashier.press('Backspace', 'Backspace');
  await cashier.type('cfe');
  await cashier.press('Enter');
  expect(fake.getInputs('payments.get')).toHaveLength(requestCount);
  pendingResponse.resolve();
  await cashier.waitForText('A la lista');
  expect(fake.getInputs('payments.get').at(-1)).toEqual({ paymentId: newest.id });
});

it('explains why version 3 has no cancel and what to do instead', async () => {
  const cashier = await createFakeCashier();
  cashier.fake.answer('history.events', () => ok([]));
  cashier.fake.answer('history.search', () =>
    ok({ payments: [...cashier.bills.payments], next: null }),
  );
  await payBill(cashier);
  await cashier.press('F8');
  await screen.findByRole('option', { name: /CFE/ });
  await cashier.press('Enter');
  await cashier.waitForText('¿Por qué no se cancela?');
  await cashier.press('Delete');
  const dialog = await screen.findByRole('dialog', {
    name: 'Este pago no se cancela desde la caja',
  });
  expect(dialog.textContent).toContain('«Versión 3 México»');
  expect(dialog.textContent).toContain('No devuelva dinero al cliente por su cuenta');
  expect(dialog.textContent).toContain('48586');
  expect(cashier.fake.getInputs('payments.cancel')).toEqual([]);
});

it('shows that notes could not be read', async () => {
  const cashier = await createFakeCashier();
  const { fake, bills } = cashier;
  bills.payments.push(createPayment());
  fake.answer('history.events', () => ok([]));
  fake.answer('history.search', () => ok({ payments: [bills.newest()], next: null }));
  fake.answer('history.notes', () => fail({ kind: 'internal', reference: 'abc123' }));
  await cashier.press('F8');
  await screen.findByRole('option', { name: /CFE/ });
  await cashier.press('Enter');
  await cashier.waitForText('abc123');
});

it('shows a payment’s notes, and adds one', async () => {
  const cashier = await createFakeCashier();
  const { fake, bills } = cashier;
  await payBill(cashier);
  const newest = bills.newest();
  const notes = [{ at: '2026-03-14T16:00:00Z', cashierName: 'Luis', text: 'Vuelve mañana' }];
  fake.answer('history.events', () => ok([]));
  fake.answer('history.search', () => ok({ payments: [newest], next: null }));
  fake.answer('history.notes', () => ok([...notes]));
  fake.answer('history.addNote', ({ text }) => {
    notes.push({ at: '2026-03-14T16:42:00Z', cashierName: 'Ana', text });
    return ok([...notes]);
  });
  await cashier.press('F8');
  await screen.findByRole('option', { name: /CFE/ });
  await cashier.press('Enter');
  await cashier.waitForText('Vuelve mañana');
  await cashier.press('Insert');
  await cashier.waitForHeading('¿Qué quiere anotar de este pago?');
  await cashier.waitForText(/No escriba números de tarjeta ni PIN/);
  await cashier.press('Enter');
  await cashier.waitForText('Escriba la nota.');
  await cashier.type('Recogió su recibo');
  await cashier.press('Enter');
  await cashier.waitForText('Recogió su recibo');
  await cashier.waitForText('A la lista');
  expect(fake.getInputs('history.addNote')).toEqual([
    { paymentId: newest.id, text: 'Recogió su recibo' },
  ]);
  const tooMany = { kind: 'history', reason: 'too-many-notes' } as const;
  fake.answer('history.addNote', () => fail(tooMany));
  await cashier.press('Insert');
  await cashier.waitForHeading('¿Qué quiere anotar de este pago?');
  await cashier.type('una más');
  await cashier.press('Enter');
  await cashier.waitForText('todas las notas que caben');
});

it('shows the tender of a payment’s basket, and opens the basket', async () => {
  const cashier = await createFakeCashier();
  const payment = createPayment({
    state: 'paid',
    cash: null,
    change: null,
    basket: { id: 'basket-1', number: 1, of: 2 },
  });
  cashier.bills.payments.push(payment);
  const basket = createBasket([payment, null], { state: 'ended', giveBack: mxn('400.00') });
  cashier.fake.answer('basket.get', () => ok(basket));
  cashier.fake.answer('history.events', () => ok([]));
  cashier.fake.answer('history.search', () => ok({ payments: [payment], next: null }));
  await cashier.press('F8');
  await screen.findByRole('option', { name: /CFE/ });
  await cashier.press('Enter');
  await cashier.waitForText(/Canasta 7 *entregó .500.00, cambio .400.00/);
  await cashier.press('Control+M');
  await cashier.waitForHeading('Canasta 7');
  await cashier.waitForText('Entregó el cliente');
  expect(document.body.textContent).not.toContain('Entregue');
});

it('shows a cash-out and a cancel as done, not as paid', async () => {
  const cashier = await createFakeCashier();
  const payments = (['cash-out', 'cancel', 'bill'] as const).map((kind) =>
    createPayment({ id: kind, kind, state: 'paid', handOver: kind === 'bill' ? 'none' : 'done' }),
  );
  cashier.fake.answer('history.search', () => ok({ payments, next: null }));
  await cashier.press('F8');
  await screen.findByRole('option', { name: /hecho · .* · Retiro de efectivo/ });
  expect(screen.getByRole('option', { name: /hecha · .* · Cancelación/ })).toBeTruthy();
  expect(screen.getByRole('option', { name: /pagado · .* · Pago/ })).toBeTruthy();
});

it('shows the total of the receipt, with a sign only for money that left the drawer', async () => {
  const cashier = await createFakeCashier();
  const fee = { amount: mxn('600.00'), fee: mxn('9.00'), due: mxn('609.00') };
  const payments = [
    createPayment({ id: 'bill', state: 'paid', ...fee }),
    createPayment({ id: 'out', kind: 'cash-out', state: 'paid', handOver: 'done', ...fee }),
    createPayment({ id: 'owed', kind: 'cash-out', state: 'paid', handOver: 'now', ...fee }),
    createPayment({
      id: 'refused',
      kind: 'cash-out',
      state: 'rejected',
      handOver: 'never',
      ...fee,
    }),
  ];
  cashier.fake.answer('history.search', () => ok({ payments, next: null }));
  await cashier.press('F8');
  await screen.findByRole('option', { name: /pagado/ });
  const totals = screen
    .getAllByRole('option', { name: /CFE/ })
    .map((row) => row.textContent?.match(/−?\$[\d.]+$/)?.[0]);
  expect(totals).toEqual(['$609.00', '−$609.00', '$609.00', '$609.00']);
});

const SETTLED = {
  how: 'handed-back',
  at: '2026-03-14T16:42:00Z',
  by: 'Ana',
  approvedBy: null,
  reason: null,
} as const;
const REFUND = {
  serviceStatus: 'refunded',
  foundAt: '2026-03-14T16:00:00Z',
  owedTo: 'customer',
  isHandedOver: false,
  amount: mxn('549.00'),
  settled: null,
} as const;

it.each([
  [{ state: 'paid' }, 'pagado', 'paid'],
  [{ state: 'rejected' }, 'rechazado', 'refused'],
  [{ state: 'unknown' }, 'aún no se sabe', 'unknown'],
  [{ state: 'paid', refund: { ...REFUND, settled: SETTLED } }, 'devuelto por el servicio', 'info'],
  [{ state: 'paid', refund: REFUND }, /devuelto por el servicio, falta/, 'warning'],
  [{ state: 'paid', cancelledBy: { paymentId: 'c', state: 'by-hand-paid' } }, 'cancelado', 'info'],
] as const)(
  'shows the state of %j with the icon and colour of its notice',
  async (changes, word, tone) => {
    const cashier = await createFakeCashier();
    const payment = createPayment(changes);
    cashier.fake.answer('history.search', () => ok({ payments: [payment], next: null }));
    await cashier.press('F8');
    const row = await screen.findByRole('option', { name: /CFE/ });
    const label = within(row).getByText(word).parentElement;
    expect(label?.className).toContain(tone);
    expect(label?.querySelector('svg')).toBeTruthy();
  },
);

it('stamps a refunded and settled payment as refunded, not as paid', async () => {
  const cashier = await createFakeCashier();
  const payment = createPayment({ state: 'paid', refund: { ...REFUND, settled: SETTLED } });
  cashier.bills.payments.push(payment);
  cashier.fake.answer('history.events', () => ok([]));
  cashier.fake.answer('history.search', () => ok({ payments: [payment], next: null }));
  await cashier.press('F8');
  await screen.findByRole('option', { name: /CFE/ });
  await cashier.press('Enter');
  await screen.findByText('DEVUELTO');
  expect(screen.queryByText('PAGADO')).toBeNull();
});

describe('refund check of a paid payment with F1', () => {
  const refund = {
    serviceStatus: 'refunded',
    foundAt: '2026-03-14T16:00:00Z',
    owedTo: 'customer',
    isHandedOver: false,
    amount: { amount: '600.00', currency: 'MXN' },
    settled: null,
  } as const;
  const createCancelled = (state: Payment['state']): Partial<Payment> => ({
    cancelledBy: { paymentId: 'c', state },
  });

  it.each<[string, RefundCheckStatus, Partial<Payment>, RegExp]>([
    ['is still valid', 'stands', {}, /El pago sigue en pie/],
    ['was refunded', 'given-back', { refund }, /El servicio lo devolvió\.Código refunded/],
    ['is valid again', 'stands', { refund }, /No entregue el dinero/],
    [
      'is reversed by an open cancel',
      'given-back',
      createCancelled('unknown'),
      /Todavía no se sabe/,
    ],
    [
      'was reversed by our own cancel',
      'given-back',
      createCancelled('paid'),
      /devuelto por nuestra propia cancelación/,
    ],
  ])('shows the row status on F1 when the payment %s', async (_name, kind, changes, words) => {
    const cashier = await createFakeCashier();
    await payBill(cashier);
    const newest = cashier.bills.newest();
    cashier.fake.answer('history.events', () => ok([]));
    cashier.fake.answer('history.search', () => ok({ payments: [newest], next: null }));
    await cashier.press('F8');
    await screen.findByRole('option', { name: /CFE/ });
    await cashier.press('Enter');
    await cashier.waitForText('Ver si se devolvió');
    cashier.fake.answer('refunds.checkNow', () =>
      ok({ kind, status: 'refunded', payment: createPayment({ state: 'paid', ...changes }) }),
    );
    await cashier.press('F1');
    await cashier.waitForText(words);
    expect(cashier.fake.getInputs('refunds.checkNow')).toHaveLength(1);
  });
});
