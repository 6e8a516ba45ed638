import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANA, type Desk, getProblem, openDesk, readPdfText, WITH_PIN } from './desk.fixture.ts';

let desk: Desk;

beforeEach(async () => {
  desk = await openDesk();
});
afterEach(async () => await desk.end());

describe('a receipt that must be on paper', () => {
  it.each(['cash-out', 'cancel'])(
    'prints the receipt for a %s even if the shop prints only on request',
    async (kind) => {
      desk.counter.settings.now = { ...desk.counter.settings.now, receipts: 'on-request' };
      const payment = await desk.payAndPrint({ kind, cash: null, change: null, fee: null });
      expect(desk.listJobStates(payment, 'original')).toEqual(['printed']);
      for (const way of ['pdf', 'mail', 'code', 'none'] as const) {
        expect(getProblem(await desk.deliver(payment, way))).toEqual({
          kind: 'without-paper',
          reason: 'has-to-be-printed',
        });
      }
      expect(desk.printing.getPaymentTape(payment)).toMatchObject({
        ways: [],
        about: { isSlip: true },
      });
      expect(desk.files).toEqual([]);
    },
  );

  it('prints the receipt for a gift card, and delivers it as a file only if its paper was not printed', async () => {
    desk.counter.settings.now = { ...desk.counter.settings.now, receipts: 'on-request' };
    const printedCard = await desk.payAndPrint({ kind: 'gift-card', ticket_text: 'PIN 1234-5678' });
    expect(desk.listJobStates(printedCard, 'original')).toEqual(['printed']);
    expect(getProblem(await desk.deliver(printedCard, 'pdf'))).toMatchObject({
      reason: 'has-to-be-printed',
    });
    desk.jobResults.push({ kind: 'refused', reason: 'paper-out' });
    const card = await desk.payAndPrint({ kind: 'gift-card', ticket_text: 'PIN 8765-4321' });
    expect(desk.printing.getPaymentTape(card)?.ways).toEqual(['pdf', 'mail']);
    for (const way of ['code', 'none'] as const) {
      expect(getProblem(await desk.deliver(card, way))).toMatchObject({
        reason: 'has-to-be-printed',
      });
    }
    expect(await desk.deliver(card, 'pdf')).toMatchObject({ ok: true });
    const [file] = desk.files;
    expect(await readPdfText(file)).toContain('PIN 8765-4321');
    // Sealed in the ledger, like a printed paper.
    const row = desk.counter.database
      .prepare("SELECT is_sealed FROM print_jobs WHERE intent_id = ? AND kind = 'pdf'")
      .get(card);
    expect(row?.is_sealed).toBe(1);
    // A second delivery needs a supervisor.
    expect(getProblem(await desk.deliver(card, 'mail'))).toEqual({
      kind: 'not-allowed',
      needs: 'supervisor',
    });
    expect(await desk.deliver(card, 'mail', WITH_PIN)).toMatchObject({ ok: true });
    expect(
      desk.counter.database
        .prepare("SELECT count(*) AS n FROM audit WHERE kind = 'reprint-gift-card'")
        .get(),
    ).toMatchObject({ n: 1 });
  });

  it('needs a supervisor for a gift card whose paper is unconfirmed or that another cashier sold', async () => {
    desk.jobResults.push({ kind: 'unconfirmed', reason: 'silent' });
    const card = await desk.payAndPrint({ kind: 'gift-card', ticket_text: 'PIN 1' });
    expect(getProblem(await desk.deliver(card, 'pdf'))).toMatchObject({ kind: 'not-allowed' });
    desk.jobResults.push({ kind: 'refused', reason: 'paper-out' });
    const otherCard = await desk.payAndPrint({ kind: 'gift-card', ticket_text: 'PIN 2' });
    desk.counter.viewer.now = { cashierId: 'luis', signedInAt: '', role: 'supervisor' };
    expect(getProblem(await desk.deliver(otherCard, 'mail'))).toMatchObject({
      kind: 'not-allowed',
    });
    expect(desk.files).toEqual([]);
  });
});

