import { describe, expect, it } from 'vitest';
import { OUTCOME_STATES } from '../../../../shared/rules/index.ts';
import type { MoneyAnswer } from '../../../service/index.ts';
import {
  getOutcomeFromAnswer,
  getStrongestEvidence,
  INITIAL_OUTCOME,
  isUnresolved,
  toPaidOutcome,
  toSendCompletion,
} from './outcome.ts';
import { createIntent, createOutcome, createTransaction, NOW } from './records.fixture.ts';

const FIRST = { wasSentBefore: false, isRefusalInconclusive: false };
const AGAIN = { ...FIRST, wasSentBefore: true };
const LATE = { ...FIRST, isRefusalInconclusive: true };
const CANCEL = createIntent({ kind: 'cancel' });
const CASH_OUT = createIntent({ kind: 'cash-out' });

const conclude = (
  answer: MoneyAnswer,
  {
    facts = FIRST,
    intent = createIntent(),
    outcome = INITIAL_OUTCOME,
    cancelledTransactionId = intent.kind === 'cancel' ? '48586' : null,
  }: {
    facts?: typeof FIRST;
    intent?: ReturnType<typeof createIntent>;
    outcome?: typeof INITIAL_OUTCOME;
    cancelledTransactionId?: string | null;
  } = {},
) => getOutcomeFromAnswer({ intent, outcome, cancelledTransactionId }, answer, facts, NOW);
const refuse = (code: string | null, httpStatus = 422): MoneyAnswer =>
  ({
    kind: 'refused',
    code,
    message: code === null ? null : `message of ${code}`,
    httpStatus,
    retryAfterSeconds: null,
    raw: '{}',
  }) as MoneyAnswer;
const perform = (transaction: Parameters<typeof createTransaction>[0] | null): MoneyAnswer => ({
  kind: 'done',
  httpStatus: 200,
  transaction: transaction === null ? null : createTransaction(transaction),
  raw: '{}',
});
const NOT_SENT = { kind: 'not-sent', problem: { kind: 'offline' } } as unknown as MoneyAnswer;

it('leaves open every state that no answer, look-up or person has concluded', () => {
  const open = OUTCOME_STATES.filter((state) => isUnresolved(createOutcome({ state })));
  expect(open).toEqual(['intent', 'sent', 'unknown', 'unclear']);
  expect(() => isUnresolved(createOutcome({ state: 'other' as never }))).toThrow();
});

it('does not let a code replace stronger evidence', () => {
  expect(getStrongestEvidence(null, 'row')).toBe('row');
  expect(getStrongestEvidence('R12', 'row')).toBe('row');
  expect(getStrongestEvidence('the row disagrees: amount', 'row')).toBe(
    'the row disagrees: amount',
  );
});

it('keeps earlier facts of the transaction that a later row does not repeat', () => {
  const earlier = createOutcome({
    authorization: '1',
    transactionCreatedAt: NOW,
    serviceStatus: 'sent',
    hoursToFulfill: 1,
    earned: '1',
    ticketText: 'EARLIER',
  });
  const facts = { ...earlier, state: 'paid', resolvedAt: NOW, resolvedBy: 'look-up' };
  expect(toPaidOutcome(earlier, null, 'look-up', NOW)).toEqual(facts);
  const silent = createTransaction({
    createdAt: null,
    status: null,
    hoursToFulfill: null,
    earned: null,
    ticketText: null,
  });
  expect(toPaidOutcome(earlier, silent, 'look-up', NOW)).toEqual({
    ...facts,
    authorization: '48586',
  });
});

