import { afterEach, describe, expect, it } from 'vitest';
import { toPrintTarget } from './devices/index.ts';
import { buildPaymentReceipt, readReceiptFacts } from './papers/index.ts';
import { openCounter, PAID_AT, settingsFor } from './printing.fixture.ts';
import { readJobBytes } from './queue/index.ts';
import { sampleLogo } from './receipts.fixture.ts';
import { renderPaper } from './render-paper.ts';
import type { PrintingDevice } from './types.ts';

let counter: Awaited<ReturnType<typeof openCounter>>;
afterEach(() => counter.end());

const sent: Uint8Array[] = [];
const device: PrintingDevice = {
  print: async ({ bytes }, onLeaving) => {
    onLeaving();
    sent.push(bytes);
    return { kind: 'printed', isPaperLow: false };
  },
  readStatus: async () => ({ kind: 'ready', isPaperLow: false }),
};

function use(model: 'epson' | 'star', logoPng: string | null): void {
  const address = 'tcp://127.0.0.1:9';
  const plain = settingsFor({ kind: 'network', address, model, columns: 48 });
  const shop = logoPng === null ? plain.shop : { ...plain.shop, logoPng };
  counter.settings.now = { ...plain, shop };
}

function keptSize(): number {
  const [row] = counter.database
    .prepare(
      `SELECT (SELECT sum(length(lines) + length(bytes)) FROM print_jobs) +
         (SELECT coalesce(sum(length(data)), 0) FROM pictures) AS size`,
    )
    .all();
  return Number(row?.size);
}

describe.each(['epson', 'star'] as const)('the papers of %s', (model) => {
  it('are kept as they were sent, the logo once', async () => {
    counter = await openCounter();
    const printing = counter.open(undefined, undefined, device);
    sent.length = 0;
    use(model, null);
    const print = async (): Promise<string> => (await counter.print(printing, counter.pay())).jobId;
    await print();
    const usual = keptSize();
    expect(usual).toBeLessThan((sent[0]?.length ?? 0) * 1.5);

    use(model, sampleLogo());
    const jobs = [await print()];
    const withLogo = keptSize();
    for (let turn = 0; turn < 4; turn += 1) jobs.push(await print());
    // Each further one takes hardly more than a paper without the logo.
    expect((keptSize() - withLogo) / 4).toBeLessThan(usual * 1.2);
    expect(counter.database.prepare('SELECT * FROM pictures').all()).toHaveLength(2);
    for (const [index, jobId] of jobs.entries()) {
      expect(readJobBytes(counter.database, jobId)).toEqual(Buffer.from(sent[index + 1] ?? []));
    }
    const [tape] = printing.listRecentTapes(1);
    expect(tape?.lines[0]).toMatchObject({ kind: 'image' });
  });

  it('lose their bytes once the time is over that the owner set, and never their lines', async () => {
    counter = await openCounter();
    const printing = counter.open(undefined, undefined, device);
    use(model, sampleLogo());
    const old = (await counter.print(printing, counter.pay())).jobId;
    const young = (await counter.print(printing, counter.pay())).jobId;
    const { database } = counter;
    database
      .prepare("UPDATE print_jobs SET ended_at = '2025-12-01T10:00:00.000Z' WHERE id = ?")
      .run(old);
    const before = printing.getJobTape(old);
    await printing.deleteOldBytes();
    expect(readJobBytes(database, old)).not.toBeNull();
    counter.settings.now = { ...counter.settings.now, keepPrintedDays: 30 };
    await printing.deleteOldBytes();
    expect(readJobBytes(database, old)).toBeNull();
    expect(readJobBytes(database, young)).not.toBeNull();
    expect(printing.getJobTape(old)).toEqual(before);
  });

  it('are made in a thread where they are long, and are the same as if made here', async () => {
    counter = await openCounter();
    const printing = counter.open(undefined, undefined, device);
    sent.length = 0;
    use(model, sampleLogo());
    const ticket = 'Total: ₡500 por su pago\n'.repeat(2_000);
    const paymentId = counter.pay({ ticket_text: ticket });
    const tape = await counter.print(printing, paymentId);
    expect(tape).toMatchObject({ state: 'printed', ticketText: 'drawn', isTicketCut: false });
    const texts = tape.lines.flatMap((line) => (line.kind === 'text' ? line.runs : []));
    expect(texts.map(({ text }) => text)).toContain('(El texto sigue en el papel)');

    const facts = readReceiptFacts(counter.database, paymentId);
    if (facts === null) throw new Error('no payment');
    const now = counter.settings.now;
    const receipt = buildPaymentReceipt(facts, 'original', now, PAID_AT);
    const here = await renderPaper(
      { ...receipt, drawer: 'stays' },
      toPrintTarget(now.printer, now),
      {
        title: '',
        at: PAID_AT,
      },
    );
    expect(sent[0]).toEqual(new Uint8Array(here.bytes));
  });
});
