import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, type Tape } from '../../../shared/contract/index.ts';
import { createRowReader } from '../../ledger/index.ts';
import { ANA, type ClaimsFixture, createTestClaims, KEY_PAIR, LUIS } from './claims.fixture.ts';
import { verifyEvidence } from './evidence-code.ts';

const DAY_MS = 86_400_000;

function createReceiptTape(text: string): Tape {
  const run = { text, bold: false, double: 'no', inverse: false } as const;
  return {
    jobId: 'job',
    paymentId: 'payment',
    kind: 'original',
    columns: 42,
    lines: [{ kind: 'text', align: 'left', runs: [run] }],
    state: 'printed',
    reason: null,
    ticketText: 'none',
    codeText: null,
    isTicketCut: false,
    isWithheld: false,
    isDrawerKept: false,
    isOnScreen: false,
    sentShare: null,
    about: null,
    ways: [],
    canShowWhatsAppCode: false,
    given: [],
    createdAt: '2026-01-15T16:00:00Z',
  };
}

let fixture: ClaimsFixture;
beforeEach(() => {
  fixture = createTestClaims();
});
afterEach(() => {
  fixture.counter.close();
});

async function openClaim(followUpInDays: 1 | 3 | 7 = 3) {
  const payment = await fixture.pay();
  const opened = fixture.claims.open(
    { paymentId: payment.id, note: 'La empresa no lo ve', followUpInDays },
    ANA,
  );
  if (!opened.ok) throw new Error(JSON.stringify(opened.problem));
  return { payment, claim: opened.value };
}

const listAuditKinds = () =>
  fixture.counter.database
    .prepare(
      "SELECT kind FROM audit WHERE kind LIKE 'claim%' OR kind LIKE 'evidence%' ORDER BY number",
    )
    .all()
    .map((row) => createRowReader(row).text('kind'));

describe('a claim', () => {
  it('opens a claim with a note and a day, and records it', async () => {
    const { payment, claim } = await openClaim();
    // The test clock starts on 15 January 2026, in the morning of Mexico.
    expect(claim).toMatchObject({
      number: 1,
      paymentId: payment.id,
      state: 'open',
      followUpOn: '2026-01-18',
      isDue: false,
      isTimeUncertain: false,
      entries: [{ by: 'Ana', note: 'La empresa no lo ve', state: 'open', approvedBy: null }],
    });
    expect(fixture.claims.ofPayment({ paymentId: payment.id })).toMatchObject({
      value: { id: claim.id },
    });
    expect(listAuditKinds()).toEqual(['claim-opened']);
  });

  it('refuses a second open claim of a payment', async () => {
    const { payment } = await openClaim();
    const input = { paymentId: payment.id, note: 'otra vez', followUpInDays: 1 } as const;
    expect(fixture.claims.open(input, ANA)).toEqual(
      fail({ kind: 'claim', reason: 'open-already' }),
    );
    expect(fixture.claims.open({ ...input, paymentId: 'none' }, ANA)).toEqual(
      fail({ kind: 'not-found', what: 'payment' }),
    );
  });

  it('makes a claim due on its day, and moves the day with a new entry', async () => {
    const { claim } = await openClaim(1);
    expect(fixture.claims.getStatus()).toEqual({ open: 1, due: 0, isTimeUncertain: false });
    await fixture.counter.advance(DAY_MS);
    expect(fixture.claims.getStatus()).toEqual({ open: 1, due: 1, isTimeUncertain: false });
    const noted = fixture.claims.addEntry(
      { claimId: claim.id, note: 'Piden una semana', followUpInDays: 7 },
      LUIS,
    );
    expect(noted).toMatchObject({ value: { followUpOn: '2026-01-23', isDue: false } });
    expect(fixture.claims.getStatus().due).toBe(0);
  });

  it('closes a claim once, and opens another one for the same payment', async () => {
    const { payment, claim } = await openClaim();
    const closing = { claimId: claim.id, state: 'resolved', note: 'Se abonó' } as const;
    expect(fixture.claims.close(closing, ANA, LUIS)).toMatchObject({
      value: { state: 'resolved', isDue: false, entries: [{}, { approvedBy: 'Luis' }] },
    });
    const closed = fail({ kind: 'claim', reason: 'closed' });
    expect(fixture.claims.close(closing, ANA, LUIS)).toEqual(closed);
    expect(
      fixture.claims.addEntry({ claimId: claim.id, note: 'algo', followUpInDays: 1 }, ANA),
    ).toEqual(closed);
    expect(fixture.claims.getStatus().open).toBe(0);
    fixture.claims.open({ paymentId: payment.id, note: 'Otra vez', followUpInDays: 1 }, ANA);
    expect(fixture.claims.list()).toMatchObject({
      value: {
        claims: [
          { number: 2, state: 'open' },
          { number: 1, state: 'resolved' },
        ],
      },
    });
    expect(listAuditKinds()).toEqual(['claim-opened', 'claim-closed', 'claim-opened']);
  });
});

