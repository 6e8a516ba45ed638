import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fail } from '../../../../shared/contract/index.ts';
import {
  createFakeCashier,
  type FakeCashier,
  freezeClock,
} from '../../../app/testing/fake-cashier.ts';
import { createPayment } from '../../../app/testing/fake-values.ts';

freezeClock();
afterEach(() => vi.restoreAllMocks());

async function openPayment(
  changes: Parameters<typeof createPayment>[0] = {},
): Promise<FakeCashier> {
  const cashier = await createFakeCashier();
  const now = Date.now();
  cashier.bills.payments.push(
    createPayment({
      state: 'unknown',
      unknownBecause: 'connection-lost',
      sends: 1,
      lookUps: 3,
      lastLookUpAt: new Date(now - 5_000).toISOString(),
      nextLookUpAt: new Date(now + 30_000).toISOString(),
      certainAt: new Date(now + 600_000).toISOString(),
      ...changes,
    }),
  );
  await cashier.press('F9');
  await screen.findByRole('option', { name: /CFE/ });
  await cashier.waitForText('envíos: 1, consultas: 3');
  await cashier.press('Enter');
  await cashier.waitForText('Diga al cliente');
  return cashier;
}

it('shows that nothing is unresolved', async () => {
  const cashier = await createFakeCashier();
  await cashier.press('F9');
  await cashier.waitForText('No hay pagos pendientes.');
});

it.each([
  ['baskets', 'basket.unfinished'],
  ['papers', 'printing.unprintedPapers'],
] as const)(
  'shows that nothing is unresolved only after the %s were loaded',
  async (_what, call) => {
    const cashier = await createFakeCashier();
    let finishLoading = (): void => {};
    const loading = new Promise<void>((resolve) => {
      finishLoading = resolve;
    });
    cashier.fake.answer(call, async () => {
      await loading;
      return fail({ kind: 'internal', reference: 'abc123' });
    });
    cashier.fake.emit('basket.changed', { basketId: 'basket-1' });
    await cashier.press('F9');
    await cashier.waitForHeading('Pagos pendientes');
    await waitFor(() =>
      expect(cashier.fake.getInputs('refunds.unsettled').length).toBeGreaterThan(0),
    );
    finishLoading();
    await cashier.waitForText('abc123');
    expect(document.body.textContent).not.toContain('No hay pagos pendientes.');
  },
);

it('shows the look-ups, the next one, and when the outcome will be certain', async () => {
  const cashier = await openPayment();
  await cashier.waitForText('La conexión se cortó antes de la respuesta.');
  await cashier.waitForText(/Próxima consulta *en \d+ segundos/);
  await cashier.waitForText('a más tardar');
  await cashier.waitForText('3f0c6f5e-0d0e-4a57-9d1c-1d1d2a0a0001');
});

it('shows the date of a payment that is not of today', async () => {
  const cashier = await openPayment({ createdAt: '2026-03-01T16:42:10Z' });
  await cashier.waitForText(/Desde *10:42 \(1 mar\)/);
  await cashier.press('Escape');
  await cashier.waitForText('desde 10:42 (1 mar)');
});

it('looks up on F1, and shows the result in place', async () => {
  const cashier = await openPayment();
  cashier.bills.lookUp = () => ({ state: 'paid', authorization: '48586' });
  await cashier.press('F1');
  await cashier.waitForText('Se pagaron $549.00 a CFE.');
  await cashier.press('Escape');
  await cashier.waitForText('No hay pagos pendientes.');
});

it('shows why a look-up failed, and keeps the payment', async () => {
  const cashier = await openPayment();
  cashier.fake.answer('payments.lookUpNow', () => fail({ kind: 'service-silent', seconds: 60 }));
  await cashier.press('F1');
  await cashier.waitForText('No se pudo consultar ahora.');
  await cashier.waitForText('Aún no se sabe');
});

it('offers to send again only if main allows it', async () => {
  const cashier = await openPayment();
  await cashier.press('Control+E');
  expect(cashier.fake.getInputs('payments.sendAgain')).toEqual([]);
  cashier.bills.recordOutcome({ canResend: true });
  await cashier.waitForText('Enviar otra vez');
  // A key right after a screen change is ignored.
  await cashier.waitUntilKeysWork();
  await waitFor(async () => {
    await cashier.press('Control+E');
    expect(cashier.fake.getInputs('payments.sendAgain')).toEqual([{ paymentId: 'payment-1' }]);
  });
});

it.each([
  ['R36', 'Puede haber un retiro anterior. No entregue efectivo.'],
  ['R126', 'El retiro no se hizo y no se movió dinero. No entregue efectivo.'],
  ['R24', 'No salió dinero de la cuenta del cliente.'],
])('shows the status of the money of a cash-out that ends with %s', async (code, words) => {
  const cashier = await openPayment({
    kind: 'cash-out',
    handOver: 'not-yet',
    cash: null,
    change: null,
  });
  cashier.bills.recordOutcome({ state: 'rejected', handOver: 'never', code, httpStatus: 422 });
  await cashier.waitForText(words);
  await cashier.waitForText(code);
});

