import { afterEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../electron/platform/index.ts';
import {
  type Counter,
  ended,
  HASTY,
  openCounter,
  PATIENT,
  thatDay,
} from '../../electron/printing/printing.fixture.ts';
import { decodePrinted, type PrinterCondition } from '../support/virtual-printer/index.ts';
import { assertAnsweredAtOnce } from './support/printer-case.ts';

/** Printers that are wrong from the first byte to the last, and what the till does meanwhile. */

let counter: Counter;
afterEach(async () => await counter.end());

const whole = (make: 'epson' | 'star'): number =>
  counter.printer.listConnectionOutputs().filter((one) => decodePrinted(one.printed, make).cuts > 0)
    .length;

describe.each(['epson', 'star'] as const)('a %s printer', (make) => {
  const goesWell: readonly [string, Partial<PrinterCondition>][] = [
    ['that is slow', { speed: { bytes: 7, restMs: 1 } }],
    ['with a tiny window', { window: 1 }],
    ['that is slow, with a tiny window', { window: 5, speed: { bytes: 5, restMs: 1 } }],
    ['that is chatty', { isChatty: true }],
    ['that is chatty and slow', { isChatty: true, speed: { bytes: 11, restMs: 1 } }],
    ['with little paper', { paper: 'low' }],
  ];
  it.each(goesWell)('%s prints once, and the next one as well', async (_, mood) => {
    counter = await openCounter(make);
    const printing = counter.open();
    counter.printer.setCondition(mood);
    for (const count of [1, 2]) {
      expect(await counter.print(printing, counter.pay())).toMatchObject({
        state: 'printed',
        reason: null,
      });
      expect(whole(make)).toBe(count);
    }
  });

  const refuses: readonly [Partial<PrinterCondition>, string][] = [
    [{ cover: 'open' }, 'cover-open'],
    [{ paper: 'out' }, 'paper-out'],
    [{ fault: 'offline' }, 'offline'],
    [{ fault: 'error' }, 'error'],
    [{ cover: 'open', isChatty: true }, 'cover-open'],
  ];
  it.each(refuses)('with %o is sent nothing, and the money waits with it', async (mood, why) => {
    counter = await openCounter(make);
    const printing = counter.open();
    counter.printer.setCondition(mood);
    expect(await counter.print(printing, counter.pay())).toMatchObject({
      state: 'refused',
      reason: why,
    });
    expect(await printing.readyNow()).toEqual({
      ok: false,
      problem: { kind: 'printer', reason: why },
    });
    expect(counter.printer.listConnectionOutputs().map((one) => one.taken)).toEqual([0, 0]);
  });

  const saysNothing: readonly [string, Partial<PrinterCondition>][] = [
    ['never reads', { ignoresInput: true }],
    ['never answers', { isSilent: true }],
  ];
  it.each(saysNothing)('that %s is sent nothing', async (_, mood) => {
    counter = await openCounter(make);
    const printing = counter.open(HASTY);
    counter.printer.setCondition(mood);
    const payment = counter.pay();
    expect(await counter.print(printing, payment)).toMatchObject({
      state: 'failed',
      reason: 'silent',
    });
    // Nothing was sent: no light and no words that send somebody to look for paper.
    expect(printing.getState().light).toBe('unreachable');
    expect(await printing.readyNow()).toEqual({
      ok: false,
      problem: { kind: 'printer', reason: 'no-answer' },
    });
    expect(counter.printer.listConnectionOutputs().map((one) => one.printed.length)).toEqual([
      0, 0,
    ]);
  });
});

describe('while a printer keeps a job', () => {
  it('every call of the counter answers at once, and a cash-out is told that it is busy', async () => {
    counter = await openCounter();
    // A cashier's eight seconds pass at once; the printer's deadlines do not.
    const clock: Clock = {
      ...thatDay,
      after: (milliseconds, callback) =>
        thatDay.after(milliseconds === 8_000 ? 1 : milliseconds, callback),
    };
    const printing = counter.open({ ...PATIENT, shutdownGraceMs: 1, closeTimeoutMs: 80 }, clock);
    const refused = counter.pay();
    counter.printer.setCondition({ paper: 'out' });
    const { jobId } = await counter.print(printing, refused);
    counter.printer.setCondition({ paper: 'in', ignoresInput: true });
    const kept = counter.pay();
    counter.database.commit(() => printing.enqueue(kept, 'original', 'ana'));
    printing.wake();
    await expect.poll(() => printing.getPaymentTape(kept)?.state).toBe('printing');

    expect(printing.getState()).toMatchObject({ waitingJobs: 1 });
    expect(await assertAnsweredAtOnce(() => printing.retry(jobId, null, null))).toMatchObject({
      ok: true,
      value: { state: 'waiting' },
    });
    expect(
      await assertAnsweredAtOnce(() => printing.copy(kept, { id: 'ana', name: 'Ana' }, null)),
    ).toMatchObject({ ok: true });
    expect(printing.testPrint('ana')).toMatchObject({ ok: true, value: { state: 'waiting' } });
    expect(printing.listRecentTapes(5)).toHaveLength(2);
    expect(printing.getState()).toMatchObject({ waitingJobs: 4 });
    expect(await printing.readyNow()).toEqual({
      ok: false,
      problem: { kind: 'printer', reason: 'busy' },
    });
    expect(printing.getPaymentTape(kept)?.state).toBe('printing');
    await printing.stop();
    expect(counter.printer.listConnectionOutputs().every((one) => one.printed.length === 0)).toBe(
      true,
    );
  });

  it('a till that stops asks about it at the next start, and prints the next one', async () => {
    counter = await openCounter();
    const first = counter.open({ ...PATIENT, shutdownGraceMs: 1, closeTimeoutMs: 80 });
    counter.printer.setCondition({ faultAt: { after: 300, how: 'mute' } });
    const [kept, next] = [counter.pay(), counter.pay()];
    counter.database.commit(() => {
      for (const payment of [kept, next]) first.enqueue(payment, 'original', 'ana');
    });
    first.wake();
    await expect.poll(() => whole('epson')).toBe(1);
    await first.stop();
    expect(first.getPaymentTape(kept)).toMatchObject({
      state: 'unconfirmed',
      reason: 'till-stopped',
    });
    counter.printer.setCondition({ isSilent: false });
    const second = counter.open();
    second.start();
    expect((await ended(second, next)).state).toBe('printed');
    expect(second.getPaymentTape(kept)?.state).toBe('unconfirmed');
    expect(second.confirm(second.getPaymentTape(kept)?.jobId ?? '', true)).toMatchObject({
      ok: true,
    });
    expect(whole('epson')).toBe(2);
  });
});
