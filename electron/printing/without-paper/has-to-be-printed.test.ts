import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANA, type Desk, openDesk, readPdfText, refusal, WITH_PIN } from './desk.fixture.ts';

let desk: Desk;

beforeEach(async () => {
  desk = await openDesk();
});
afterEach(async () => await desk.end());

describe('what has to be on paper', () => {
  it.each(['cash-out', 'cancel'])('a %s is printed whatever the owner has set', async (kind) => {
    desk.counter.settings.now = { ...desk.counter.settings.now, receipts: 'on-request' };
    const payment = await desk.paid({ kind, cash: null, change: null, fee: null });
    expect(desk.stateOf(payment, 'original')).toEqual(['printed']);
    for (const way of ['pdf', 'mail', 'code', 'none'] as const) {
      expect(refusal(await desk.given(payment, way))).toEqual({
        kind: 'without-paper',
        reason: 'has-to-be-printed',
      });
    }
    expect(desk.printing.getPaymentTape(payment)).toMatchObject({
      ways: [],
      about: { isSlip: true },
    });
    expect(desk.files).toEqual([]);
  });

  it('a gift card is printed too; a file holds its code only if no paper did', async () => {
    desk.counter.settings.now = { ...desk.counter.settings.now, receipts: 'on-request' };
    const out = await desk.paid({ kind: 'gift-card', ticket_text: 'PIN 1234-5678' });
    expect(desk.stateOf(out, 'original')).toEqual(['printed']);
    expect(refusal(await desk.given(out, 'pdf'))).toMatchObject({ reason: 'has-to-be-printed' });
    desk.fates.push({ kind: 'refused', why: 'paper-out' });
    const card = await desk.paid({ kind: 'gift-card', ticket_text: 'PIN 8765-4321' });
    expect(desk.printing.getPaymentTape(card)?.ways).toEqual(['pdf', 'mail']);
    for (const way of ['code', 'none'] as const) {
      expect(refusal(await desk.given(card, way))).toMatchObject({ reason: 'has-to-be-printed' });
    }
    expect(await desk.given(card, 'pdf')).toMatchObject({ ok: true });
    const [file] = desk.files;
    expect(await readPdfText(file)).toContain('PIN 8765-4321');
    // Sealed in the ledger, as what was printed is.
    const kept = desk.counter.database
      .prepare("SELECT is_sealed FROM print_jobs WHERE intent_id = ? AND kind = 'pdf'")
      .get(card);
    expect(kept?.is_sealed).toBe(1);
    // Once more is somebody else's decision.
    expect(refusal(await desk.given(card, 'mail'))).toEqual({
      kind: 'not-allowed',
      needs: 'supervisor',
    });
    expect(await desk.given(card, 'mail', WITH_PIN)).toMatchObject({ ok: true });
    expect(
      desk.counter.database
        .prepare("SELECT count(*) AS n FROM audit WHERE kind = 'reprint-gift-card'")
        .get(),
    ).toMatchObject({ n: 1 });
  });

  it('requires a supervisor for a gift card whose paper is unconfirmed or whose customer has left', async () => {
    desk.fates.push({ kind: 'unconfirmed', why: 'silent' });
    const card = await desk.paid({ kind: 'gift-card', ticket_text: 'PIN 1' });
    expect(refusal(await desk.given(card, 'pdf'))).toMatchObject({ kind: 'not-allowed' });
    desk.fates.push({ kind: 'refused', why: 'paper-out' });
    const left = await desk.paid({ kind: 'gift-card', ticket_text: 'PIN 2' });
    desk.counter.viewer.now = { cashierId: 'luis', since: '', role: 'supervisor' };
    expect(refusal(await desk.given(left, 'mail'))).toMatchObject({ kind: 'not-allowed' });
    expect(desk.files).toEqual([]);
  });
});