it('ignores early keys and Enter for money to hand over', async () => {
  let now = 1_000_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const cashier = await openPayment({
    kind: 'cash-out',
    handOver: 'not-yet',
    cash: null,
    change: null,
  });
  cashier.fake.answer('payments.confirmHandOver', () => fail({ kind: 'internal', reference: 'x' }));
  cashier.bills.recordOutcome({ state: 'paid', handOver: 'now' });
  await cashier.waitForText('Ya lo entregué');
  await cashier.press('F11', 'Enter', 'Enter', 'Enter');
  expect(cashier.fake.getInputs('payments.confirmHandOver')).toEqual([]);
  now += 1_000;
  await waitFor(async () => {
    await cashier.press('F11');
    expect(cashier.fake.getInputs('payments.confirmHandOver')).toEqual([
      { paymentId: 'payment-1' },
    ]);
  });
});

it('separates the print key from the key that sends again', async () => {
  const cashier = await openPayment({ canResend: true });
  cashier.bills.paper = { state: 'unconfirmed', reason: 'silent' };
  await cashier.press('Control+P');
  await cashier.waitForText('Sí, salió');
  await cashier.press('Control+Y');
  await waitFor(() => expect(cashier.fake.getInputs('printing.confirm')).toHaveLength(1));
  expect(cashier.fake.getInputs('payments.sendAgain')).toEqual([]);
});

it('prints a slip with the payment’s state for the customer', async () => {
  const cashier = await openPayment();
  await cashier.waitForText('Imprimir comprobante');
  await cashier.press('Control+P');
  await cashier.waitForText('Comprobante impreso.');
  expect(cashier.fake.getInputs('printing.printSlip')).toEqual([{ paymentId: createPayment().id }]);
  expect(cashier.fake.getInputs('printing.printCopy')).toEqual([]);
});

it.each([
  ['cash-out', 'La consulta no lo encontró', 'Es seguro: el retiro no llegó al servicio'],
  ['cancel', 'La consulta no dice que esté cancelado', 'Es seguro: la cancelación no llegó'],
] as const)(
  'offers to send a lost %s again, and names its kind',
  async (kind, resendText, endedText) => {
    const cashier = await openPayment({
      kind,
      handOver: 'not-yet',
      cash: null,
      change: null,
      canResend: true,
    });
    await cashier.waitForText(resendText);
    await cashier.waitUntilKeysWork();
    await waitFor(async () => {
      await cashier.press('Control+E');
      expect(cashier.fake.getInputs('payments.sendAgain')).toEqual([{ paymentId: 'payment-1' }]);
    });
    cashier.bills.recordOutcome({ state: 'not-performed', handOver: 'never', canResend: false });
    await cashier.waitForText(endedText);
    expect(document.body.textContent).not.toContain('el pago no llegó');
  },
);

it.each([
  ['bill', 'el servicio no hizo el pago'],
  ['cash-out', 'el servicio no hizo el retiro'],
  ['cancel', 'el servicio no hizo la cancelación'],
] as const)('does not show an answered %s as never arrived', async (kind, endedText) => {
  const cashier = await openPayment({ kind, code: 'R49', httpStatus: 422 });
  cashier.bills.recordOutcome({ state: 'not-performed', handOver: 'never' });
  await cashier.waitForText(endedText);
  expect(document.body.textContent).not.toContain('al servicio y ya no puede llegar');
});

it.each([
  ['bill', 'no pueden decidir este pago de'],
  ['cash-out', 'no pueden decidir este retiro de'],
  ['cancel', 'no pueden decidir si se canceló el pago de'],
] as const)(
  'names the kind of a %s in the question about the help line',
  async (kind, questionText) => {
    const cashier = await openPayment({ kind, state: 'unclear', canCloseByHand: true });
    await waitFor(async () => {
      await cashier.press('Control+S');
      expect(document.body.textContent).toContain(questionText);
    });
  },
);

it('shows no time of certainty for a cancel', async () => {
  const cashier = await openPayment({
    kind: 'cancel',
    handOver: 'not-yet',
    cash: null,
    change: null,
  });
  await cashier.waitForText('Su cancelación se está verificando');
  expect(document.body.textContent).not.toContain('a más tardar');
});

it('shows that a basket item’s money is part of the change', async () => {
  const cashier = await openPayment({
    state: 'unclear',
    canCloseByHand: true,
    cash: null,
    change: null,
    basket: { id: 'basket-1', number: 1, of: 2 },
  });
  await waitFor(async () => {
    await cashier.press('Control+S');
    expect(document.body.textContent).toContain('no la entregue aparte');
  });
  expect(document.body.textContent).not.toContain('al cliente.Devuelva');
  expect(document.body.textContent).not.toMatch(/Devuelva .549.00 al cliente/);
});

it.each(['rejected', 'by-hand-not-paid', 'not-performed'] as const)(
  'shows where the money of an item that ended %s is',
  async (state) => {
    const cashier = await openPayment({ basket: { id: 'basket-1', number: 1, of: 2 }, cash: null });
    cashier.bills.recordOutcome({ state, isNotSent: state === 'rejected' });
    await cashier.waitForText('van en el cambio de la canasta. No los entregue aparte.');
    expect(document.body.textContent).not.toContain('devuelva el efectivo');
  },
);
