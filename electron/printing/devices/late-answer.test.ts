import { afterEach, describe, expect, it } from 'vitest';
import { decodePrinted } from '../../../tests/support/virtual-printer/index.ts';
import { type Counter, openCounter, waitUntilPrintJobEnded } from '../printing.fixture.ts';
import type { Printing } from '../types.ts';

/**
 * The paper runs out in one job, and the printer finishes it after the till has sent the next one:
 * its answer to the first job arrives while the till waits for the answer to the second.
 */

let counter: Counter;
afterEach(async () => await counter.end());

/** The number of papers that were printed completely. */
const countCompletePapers = (make: 'epson' | 'star'): number =>
  counter.printer
    .listConnectionOutputs()
    .filter((output) => decodePrinted(output.printedBytes, make).cuts > 0).length;

/** Prints a paper during which the paper runs out; returns its payment. The printer keeps the job. */
async function printUntilPaperOut(printing: Printing): Promise<string> {
  counter.printer.setCondition({
    sharesConnection: true,
    faultAt: { after: 200, how: 'paper-out' },
  });
  const payment = counter.pay();
  expect(await counter.print(printing, payment)).toMatchObject({
    state: 'unconfirmed',
    reason: 'paper-out',
  });
  return payment;
}

/** Sends the next paper while the printer processes nothing; returns its payment. */
async function sendNext(printing: Printing): Promise<string> {
  const payment = counter.pay();
  counter.database.commit(() => printing.enqueuePaymentPaper(payment, 'original', 'ana'));
  printing.wake();
  const selectBytesSent = counter.database.prepare(
    'SELECT bytes_sent AS sent FROM print_jobs WHERE intent_id = ?',
  );
  await expect.poll(() => selectBytesSent.get(payment)?.sent).toBeGreaterThan(0);
  return payment;
}

describe.each(['epson', 'star'] as const)('a late answer of a %s to an earlier job', (make) => {
  it('does not confirm the next job, during which the paper runs out as well', async () => {
    counter = await openCounter(make);
    const printing = counter.open();
    const first = await printUntilPaperOut(printing);
    counter.printer.setCondition({
      paper: 'in',
      isBusy: true,
      faultAt: { after: 300, how: 'paper-out' },
    });
    const second = await sendNext(printing);
    counter.printer.setCondition({ isBusy: false });
    expect(await waitUntilPrintJobEnded(printing, second)).toMatchObject({
      state: 'unconfirmed',
      reason: 'paper-out',
    });
    expect(countCompletePapers(make)).toBe(1);

    counter.printer.setCondition({ paper: 'in' });
    await expect.poll(() => countCompletePapers(make)).toBe(2);
    for (const payment of [first, second]) {
      const jobId = printing.getPaymentTape(payment)?.jobId ?? '';
      expect(printing.confirmJob(jobId, true)).toMatchObject({ ok: true });
    }
    expect((await counter.print(printing, counter.pay())).state).toBe('printed');
    expect(countCompletePapers(make)).toBe(3);
  });

  it('does not prevent the confirmation of the next job', async () => {
    counter = await openCounter(make);
    const printing = counter.open();
    await printUntilPaperOut(printing);
    counter.printer.setCondition({ paper: 'in', isBusy: true });
    const second = await sendNext(printing);
    counter.printer.setCondition({ isBusy: false });
    expect((await waitUntilPrintJobEnded(printing, second)).state).toBe('printed');
    expect(countCompletePapers(make)).toBe(2);
  });
});

it('does not report a late answer of an Epson as a foreign device', async () => {
  counter = await openCounter();
  const printing = counter.open();
  await printUntilPaperOut(printing);
  // The late answer arrives before the printer reads a request: it finishes the first job at once.
  counter.printer.setCondition({ paper: 'in', isBusy: true, ignoresInput: true });
  const next = counter.pay();
  counter.database.commit(() => printing.enqueuePaymentPaper(next, 'original', 'ana'));
  printing.wake();
  await expect.poll(() => counter.printer.connections).toBe(2);
  counter.printer.setCondition({ isBusy: false, ignoresInput: false });
  expect((await waitUntilPrintJobEnded(printing, next)).state).toBe('printed');
});
