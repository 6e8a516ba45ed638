import { describe, expect, it } from 'vitest';
import type { Payment, PaymentState } from '../../../../shared/contract/index.ts';
import { PAYMENT_STATES } from '../../../../shared/rules/index.ts';
import type { Intent, PaymentRecord } from '../../../ledger/index.ts';
import { createIntent, createOutcome, createRecord } from '../outcome/records.fixture.ts';
import { getHandOver, getToConfirm, hasTicketText } from './hand-over.ts';

const RELEASE = { releasedAt: '2026-03-01T18:10:00.000Z', handedAt: null };
const HANDED = { releasedAt: null, handedAt: '2026-03-01T18:11:00.000Z' };

interface HandOverCase {
  readonly state?: PaymentState;
  readonly paper?: Payment['paper'];
  readonly ticketText?: string | null;
  readonly handOver?: { readonly releasedAt: string | null; readonly handedAt: string | null };
  readonly isRefunded?: boolean;
}

function readHandOver(
  kind: Intent['kind'],
  {
    state = 'paid',
    paper = 'printed',
    ticketText = 'PAID',
    handOver,
    isRefunded = false,
  }: HandOverCase = {},
) {
  const record = createRecord({
    intent: createIntent({ kind }),
    outcome: createOutcome({ ticketText }),
    handOver: (handOver ?? null) as PaymentRecord['handOver'],
    refund: (isRefunded ? {} : null) as PaymentRecord['refund'],
  });
  return getHandOver(record, state, paper);
}

describe('the money that a customer gets', () => {
  it.each([
    ['bill', 'none'],
    ['top-up', 'none'],
    ['gift-card', 'none'],
    ['cash-out', 'now'],
    ['cancel', 'now'],
  ] as const)('hands over money of a performed %s: %s', (kind, expected) => {
    expect(readHandOver(kind)).toBe(expected);
  });

  it.each([
    ['sending', 'not-yet'],
    ['unknown', 'not-yet'],
    ['unclear', 'not-yet'],
    ['paid', 'now'],
    ['by-hand-paid', 'now'],
    ['rejected', 'never'],
    ['not-performed', 'never'],
    ['by-hand-not-paid', 'never'],
  ] as const)('hands over money of a cash-out that is %s: %s', (state, expected) => {
    expect(readHandOver('cash-out', { state })).toBe(expected);
    expect(readHandOver('cancel', { state })).toBe(expected);
  });

  it('hands over the money of a cash-out only on its printed slip with its text', () => {
    expect(readHandOver('cash-out', { paper: 'waiting' })).toBe('paper-first');
    expect(readHandOver('cash-out', { ticketText: null })).toBe('paper-first');
    expect(readHandOver('cash-out', { ticketText: '' })).toBe('paper-first');
  });

  it('hands over the money of a cancel without paper, and that which a supervisor released', () => {
    expect(readHandOver('cancel', { paper: 'waiting', ticketText: null })).toBe('now');
    expect(readHandOver('cash-out', { paper: 'waiting', handOver: RELEASE })).toBe('now');
    expect(readHandOver('cash-out', { ticketText: null, handOver: RELEASE })).toBe('now');
  });

  it('hands over no money a second time, and none that the bank took back before', () => {
    expect(readHandOver('cash-out', { handOver: HANDED })).toBe('done');
    expect(readHandOver('cash-out', { handOver: HANDED, isRefunded: true })).toBe('done');
    expect(readHandOver('cash-out', { isRefunded: true })).toBe('never');
    expect(readHandOver('cash-out', { handOver: RELEASE, isRefunded: true })).toBe('never');
  });

  it('takes an empty ticket text for none', () => {
    const hasText = (ticketText: string | null) =>
      hasTicketText({ outcome: createOutcome({ ticketText }) });
    expect([hasText(null), hasText(''), hasText('PAID')]).toEqual([false, false, true]);
  });
});

describe('what is to confirm of a payment that nobody has on the screen', () => {
  const confirm = (changes: Partial<PaymentRecord>, kind: Intent['kind'] = 'bill') =>
    getToConfirm(
      createRecord({
        intent: createIntent({ kind }),
        outcome: createOutcome({ state: 'paid' }),
        basket: null,
        originalJobState: null,
        isCodeMissing: false,
        ...changes,
      }),
    );
  const SEEN = createOutcome({ state: 'paid', seenAt: '2026-03-01T18:10:00.000Z' });

  it.each(PAYMENT_STATES.filter((state) => state !== 'sending'))(
    'asks about an outcome once it is certain: %s',
    (state) => {
      const isOpen = state === 'unknown' || state === 'unclear';
      const isStatePaid = state === 'paid' || state === 'by-hand-paid';
      const expected = isStatePaid ? 'paid' : 'not-paid';
      expect(confirm({ outcome: createOutcome({ state }) })).toBe(isOpen ? 'none' : expected);
    },
  );

  it('asks about a seen outcome only if its gift card has no code', () => {
    expect(confirm({ outcome: SEEN })).toBe('none');
    expect(confirm({ outcome: SEEN, isCodeMissing: true })).toBe('no-code');
    expect(confirm({ isCodeMissing: true })).toBe('paid');
  });

  it('leaves the items of a basket to their basket', () => {
    const basket = { id: 'basket', position: 1 } as unknown as PaymentRecord['basket'];
    expect(confirm({ basket })).toBe('none');
    expect(confirm({ basket, outcome: createOutcome({ state: 'rejected' }) })).toBe('none');
    expect(confirm({ basket, outcome: SEEN, isCodeMissing: true })).toBe('no-code');
  });

  it('leaves money to hand over to its hand-over once its slip is queued', () => {
    for (const kind of ['cash-out', 'cancel'] as const) {
      expect(confirm({ originalJobState: 'printed' }, kind)).toBe('none');
      expect(confirm({ originalJobState: null }, kind)).toBe('paid');
    }
    expect(confirm({ originalJobState: 'printed' }, 'bill')).toBe('paid');
  });
});
