import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Desk, openDesk } from './desk.fixture.ts';

let desk: Desk;

beforeEach(async () => {
  desk = await openDesk();
});
afterEach(async () => await desk.end());

describe('the drawer for a receipt without paper', () => {
  it.each(['pdf', 'mail', 'code', 'none'] as const)(
    'opens the drawer by a job with only the pulse when the receipt is delivered as %s',
    async (way) => {
      desk.jobResults.push({ kind: 'refused', reason: 'paper-out' });
      const payment = await desk.payAndPrint();
      expect(await desk.deliver(payment, way)).toMatchObject({ ok: true });
      await expect.poll(() => desk.listJobStates(payment, 'drawer')).toEqual(['printed']);
      expect(desk.listJobStates(payment, 'original')).toEqual([`skipped given-${way}`]);
      expect(desk.printedJobs.slice(1)).toEqual([{ pulses: 1, lines: 0 }]);
      expect(desk.printing.getPaymentTape(payment)?.isDrawerKept).toBe(false);
    },
  );

  it('reports the drawer as shut for a receipt without paper if the second pulse was not sent either', async () => {
    desk.jobResults.push(
      { kind: 'refused', reason: 'paper-out' },
      { kind: 'refused', reason: 'paper-out' },
    );
    const payment = await desk.payAndPrint();
    await desk.deliver(payment, 'code');
    await expect.poll(() => desk.listJobStates(payment, 'drawer')).toEqual(['refused paper-out']);
    expect(desk.printing.getPaymentTape(payment)?.isDrawerKept).toBe(true);
    expect(desk.printing.listUnprintedPapers()).toEqual([]);
    // Another delivery does not queue another pulse.
    await desk.deliver(payment, 'pdf');
    expect(desk.listJobStates(payment, 'drawer')).toEqual(['refused paper-out']);
  });

  it('stays shut if a pulse may have been sent, for a payment without cash, and after 15 minutes', async () => {
    desk.jobResults.push({ kind: 'unconfirmed', reason: 'silent' });
    const openedPayment = await desk.payAndPrint();
    await desk.deliver(openedPayment, 'code');
    desk.jobResults.push({ kind: 'refused', reason: 'paper-out' });
    const cashlessPayment = await desk.payAndPrint({ cash: null, change: null });
    await desk.deliver(cashlessPayment, 'code');
    desk.jobResults.push({ kind: 'refused', reason: 'paper-out' });
    const latePayment = await desk.payAndPrint();
    desk.clock.jump(15 * 60_000 + 1);
    await desk.deliver(latePayment, 'code');
    for (const payment of [openedPayment, cashlessPayment, latePayment]) {
      expect(desk.listJobStates(payment, 'original')).toEqual(['skipped given-code']);
      expect(desk.listJobStates(payment, 'drawer')).toEqual([]);
      expect(desk.printing.getPaymentTape(payment)?.isDrawerKept).toBe(false);
    }
  });
});
