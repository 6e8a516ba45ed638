import { afterEach, describe, expect, it } from 'vitest';
import { decodePrinted } from '../../../tests/support/virtual-printer/index.ts';
import { type Counter, ended, openCounter } from '../printing.fixture.ts';
import type { Printing } from '../types.ts';

/**
 * The paper ran out in one job, and the printer finishes it when the next one is already on its way:
 * what it says of the first reaches the till as it waits for word of the second.
 */

let counter: Counter;
afterEach(async () => await counter.end());

/** Papers that came out to their end. */
const whole = (make: 'epson' | 'star'): number =>
  counter.printer.listConnectionOutputs().filter((one) => decodePrinted(one.printed, make).cuts > 0)
    .length;

/** Answers the payment of the first, which the printer still holds. */
async function runOutIn(printing: Printing): Promise<string> {
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

/** Sends the next one while the printer gets to nothing. */
async function sendNext(printing: Printing): Promise<string> {
  const payment = counter.pay();
  counter.database.commit(() => printing.enqueue(payment, 'original', 'ana'));
  printing.wake();
  const leaving = counter.database.prepare(
    'SELECT bytes_sent AS sent FROM print_jobs WHERE intent_id = ?',
  );
  await expect.poll(() => leaving.get(payment)?.sent).toBeGreaterThan(0);
  return payment;
}

describe.each(['epson', 'star'] as const)('what a %s says of an earlier job', (make) => {
  it('is not taken for word of the next one, which runs out of paper as well', async () => {
    counter = await openCounter(make);
    const printing = counter.open();
    const first = await runOutIn(printing);
    counter.printer.setCondition({
      paper: 'in',
      isBusy: true,
      faultAt: { after: 300, how: 'paper-out' },
    });
    const second = await sendNext(printing);
    counter.printer.setCondition({ isBusy: false });
    expect(await ended(printing, second)).toMatchObject({
      state: 'unconfirmed',
      reason: 'paper-out',
    });
    expect(whole(make)).toBe(1);

    counter.printer.setCondition({ paper: 'in' });
    await expect.poll(() => whole(make)).toBe(2);
    for (const payment of [first, second]) {
      const jobId = printing.getPaymentTape(payment)?.jobId ?? '';
      expect(printing.confirm(jobId, true)).toMatchObject({ ok: true });
    }
    expect((await counter.print(printing, counter.pay())).state).toBe('printed');
    expect(whole(make)).toBe(3);
  });

  it('does not keep the next one from being confirmed', async () => {
    counter = await openCounter(make);
    const printing = counter.open();
    await runOutIn(printing);
    counter.printer.setCondition({ paper: 'in', isBusy: true });
    const second = await sendNext(printing);
    counter.printer.setCondition({ isBusy: false });
    expect((await ended(printing, second)).state).toBe('printed');
    expect(whole(make)).toBe(2);
  });
});

it('a late answer to an Epson’s question says nothing of what is at the address', async () => {
  counter = await openCounter();
  const printing = counter.open();
  await runOutIn(printing);
  // Nothing is asked before its answer is on the line: the printer gets to the first at once.
  counter.printer.setCondition({ paper: 'in', isBusy: true, ignoresInput: true });
  const next = counter.pay();
  counter.database.commit(() => printing.enqueue(next, 'original', 'ana'));
  printing.wake();
  await expect.poll(() => counter.printer.connections).toBe(2);
  counter.printer.setCondition({ isBusy: false, ignoresInput: false });
  expect((await ended(printing, next)).state).toBe('printed');
});