describe('a gift card during the delivery of its file', () => {
  const CARD = { kind: 'gift-card', ticket_text: 'PIN 1234-5678' };
  const sellRefusedCard = async (): Promise<{
    readonly card: string;
    readonly original: string;
  }> => {
    desk.jobResults.push({ kind: 'refused', reason: 'paper-out' });
    const card = await desk.payAndPrint(CARD);
    const original = desk.listJobs(card).find(({ kind }) => kind === 'original')?.id ?? '';
    return { card, original };
  };

  it.each(['pdf', 'mail'] as const)(
    'needs a supervisor to be printed if the program ended while its %s was sent',
    async (way) => {
      const { card, original } = await sellRefusedCard();
      desk.onSending = () => {
        throw new Error('the program ends here');
      };
      await expect(desk.deliver(card, way)).rejects.toThrow('ends here');
      expect(desk.listJobStates(card, way)).toEqual(['skipped till-stopped']);
      expect(desk.listJobStates(card, 'original')).toEqual(['refused paper-out']);
      expect(getProblem(await desk.printing.retryJob(original, null, ANA))).toEqual({
        kind: 'not-allowed',
        needs: 'supervisor',
      });
      expect(await desk.printing.retryJob(original, WITH_PIN, ANA)).toMatchObject({ ok: true });
      await expect.poll(() => desk.listJobStates(card, 'original')).toEqual(['printed']);
    },
  );

  it('does not deliver a gift card as a file if its paper was printed while the dialog was open', async () => {
    const { card, original } = await sellRefusedCard();
    desk.onDialogOpen = async () => {
      expect(await desk.printing.retryJob(original, null, ANA)).toMatchObject({ ok: true });
      await expect.poll(() => desk.listJobStates(card, 'original')).toEqual(['printed']);
    };
    expect(getProblem(await desk.deliver(card, 'pdf'))).toMatchObject({
      reason: 'has-to-be-printed',
    });
    expect(desk.files).toEqual([]);
    expect(desk.listJobStates(card, 'pdf')).toEqual([]);
  });

  it('needs a supervisor if it was delivered by another method meanwhile', async () => {
    const { card } = await sellRefusedCard();
    desk.onDialogOpen = async () => {
      desk.onDialogOpen = () => {};
      expect(await desk.deliver(card, 'mail')).toMatchObject({ ok: true });
    };
    expect(getProblem(await desk.deliver(card, 'pdf'))).toMatchObject({ kind: 'not-allowed' });
    expect(desk.files).toHaveLength(1);
  });

  it('does not deliver a gift card as a file if the till was locked or another cashier signed in while the dialog was open', async () => {
    const { card } = await sellRefusedCard();
    const ana = { cashierId: 'ana', signedInAt: '', role: 'cashier' } as const;
    for (const viewer of [null, { ...ana, cashierId: 'beto' }]) {
      desk.counter.viewer.now = ana;
      desk.onDialogOpen = () => {
        desk.counter.viewer.now = viewer;
      };
      expect(getProblem(await desk.deliver(card, 'pdf'))).toEqual({ kind: 'not-signed-in' });
    }
    expect(desk.files).toEqual([]);
    expect(desk.listJobStates(card, 'pdf')).toEqual([]);
    // The cashier signed out and in again: the customer of the card may have left.
    desk.onDialogOpen = () => {
      desk.counter.viewer.now = { ...ana, signedInAt: '2026-01-15T16:42:08.000Z' };
    };
    desk.counter.viewer.now = ana;
    expect(getProblem(await desk.deliver(card, 'pdf'))).toMatchObject({ kind: 'not-allowed' });
    expect(desk.files).toEqual([]);
    // The start of a session is computed at each call, and may differ by a millisecond.
    desk.onDialogOpen = () => {
      desk.counter.viewer.now = { ...ana, signedInAt: '2026-01-15T16:42:06.999Z' };
    };
    desk.counter.viewer.now = ana;
    expect(await desk.deliver(card, 'pdf')).toMatchObject({ ok: true });
  });
});

it('lists other papers although gift cards cannot be decrypted', async () => {
  const printedCard = await desk.payAndPrint({ kind: 'gift-card', ticket_text: 'PIN 1' });
  const bill = await desk.payAndPrint();
  const failedCard = desk.counter.pay({ kind: 'gift-card', ticket_text: 'PIN 2' });
  // As without the data key: neither the ticket nor the stored lines can be read.
  desk.counter.database
    .prepare("UPDATE outcomes SET ticket_text = 'x' WHERE intent_id <> ?")
    .run(bill);
  desk.counter.database
    .prepare("UPDATE print_jobs SET lines = x'00' WHERE intent_id = ?")
    .run(printedCard);
  expect(await desk.counter.print(desk.printing, failedCard)).toMatchObject({
    state: 'failed',
    lines: [],
  });
  expect(desk.printing.listRecentTapes(5).map(({ paymentId, ways }) => [paymentId, ways])).toEqual([
    [failedCard, ['pdf', 'mail']],
    [bill, ['pdf', 'mail', 'code']],
    [printedCard, []],
  ]);
  expect(desk.printing.listPaymentTapes(printedCard)).toMatchObject([
    { lines: [], about: { amount: {}, isSlip: false } },
  ]);
});
