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
import { printTestPageWithoutTill } from '../check-printer.ts';
import {
  createPrintingSettings,
  LONG_TIMINGS,
  openCounter,
  SHORT_TIMINGS,
} from '../printing.fixture.ts';
import type { PrinterTimings } from './transport.ts';

/** The result of the wizard's check if the device at the address is not the configured printer. */

let stopFunctions: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stopFunctions) await stop();
  stopFunctions = [];
});

async function startPrinter(make: Make): Promise<VirtualPrinter> {
  const printer = await startVirtualPrinter({ make });
  stopFunctions.push(() => printer.close());
  return printer;
}

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stopFunctions.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not on a port');
  return `tcp://127.0.0.1:${address.port}`;
}

async function check(address: string, model: Make, timings: PrinterTimings = LONG_TIMINGS) {
  const printer: PrinterSettings = { kind: 'network', address, model, columns: 42 };
  return await printTestPageWithoutTill(
    { clock: systemClock, log: silentLog, timings },
    printer,
    createPrintingSettings(printer),
  );
}

/** Short timeouts for the first request: the printer cannot parse it, so that no answer arrives. */
function createShortFirstTimeouts(): PrinterTimings {
  const [sending, waiting] = [1, 2];
  let readCount = 0;
  return {
    ...LONG_TIMINGS,
    get answerTimeoutMs() {
      readCount += 1;
      return readCount === sending || readCount === waiting ? 100 : LONG_TIMINGS.answerTimeoutMs;
    },
  };
}

const toFailure = (reason: string) => ({ ok: false, problem: { kind: 'printer', reason } });

describe('the check of a printer', () => {
  it.each([
    ['epson', 'star'],
    ['star', 'epson'],
  ] as const)(
    'reports a printer of the make %s if %s is configured',
    async (actualMake, configuredMake) => {
      const printer = await startPrinter(actualMake);
      expect(await check(printer.address, configuredMake, createShortFirstTimeouts())).toEqual(
        toFailure(`answers-as-${actualMake}`),
      );
      // The requests of the other make print nothing.
      expect(printer.jobs.filter((job) => job.includes('impres'))).toEqual([]);
      expect(await check(printer.address, actualMake)).toMatchObject({
        ok: true,
        value: { light: 'ready' },
      });
    },
  );

  it.each(['epson', 'star'] as const)(
    'reports a web server instead of a printer of the make %s',
    async (model) => {
      const bodies: string[] = [];
      const server = createHttpServer((request, response) => {
        request.on('data', (chunk) => bodies.push(String(chunk)));
        response.end('hello');
      });
      expect(await check(await listen(server), model)).toEqual(toFailure('not-a-printer'));
      expect(bodies).toEqual([]);
    },
  );

  it('reports a server that sends a greeting as no printer', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.resume();
      socket.write('SSH-2.0-OpenSSH_9.6\r\n');
    });
    expect(await check(await listen(server), 'epson')).toEqual(toFailure('not-a-printer'));
  });

  it('reports a port that accepts bytes and does not reply, and sends it no page', async () => {
    const received: Buffer[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (chunk) => received.push(chunk));
    });
    const address = await listen(server);
    expect(await check(address, 'epson', SHORT_TIMINGS)).toEqual(toFailure('no-answer'));
    expect(Buffer.concat(received).length).toBeLessThan(20);
  });

  it('reports a port without a listener as unreachable', async () => {
    const server = createServer();
    const address = await listen(server);
    await stopFunctions.pop()?.();
    expect(await check(address, 'epson')).toEqual(toFailure('unreachable'));
  });

  it('has texts that explain what to do', () => {
    const star = describeProblem({ kind: 'printer', reason: 'answers-as-star' }, 'es-MX');
    expect(`${star.title} ${star.action}`).toMatch(/como una Star.*Elija la marca Star/);
    const silent = describeProblem({ kind: 'printer', reason: 'no-answer' }, 'en');
    expect(silent.impact).toContain('Nothing was printed');
    expect(getReceiptTexts('es-CO').paper['answers-as-star']).toContain('Star');
  });
});

describe('a test print of the till', () => {
  it('reports a wrong model too, and prints no page', async () => {
    const counter = await openCounter('star');
    stopFunctions.push(() => counter.end());
    counter.settings.now = createPrintingSettings({
      kind: 'network',
      address: counter.printer.address,
      model: 'epson',
      columns: 42,
    });
    const printing = counter.open(createShortFirstTimeouts());
    const queued = printing.printTestPage('ana');
    const jobId = queued.ok ? queued.value.jobId : '';
    await expect
      .poll(() => printing.getJobTape(jobId))
      .toMatchObject({ ok: true, value: { state: 'failed', reason: 'answers-as-star' } });
  });
});
