import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PaymentRecord, readPayment } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import { createTestBiller, createTestCounter, type TestCounter } from '../testing/index.ts';
import { findEarlierPayments, isEvidenceFromOtherPayment } from './earlier-payments.ts';

const ACCOUNT = '501000000007';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let counter: TestCounter;
beforeEach(() => {
  counter = createTestCounter();
});
afterEach(() => counter.close());

/** Pays 100.00 MXN to the account, and returns the payment with the time of its send. */
async function createPaidPayment(): Promise<{ record: PaymentRecord; sentAt: number }> {
  const { id } = await counter.payBill({ account: ACCOUNT });
  await counter.advance(1000);
  const record = readPayment(counter.database, id);
  if (record?.outcome.state !== 'paid') throw new Error('the payment was not made');
  return { record, sentAt: Date.parse(record.intent.createdAt) };
}

const findAt = (now: number, amount = '100.00', currency = 'MXN', accountNumber = ACCOUNT) =>
  findEarlierPayments(
    counter.database,
    { biller: createTestBiller(), accountNumber, amount: { amount, currency } },
    now,
  );

it.each([
  ['the same amount', '100.00', 'MXN', HOUR],
  ['another amount', '30.00', 'MXN', 5 * MINUTE],
  ['the same digits in another currency', '100.00', 'USD', 5 * MINUTE],
])('warns of an earlier payment until its time ends: %s', async (_what, amount, currency, ms) => {
  const { sentAt } = await createPaidPayment();
  const isSameAmount = ms === HOUR;
  expect(findAt(sentAt + ms, amount, currency).warnings).toMatchObject([{ isSameAmount }]);
  expect(findAt(sentAt + ms + 1, amount, currency).warnings).toEqual([]);
});

it('blocks the account of an open payment in any spelling, and no other account', async () => {
  const id = await counter.loseBill();
  const getBlocking = (account: string) =>
    findAt(counter.clock.now(), '30.00', 'MXN', account).blockingPaymentId;
  expect([ACCOUNT, '5010-0000-0007', '501000000008'].map(getBlocking)).toEqual([id, id, null]);
});

describe('a code that looks like evidence of the first request', () => {
  /** A later payment to the same account, whose resend was answered with the code. */
  const isExplained = (
    record: PaymentRecord,
    createdAt: number,
    evidence: string | null,
    changes: Partial<PaymentRecord['intent']> = {},
  ) =>
    isEvidenceFromOtherPayment(counter.database, {
      ...record,
      intent: { ...record.intent, id: 'later', createdAt: toIsoTime(createdAt), ...changes },
      outcome: { ...record.outcome, evidence },
    });

  it.each([
    ['R8', DAY],
    ['R12', DAY],
    ['R15', DAY],
    ['R36', 65 * MINUTE],
    ['R50', 10 * MINUTE],
  ])('explains %s by another payment while that can cause it', async (code, age) => {
    const { record, sentAt } = await createPaidPayment();
    expect(isExplained(record, sentAt + age, code)).toBe(true);
    expect(isExplained(record, sentAt + age + 1, code)).toBe(false);
  });

  it('explains only codes that another payment can cause, and R36 only by the same amount', async () => {
    const { record, sentAt } = await createPaidPayment();
    expect(isExplained(record, sentAt, 'R49')).toBe(false);
    expect(isExplained(record, sentAt, null)).toBe(false);
    for (const amount of [
      { amount: '30.00', currency: 'MXN' },
      { amount: '100.00', currency: 'USD' },
    ]) {
      expect(isExplained(record, sentAt, 'R36', { amount })).toBe(false);
      expect(isExplained(record, sentAt, 'R50', { amount })).toBe(true);
    }
  });

  it('explains a payment neither by itself nor by one to another account', async () => {
    const { record, sentAt } = await createPaidPayment();
    expect(isExplained(record, sentAt, 'R8', { id: record.intent.id })).toBe(false);
    const other = { accountNumber: '501000000008', accountShown: '501000000008' };
    expect(isExplained(record, sentAt, 'R8', other)).toBe(false);
  });
});
