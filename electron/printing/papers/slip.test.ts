import { afterEach, expect, it } from 'vitest';
import {
  decodePrinted,
  ticketBetweenFences,
} from '../../../tests/support/virtual-printer/index.ts';
import { type Counter, openCounter } from '../printing.fixture.ts';

let counter: Counter;
afterEach(async () => await counter.end());

async function printed(payment: string, kind: string) {
  const printing = counter.open();
  const slip = printing.slip(payment, 'ana');
  expect(slip).toMatchObject({ ok: true, value: { kind, paymentId: payment } });
  await expect.poll(() => counter.printer.jobs.length).toBe(1);
  return decodePrinted(counter.printer.jobs[0] ?? Buffer.alloc(0), 'epson');
}

it.each(['unknown', 'unclear'])(
  'of a payment that is %s says that it is being verified, with its reference',
  async (state) => {
    counter = await openCounter();
    const payment = counter.pay({ state, ticket_text: null, authorization: null });
    const paper = await printed(payment, 'pending');
    const words = paper.lines.map((line) => line.text).join(' ');
    expect(words).toContain('VERIFICACIÓN');
    expect(words).toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
    expect(words).toContain('55 1234 5678');
    expect(paper.drawerPulses).toBe(0);
  },
);

it('carries no ticket of the service, whatever the ledger knows by then', async () => {
  counter = await openCounter();
  const payment = counter.pay({ state: 'unknown' });
  expect(ticketBetweenFences(await printed(payment, 'pending'))).toBeNull();
});

it.each(['rejected', 'not-performed', 'by-hand-not-paid'])(
  'of a payment that is %s says that nothing was paid',
  async (state) => {
    counter = await openCounter();
    const payment = counter.pay({ state, ticket_text: null, authorization: null });
    const paper = await printed(payment, 'failed');
    expect(paper.lines.map((line) => line.text).join(' ')).toContain('NO PAGADO');
    expect(paper.drawerPulses).toBe(0);
  },
);

it('of a failed payment is printed once; another is a copy of it', async () => {
  counter = await openCounter();
  const payment = counter.pay({ state: 'rejected', ticket_text: null, authorization: null });
  await printed(payment, 'failed');
  const printing = counter.open();
  await expect.poll(() => printing.listPaymentTapes(payment)[0]?.state).toBe('printed');
  const again = printing.slip(payment, 'ana');
  expect(again).toMatchObject({ ok: true, value: { kind: 'copy' } });
  await expect.poll(() => counter.printer.jobs.length).toBe(2);
  const paper = decodePrinted(counter.printer.jobs[1] ?? Buffer.alloc(0), 'epson');
  expect(paper.lines.map((line) => line.text).join(' ')).toMatch(/COPIA[\s\S]*NO PAGADO/);
  expect(paper.drawerPulses).toBe(0);
});

it('is refused for a payment that has a receipt, that is still being sent, or that is not known', async () => {
  counter = await openCounter();
  const printing = counter.open();
  for (const state of ['paid', 'by-hand-paid', 'sent', 'intent']) {
    expect(printing.slip(counter.pay({ state }), 'ana')).toEqual({
      ok: false,
      problem: { kind: 'payment-state', state, until: null },
    });
  }
  expect(printing.slip('nobody', 'ana')).toEqual({
    ok: false,
    problem: { kind: 'not-found', what: 'payment' },
  });
});
