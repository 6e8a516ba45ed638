import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, ok } from '../../../shared/contract/index.ts';
import { readPrintJobBytes } from '../queue/index.ts';
import { ANA, type Desk, getProblem, openDesk, readPdfText } from './desk.fixture.ts';

let desk: Desk;

beforeEach(async () => {
  desk = await openDesk();
});
afterEach(async () => await desk.end());

describe('a receipt that is delivered without paper', () => {
  it('delivers a receipt as a PDF with every line of the paper and the service’s text unchanged, and stores its bytes', async () => {
    const payment = await desk.payAndPrint();
    expect(await desk.deliver(payment, 'pdf')).toEqual(ok({ kind: 'saved', name: 'recibo.pdf' }));
    const [file] = desk.files;
    expect(file?.name).toMatch(/^2026-01-15_10-42-07_copia_[0-9a-f]{8}\.pdf$/);
    expect(await readPdfText(file)).toMatch(/COPIA[\s\S]*Pago realizado\n {2}Auth: 1569455271/);
    const job = desk.listJobs(payment).find(({ kind }) => kind === 'pdf');
    expect(job).toMatchObject({ state: 'printed', cashierId: 'ana', model: 'pdf' });
    expect(Buffer.from(readPrintJobBytes(desk.counter.database, job?.id ?? '') ?? [])).toEqual(
      Buffer.from(file?.bytes ?? []),
    );
    // The original was printed too, and stays printed.
    expect(desk.listJobStates(payment, 'original')).toEqual(['printed']);
    expect(desk.printing.getPaymentTape(payment)).toMatchObject({
      given: ['pdf'],
      ways: ['pdf', 'mail', 'code'],
    });
  });

  it('replaces a refused paper as the original, so that no paper is open', async () => {
    desk.jobResults.push({ kind: 'refused', reason: 'paper-out' });
    const payment = await desk.payAndPrint();
    expect(desk.printing.listUnprintedPapers()).toHaveLength(1);
    await desk.deliver(payment, 'pdf');
    expect(desk.files[0]?.name).toContain('_ticket_');
    expect(desk.listJobStates(payment, 'original')).toEqual(['skipped given-pdf']);
    expect(desk.printing.listUnprintedPapers()).toEqual([]);
    // From now on only a copy can be printed.
    const original = desk.listJobs(payment).find(({ kind }) => kind === 'original');
    expect(getProblem(await desk.printing.retryJob(original?.id ?? '', null, ANA))).toMatchObject({
      kind: 'payment-state',
      state: 'skipped',
    });
    expect(await desk.printing.printCopy(payment, ANA, null)).toMatchObject({
      value: { kind: 'copy' },
    });
  });

  it('lists a paper as not out from the print queue until it is out', async () => {
    const payment = desk.counter.pay();
    desk.printing.enqueuePaymentPaper(payment, 'original', ANA.id);
    expect(desk.printing.listUnprintedPapers()).toMatchObject([{ state: 'waiting' }]);
    desk.printing.wake();
    await expect.poll(() => desk.listJobStates(payment, 'original')).toEqual(['printed']);
    expect(desk.printing.listUnprintedPapers()).toEqual([]);
  });

  it('records a receipt as declined, and can still print it as the original', async () => {
    desk.jobResults.push({ kind: 'refused', reason: 'cover-open' });
    const payment = await desk.payAndPrint();
    expect(await desk.deliver(payment, 'none')).toEqual(ok({ kind: 'noted' }));
    expect(desk.listJobStates(payment, 'none')).toEqual(['skipped given-none']);
    const original = desk.listJobs(payment).find(({ kind }) => kind === 'original');
    expect(original).toMatchObject({ state: 'skipped', reason: 'given-none' });
    expect(await desk.printing.retryJob(original?.id ?? '', null, ANA)).toMatchObject({
      value: { kind: 'original', state: 'waiting' },
    });
    await expect.poll(() => desk.listJobStates(payment, 'original')).toEqual(['printed']);
    expect(getProblem(await desk.deliver(payment, 'none'))).toMatchObject({
      kind: 'without-paper',
    });
  });

  it('leaves the paper open if the delivery was cancelled or failed', async () => {
    desk.jobResults.push({ kind: 'refused', reason: 'paper-out' });
    const payment = await desk.payAndPrint();
    desk.outcome = ok({ kind: 'cancelled' });
    expect(await desk.deliver(payment, 'pdf')).toEqual(desk.outcome);
    expect(desk.listJobs(payment).map(({ kind }) => kind)).toEqual(['original']);
    desk.outcome = fail({ kind: 'without-paper', reason: 'no-mail-program' });
    expect(await desk.deliver(payment, 'mail')).toEqual(desk.outcome);
    expect(desk.listJobStates(payment, 'mail')).toEqual(['skipped error']);
    expect(desk.printing.listUnprintedPapers()).toHaveLength(1);
    expect(desk.printing.getPaymentTape(payment)?.given).toEqual([]);
  });

  it('makes the paper open again if the mail program turns out to have opened no message', async () => {
    desk.jobResults.push({ kind: 'refused', reason: 'paper-out' });
    const payment = await desk.payAndPrint({ cash: null, change: null });
    const open = desk.printing.listUnprintedPapers();
    await desk.deliver(payment, 'mail');
    expect(desk.printing.listUnprintedPapers()).toEqual([]);
    desk.reportMailFailure();
    expect(desk.listJobStates(payment, 'mail')).toEqual(['skipped error']);
    expect(desk.printing.listUnprintedPapers()).toEqual(open);
    expect(desk.printing.getPaymentTape(payment)).toMatchObject({ given: [], state: 'refused' });
    // Not if the receipt was delivered by another method meanwhile.
    await desk.deliver(payment, 'mail');
    await desk.deliver(payment, 'code');
    desk.reportMailFailure();
    expect(desk.listJobStates(payment, 'original')).toEqual(['skipped given-code']);
    expect(desk.printing.getPaymentTape(payment)?.given).toEqual(['code']);
    await desk.deliver(payment, 'mail');
    desk.reportMailFailure();
    expect(desk.listJobStates(payment, 'original')).toEqual(['skipped given-code']);
  });

  it('records a receipt without paper before it is sent, and counts it as delivered if the program ends then', async () => {
    desk.jobResults.push({ kind: 'refused', reason: 'paper-out' });
    const payment = await desk.payAndPrint();
    let statesWhileSending: string[] = [];
    desk.onSending = () => {
      statesWhileSending = desk.listJobStates(payment, 'pdf');
      throw new Error('the program ends here');
    };
    await expect(desk.deliver(payment, 'pdf')).rejects.toThrow('ends here');
    expect(statesWhileSending).toEqual(['skipped till-stopped']);
    expect(desk.printing.getPaymentTape(payment)?.given).toEqual(['pdf']);
    desk.onSending = () => {};
    await desk.deliver(payment, 'pdf');
    expect(desk.files[0]?.name).toContain('_copia_');
  });

  it('rejects a delivery without paper while the paper is waiting, and for an unpaid or missing payment', async () => {
    const open = desk.counter.pay({ state: 'unknown', ticket_text: null, authorization: null });
    expect(getProblem(await desk.deliver(open, 'pdf'))).toMatchObject({ kind: 'payment-state' });
    const waitingPayment = desk.counter.pay();
    desk.counter.database.commit(() =>
      desk.printing.enqueuePaymentPaper(waitingPayment, 'original', 'ana'),
    );
    expect(getProblem(await desk.deliver(waitingPayment, 'code'))).toMatchObject({
      kind: 'payment-state',
      state: 'waiting',
    });
    expect(getProblem(await desk.deliver('nobody', 'pdf'))).toMatchObject({ kind: 'not-found' });
    expect(desk.files).toEqual([]);
  });
});

it('does not deliver a file rendered as the original if the paper was printed meanwhile', async () => {
  desk.jobResults.push({ kind: 'refused', reason: 'paper-out' });
  const payment = await desk.payAndPrint();
  const original = desk.listJobs(payment).find(({ kind }) => kind === 'original')?.id ?? '';
  desk.onDialogOpen = async () => {
    await desk.printing.retryJob(original, null, ANA);
    await expect.poll(() => desk.listJobStates(payment, 'original')).toEqual(['printed']);
  };
  expect(getProblem(await desk.deliver(payment, 'pdf'))).toMatchObject({ kind: 'payment-state' });
  desk.onDialogOpen = () => {};
  await desk.deliver(payment, 'pdf');
  expect(desk.files.map(({ name }) => /_(ticket|copia)_/.exec(name)?.[1])).toEqual(['copia']);
});
