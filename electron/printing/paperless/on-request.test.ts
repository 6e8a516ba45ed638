import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANA, type Desk, openDesk } from './desk.fixture.ts';

let desk: Desk;

beforeEach(async () => {
  desk = await openDesk();
});
afterEach(async () => await desk.end());

describe('a shop that prints only on request', () => {
  beforeEach(() => {
    desk.counter.settings.now = { ...desk.counter.settings.now, receipts: 'on-request' };
  });

  it('opens the drawer without feeding paper, and lists no open paper', async () => {
    const payment = await desk.payAndPrint();
    await expect.poll(() => desk.printedJobs).toEqual([{ pulses: 1, lines: 0 }]);
    expect(desk.listJobStates(payment, 'original')).toEqual(['skipped on-request']);
    expect(desk.printing.listUnprintedPapers()).toEqual([]);
    expect(desk.printing.listPaymentTapes(payment).map(({ kind }) => kind)).toEqual(['original']);
    expect(desk.printing.getPaymentTape(payment)?.ways).toEqual(['pdf', 'mail', 'code', 'none']);
  });

  it('prints the original on request, without opening the drawer again', async () => {
    const payment = await desk.payAndPrint();
    await expect.poll(() => desk.printedJobs.length).toBe(1);
    const [original] = desk.listJobs(payment);
    await desk.printing.retryJob(original?.id ?? '', null, ANA);
    await expect.poll(() => desk.listJobStates(payment, 'original')).toEqual(['printed']);
    expect(desk.printedJobs[1]?.pulses).toBe(0);
    expect(desk.printedJobs[1]?.lines).toBeGreaterThan(10);
  });

  it('opens the drawer with the original if the separate pulse could not be sent', async () => {
    desk.jobResults.push({ kind: 'refused', reason: 'cover-open' });
    const payment = await desk.payAndPrint();
    await expect.poll(() => desk.listJobStates(payment, 'drawer')).toEqual(['refused cover-open']);
    expect(desk.printing.getPaymentTape(payment)?.isDrawerKept).toBe(true);
    expect(desk.printing.listUnprintedPapers()).toEqual([]);
    const [original] = desk.listJobs(payment);
    await desk.printing.retryJob(original?.id ?? '', null, ANA);
    await expect.poll(() => desk.listJobStates(payment, 'original')).toEqual(['printed']);
    expect(desk.printedJobs.map(({ pulses }) => pulses)).toEqual([1, 1]);
  });

  it('sends no pulse without a drawer, and none for a payment without cash', async () => {
    const payment = await desk.payAndPrint({ cash: null, change: null });
    expect(desk.listJobs(payment).map(({ kind }) => kind)).toEqual(['original']);
    const { printer } = desk.counter.settings.now;
    if (printer?.kind !== 'network') throw new Error('no printer');
    const { drawer: _, ...printerWithoutDrawer } = printer;
    desk.counter.settings.now = { ...desk.counter.settings.now, printer: printerWithoutDrawer };
    const cashPayment = await desk.payAndPrint();
    expect(desk.listJobs(cashPayment).map(({ kind }) => kind)).toEqual(['original']);
    expect(desk.printedJobs).toEqual([]);
  });
});
