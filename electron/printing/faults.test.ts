import { createServer } from 'node:http';
import { deflateRawSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { Tape } from '../../shared/contract/index.ts';
import { decodePrinted } from '../../tests/support/virtual-printer/index.ts';
import {
  type Counter,
  createPrintingSettings,
  LONG_TIMINGS,
  openCounter,
  SHORT_TIMINGS,
  waitUntilPrintJobEnded,
} from './printing.fixture.ts';
import { endPrintJob, startPrintJob } from './queue/index.ts';

let counter: Counter;
afterEach(async () => await counter.end());

function setPrinterAddress(address: string): void {
  counter.settings.now = createPrintingSettings({
    kind: 'network',
    address,
    model: 'epson',
    columns: 42,
  });
}

function getState(result: { ok: boolean; value?: Tape }): string | undefined {
  return result.ok ? result.value?.state : undefined;
}

describe.each(['epson', 'star'] as const)('a %s printer that cannot print', (make) => {
  it.each([
    [{ cover: 'open' }, 'cover-open'],
    [{ paper: 'out' }, 'paper-out'],
  ] as const)(
    'gets no bytes in the condition %o, and a retry prints once it is repaired',
    async (condition, reason) => {
      counter = await openCounter(make);
      counter.printer.setCondition(condition);
      const printing = counter.open();
      const payment = counter.pay();
      const tape = await counter.print(printing, payment);
      expect(tape).toMatchObject({ state: 'refused', reason });
      expect(printing.getState().light).toBe(reason);
      expect(counter.printer.jobs).toHaveLength(0);

      counter.printer.setCondition({ cover: 'closed', paper: 'in' });
      // Nothing is retried automatically.
      expect(await printing.refreshState()).toMatchObject({ light: 'ready' });
      expect(counter.printer.jobs).toHaveLength(0);
      expect(getState(await printing.retryJob(tape.jobId, null, null))).toBe('waiting');
      expect(await waitUntilPrintJobEnded(printing, payment)).toMatchObject({
        state: 'printed',
        reason: null,
      });
      expect(counter.printer.jobs).toHaveLength(1);
    },
  );

  it('polls a printer that cannot print until it is ready again, without sending a job', async () => {
    counter = await openCounter(make);
    counter.printer.setCondition({ cover: 'open' });
    const printing = counter.open({ ...LONG_TIMINGS, retryDelayMs: 50 });
    await counter.print(printing, counter.pay());
    counter.printer.setCondition({ cover: 'closed' });
    await expect.poll(() => printing.getState().light).toBe('ready');
    expect(counter.printer.jobs).toHaveLength(0);
  });

  it('gets no bytes if it does not reply to the status request', async () => {
    counter = await openCounter(make);
    counter.printer.setCondition({ isSilent: true });
    const tape = await counter.print(counter.open(SHORT_TIMINGS), counter.pay());
    expect(tape).toMatchObject({ state: 'failed', reason: 'silent' });
    expect(counter.printer.jobs).toHaveLength(0);
  });

  it('leaves the job unconfirmed if it never confirms the job', async () => {
    counter = await openCounter(make);
    counter.printer.setCondition({ hidesReports: true });
    const printing = counter.open({
      ...LONG_TIMINGS,
      confirmTimeoutMs: 80,
      pollIntervalMs: 20,
      closeTimeoutMs: 80,
    });
    const payment = counter.pay();
    const tape = await counter.print(printing, payment);
    expect(tape).toMatchObject({ state: 'unconfirmed', reason: 'silent' });
    expect(await printing.retryJob(tape.jobId, null, null)).toMatchObject({
      ok: false,
      problem: { kind: 'payment-state', state: 'unconfirmed' },
    });
    expect(getState(printing.confirmJob(tape.jobId, true))).toBe('printed');
    expect(counter.printer.jobs).toHaveLength(1);
  });

  it('leaves the job unconfirmed when the paper runs out, and permits a retry if the cashier saw no paper', async () => {
    counter = await openCounter(make);
    counter.printer.setCondition({ faultAt: { after: 200, how: 'paper-out' } });
    const printing = counter.open();
    const payment = counter.pay();
    const tape = await counter.print(printing, payment);
    expect(tape).toMatchObject({ state: 'unconfirmed', reason: 'paper-out' });
    counter.printer.setCondition({ paper: 'in' });
    const denial = printing.confirmJob(tape.jobId, false);
    expect(denial).toMatchObject({
      ok: true,
      value: { state: 'failed', reason: 'cashier-saw-none' },
    });
    expect(printing.confirmJob(tape.jobId, true)).toMatchObject({ ok: false });
    expect(getState(await printing.retryJob(tape.jobId, null, null))).toBe('waiting');
    expect(await waitUntilPrintJobEnded(printing, payment)).toMatchObject({ state: 'printed' });
  });

  it('prints when its paper is low, and reports that', async () => {
    counter = await openCounter(make);
    counter.printer.setCondition({ paper: 'low' });
    const printing = counter.open();
    expect((await counter.print(printing, counter.pay())).state).toBe('printed');
    expect(printing.getState().light).toBe('paper-low');
  });
});

describe('a job over the network', () => {
  it('leaves a job unconfirmed and does not retry it when the connection is reset', async () => {
    counter = await openCounter();
    const printing = counter.open();
    for (const byte of [1, 2, 50, 200, 400]) {
      counter.printer.setCondition({ faultAt: { after: byte, how: 'reset' } });
      const tape = await counter.print(printing, counter.pay());
      expect([byte, tape.state, tape.reason]).toEqual([byte, 'unconfirmed', 'broke-off']);
    }
    // One byte is no complete command: the printer has no output of the first job.
    expect(counter.printer.jobs).toHaveLength(4);
    const cuts = counter.printer.jobs.map((job) => decodePrinted(job, 'epson').cuts);
    expect(cuts).toEqual([0, 0, 0, 0]);
    // The next job prints.
    expect((await counter.print(printing, counter.pay())).state).toBe('printed');
  });

  it('fails without sending a byte if the printer is unreachable', async () => {
    counter = await openCounter();
    await counter.printer.close();
    const tape = await counter.print(counter.open(), counter.pay());
    expect(tape).toMatchObject({ state: 'failed', reason: 'unreachable' });
  });

  it('fails without sending a byte to a web server', async () => {
    counter = await openCounter();
    const bodies: string[] = [];
    const server = createServer((request, response) => {
      request.on('data', (chunk) => bodies.push(String(chunk)));
      response.end('hello');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    setPrinterAddress(`tcp://127.0.0.1:${port}`);
    const tape = await counter.print(counter.open(), counter.pay());
    expect(tape).toMatchObject({ state: 'failed', reason: 'not-a-printer' });
    expect(bodies).toEqual([]);
    await new Promise((resolve) => server.close(resolve));
  });

  it.each(['192.168.0.9', 'tcp://127.0.0.010', 'http://till', 'tcp://host:99999', 'tcp://a b', ''])(
    'refuses a job if the printer has the address %j',
    async (address) => {
      counter = await openCounter();
      setPrinterAddress(address);
      const tape = await counter.print(counter.open(), counter.pay());
      expect(tape).toMatchObject({ state: 'refused', reason: 'bad-address' });
    },
  );

  it('refuses a job if no printer is set, and keeps the tape of the payment', async () => {
    counter = await openCounter();
    counter.settings.now = createPrintingSettings(null);
    const printing = counter.open();
    const tape = await counter.print(printing, counter.pay());
    expect(tape).toMatchObject({ state: 'refused', reason: 'not-set' });
    expect(tape.lines.length).toBeGreaterThan(10);
    expect(printing.getState()).toMatchObject({ kind: 'not-set', light: 'not-asked' });
  });

  it('prints a job and leaves it unconfirmed on a make that does not reply', async () => {
    counter = await openCounter();
    counter.printer.setCondition({ isSilent: true });
    counter.settings.now = createPrintingSettings({
      kind: 'network',
      address: counter.printer.address,
      model: 'tanca',
      columns: 42,
    });
    const tape = await counter.print(counter.open(SHORT_TIMINGS), counter.pay());
    expect(tape).toMatchObject({ state: 'unconfirmed', reason: 'silent' });
    expect(counter.printer.jobs).toHaveLength(1);
  });
});

describe('a job that cannot be rendered', () => {
  it('fails without blocking the next job, and both have a tape', async () => {
    counter = await openCounter();
    const printing = counter.open();
    const broken = counter.pay({ currency: 'USD', rate: 'not JSON' });
    expect(await counter.print(printing, broken)).toMatchObject({
      state: 'failed',
      reason: 'not-made',
      lines: [],
    });
    expect((await counter.print(printing, counter.pay())).state).toBe('printed');
    expect(printing.listRecentTapes(5)).toHaveLength(2);
  });
});

describe('the status of the printer', () => {
  it('shows the status of the current printer, not of the previous one, after a change', async () => {
    counter = await openCounter();
    const printing = counter.open();
    await counter.print(printing, counter.pay());
    expect(printing.getState().light).toBe('ready');
    setPrinterAddress('tcp://127.0.0.1:9');
    expect(printing.getState().light).toBe('not-asked');
  });
});

describe('print jobs after a crash of the program', () => {
  it('leaves a job unconfirmed after a crash if a byte may have been sent, and prints it otherwise', async () => {
    counter = await openCounter();
    const crashed = counter.open();
    const [sentPayment, startedPayment, waitingPayment] = [
      counter.pay(),
      counter.pay(),
      counter.pay(),
    ];
    const ids = counter.database.commit(() =>
      [sentPayment, startedPayment, waitingPayment].map((payment) =>
        crashed.enqueuePaymentPaper(payment, 'original', 'ana'),
      ),
    );
    const packed = {
      compressedLines: deflateRawSync('[]'),
      compressedBytes: deflateRawSync('x'),
      bytes: Buffer.from('x'),
      drawerPulseOffset: null,
      columns: 42,
      model: 'epson',
      ticketText: 'none',
      isTicketCut: false,
      pictures: new Map(),
      picture: null,
    } as const;
    counter.database.commit(() => {
      for (const id of ids.slice(0, 2)) startPrintJob(counter.database, id, packed);
      endPrintJob(counter.database, ids[0] ?? '', {
        state: 'printing',
        reason: null,
        bytesSent: 1,
        at: null,
      });
    });

    const printing = counter.open();
    printing.start();
    expect(await waitUntilPrintJobEnded(printing, sentPayment)).toMatchObject({
      state: 'unconfirmed',
      reason: 'till-stopped',
    });
    expect((await waitUntilPrintJobEnded(printing, startedPayment)).state).toBe('printed');
    expect((await waitUntilPrintJobEnded(printing, waitingPayment)).state).toBe('printed');
    expect(counter.printer.jobs).toHaveLength(2);
  });

  it('keeps waiting jobs when the till stops, and prints them after the next start', async () => {
    counter = await openCounter();
    const first = counter.open();
    const payment = counter.pay();
    counter.database.commit(() => first.enqueuePaymentPaper(payment, 'original', 'ana'));
    await first.stop();
    first.wake();
    expect(first.getPaymentTape(payment)?.state).toBe('waiting');
    const second = counter.open();
    second.start();
    expect((await waitUntilPrintJobEnded(second, payment)).state).toBe('printed');
  });
});

describe('a stop of the till', () => {
  it('makes a job without a sent byte wait again', async () => {
    counter = await openCounter();
    counter.printer.setCondition({ isSilent: true });
    const printing = counter.open({ ...LONG_TIMINGS, shutdownGraceMs: 30, closeTimeoutMs: 80 });
    const payment = counter.pay();
    counter.database.commit(() => printing.enqueuePaymentPaper(payment, 'original', 'ana'));
    printing.wake();
    await expect.poll(() => counter.printer.connections).toBe(1);
    await printing.stop();
    expect(printing.getPaymentTape(payment)).toMatchObject({ state: 'waiting', reason: null });
    expect(counter.printer.jobs).toHaveLength(0);
  });

  it('leaves a sent job without an answer unconfirmed', async () => {
    counter = await openCounter();
    counter.printer.setCondition({ hidesReports: true });
    const printing = counter.open({ ...LONG_TIMINGS, shutdownGraceMs: 30 });
    const payment = counter.pay();
    counter.database.commit(() => printing.enqueuePaymentPaper(payment, 'original', 'ana'));
    printing.wake();
    const selectBytesSent = counter.database.prepare('SELECT bytes_sent AS sent FROM print_jobs');
    await expect.poll(() => selectBytesSent.get()?.sent).toBeGreaterThan(0);
    await printing.stop();
    expect(printing.getPaymentTape(payment)).toMatchObject({
      state: 'unconfirmed',
      reason: 'till-stopped',
    });
  });
});

describe('the check of the wizard', () => {
  it('prints a test page and stores no job', async () => {
    counter = await openCounter();
    const printing = counter.open();
    const { printer } = counter.settings.now;
    if (printer === null) throw new Error('a printer was expected');
    expect(await printing.checkPrinter(printer)).toMatchObject({
      ok: true,
      value: { kind: 'network', light: 'ready', columns: 42 },
    });
    expect(counter.printer.jobs).toHaveLength(1);
    expect(counter.database.prepare('SELECT count(*) AS n FROM print_jobs').get()?.n).toBe(0);
    counter.printer.setCondition({ cover: 'open' });
    expect(await printing.checkPrinter(printer)).toEqual({
      ok: false,
      problem: { kind: 'printer', reason: 'cover-open' },
    });
  });
});
