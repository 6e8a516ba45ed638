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
      desk.fates.push({ kind: 'refused', why: 'paper-out' });
      const payment = await desk.paid();
      expect(await desk.given(payment, way)).toMatchObject({ ok: true });
      await expect.poll(() => desk.stateOf(payment, 'drawer')).toEqual(['printed']);
      expect(desk.stateOf(payment, 'original')).toEqual([`skipped given-${way}`]);
      expect(desk.printed.slice(1)).toEqual([{ pulses: 1, lines: 0 }]);
      expect(desk.printing.getPaymentTape(payment)?.isDrawerKept).toBe(false);
    },
  );

  it('reports the drawer as shut for a receipt without paper if the second pulse was not sent either', async () => {
    desk.fates.push({ kind: 'refused', why: 'paper-out' }, { kind: 'refused', why: 'paper-out' });
    const payment = await desk.paid();
    await desk.given(payment, 'code');
    await expect.poll(() => desk.stateOf(payment, 'drawer')).toEqual(['refused paper-out']);
    expect(desk.printing.getPaymentTape(payment)?.isDrawerKept).toBe(true);
    expect(desk.printing.listOpenPapers()).toEqual([]);
    // Another delivery does not queue another pulse.
    await desk.given(payment, 'pdf');
    expect(desk.stateOf(payment, 'drawer')).toEqual(['refused paper-out']);
  });

  it('stays shut if a pulse may have been sent, for a payment without cash, and after 15 minutes', async () => {
    desk.fates.push({ kind: 'unconfirmed', why: 'silent' });
    const openedPayment = await desk.paid();
    await desk.given(openedPayment, 'code');
    desk.fates.push({ kind: 'refused', why: 'paper-out' });
    const cashlessPayment = await desk.paid({ cash: null, change: null });
    await desk.given(cashlessPayment, 'code');
    desk.fates.push({ kind: 'refused', why: 'paper-out' });
    const latePayment = await desk.paid();
    desk.clock.jump(15 * 60_000 + 1);
    await desk.given(latePayment, 'code');
    for (const payment of [openedPayment, cashlessPayment, latePayment]) {
      expect(desk.stateOf(payment, 'original')).toEqual(['skipped given-code']);
      expect(desk.stateOf(payment, 'drawer')).toEqual([]);
      expect(desk.printing.getPaymentTape(payment)?.isDrawerKept).toBe(false);
    }
  });
});
