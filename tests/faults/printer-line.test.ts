import { afterEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../electron/platform/index.ts';
import {
  type Counter,
  LONG_TIMINGS,
  openCounter,
  paymentDayClock,
  SHORT_TIMINGS,
  waitUntilPrintJobEnded,
} from '../../electron/printing/printing.fixture.ts';
import { decodePrinted, type PrinterCondition } from '../support/virtual-printer/index.ts';
import { assertAnsweredAtOnce } from './support/printer-case.ts';

/** Printers that misbehave from the first byte to the last, and what the till does meanwhile. */

let counter: Counter;
afterEach(async () => await counter.end());

const countReceipts = (make: 'epson' | 'star'): number =>
  counter.printer
    .listConnectionOutputs()
    .filter((output) => decodePrinted(output.printedBytes, make).cuts > 0).length;

describe.each(['epson', 'star'] as const)('a %s printer', (make) => {
  const workingConditions: readonly [string, Partial<PrinterCondition>][] = [
    ['that is slow', { speed: { bytes: 7, restMs: 1 } }],
    ['with a tiny window', { window: 1 }],
    ['that is slow, with a tiny window', { window: 5, speed: { bytes: 5, restMs: 1 } }],
    ['that is chatty', { isChatty: true }],
    ['that is chatty and slow', { isChatty: true, speed: { bytes: 11, restMs: 1 } }],
    ['with little paper', { paper: 'low' }],
  ];
  it.each(workingConditions)(
    'prints a job once, and the next job too, on a printer %s',
    async (_, condition) => {
      counter = await openCounter(make);
      const printing = counter.open();
      counter.printer.setCondition(condition);
      for (const count of [1, 2]) {
        expect(await counter.print(printing, counter.pay())).toMatchObject({
          state: 'printed',
          reason: null,
        });
        expect(countReceipts(make)).toBe(count);
      }
    },
  );

  const refusingConditions: readonly [Partial<PrinterCondition>, string][] = [
    [{ cover: 'open' }, 'cover-open'],
    [{ paper: 'out' }, 'paper-out'],
    [{ fault: 'offline' }, 'offline'],
    [{ fault: 'error' }, 'error'],
    [{ cover: 'open', isChatty: true }, 'cover-open'],
  ];
  it.each(refusingConditions)(
    'sends nothing to a printer with %o, and withholds the money',
    async (condition, reason) => {
      counter = await openCounter(make);
      const printing = counter.open();
      counter.printer.setCondition(condition);
      expect(await counter.print(printing, counter.pay())).toMatchObject({
        state: 'refused',
        reason,
      });
      expect(await printing.checkReady()).toEqual({
        ok: false,
        problem: { kind: 'printer', reason },
      });
      expect(counter.printer.listConnectionOutputs().map((output) => output.takenCount)).toEqual([
        0, 0,
      ]);
    },
  );

  const silentConditions: readonly [string, Partial<PrinterCondition>][] = [
    ['never reads', { ignoresInput: true }],
    ['never answers', { isSilent: true }],
  ];
  it.each(silentConditions)('sends nothing to a printer that %s', async (_, condition) => {
    counter = await openCounter(make);
    const printing = counter.open(SHORT_TIMINGS);
    counter.printer.setCondition(condition);
    const payment = counter.pay();
    expect(await counter.print(printing, payment)).toMatchObject({
      state: 'failed',
      reason: 'silent',
    });
    // Nothing was sent, so neither the light nor the problem tells the cashier to look for paper.
    expect(printing.getState().light).toBe('unreachable');
    expect(await printing.checkReady()).toEqual({
      ok: false,
      problem: { kind: 'printer', reason: 'no-answer' },
    });
    expect(
      counter.printer.listConnectionOutputs().map((output) => output.printedBytes.length),
    ).toEqual([0, 0]);
  });
});

describe('while a printer holds a job', () => {
  it('answers every call of the counter at once while a printer holds a job, and rejects a cash-out as busy', async () => {
    counter = await openCounter();
    // A cashier's timeout of eight seconds passes at once; the printer's timeouts do not.
    const clock: Clock = {
      ...paymentDayClock,
      after: (milliseconds, callback) =>
        paymentDayClock.after(milliseconds === 8_000 ? 1 : milliseconds, callback),
    };
    const printing = counter.open(
      { ...LONG_TIMINGS, shutdownGraceMs: 1, closeTimeoutMs: 80 },
      clock,
    );
    const refusedPayment = counter.pay();
    counter.printer.setCondition({ paper: 'out' });
    const { jobId } = await counter.print(printing, refusedPayment);
    counter.printer.setCondition({ paper: 'in', ignoresInput: true });
    const heldPayment = counter.pay();
    counter.database.commit(() => printing.enqueuePaymentPaper(heldPayment, 'original', 'ana'));
    printing.wake();
    await expect.poll(() => printing.getPaymentTape(heldPayment)?.state).toBe('printing');

    expect(printing.getState()).toMatchObject({ waitingJobs: 1 });
    expect(await assertAnsweredAtOnce(() => printing.retryJob(jobId, null, null))).toMatchObject({
      ok: true,
      value: { state: 'waiting' },
    });
    expect(
      await assertAnsweredAtOnce(() =>
        printing.printCopy(heldPayment, { id: 'ana', name: 'Ana' }, null),
      ),
    ).toMatchObject({ ok: true });
    expect(printing.printTestPage('ana')).toMatchObject({ ok: true, value: { state: 'waiting' } });
    expect(printing.listRecentTapes(5)).toHaveLength(2);
    expect(printing.getState()).toMatchObject({ waitingJobs: 4 });
    expect(await printing.checkReady()).toEqual({
      ok: false,
      problem: { kind: 'printer', reason: 'busy' },
    });
    expect(printing.getPaymentTape(heldPayment)?.state).toBe('printing');
    await printing.stop();
    expect(
      counter.printer.listConnectionOutputs().every((output) => output.printedBytes.length === 0),
    ).toBe(true);
  });

  it('asks at the next start about a job that was in the printer, and prints the next job', async () => {
    counter = await openCounter();
    const firstPrinting = counter.open({ ...LONG_TIMINGS, shutdownGraceMs: 1, closeTimeoutMs: 80 });
    counter.printer.setCondition({ faultAt: { after: 300, how: 'mute' } });
    const [heldPayment, nextPayment] = [counter.pay(), counter.pay()];
    counter.database.commit(() => {
      for (const payment of [heldPayment, nextPayment])
        firstPrinting.enqueuePaymentPaper(payment, 'original', 'ana');
    });
    firstPrinting.wake();
    await expect.poll(() => countReceipts('epson')).toBe(1);
    await firstPrinting.stop();
    expect(firstPrinting.getPaymentTape(heldPayment)).toMatchObject({
      state: 'unconfirmed',
      reason: 'till-stopped',
    });
    counter.printer.setCondition({ isSilent: false });
    const secondPrinting = counter.open();
    secondPrinting.start();
    expect((await waitUntilPrintJobEnded(secondPrinting, nextPayment)).state).toBe('printed');
    expect(secondPrinting.getPaymentTape(heldPayment)?.state).toBe('unconfirmed');
    expect(
      secondPrinting.confirmJob(secondPrinting.getPaymentTape(heldPayment)?.jobId ?? '', true),
    ).toMatchObject({
      ok: true,
    });
    expect(countReceipts('epson')).toBe(2);
  });
});
