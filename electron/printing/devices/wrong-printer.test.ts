import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { PrinterSettings } from '../../../shared/contract/index.ts';
import { describeProblem, getReceiptTexts } from '../../../shared/i18n/index.ts';
import {
  type Make,
  startVirtualPrinter,
  type VirtualPrinter,
} from '../../../tests/support/virtual-printer/index.ts';
import { silentLog, systemClock } from '../../platform/index.ts';
import { checkPrinter } from '../check-printer.ts';
import { HASTY, openCounter, PATIENT, settingsFor } from '../printing.fixture.ts';
import type { PrinterTimings } from './transport.ts';

/** What the wizard says of an address at which there is another thing than was set. */

let stop: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of stop) await one();
  stop = [];
});

async function printerOf(make: Make): Promise<VirtualPrinter> {
  const printer = await startVirtualPrinter({ make });
  stop.push(() => printer.close());
  return printer;
}

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not on a port');
  return `tcp://127.0.0.1:${address.port}`;
}

async function check(address: string, model: Make, timings: PrinterTimings = PATIENT) {
  const printer: PrinterSettings = { kind: 'network', address, model, columns: 42 };
  return await checkPrinter(
    { clock: systemClock, log: silentLog, timings },
    printer,
    settingsFor(printer),
  );
}

/** The first question is in a language that is not understood: its answer never comes. */
function patientWithTheSecond(): PrinterTimings {
  const [sending, waiting] = [1, 2];
  let asked = 0;
  return {
    ...PATIENT,
    get answerTimeoutMs() {
      asked += 1;
      return asked === sending || asked === waiting ? 100 : PATIENT.answerTimeoutMs;
    },
  };
}

const problem = (reason: string) => ({ ok: false, problem: { kind: 'printer', reason } });

describe('the check of a printer', () => {
  it.each([
    ['epson', 'star'],
    ['star', 'epson'],
  ] as const)('tells that there is a printer of %s where %s is set', async (there, set) => {
    const printer = await printerOf(there);
    expect(await check(printer.address, set, patientWithTheSecond())).toEqual(
      problem(`answers-as-${there}`),
    );
    // It still takes nothing for a job: what it was asked prints nothing.
    expect(printer.jobs.filter((job) => job.includes('impres'))).toEqual([]);
    expect(await check(printer.address, there)).toMatchObject({
      ok: true,
      value: { light: 'ready' },
    });
  });

  it.each(['epson', 'star'] as const)('tells a web server from a %s', async (model) => {
    const bodies: string[] = [];
    const server = createHttpServer((request, response) => {
      request.on('data', (chunk) => bodies.push(String(chunk)));
      response.end('hello');
    });
    expect(await check(await listen(server), model)).toEqual(problem('not-a-printer'));
    expect(bodies).toEqual([]);
  });

  it('tells one who greets first', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.resume();
      socket.write('SSH-2.0-OpenSSH_9.6\r\n');
    });
    expect(await check(await listen(server), 'epson')).toEqual(problem('not-a-printer'));
  });

  it('tells a port that takes all and says nothing, and sends it no page', async () => {
    const taken: Buffer[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (chunk) => taken.push(chunk));
    });
    const address = await listen(server);
    expect(await check(address, 'epson', HASTY)).toEqual(problem('no-answer'));
    expect(Buffer.concat(taken).length).toBeLessThan(20);
  });

  it('tells a port at which nobody listens', async () => {
    const server = createServer();
    const address = await listen(server);
    await stop.pop()?.();
    expect(await check(address, 'epson')).toEqual(problem('unreachable'));
  });

  it('says in words what to do', () => {
    const star = describeProblem({ kind: 'printer', reason: 'answers-as-star' }, 'es-MX');
    expect(`${star.happened} ${star.next}`).toMatch(/como una Star.*Elija la marca Star/);
    const silent = describeProblem({ kind: 'printer', reason: 'no-answer' }, 'en');
    expect(silent.money).toContain('Nothing was printed');
    expect(getReceiptTexts('es-CO').paper['answers-as-star']).toContain('Star');
  });
});

describe('a test print of the till', () => {
  it('tells a wrong model too, and prints nothing of it', async () => {
    const counter = await openCounter('star');
    stop.push(() => counter.end());
    counter.settings.now = settingsFor({
      kind: 'network',
      address: counter.printer.address,
      model: 'epson',
      columns: 42,
    });
    const printing = counter.open(patientWithTheSecond());
    const made = printing.testPrint('ana');
    const jobId = made.ok ? made.value.jobId : '';
    await expect
      .poll(() => printing.getJobTape(jobId))
      .toMatchObject({ ok: true, value: { state: 'failed', reason: 'answers-as-star' } });
  });
});
