import { afterEach, describe, expect, it } from 'vitest';
import { toPrintTarget } from './devices/index.ts';
import { buildPaymentReceipt, readReceiptFacts } from './papers/index.ts';
import { createPrintingSettings, openCounter, PAID_AT } from './printing.fixture.ts';
import { readPrintJobBytes } from './queue/index.ts';
import { createSampleLogo } from './receipts.fixture.ts';
import { renderPaper } from './render-paper.ts';
import type { PrintingDevice } from './types.ts';

let counter: Awaited<ReturnType<typeof openCounter>>;
afterEach(() => counter.end());

const sentBytes: Uint8Array[] = [];
const device: PrintingDevice = {
  print: async ({ bytes }, onLeaving) => {
    onLeaving();
    sentBytes.push(bytes);
    return { kind: 'printed', isPaperLow: false };
  },
  readStatus: async () => ({ kind: 'ready', isPaperLow: false }),
};

function setPrinter(model: 'epson' | 'star', logoPng: string | null): void {
  const address = 'tcp://127.0.0.1:9';
  const plain = createPrintingSettings({ kind: 'network', address, model, columns: 48 });
  const shop = logoPng === null ? plain.shop : { ...plain.shop, logoPng };
  counter.settings.now = { ...plain, shop };
}

function readStoredSize(): number {
  const [row] = counter.database
    .prepare(
      `SELECT (SELECT sum(length(lines) + length(bytes)) FROM print_jobs) +
         (SELECT coalesce(sum(length(data)), 0) FROM pictures) AS size`,
    )
    .all();
  return Number(row?.size);
}

describe.each(['epson', 'star'] as const)('the stored papers of %s', (model) => {
  it('stores the bytes that were sent, and the logo only once', async () => {
    counter = await openCounter();
    const printing = counter.open(undefined, undefined, device);
    sentBytes.length = 0;
    setPrinter(model, null);
    const print = async (): Promise<string> => (await counter.print(printing, counter.pay())).jobId;
    await print();
    const sizeWithoutLogo = readStoredSize();
    expect(sizeWithoutLogo).toBeLessThan((sentBytes[0]?.length ?? 0) * 1.5);

    setPrinter(model, createSampleLogo());
    const jobs = [await print()];
    const sizeWithLogo = readStoredSize();
    for (let turn = 0; turn < 4; turn += 1) jobs.push(await print());
    // Each further paper takes hardly more space than a paper without the logo.
    expect((readStoredSize() - sizeWithLogo) / 4).toBeLessThan(sizeWithoutLogo * 1.2);
    expect(counter.database.prepare('SELECT * FROM pictures').all()).toHaveLength(2);
    for (const [index, jobId] of jobs.entries()) {
      expect(readPrintJobBytes(counter.database, jobId)).toEqual(
        Buffer.from(sentBytes[index + 1] ?? []),
      );
    }
    const [tape] = printing.listRecentTapes(1);
    expect(tape?.lines[0]).toMatchObject({ kind: 'image' });
  });

  it('deletes the bytes but not the lines after the days that the owner set', async () => {
    counter = await openCounter();
    const printing = counter.open(undefined, undefined, device);
    setPrinter(model, createSampleLogo());
    const oldJobId = (await counter.print(printing, counter.pay())).jobId;
    const newJobId = (await counter.print(printing, counter.pay())).jobId;
    const { database } = counter;
    database
      .prepare("UPDATE print_jobs SET ended_at = '2025-12-01T10:00:00.000Z' WHERE id = ?")
      .run(oldJobId);
    const tapeBefore = printing.getJobTape(oldJobId);
    await printing.deleteOldBytes();
    expect(readPrintJobBytes(database, oldJobId)).not.toBeNull();
    counter.settings.now = { ...counter.settings.now, keepPrintedDays: 30 };
    await printing.deleteOldBytes();
    expect(readPrintJobBytes(database, oldJobId)).toBeNull();
    expect(readPrintJobBytes(database, newJobId)).not.toBeNull();
    expect(printing.getJobTape(oldJobId)).toEqual(tapeBefore);
  });

  it('stores the same bytes when a long paper is rendered in a thread', async () => {
    counter = await openCounter();
    const printing = counter.open(undefined, undefined, device);
    sentBytes.length = 0;
    setPrinter(model, createSampleLogo());
    const ticket = 'Total: ₡500 por su pago\n'.repeat(2_000);
    const paymentId = counter.pay({ ticket_text: ticket });
    const tape = await counter.print(printing, paymentId);
    expect(tape).toMatchObject({ state: 'printed', ticketText: 'drawn', isTicketCut: false });
    const texts = tape.lines.flatMap((line) => (line.kind === 'text' ? line.runs : []));
    expect(texts.map(({ text }) => text)).toContain('(El texto sigue en el papel)');

    const facts = readReceiptFacts(counter.database, paymentId);
    if (facts === null) throw new Error('no payment');
    const settings = counter.settings.now;
    const receipt = buildPaymentReceipt(facts, 'original', settings, PAID_AT);
    const rendered = await renderPaper(
      { ...receipt, drawer: 'stays' },
      toPrintTarget(settings.printer, settings),
      {
        title: '',
        at: PAID_AT,
      },
    );
    expect(sentBytes[0]).toEqual(new Uint8Array(rendered.bytes));
  });
});
