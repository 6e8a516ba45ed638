import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
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
import { asNobody, needs } from '../needs.fixture.ts';
import {
  type Counter,
  ended,
  HASTY,
  openCounter,
  PATIENT,
  settingsFor,
} from '../printing.fixture.ts';
import { readPrinterStatus, sendToPrinter } from './configured-printer.ts';
import {
  openSerialPort,
  type SerialPort,
  serialPortUnavailableReason,
} from './serial-port.fixture.ts';
import type { PrinterTimings } from './transport.ts';

const onPosix = process.platform === 'win32' ? 'there are no such files on Windows' : null;

function settingsOf(path: string, model: 'epson' | 'star' | 'tanca' = 'epson') {
  return { kind: 'path', path, model, columns: 42 } as const;
}

/** Prints without a ledger. */
async function print(path: string, bytes: Uint8Array, timings: PrinterTimings = PATIENT) {
  const { signal } = new AbortController();
  let leavings = 0;
  const result = await sendToPrinter(
    settingsOf(path),
    { bytes, fileName: 'one' },
    { clock: systemClock, timings, signal, log: silentLog },
    () => {
      leavings += 1;
    },
  );
  return { result, leavings };
}

async function ask(path: string, timings: PrinterTimings = PATIENT) {
  const { signal } = new AbortController();
  return await readPrinterStatus(settingsOf(path), {
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
const at = (name: string): string => join(folder, name);

describe.each(['epson', 'star'] as const)('a %s on a serial port', (make) => {
  let counter: Counter;
  let port: SerialPort | null;

  async function open(
    context: TestContext,
    mood: Partial<PrinterCondition> = {},
  ): Promise<SerialPort> {
    needs(context, serialPortUnavailableReason());
    counter = await openCounter(make);
    counter.printer.setCondition(mood);
    const opened = await openSerialPort(counter.printer);
    port = opened;
    counter.settings.now = settingsFor(settingsOf(opened.path, make));
    return opened;
  }

  beforeEach(() => {
    port = null;
  });
  afterEach(async () => {
    await port?.unplug();
    if (port !== null) await counter.end();
  });

  it('prints every byte as it is, and says when it is done', async (context) => {
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
  ] as const)('sends nothing to the printer in the state %o', async ([mood, why], context) => {
    await open(context, mood);
    const printing = counter.open();
    const payment = counter.pay();
    const tape = await counter.print(printing, payment);
    expect(tape).toMatchObject({ state: 'refused', reason: why });
    counter.printer.setCondition({ cover: 'closed', paper: 'in' });
    expect(await printing.retry(tape.jobId, null, null)).toMatchObject({ ok: true });
    expect(await ended(printing, payment)).toMatchObject({ state: 'printed' });
  });

  it('is set to pass bytes as they are, at the speed of the settings', async (context) => {
    const { path } = await open(context);
    counter.settings.now = settingsFor({ ...settingsOf(path, make), baud: 19_200 });
    expect(await counter.open().refreshState()).toMatchObject({ light: 'ready' });
    const set = execFileSync('stty', ['-F', path, '-a'], { encoding: 'utf8' });
    expect(set).toMatch(/speed 19200 baud/);
    for (const word of ['cs8', '-opost', '-icanon', '-echo', '-icrnl', 'ixon', 'clocal']) {
      expect(set.split(/[\s;]+/)).toContain(word);
    }
  });

  it('that says nothing is printed on, and the cashier is asked', async (context) => {
    const { heard } = await open(context, { isSilent: true });
    const tape = await counter.print(counter.open(HASTY), counter.pay({ ticket_text: 'uno\n' }));
    expect(tape).toMatchObject({ state: 'unconfirmed', reason: 'cannot-answer' });
    await expect.poll(() => heard().includes('uno')).toBe(true);
  });

  it('does not take an answer to an earlier job for one to this', async (context) => {
    const { say, heard } = await open(context, { hidesEnd: true });
    // What Epson answers to `GS r`, and Star to ETB.
    const late = make === 'epson' ? [0] : [0x23, 0x06, 0, 0, 0, 0, 0, 0x02, 0];
    say(Uint8Array.from(late));
    // A terminal that nobody has set yet echoes what has come in.
    await expect.poll(() => heard().length).toBeGreaterThan(0);
    const printing = counter.open({ ...PATIENT, confirmTimeoutMs: 200, closeTimeoutMs: 80 });
    const tape = await counter.print(printing, counter.pay());
    expect(tape).toMatchObject({ state: 'unconfirmed', reason: 'silent' });
  });

  it('that stops reading holds up neither the till nor its files', async (context) => {
    const { stopReading, path } = await open(context);
    stopReading();
    const printed = print(path, Buffer.alloc(300_000, 'x'), { ...HASTY, stallTimeoutMs: 300 });
    for (let times = 0; times < 20; times += 1) await readFile(import.meta.filename);
    const { result } = await printed;
    expect(result).toMatchObject({ kind: 'failed', why: 'silent' });
  });

  it('that is unplugged in the middle is asked about, and then it is not there', async (context) => {
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

describe('a pipe', () => {
  const job = Buffer.from('\x1b@uno\ndos\r\n');

  function pipe(context: TestContext): string {
    needs(context, onPosix);
    execFileSync('mkfifo', [at('pipe')]);
    return at('pipe');
  }

  it('takes the very bytes, and nobody says that they were printed', async (context) => {
    const path = pipe(context);
    const reader = spawn('cat', [path]);
    const chunks: Buffer[] = [];
    reader.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise((resolve) => reader.on('close', resolve));
    const printed = await vi.waitFor(
      async () => {
        const tried = await print(path, job);
        expect(tried.result).not.toMatchObject({ why: 'unreachable' });
        return tried;
      },
      { timeout: 120_000 },
    );
    await ended;
    expect(printed).toEqual({
      result: { kind: 'unconfirmed', why: 'cannot-answer' },
      leavings: 1,
    });
    expect(Buffer.concat(chunks)).toEqual(job);
  });

  it('fails as unreachable when nobody reads the pipe', async (context) => {
    const path = pipe(context);
    expect(await print(path, job)).toEqual({
      result: { kind: 'failed', why: 'unreachable', bytesSent: 0 },
      leavings: 0,
    });
  });

  it('that is never emptied is given up with what it took, and no thread waits', async (context) => {
    const path = pipe(context);
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const long = Buffer.alloc(300_000, 'x');
      const jobs = Array.from({ length: 6 }, () =>
        print(path, long, { ...PATIENT, stallTimeoutMs: 300 }),
      );
      for (let times = 0; times < 20; times += 1) await readFile(import.meta.filename);
      const results = (await Promise.all(jobs)).map(({ result }) => result);
      expect(results.every((one) => one.kind === 'failed' && one.why === 'silent')).toBe(true);
      const sent = results.map((one) => (one.kind === 'failed' ? one.bytesSent : 0));
      expect(sent.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0);
    } finally {
      closeSync(reader);
    }
  });

  it('is not opened to be asked: its reader would take it for a job', async (context) => {
    const path = pipe(context);
    expect(await ask(path)).toEqual({ kind: 'ready', isPaperLow: false, isAssumed: true });
  });
});

describe('a file', () => {
  it('gets each job whole at its end, and that is printed', async () => {
    writeFileSync(at('spool'), '');
    for (const text of ['uno\n', 'dos\r\n']) {
      expect(await print(at('spool'), Buffer.from(text))).toEqual({
        result: { kind: 'printed', isPaperLow: false },
        leavings: 1,
      });
    }
    expect(readFileSync(at('spool'), 'utf8')).toBe('uno\ndos\r\n');
    expect(await ask(at('spool'))).toEqual({ kind: 'ready', isPaperLow: false });
  });

  it('that is not there is not made', async () => {
    const expected = { result: { kind: 'refused', why: 'no-such-path' }, leavings: 0 };
    expect(await print(at('nothing'), Buffer.from('x'))).toEqual(expected);
    expect(await print(at('no/such/folder'), Buffer.from('x'))).toEqual(expected);
    expect(await ask(at('nothing'))).toEqual(expected.result);
    expect(() => readFileSync(at('nothing'))).toThrow('ENOENT');
  });

  it('that we may not write is named as that', async (context) => {
    needs(context, onPosix);
    writeFileSync(at('closed'), 'as it was');
    chmodSync(at('closed'), 0o444);
    chmodSync(folder, 0o755);
    const { result } = await asNobody(context, () => print(at('closed'), Buffer.from('x')));
    expect(result).toEqual({ kind: 'refused', why: 'no-permission' });
    expect(readFileSync(at('closed'), 'utf8')).toBe('as it was');
  });

  it('that another program holds is busy', async (context) => {
    needs(context, process.platform === 'linux' ? null : 'Linux alone keeps what runs');
    copyFileSync('/bin/sleep', at('runs'));
    chmodSync(at('runs'), 0o755);
    const program = spawn(at('runs'), ['60']);
    await new Promise((resolve) => program.on('spawn', resolve));
    const { result } = await print(at('runs'), Buffer.from('x'));
    program.kill();
    expect(result).toEqual({ kind: 'refused', why: 'busy' });
  });
});

describe('what is not a printer', () => {
  it('rejects a folder as a printer', async () => {
    expect((await print(folder, Buffer.from('x'))).result).toEqual({
      kind: 'refused',
      why: 'is-a-folder',
    });
  });

  it('rejects a socket as a printer', async (context) => {
    needs(context, onPosix);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(at('socket'), resolve));
    expect((await print(at('socket'), Buffer.from('x'))).result).toEqual({
      kind: 'failed',
      why: 'not-a-printer',
      bytesSent: 0,
    });
    server.close();
  });

  it('a device that talks without end', async (context) => {
    needs(context, onPosix);
    const { result, leavings } = await print('/dev/zero', Buffer.from('x'));
    expect(result).toEqual({ kind: 'failed', why: 'not-a-printer', bytesSent: 0 });
    expect(leavings).toBe(0);
  });

  it('a device that swallows all and says nothing is asked about', async (context) => {
    needs(context, onPosix);
    const { result } = await print('/dev/null', Buffer.from('x'), HASTY);
    expect(result).toEqual({ kind: 'unconfirmed', why: 'cannot-answer' });
  });
});