describe('a card while its file is on the way', () => {
  const CARD = { kind: 'gift-card', ticket_text: 'PIN 1234-5678' };
  const refused = async (): Promise<{ readonly card: string; readonly original: string }> => {
    desk.fates.push({ kind: 'refused', why: 'paper-out' });
    const card = await desk.paid(CARD);
    const original = desk.jobs(card).find(({ kind }) => kind === 'original')?.id ?? '';
    return { card, original };
  };

  it.each(['pdf', 'mail'] as const)(
    'is not printed by anybody if the program ended while its %s left',
    async (way) => {
      const { card, original } = await refused();
      desk.whileLeaving = () => {
        throw new Error('the program ends here');
      };
      await expect(desk.given(card, way)).rejects.toThrow('ends here');
      expect(desk.stateOf(card, way)).toEqual(['skipped till-stopped']);
      expect(desk.stateOf(card, 'original')).toEqual(['refused paper-out']);
      expect(refusal(await desk.printing.retry(original, null, ANA))).toEqual({
        kind: 'not-allowed',
        needs: 'supervisor',
      });
      expect(await desk.printing.retry(original, WITH_PIN, ANA)).toMatchObject({ ok: true });
      await expect.poll(() => desk.stateOf(card, 'original')).toEqual(['printed']);
    },
  );

  it('stays where it is if its paper came out while a place was chosen', async () => {
    const { card, original } = await refused();
    desk.whileAsked = async () => {
      expect(await desk.printing.retry(original, null, ANA)).toMatchObject({ ok: true });
      await expect.poll(() => desk.stateOf(card, 'original')).toEqual(['printed']);
    };
    expect(refusal(await desk.given(card, 'pdf'))).toMatchObject({ reason: 'has-to-be-printed' });
    expect(desk.files).toEqual([]);
    expect(desk.stateOf(card, 'pdf')).toEqual([]);
  });

  it('needs a supervisor if it was given another way meanwhile', async () => {
    const { card } = await refused();
    desk.whileAsked = async () => {
      desk.whileAsked = () => {};
      expect(await desk.given(card, 'mail')).toMatchObject({ ok: true });
    };
    expect(refusal(await desk.given(card, 'pdf'))).toMatchObject({ kind: 'not-allowed' });
    expect(desk.files).toHaveLength(1);
  });

  it('stays where it is if the till locked, or was somebody else’s, when the place was chosen', async () => {
    const { card } = await refused();
    const now = { cashierId: 'ana', since: '', role: 'cashier' } as const;
    for (const present of [null, { ...now, cashierId: 'beto' }]) {
      desk.counter.viewer.now = now;
      desk.whileAsked = () => {
        desk.counter.viewer.now = present;
      };
      expect(refusal(await desk.given(card, 'pdf'))).toEqual({ kind: 'not-signed-in' });
    }
    expect(desk.files).toEqual([]);
    expect(desk.stateOf(card, 'pdf')).toEqual([]);
    // She signed out and in again: the card's customer may be gone.
    desk.whileAsked = () => {
      desk.counter.viewer.now = { ...now, since: '2026-01-15T16:42:08.000Z' };
    };
    desk.counter.viewer.now = now;
    expect(refusal(await desk.given(card, 'pdf'))).toMatchObject({ kind: 'not-allowed' });
    expect(desk.files).toEqual([]);
    // A session's beginning is told anew each time, and may differ by a moment.
    desk.whileAsked = () => {
      desk.counter.viewer.now = { ...now, since: '2026-01-15T16:42:06.999Z' };
    };
    desk.counter.viewer.now = now;
    expect(await desk.given(card, 'pdf')).toMatchObject({ ok: true });
  });
});

it('cards that cannot be opened take no other paper out of the lists', async () => {
  const made = await desk.paid({ kind: 'gift-card', ticket_text: 'PIN 1' });
  const other = await desk.paid();
  const sealed = desk.counter.pay({ kind: 'gift-card', ticket_text: 'PIN 2' });
  // As without the data key: neither a ticket nor kept lines can be read.
  desk.counter.database
    .prepare("UPDATE outcomes SET ticket_text = 'x' WHERE intent_id <> ?")
    .run(other);
  desk.counter.database
    .prepare("UPDATE print_jobs SET lines = x'00' WHERE intent_id = ?")
    .run(made);
  expect(await desk.counter.print(desk.printing, sealed)).toMatchObject({
    state: 'failed',
    lines: [],
  });
  expect(desk.printing.listRecentTapes(5).map(({ paymentId, ways }) => [paymentId, ways])).toEqual([
    [sealed, ['pdf', 'mail']],
    [other, ['pdf', 'mail', 'code']],
    [made, []],
  ]);
  expect(desk.printing.listPaymentTapes(made)).toMatchObject([
    { lines: [], about: { amount: {}, isSlip: false } },
  ]);
});
