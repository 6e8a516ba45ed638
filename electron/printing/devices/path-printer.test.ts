import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, type TestContext, vi } from 'vitest';
import {
  decodePrinted,
  type PrinterCondition,
} from '../../../tests/support/virtual-printer/index.ts';
import { silentLog, systemClock } from '../../platform/index.ts';
import {
  type Counter,
  createPrintingSettings,
  LONG_TIMINGS,
  openCounter,
  SHORT_TIMINGS,
  waitUntilPrintJobEnded,
} from '../printing.fixture.ts';
import { skipIfUnavailable } from '../skip-if-unavailable.fixture.ts';
import { readPrinterStatus, sendToPrinter } from './configured-printer.ts';
import {
  openSerialPort,
  type SerialPort,
  serialPortUnavailableReason,
} from './serial-port.fixture.ts';
import type { PrinterTimings } from './transport.ts';

const posixUnavailableReason = process.platform === 'win32' ? 'Windows has no such files' : null;

function createPathSettings(path: string, model: 'epson' | 'star' | 'tanca' = 'epson') {
  return { kind: 'path', path, model, columns: 42 } as const;
}

/** Prints without a ledger; `leavings` counts the calls of `beforeFirstByte`. */
async function print(path: string, bytes: Uint8Array, timings: PrinterTimings = LONG_TIMINGS) {
  const { signal } = new AbortController();
  let leavingCount = 0;
  const result = await sendToPrinter(
    createPathSettings(path),
    { bytes, fileName: 'one' },
    { clock: systemClock, timings, signal, log: silentLog },
    () => {
      leavingCount += 1;
    },
  );
  return { result, leavingCount };
}

