/**
 * An oversized answer, over the real parts of main and HTTPS: the till stays usable, the ledger
 * grows within bounds, and the payment can be read and printed again, also after a restart.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Order, Payment, Tape } from '../../shared/contract/index.ts';
import { MAX_PRINTED_TICKET_BYTES, MAX_STORED_TEXT_BYTES } from '../../shared/rules/index.ts';
import { startLoopMonitor } from '../bench/support/event-loop-delay.ts';
import { countFloat } from '../support/count-float.ts';
import { openLedger } from './fuzz/ledger-watch.ts';
import { openTestTill, type TestTill, waitUntil } from './fuzz/test-till.ts';

vi.mock('../../electron/ledger/index.ts', async (original) => {
  const { watchOpening } = await import('./fuzz/ledger-watch.ts');
  return watchOpening(await original<typeof import('../../electron/ledger/index.ts')>());
});

const MEGABYTE_BYTES = 1_048_576;
/**
 * Includes reading the answer, committing all of it on a shared disk, and the test's own server in
 * the same process: about 300 on a busy computer.
 */
const MAX_EVENT_LOOP_DELAY_MS = 1_000;

let till: TestTill;
let saleCount = 0;
beforeEach(async () => {
  till = await openTestTill('v3.mx', {
    provisioning: { printer: { kind: 'screen', columns: 42 }, cashOutBillers: [20001] },
  });
  await till.signIn('ana');
  await countFloat(till.callOrThrow);
});
afterEach(() => till.close());

/** Pays and waits until the paper is printed. The answer is rewritten in transit. */
async function payWith(
  fields: Readonly<Record<string, unknown>>,
  status = 201,
): Promise<{ readonly id: string; readonly heldUpMs: number }> {
  saleCount += 1;
  const order: Order = await till.callOrThrow('payments.prepare', {
    kind: 'cash-out',
    billerId: 20001,
    accountNumber: `123456781234${String(saleCount).padStart(4, '0')}`,
    nameOnAccount: null,
    balanceId: null,
    amount: { amount: '300.00', currency: 'MXN' },
  });
  till.service.setRewrite(({ body }) => ({
    status,
    body: JSON.stringify(status < 300 ? { ...JSON.parse(body), ...fields } : fields),
  }));
  const loopMonitor = startLoopMonitor();
  const { id } = await till.callOrThrow('payments.pay', {
    orderId: order.id,
    cash: null,
    acknowledged: [],
  });
  await till.settle();
  await waitUntilPrinted(id);
  await till.callOrThrow('payments.get', { paymentId: id });
  return { id, heldUpMs: loopMonitor.stop() };
}

/** Reads the ledger, because reading such a tape lays it out, which takes longer than the payment. */
async function waitUntilPrinted(paymentId: string): Promise<void> {
  const unprinted = openLedger().prepare(
    "SELECT id FROM print_jobs WHERE intent_id = ? AND kind IN ('original', 'failed', 'copy') AND state <> 'printed'",
  );
  await waitUntil(() => unprinted.get(paymentId) === undefined);
}

function listTapes(paymentId: string): readonly Tape[] {
  return till.host.till()?.printing.listPaymentTapes(paymentId) ?? [];
}

async function readPayment(paymentId: string): Promise<Payment> {
  const payment = await till.callOrThrow('payments.get', { paymentId });
  const recentPayments = await till.callOrThrow('payments.recent', { limit: 20 });
  expect(recentPayments.map(({ id }) => id)).toContain(paymentId);
  if (payment === null) throw new Error('the payment cannot be read');
  return payment;
}

/** Returns the size of the ledger on disk. */
function readLedgerBytes(): number {
  const [row] = openLedger()
    .prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
    .all();
  return Number(row?.bytes);
}

function getTapeText(tape: Tape | undefined): string {
  const lines = tape?.lines.flatMap((line) => (line.kind === 'text' ? line.runs : [])) ?? [];
  return lines.map(({ text }) => text).join('\n');
}

const TICKETS: readonly [what: string, unit: string][] = [
  ['in one line', 'x'],
  ['of lines that are drawn', 'Total: ₡500 por su pago\n'],
  ['of nothing but line breaks', '₡\n\n\n\n'],
];