describe('the sheet of a claim', () => {
  it('quotes the printed receipt, and never that of a gift card', async () => {
    const { payment, claim } = await openClaim();
    fixture.papers = [createReceiptTape('Código   AB12')];
    await fixture.claims.printSheet({ claimId: claim.id }, ANA);
    expect(readSheetText()).toContain('| Código AB12');
    fixture.counter.database.commit(() =>
      fixture.counter.database
        .prepare("UPDATE intents SET kind = 'gift-card' WHERE id = ?")
        .run(payment.id),
    );
    await fixture.claims.printSheet({ claimId: claim.id }, ANA);
    expect(readSheetText()).not.toContain('AB12');
  });

  const readSheet = () => fixture.printed.at(-1)?.lines ?? [];
  const readSheetText = () => JSON.stringify(readSheet());

  it('prints what was sent and answered, whom to call and by when, with a valid code', async () => {
    const { payment, claim } = await openClaim();
    expect(await fixture.claims.printSheet({ claimId: claim.id }, LUIS)).toEqual({
      ok: true,
      value: { jobId: 'job-1' },
    });
    const text = readSheetText();
    for (const part of [
      payment.externalId,
      payment.authorization ?? 'no authorization',
      payment.accountShown,
      'La empresa no lo ve',
      'hecho',
      '800 111 1111',
      '18/01/2026',
    ]) {
      expect(text).toContain(part);
    }
    const code = readSheet().find((line) => line.kind === 'code');
    const verdict = verifyEvidence(Buffer.from(code?.text ?? ''), [KEY_PAIR.publicKey]);
    expect(verdict).toMatchObject({
      kind: 'valid',
      facts: { till: 'mostrador 07', payment: payment.externalId, outcome: 'paid' },
    });
    expect(listAuditKinds()).toEqual(['claim-opened', 'claim-printed']);
  });

  it('saves the sheet as a PDF file whose text the code covers', async () => {
    const { claim } = await openClaim();
    await fixture.claims.saveSheet({ claimId: claim.id }, ANA);
    const [file] = fixture.saved;
    expect(file?.name).toBe('reclamo-1.pdf');
    const verdict = verifyEvidence(file?.bytes ?? Buffer.alloc(0), [KEY_PAIR.publicKey]);
    expect(verdict.kind === 'valid' ? verdict.sheetText : verdict.kind).toContain(
      'La empresa no lo ve',
    );
    expect(listAuditKinds()).toEqual(['claim-opened', 'claim-saved']);
  });

  it('makes no sheet while the till cannot open its keys', async () => {
    const { claim } = await openClaim();
    const locked = fail({ kind: 'data-key', reason: 'missing' } as const);
    fixture.keyPair = locked;
    expect(await fixture.claims.printSheet({ claimId: claim.id }, ANA)).toEqual(locked);
    expect(fixture.printed).toEqual([]);
    expect(listAuditKinds()).toEqual(['claim-opened']);
  });

  it('prints that the time is in doubt if the clocks disagree', async () => {
    const { claim } = await openClaim();
    fixture.serviceClock = { serviceTime: null, isServiceTimeDisputed: true };
    await fixture.claims.printSheet({ claimId: claim.id }, ANA);
    expect(readSheetText()).toContain('HORA EN DUDA');
  });

  it('prints and saves the public key', async () => {
    await fixture.claims.printKey(LUIS);
    expect(readSheetText()).toContain(KEY_PAIR.publicKey.text);
    await fixture.claims.saveKey(LUIS);
    expect(Buffer.from(fixture.saved[0]?.bytes ?? []).toString()).toBe(
      `mostrador 07: ${KEY_PAIR.publicKey.text}\n`,
    );
    expect(listAuditKinds()).toEqual(['evidence-key-printed', 'evidence-key-saved']);
  });
});
