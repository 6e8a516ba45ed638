/**
 * An answer beyond all measure, over the real parts of main and HTTPS: the counter goes on, the
 * ledger grows within bounds, and the payment can be read and printed again, also after a restart.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Order, Payment, Tape } from '../../shared/contract/index.ts';
import { MAX_PRINTED_TICKET_BYTES, MAX_STORED_TEXT_BYTES } from '../../shared/rules/index.ts';
import { type LoopDelay, startLoopMonitor } from '../bench/support/event-loop-delay.ts';
import { openLedger } from './fuzz/ledger-watch.ts';
import { openTestTill, type TestTill, until } from './fuzz/till.ts';

vi.mock('../../electron/ledger/index.ts', async (original) => {
  const { watchOpening } = await import('./fuzz/ledger-watch.ts');
  return watchOpening(await original<typeof import('../../electron/ledger/index.ts')>());
});

const MEGABYTE = 1_048_576;
/**
 * Reading the answer, a commit of all of it on a disk that others use, and the test's own server in the same process:
 * some 300 on a busy computer.
 */
const MAX_EVENT_LOOP_DELAY_MS = 1_000;

let till: TestTill;
let sold = 0;
beforeEach(async () => {
  till = await openTestTill('v3.mx', {
    also: { printer: { kind: 'screen', columns: 42 }, cashOutBillers: [20001] },
  });
  await till.signIn('ana');
});
afterEach(() => till.close());

/** Pays, and waits until its paper has come out; the answer is rewritten on its way. */
async function payWith(
  fields: Readonly<Record<string, unknown>>,
  status = 201,
): Promise<{ readonly id: string; readonly heldUp: LoopDelay }> {
  sold += 1;
  const order: Order = await till.given('payments.prepare', {
    kind: 'cash-out',
    billerId: 20001,
    accountNumber: `123456781234${String(sold).padStart(4, '0')}`,
    nameOnAccount: null,
    balanceId: null,
    amount: { amount: '300.00', currency: 'MXN' },
  });
  till.service.rewrite(({ body }) => ({
    status,
    body: JSON.stringify(status < 300 ? { ...JSON.parse(body), ...fields } : fields),
  }));
  const watch = startLoopMonitor();
  const { id } = await till.given('payments.pay', {
    orderId: order.id,
    cash: null,
    acknowledged: [],
  });
  await till.settle();
  await until(() => papersOf(id).every(({ state }) => state === 'printed'));
  await till.given('payments.get', { paymentId: id });
  return { id, heldUp: watch.stop() };
}

function papersOf(paymentId: string): readonly Tape[] {
  return till.host.till()?.printing.listPaymentTapes(paymentId) ?? [];
}

async function paymentOf(paymentId: string): Promise<Payment> {
  const payment = await till.given('payments.get', { paymentId });
  const listed = await till.given('payments.recent', { limit: 20 });
  expect(listed.map(({ id }) => id)).toContain(paymentId);
  if (payment === null) throw new Error('the payment cannot be read');
  return payment;
}

/** What the ledger takes on the disk. */
function ledgerBytes(): number {
  const [row] = openLedger()
    .prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
    .all();
  return Number(row?.bytes);
}

function wordsOf(tape: Tape | undefined): string {
  const lines = tape?.lines.flatMap((line) => (line.kind === 'text' ? line.runs : [])) ?? [];
  return lines.map(({ text }) => text).join('\n');
}

const TICKETS: readonly [what: string, unit: string][] = [
  ['in one line', 'x'],
  ['of lines that are drawn', 'Total: ₡500 por su pago\n'],
  ['of nothing but line breaks', '₡\n\n\n\n'],
];

describe('a ticket text of 1 MB', () => {
  it.each(TICKETS)('%s', { timeout: 300_000 }, async (_what, unit) => {
    const ticket = unit.repeat(Math.ceil(MEGABYTE / Buffer.byteLength(unit)));
    const usual = await payWith({});
    const before = ledgerBytes();
    const { id, heldUp } = await payWith({ ticket_text: ticket });
    process.stdout.write(
      `held up ${heldUp.ownMs.toFixed(0)} ms, usually ${usual.heldUp.ownMs.toFixed(0)}\n`,
    );
    expect(heldUp.ownMs).toBeLessThan(MAX_EVENT_LOOP_DELAY_MS);
    expect((ledgerBytes() - before) / Buffer.byteLength(ticket)).toBeLessThan(1.5);

    const kept = openLedger().prepare('SELECT text FROM long_ticket_texts WHERE intent_id = ?');
    expect(kept.get(id)?.text === ticket).toBe(true);
    const printed = openLedger().prepare('SELECT ticket_text FROM outcomes WHERE intent_id = ?');
    const begun = String(printed.get(id)?.ticket_text);
    expect(ticket.startsWith(begun)).toBe(true);
    expect(Buffer.byteLength(begun)).toBeGreaterThan(MAX_PRINTED_TICKET_BYTES - 8);

    expect(await paymentOf(id)).toMatchObject({ state: 'paid', hasTicketText: true });
    const [tape] = papersOf(id);
    expect(tape).toMatchObject({ state: 'printed', isTicketCut: true });
    expect(wordsOf(tape)).toContain('El texto anterior es solo el principio');
    expect(wordsOf(tape)).toContain('El texto sigue en el papel');
    expect(JSON.stringify(tape).length).toBeLessThan(200_000);

    await till.provision();
    await till.signIn('ana');
    expect(await paymentOf(id)).toMatchObject({ state: 'paid', hasTicketText: true });
    const copy = await till.given('printing.copy', { paymentId: id, approval: null });
    expect(copy).toMatchObject({ kind: 'copy', isTicketCut: true });
    await until(() => papersOf(id).every(({ state }) => state === 'printed'));
    expect(papersOf(id)).toHaveLength(2);
  });
});

it('prints a text of 64 KB with all of it', { timeout: 300_000 }, async () => {
  const line = 'Conserve este comprobante, ₡500.\n';
  const ticket = line.repeat(MAX_PRINTED_TICKET_BYTES / Buffer.byteLength(line));
  const { id } = await payWith({ ticket_text: ticket });
  const [tape] = papersOf(id);
  expect(tape).toMatchObject({ ticketText: 'drawn', isTicketCut: false });
  expect(wordsOf(tape)).not.toContain('solo el principio');
  expect(openLedger().prepare('SELECT * FROM long_ticket_texts').all()).toEqual([]);
});

it('keeps a message of 5 MB as far as anybody reads it', { timeout: 300_000 }, async () => {
  const before = ledgerBytes();
  const message = 'La transacción no se realizó. '.repeat((5 * MEGABYTE) / 30);
  const { id, heldUp } = await payWith({ code: 'R126', message }, 422);
  process.stdout.write(`held up ${heldUp.ownMs.toFixed(0)} ms\n`);
  expect(heldUp.ownMs).toBeLessThan(MAX_EVENT_LOOP_DELAY_MS);
  expect(ledgerBytes() - before).toBeLessThan(message.length / 10);
  const payment = await paymentOf(id);
  expect(payment).toMatchObject({ state: 'rejected' });
  expect(payment.message?.endsWith(' […]')).toBe(true);
  expect(Buffer.byteLength(payment.message ?? '')).toBeLessThanOrEqual(MAX_STORED_TEXT_BYTES);
  // The words that the regulation demands are on the slip, and that they are not all of them.
  expect(wordsOf(papersOf(id)[0])).toContain('El texto anterior es solo el principio');
  await till.provision();
  await till.signIn('ana');
  expect(await paymentOf(id)).toMatchObject({ state: 'rejected' });
});
