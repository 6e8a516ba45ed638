import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Desk, openDesk } from './desk.fixture.ts';

let desk: Desk;

beforeEach(async () => {
  desk = await openDesk();
});
afterEach(async () => await desk.end());

describe('the drawer that the paper did not open', () => {
  it.each(['pdf', 'mail', 'code', 'none'] as const)(
    'is opened by a pulse alone once the receipt was given as %s',
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

  it('reports a closed drawer when the second pulse was not sent either', async () => {
    desk.fates.push({ kind: 'refused', why: 'paper-out' }, { kind: 'refused', why: 'paper-out' });
    const payment = await desk.paid();
    await desk.given(payment, 'code');
    await expect.poll(() => desk.stateOf(payment, 'drawer')).toEqual(['refused paper-out']);
    expect(desk.printing.getPaymentTape(payment)?.isDrawerKept).toBe(true);
    expect(desk.printing.listOpenPapers()).toEqual([]);
    // Another way of giving it does not ask again.
    await desk.given(payment, 'pdf');
    expect(desk.stateOf(payment, 'drawer')).toEqual(['refused paper-out']);
  });

  it('stays shut where a pulse may have left, where no cash came, and once the customer has gone', async () => {
    desk.fates.push({ kind: 'unconfirmed', why: 'silent' });
    const opened = await desk.paid();
    await desk.given(opened, 'code');
    desk.fates.push({ kind: 'refused', why: 'paper-out' });
    const card = await desk.paid({ cash: null, change: null });
    await desk.given(card, 'code');
    desk.fates.push({ kind: 'refused', why: 'paper-out' });
    const late = await desk.paid();
    desk.clock.jump(15 * 60_000 + 1);
    await desk.given(late, 'code');
    for (const payment of [opened, card, late]) {
      expect(desk.stateOf(payment, 'original')).toEqual(['skipped given-code']);
      expect(desk.stateOf(payment, 'drawer')).toEqual([]);
      expect(desk.printing.getPaymentTape(payment)?.isDrawerKept).toBe(false);
    }
  });
});