async function readStatus(path: string, timings: PrinterTimings = LONG_TIMINGS) {
  const { signal } = new AbortController();
  return await readPrinterStatus(createPathSettings(path), {
    clock: systemClock,
    timings,
    signal,
    log: silentLog,
  });
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'path-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const resolvePath = (name: string): string => join(folder, name);

describe.each(['epson', 'star'] as const)('a %s on a serial port', (make) => {
  let counter: Counter;
  let port: SerialPort | null;

  async function open(
    context: TestContext,
    condition: Partial<PrinterCondition> = {},
  ): Promise<SerialPort> {
    skipIfUnavailable(context, serialPortUnavailableReason());
    counter = await openCounter(make);
    counter.printer.setCondition(condition);
    const serialPort = await openSerialPort(counter.printer);
    port = serialPort;
    counter.settings.now = createPrintingSettings(createPathSettings(serialPort.path, make));
    return serialPort;
  }

  beforeEach(() => {
    port = null;
  });
  afterEach(async () => {
    await port?.unplug();
    if (port !== null) await counter.end();
  });

  it('prints every byte unchanged, and confirms both jobs', async (context) => {
    await open(context);
    const printing = counter.open();
    const ticket = 'PAGO\r\n\r\n  ñandú €5  \n\n';
    expect(await printing.refreshState()).toMatchObject({ kind: 'path', light: 'ready' });
    const tape = await counter.print(printing, counter.pay({ ticket_text: ticket }));
    expect(tape).toMatchObject({ state: 'printed', reason: null });
    const second = await counter.print(printing, counter.pay({ ticket_text: 'otra\n' }));
    expect(second.state).toBe('printed');
    await port?.unplug();
    await expect.poll(() => counter.printer.jobs.length).toBe(1);
    const decoded = decodePrinted(counter.printer.jobs[0] ?? Buffer.alloc(0), make);
    expect(decoded.cuts).toBe(2);
    const text = decoded.lines.map((line) => line.text).join('\n');
    expect(text).toContain('\nPAGO\n\n  ñandú €5  \n\n');
    expect(text).toContain('\notra\n');
  });

  it.for([
    [{ cover: 'open' }, 'cover-open'],
    [{ paper: 'out' }, 'paper-out'],
  ] as const)(
    'sends nothing to the printer in the state %o',
    async ([condition, reason], context) => {
      await open(context, condition);
      const printing = counter.open();
      const payment = counter.pay();
      const tape = await counter.print(printing, payment);
      expect(tape).toMatchObject({ state: 'refused', reason });
      counter.printer.setCondition({ cover: 'closed', paper: 'in' });
      expect(await printing.retryJob(tape.jobId, null, null)).toMatchObject({ ok: true });
      expect(await waitUntilPrintJobEnded(printing, payment)).toMatchObject({ state: 'printed' });
    },
  );

  it('configures a serial port to pass bytes unchanged, at the speed of the settings', async (context) => {
    const { path } = await open(context);
    counter.settings.now = createPrintingSettings({
      ...createPathSettings(path, make),
      baud: 19_200,
    });
    expect(await counter.open().refreshState()).toMatchObject({ light: 'ready' });
    const sttyOutput = execFileSync('stty', ['-F', path, '-a'], { encoding: 'utf8' });
    expect(sttyOutput).toMatch(/speed 19200 baud/);
    for (const word of ['cs8', '-opost', '-icanon', '-echo', '-icrnl', 'ixon', 'clocal']) {
      expect(sttyOutput.split(/[\s;]+/)).toContain(word);
    }
  });

  it('prints without a reply, and leaves the job unconfirmed', async (context) => {
    const { getReceivedBytes } = await open(context, { isSilent: true });
    const tape = await counter.print(
      counter.open(SHORT_TIMINGS),
      counter.pay({ ticket_text: 'uno\n' }),
    );
    expect(tape).toMatchObject({ state: 'unconfirmed', reason: 'cannot-answer' });
    await expect.poll(() => getReceivedBytes().includes('uno')).toBe(true);
  });

  it('does not confirm a job by an answer to an earlier job', async (context) => {
    const { sendBytes, getReceivedBytes } = await open(context, { hidesReports: true });
    // The answer of an Epson to `GS r`, and of a Star to ETB.
    const lateAnswer = make === 'epson' ? [0] : [0x23, 0x06, 0, 0, 0, 0, 0, 0x02, 0];
    sendBytes(Uint8Array.from(lateAnswer));
    // A terminal that is not configured yet echoes its input.
    await expect.poll(() => getReceivedBytes().length).toBeGreaterThan(0);
    const printing = counter.open({ ...LONG_TIMINGS, confirmTimeoutMs: 200, closeTimeoutMs: 80 });
    const tape = await counter.print(printing, counter.pay());
    expect(tape).toMatchObject({ state: 'unconfirmed', reason: 'silent' });
  });

  it('does not block the till or its files when it stops reading', async (context) => {
    const { stopReading, path } = await open(context);
    stopReading();
    const printed = print(path, Buffer.alloc(300_000, 'x'), {
      ...SHORT_TIMINGS,
      stallTimeoutMs: 300,
    });
    for (let times = 0; times < 20; times += 1) await readFile(import.meta.filename);
    const { result } = await printed;
    expect(result).toMatchObject({ kind: 'failed', reason: 'silent' });
  });

  it('leaves a job unconfirmed when it is unplugged, and refuses the next job', async (context) => {
    await open(context, { faultAt: { after: 300, how: 'reset' } });
    const printing = counter.open();
    const tape = await counter.print(printing, counter.pay());
    expect(tape).toMatchObject({ state: 'unconfirmed', reason: 'broke-off' });
    await port?.unplug();
    const next = await counter.print(printing, counter.pay());
    expect(next).toMatchObject({ state: 'refused', reason: 'no-such-path' });
    expect(printing.getState().light).toBe('unusable');
  });
});

describe('a printer that is a pipe', () => {
  const job = Buffer.from('\x1b@uno\ndos\r\n');

  function createPipe(context: TestContext): string {
    skipIfUnavailable(context, posixUnavailableReason);
    execFileSync('mkfifo', [resolvePath('pipe')]);
    return resolvePath('pipe');
  }

  it('gets the exact bytes, and leaves the job unconfirmed', async (context) => {
    const path = createPipe(context);
    const reader = spawn('cat', [path]);
    const chunks: Buffer[] = [];
    reader.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise((resolve) => reader.on('close', resolve));
    const printed = await vi.waitFor(
      async () => {
        const attempt = await print(path, job);
        expect(attempt.result).not.toMatchObject({ reason: 'unreachable' });
        return attempt;
      },
      { timeout: 120_000 },
    );
    await ended;
    expect(printed).toEqual({
      result: { kind: 'unconfirmed', reason: 'cannot-answer' },
      leavingCount: 1,
    });
    expect(Buffer.concat(chunks)).toEqual(job);
  });

  it('fails as unreachable when nobody reads the pipe', async (context) => {
    const path = createPipe(context);
    expect(await print(path, job)).toEqual({
      result: { kind: 'failed', reason: 'unreachable', bytesSent: 0 },
      leavingCount: 0,
    });
  });

  it('fails with the bytes accepted so far when it is never read, and blocks no thread', async (context) => {
    const path = createPipe(context);
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const long = Buffer.alloc(300_000, 'x');
      const jobs = Array.from({ length: 6 }, () =>
        print(path, long, { ...LONG_TIMINGS, stallTimeoutMs: 300 }),
      );
      for (let times = 0; times < 20; times += 1) await readFile(import.meta.filename);
      const results = (await Promise.all(jobs)).map(({ result }) => result);
      expect(
        results.every((result) => result.kind === 'failed' && result.reason === 'silent'),
      ).toBe(true);
      const byteCounts = results.map((result) => (result.kind === 'failed' ? result.bytesSent : 0));
      expect(byteCounts.reduce((sum, result) => sum + result, 0)).toBeGreaterThan(0);
    } finally {
      closeSync(reader);
    }
  });

  it('does not open a pipe for a status request, which its reader would treat as a job', async (context) => {
    const path = createPipe(context);
    expect(await readStatus(path)).toEqual({ kind: 'ready', isPaperLow: false, isAssumed: true });
  });
});