describe('a ticket text of 1 MB', () => {
  it.each(TICKETS)(
    'stores a ticket text of 1 MB %s in full and prints its beginning, without blocking the till',
    { timeout: 300_000 },
    async (_name, unit) => {
      const ticket = unit.repeat(Math.ceil(MEGABYTE_BYTES / Buffer.byteLength(unit)));
      const usualPayment = await payWith({});
      const bytesBefore = readLedgerBytes();
      const { id, heldUpMs } = await payWith({ ticket_text: ticket });
      process.stdout.write(
        `held up ${heldUpMs.toFixed(0)} ms, usually ${usualPayment.heldUpMs.toFixed(0)}\n`,
      );
      expect(heldUpMs).toBeLessThan(MAX_EVENT_LOOP_DELAY_MS);
      expect((readLedgerBytes() - bytesBefore) / Buffer.byteLength(ticket)).toBeLessThan(1.5);

      const storedText = openLedger().prepare(
        'SELECT text FROM long_ticket_texts WHERE intent_id = ?',
      );
      expect(storedText.get(id)?.text === ticket).toBe(true);
      const printedText = openLedger().prepare(
        'SELECT ticket_text FROM outcomes WHERE intent_id = ?',
      );
      const textBeginning = String(printedText.get(id)?.ticket_text);
      expect(ticket.startsWith(textBeginning)).toBe(true);
      expect(Buffer.byteLength(textBeginning)).toBeGreaterThan(MAX_PRINTED_TICKET_BYTES - 8);

      expect(await readPayment(id)).toMatchObject({ state: 'paid', hasTicketText: true });
      const [tape] = listTapes(id);
      expect(tape).toMatchObject({ state: 'printed', isTicketCut: true });
      expect(getTapeText(tape)).toContain('El texto anterior es solo el principio');
      expect(getTapeText(tape)).toContain('El texto sigue en el papel');
      expect(JSON.stringify(tape).length).toBeLessThan(200_000);

      await till.provision();
      await till.signIn('ana');
      expect(await readPayment(id)).toMatchObject({ state: 'paid', hasTicketText: true });
      const copy = await till.callOrThrow('printing.printCopy', { paymentId: id, approval: null });
      expect(copy).toMatchObject({ kind: 'copy', isTicketCut: true });
      await waitUntilPrinted(id);
      expect(listTapes(id)).toHaveLength(2);
    },
  );
});

it('prints a ticket text of 64 KB in full', { timeout: 300_000 }, async () => {
  const line = 'Conserve este comprobante, ₡500.\n';
  const ticket = line.repeat(MAX_PRINTED_TICKET_BYTES / Buffer.byteLength(line));
  const { id } = await payWith({ ticket_text: ticket });
  const [tape] = listTapes(id);
  expect(tape).toMatchObject({ ticketText: 'drawn', isTicketCut: false });
  expect(getTapeText(tape)).not.toContain('solo el principio');
  expect(openLedger().prepare('SELECT * FROM long_ticket_texts').all()).toEqual([]);
});

it('truncates a stored message of 5 MB, without blocking the till', {
  timeout: 300_000,
}, async () => {
  const bytesBefore = readLedgerBytes();
  const message = 'La transacción no se realizó. '.repeat((5 * MEGABYTE_BYTES) / 30);
  const { id, heldUpMs } = await payWith({ code: 'R126', message }, 422);
  process.stdout.write(`held up ${heldUpMs.toFixed(0)} ms\n`);
  expect(heldUpMs).toBeLessThan(MAX_EVENT_LOOP_DELAY_MS);
  expect(readLedgerBytes() - bytesBefore).toBeLessThan(message.length / 10);
  const payment = await readPayment(id);
  expect(payment).toMatchObject({ state: 'rejected' });
  expect(payment.message?.endsWith(' […]')).toBe(true);
  expect(Buffer.byteLength(payment.message ?? '')).toBeLessThanOrEqual(MAX_STORED_TEXT_BYTES);
  // The slip has the words that the regulation requires, and the note that the text is incomplete.
  expect(getTapeText(listTapes(id)[0])).toContain('El texto anterior es solo el principio');
  await till.provision();
  await till.signIn('ana');
  expect(await readPayment(id)).toMatchObject({ state: 'rejected' });
});
