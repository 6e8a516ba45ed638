import { afterEach, expect, it } from 'vitest';
import {
  decodePrinted,
  readTicketBetweenFences,
} from '../../../tests/support/virtual-printer/index.ts';
import { type Counter, openCounter } from '../printing.fixture.ts';

const ANA = { id: 'ana', name: 'Ana' };
let counter: Counter;
afterEach(async () => await counter.end());

async function printSlip(payment: string, kind: string) {
  const printing = counter.open();
  const slip = printing.printStateSlip(payment, ANA);
  expect(slip).toMatchObject({ ok: true, value: { kind, paymentId: payment } });
  await expect.poll(() => counter.printer.jobs.length).toBe(1);
  return decodePrinted(counter.printer.jobs[0] ?? Buffer.alloc(0), 'epson');
}

it.each(['unknown', 'unclear'])(
  'prints a slip that a payment in the state %s is being verified, with its reference',
  async (state) => {
    counter = await openCounter();
    const payment = counter.pay({ state, ticket_text: null, authorization: null });
    const paper = await printSlip(payment, 'pending');
    const words = paper.lines.map((line) => line.text).join(' ');
    expect(words).toContain('VERIFICACIÓN');
    expect(words).toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
    expect(words).toContain('55 1234 5678');
    expect(paper.drawerPulses).toBe(0);
  },
);

it('prints no ticket of the service on the slip of an unknown payment', async () => {
  counter = await openCounter();
  const payment = counter.pay({ state: 'unknown' });
  expect(readTicketBetweenFences(await printSlip(payment, 'pending'))).toBeNull();
});

it.each(['rejected', 'not-performed', 'by-hand-not-paid'])(
  'prints a slip that nothing was paid for a payment in the state %s',
  async (state) => {
    counter = await openCounter();
    const payment = counter.pay({ state, ticket_text: null, authorization: null });
    const paper = await printSlip(payment, 'failed');
    expect(paper.lines.map((line) => line.text).join(' ')).toContain('NO PAGADO');
    expect(paper.drawerPulses).toBe(0);
  },
);

it('prints one failure slip for a payment, and a copy of it on a second request', async () => {
  counter = await openCounter();
  const payment = counter.pay({ state: 'rejected', ticket_text: null, authorization: null });
  await printSlip(payment, 'failed');
  const printing = counter.open();
  await expect.poll(() => printing.listPaymentTapes(payment)[0]?.state).toBe('printed');
  const secondSlip = printing.printStateSlip(payment, ANA);
  expect(secondSlip).toMatchObject({ ok: true, value: { kind: 'copy' } });
  await expect.poll(() => counter.printer.jobs.length).toBe(2);
  const paper = decodePrinted(counter.printer.jobs[1] ?? Buffer.alloc(0), 'epson');
  expect(paper.lines.map((line) => line.text).join(' ')).toMatch(/COPIA[\s\S]*NO PAGADO/);
  expect(counter.database.prepare('SELECT kind, cashier_id FROM audit').all()).toEqual([
    { kind: 'reprint-receipt', cashier_id: 'ana' },
  ]);
  expect(paper.drawerPulses).toBe(0);
});

it('refuses a slip for a payment that has a receipt, is being sent, or does not exist', async () => {
  counter = await openCounter();
  const printing = counter.open();
  for (const state of ['paid', 'by-hand-paid', 'sent', 'intent']) {
    expect(printing.printStateSlip(counter.pay({ state }), ANA)).toEqual({
      ok: false,
      problem: { kind: 'payment-state', state, until: null },
    });
  }
  expect(printing.printStateSlip('nobody', ANA)).toEqual({
    ok: false,
    problem: { kind: 'not-found', what: 'payment' },
  });
});

it('prints a copy of a refunded payment as refunded, with the unchanged text of the service', async () => {
  counter = await openCounter();
  const payment = counter.pay({ state: 'paid', ticket_text: 'Pago realizado\n  Auth: 1' });
  const printing = counter.open();
  counter.database.commit(() =>
    counter.database
      .prepare(
        `INSERT INTO refunds (intent_id, found_at, found_by, service_status, owed_to, is_handed_over,
           amount, currency) VALUES (?, '2000-01-01T00:00:00.000Z', 'watch', 'refunded', 'customer', 0,
           '549.00', 'MXN')`,
      )
      .run(payment),
  );
  expect(await printing.printCopy(payment, { id: 'ana', name: 'Ana' }, null)).toMatchObject({
    ok: true,
  });
  await expect.poll(() => counter.printer.jobs.length).toBe(1);
  const paper = decodePrinted(counter.printer.jobs[0] ?? Buffer.alloc(0), 'epson');
  const words = paper.lines.map((line) => line.text).join(' ');
  expect(words).toContain('DEVUELTO');
  expect(words).not.toContain('PAGADO');
  expect(readTicketBetweenFences(paper)).toContain('Pago realizado');
});