describe('a request without a final answer', () => {
  it('rejects a payment of which no byte left, unless an earlier request may have arrived', () => {
    expect(conclude(NOT_SENT)).toMatchObject({
      state: 'rejected',
      resolvedBy: 'never-sent',
      resolvedAt: NOW,
    });
    expect(conclude(NOT_SENT, { facts: AGAIN })).toMatchObject({
      state: 'unknown',
      unknownBecause: 'connection-lost',
    });
  });

  it('keeps the first reason of an unknown outcome, and the last known status', () => {
    const answer = { kind: 'unknown', reason: 'timed-out', httpStatus: null, raw: null } as const;
    expect(conclude(answer)).toMatchObject({
      state: 'unknown',
      unknownBecause: 'timed-out',
      httpStatus: null,
    });
    const outcome = createOutcome({ unknownBecause: 'server-error', httpStatus: 503 });
    expect(conclude(answer, { outcome })).toMatchObject({
      unknownBecause: 'server-error',
      httpStatus: 503,
    });
    expect(conclude({ ...answer, httpStatus: 200 }, { outcome }).httpStatus).toBe(200);
  });

  it('rejects a kind of answer that it does not know', () => {
    expect(() => conclude({ kind: 'other' } as never)).toThrow();
    expect(() => toSendCompletion({ kind: 'other' } as never)).toThrow();
  });
});

describe('a performed answer', () => {
  it('pays with the facts of the row in the answer', () => {
    expect(conclude(perform({}))).toMatchObject({
      state: 'paid',
      resolvedBy: 'answer',
      resolvedAt: NOW,
      authorization: '48586',
      ticketText: 'PAID',
      httpStatus: 200,
    });
  });

  it.each([
    ['without a row', perform(null), { state: 'unknown', unknownBecause: 'unreadable-answer' }],
    [
      'with an unfinished row',
      perform({ status: 'timeout' }),
      { state: 'unknown', unknownBecause: 'open-code', evidence: 'row', ticketText: null },
    ],
    [
      'with another external_id',
      perform({ externalId: 'theirs' }),
      {
        state: 'unclear',
        unknownBecause: 'unreadable-answer',
        evidence: 'the answer names another external_id',
        authorization: null,
      },
    ],
  ])('does not pay by an answer %s', (_, answer, expected) => {
    expect(conclude(answer)).toMatchObject({ ...expected, httpStatus: 200, resolvedAt: null });
  });

  it('hands out no cash for a row that is not the cash-out', () => {
    expect(conclude(perform({ amount: '100' }), { intent: CASH_OUT })).toMatchObject({
      state: 'unclear',
      evidence: 'the answer disagrees: amount',
    });
  });

  it.each([
    ['an answer without a row', null, 'paid'],
    ['the cancelled row, refunded', { status: 'refunded' }, 'paid'],
    ['the cancelled row, still fulfilled', { status: 'fulfilled' }, 'unknown'],
    ['the cancelled row without a status', { status: null }, 'unknown'],
    ['another row', { id: '1', status: 'refunded' }, 'unknown'],
  ] as const)('performs a cancel by %s: %s', (_, row, state) => {
    const next = conclude(perform(row), { intent: CANCEL });
    expect(next).toMatchObject({ state, httpStatus: 200, ticketText: null });
    expect(next.unknownBecause).toBe(state === 'paid' ? null : 'unreadable-answer');
    expect(next.resolvedBy).toBe(state === 'paid' ? 'answer' : null);
  });

  it('does not perform a cancel of a transaction without an id', () => {
    const options = { intent: CANCEL, cancelledTransactionId: null };
    expect(conclude(perform({ status: 'refunded' }), options).state).toBe('unknown');
  });
});