describe('a path to a file', () => {
  it('refuses a file, also behind a link, and appends nothing to it', async (context) => {
    skipIfUnavailable(context, posixUnavailableReason);
    writeFileSync(resolvePath('ledger-production.sqlite'), 'as it was');
    symlinkSync(resolvePath('ledger-production.sqlite'), resolvePath('lp0'));
    for (const name of ['ledger-production.sqlite', 'lp0']) {
      const refusal = { kind: 'failed', reason: 'not-a-printer', bytesSent: 0 };
      expect(await print(resolvePath(name), Buffer.from('uno'))).toEqual({
        result: refusal,
        leavingCount: 0,
      });
      expect(await readStatus(resolvePath(name))).toEqual(refusal);
    }
    expect(readFileSync(resolvePath('ledger-production.sqlite'), 'utf8')).toBe('as it was');
  });

  it('refuses a job and creates no file if the path of the printer does not exist', async () => {
    const expected = { result: { kind: 'refused', reason: 'no-such-path' }, leavingCount: 0 };
    expect(await print(resolvePath('nothing'), Buffer.from('x'))).toEqual(expected);
    expect(await print(resolvePath('no/such/folder'), Buffer.from('x'))).toEqual(expected);
    expect(await readStatus(resolvePath('nothing'))).toEqual(expected.result);
    expect(() => readFileSync(resolvePath('nothing'))).toThrow('ENOENT');
  });
});

describe('a path that is not a printer', () => {
  it('refuses a job to a path that is a folder', async () => {
    expect((await print(folder, Buffer.from('x'))).result).toEqual({
      kind: 'refused',
      reason: 'is-a-folder',
    });
  });

  it('fails a job without sending a byte if the path is a socket', async (context) => {
    skipIfUnavailable(context, posixUnavailableReason);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(resolvePath('socket'), resolve));
    expect((await print(resolvePath('socket'), Buffer.from('x'))).result).toEqual({
      kind: 'failed',
      reason: 'not-a-printer',
      bytesSent: 0,
    });
    server.close();
  });

  it('fails a job without sending a byte if the path is a device that sends without end', async (context) => {
    skipIfUnavailable(context, posixUnavailableReason);
    const { result, leavingCount } = await print('/dev/zero', Buffer.from('x'));
    expect(result).toEqual({ kind: 'failed', reason: 'not-a-printer', bytesSent: 0 });
    expect(leavingCount).toBe(0);
  });

  it('leaves a job unconfirmed if it is a device that accepts everything and does not reply', async (context) => {
    skipIfUnavailable(context, posixUnavailableReason);
    const { result } = await print('/dev/null', Buffer.from('x'), SHORT_TIMINGS);
    expect(result).toEqual({ kind: 'unconfirmed', reason: 'cannot-answer' });
  });
});
