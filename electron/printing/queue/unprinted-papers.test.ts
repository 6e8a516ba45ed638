import { afterEach, describe, expect, it } from 'vitest';
import {
  type Counter,
  openCounter,
  SHORT_TIMINGS,
  waitUntilPrintJobEnded,
} from '../printing.fixture.ts';

let counter: Counter;
afterEach(async () => await counter.end());

describe('the list of open papers', () => {
  it('has refused, failed and unconfirmed papers, the oldest first, with their payments', async () => {
    counter = await openCounter();
    const printing = counter.open();
    counter.printer.setCondition({ paper: 'out' });
    const refusedPayments = [
      counter.pay(),
      counter.pay({ biller_name: 'Telmex', amount: '150.00' }),
    ];
    for (const payment of refusedPayments) await counter.print(printing, payment);
    counter.printer.setCondition({ paper: 'in' });
    const printed = await counter.print(printing, counter.pay());
    counter.printer.setCondition({ faultAt: { after: 300, how: 'reset' } });
    const interruptedPayment = counter.pay();
    await counter.print(printing, interruptedPayment);
    expect(printed.state).toBe('printed');
    expect(printing.listUnprintedPapers()).toMatchObject([
      { paymentId: refusedPayments[0], kind: 'original', state: 'refused', reason: 'paper-out' },
      {
        paymentId: refusedPayments[1],
        billerName: 'Telmex',
        account: '**** 0007',
        amount: { amount: '150.00', currency: 'MXN' },
      },
      { paymentId: interruptedPayment, state: 'unconfirmed', reason: 'broke-off' },
    ]);
  });

  it('loses papers that are printed or set aside, and prints nothing else', async () => {
    counter = await openCounter();
    const printing = counter.open();
    counter.printer.setCondition({ cover: 'open' });
    const payments = [counter.pay(), counter.pay()];
    for (const payment of payments) await counter.print(printing, payment);
    counter.printer.setCondition({ cover: 'closed' });
    const [first, second] = printing.listUnprintedPapers();
    expect(await printing.retryJob(first?.jobId ?? '', null, null)).toMatchObject({ ok: true });
    expect((await waitUntilPrintJobEnded(printing, payments[0] ?? '')).state).toBe('printed');
    expect(printing.listUnprintedPapers()).toMatchObject([{ jobId: second?.jobId }]);
    const skipped = printing.skipJob(second?.jobId ?? '');
    expect(skipped).toMatchObject({ ok: true, value: { state: 'skipped', reason: 'cover-open' } });
    expect(printing.listUnprintedPapers()).toEqual([]);
    // A skipped paper is not printed automatically, and cannot be skipped twice.
    expect(printing.skipJob(second?.jobId ?? '')).toEqual({
      ok: false,
      problem: { kind: 'payment-state', state: 'skipped', until: null },
    });
    expect(printing.skipJob('nothing')).toEqual({
      ok: false,
      problem: { kind: 'not-found', what: 'print-job' },
    });
    expect(counter.printer.jobs).toHaveLength(1);
  });

  it('has no test pages', async () => {
    counter = await openCounter();
    const printing = counter.open(SHORT_TIMINGS);
    counter.printer.setCondition({ isSilent: true });
    const testPage = printing.printTestPage('ana');
    const jobId = testPage.ok ? testPage.value.jobId : '';
    await expect
      .poll(() => printing.getJobTape(jobId))
      .toMatchObject({ value: { state: 'failed' } });
    expect(printing.listUnprintedPapers()).toEqual([]);
  });
});