describe('a refusal', () => {
  it.each([
    ['R2', 422, FIRST, 'rejected', null, null],
    ['R2', 422, AGAIN, 'unknown', 'open-code', null],
    ['R2', 422, LATE, 'unknown', 'open-code', null],
    ['R2', 503, FIRST, 'unknown', 'server-error', null],
    ['R24', 422, FIRST, 'unknown', 'open-code', null],
    ['R777', 422, FIRST, 'unknown', 'open-code', null],
    ['R12', 422, FIRST, 'unknown', 'checking-refusal', null],
    ['R12', 422, AGAIN, 'unknown', 'evidence-of-earlier', 'R12'],
    ['R49', 422, FIRST, 'unknown', 'evidence-of-earlier', 'R49'],
    ['R25', 422, FIRST, 'rejected', null, null],
    [null, 404, FIRST, 'rejected', null, null],
    [null, 404, AGAIN, 'unknown', 'unreadable-answer', null],
    [null, 404, LATE, 'unknown', 'unreadable-answer', null],
    [null, 418, FIRST, 'unknown', 'unreadable-answer', null],
    [null, 500, FIRST, 'unknown', 'server-error', null],
  ] as const)(
    'leaves a payment refused with %s and status %s, after %j, %s (%s)',
    (code, httpStatus, facts, state, unknownBecause, evidence) => {
      const isResolved = state === 'rejected';
      expect(conclude(refuse(code, httpStatus), { facts })).toMatchObject({
        state,
        unknownBecause,
        evidence,
        code,
        message: code === null ? null : `message of ${code}`,
        httpStatus,
        resolvedAt: isResolved ? NOW : null,
        resolvedBy: isResolved ? 'answer' : null,
      });
    },
  );

  it('keeps the code of an earlier answer after a refusal without one, while the payment is open', () => {
    const outcome = createOutcome({ code: 'R24', message: 'earlier', httpStatus: 422 });
    const kept = { state: 'unknown', code: 'R24', message: 'earlier' };
    expect(conclude(refuse(null, 500), { outcome })).toMatchObject({ ...kept, httpStatus: 500 });
    expect(conclude(refuse(null, 404), { outcome, facts: AGAIN })).toMatchObject({
      ...kept,
      httpStatus: 404,
    });
  });

  it('keeps the first evidence', () => {
    const outcome = createOutcome({ evidence: 'row' });
    expect(conclude(refuse('R49'), { outcome }).evidence).toBe('row');
  });

  it.each([
    ['R103', FIRST, 'unknown', 'evidence-of-earlier', 'R103'],
    ['R103', AGAIN, 'paid', null, null],
    ['R12', AGAIN, 'unknown', 'open-code', null],
    ['R25', FIRST, 'unknown', 'open-code', null],
    ['R2', FIRST, 'rejected', null, null],
  ] as const)(
    'leaves a cancel refused with %s after %j %s',
    (code, facts, state, unknownBecause, evidence) => {
      const next = conclude(refuse(code), { intent: CANCEL, facts });
      expect(next).toMatchObject({ state, unknownBecause, evidence, httpStatus: 422 });
      expect(next.code).toBe(state === 'paid' ? null : code);
    },
  );
});

describe('the completion of a send', () => {
  const none = {
    httpStatus: null,
    code: null,
    message: null,
    reason: null,
    retryAfterSeconds: null,
    raw: null,
  };

  it('stores what each kind of answer said', () => {
    expect(toSendCompletion(NOT_SENT)).toEqual({
      ...none,
      result: 'not-sent',
      reason: '{"kind":"offline"}',
    });
    expect(toSendCompletion(perform(null))).toEqual({
      ...none,
      result: 'done',
      httpStatus: 200,
      raw: '{}',
    });
    expect(toSendCompletion({ ...refuse('R2'), retryAfterSeconds: 7 } as MoneyAnswer)).toEqual({
      result: 'refused',
      httpStatus: 422,
      code: 'R2',
      message: 'message of R2',
      reason: null,
      retryAfterSeconds: 7,
      raw: '{}',
    });
    const unknown = { kind: 'unknown', reason: 'timed-out', httpStatus: 504, raw: 'x' } as const;
    expect(toSendCompletion(unknown)).toEqual({
      ...none,
      result: 'unknown',
      httpStatus: 504,
      reason: 'timed-out',
      raw: 'x',
    });
  });

  it('stores an answer unchanged, and only the beginning of a huge one', () => {
    const answer = { kind: 'unknown', reason: 'unreadable-answer', httpStatus: 200 } as const;
    const text = '{"id":48586,"ticket_text":"ñ\\r\\n"}';
    expect(toSendCompletion({ ...answer, raw: text }).raw).toBe(text);
    expect(toSendCompletion({ ...answer, raw: null }).raw).toBeNull();
    expect(toSendCompletion({ ...answer, raw: 'x'.repeat(30_000_000) }).raw).toMatch(
      /^x{65530} \[…\]$/,
    );
  });
});
