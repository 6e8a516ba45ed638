import { afterEach, describe, expect, it } from 'vitest';
import { type Counter, ended, HASTY, openCounter } from '../printing.fixture.ts';

let counter: Counter;
afterEach(async () => await counter.end());

describe('papers that are still to be printed', () => {
  it('are those that were refused, failed or are not known, the oldest first, with what they are of', async () => {
    counter = await openCounter();
    const printing = counter.open();
    counter.printer.setCondition({ paper: 'out' });
    const refused = [counter.pay(), counter.pay({ biller_name: 'Telmex', amount: '150.00' })];
    for (const payment of refused) await counter.print(printing, payment);
    counter.printer.setCondition({ paper: 'in' });
    const printed = await counter.print(printing, counter.pay());
    counter.printer.setCondition({ faultAt: { after: 300, how: 'reset' } });
    const half = counter.pay();
    await counter.print(printing, half);
    expect(printed.state).toBe('printed');
    expect(printing.listOpenPapers()).toMatchObject([
      { paymentId: refused[0], kind: 'original', state: 'refused', reason: 'paper-out' },
      {
        paymentId: refused[1],
        billerName: 'Telmex',
        account: '**** 0007',
        amount: { amount: '150.00', currency: 'MXN' },
      },
      { paymentId: half, state: 'unconfirmed', reason: 'broke-off' },
    ]);
  });

  it('leave the list when they are printed, answered or set aside, and nothing else is printed', async () => {
    counter = await openCounter();
    const printing = counter.open();
    counter.printer.setCondition({ cover: 'open' });
    const payments = [counter.pay(), counter.pay()];
    for (const payment of payments) await counter.print(printing, payment);
    counter.printer.setCondition({ cover: 'closed' });
    const [first, second] = printing.listOpenPapers();
    expect(await printing.retry(first?.jobId ?? '', null, null)).toMatchObject({ ok: true });
    expect((await ended(printing, payments[0] ?? '')).state).toBe('printed');
    expect(printing.listOpenPapers()).toMatchObject([{ jobId: second?.jobId }]);
    const aside = printing.setAside(second?.jobId ?? '');
    expect(aside).toMatchObject({ ok: true, value: { state: 'skipped', reason: 'cover-open' } });
    expect(printing.listOpenPapers()).toEqual([]);
    // Who was told that nobody needs it prints it no more by itself, and is not told twice.
    expect(printing.setAside(second?.jobId ?? '')).toEqual({
      ok: false,
      problem: { kind: 'payment-state', state: 'skipped', until: null },
    });
    expect(printing.setAside('nothing')).toEqual({
      ok: false,
      problem: { kind: 'not-found', what: 'print-job' },
    });
    expect(counter.printer.jobs).toHaveLength(1);
  });

  it('are no test pages, and none that has been printed', async () => {
    counter = await openCounter();
    const printing = counter.open(HASTY);
    counter.printer.setCondition({ isSilent: true });
    const test = printing.testPrint('ana');
    const jobId = test.ok ? test.value.jobId : '';
    await expect
      .poll(() => printing.getJobTape(jobId))
      .toMatchObject({ value: { state: 'failed' } });
    expect(printing.listOpenPapers()).toEqual([]);
  });
});
