import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServiceTransaction } from '../../../service/index.ts';
import {
  ANA,
  createRefusal,
  createTestCounter,
  expectOk,
  expectProblem,
  LUIS,
  LUIS_PIN,
  NEVER_ARRIVES,
  SUCCEEDS,
  type TestCounter,
} from '../testing/index.ts';

const PERFORMED_LATE = 'performed-after-all';
const MINUTE = 60_000;

let counter: TestCounter;
beforeEach(() => {
  counter = createTestCounter();
});
afterEach(() => counter.close());

async function refresh(id: string) {
  const refreshing = counter.payments.refreshPayment(id);
  await counter.advance(200);
  return await refreshing;
}

/** A payment that the service refused and performed nevertheless. */
async function createRejectedPayment(): Promise<string> {
  counter.service.fates.push({ ...SUCCEEDS, answerAfterPerforming: createRefusal('R19') });
  const { id } = await counter.payBill();
  await counter.advance(1000);
  expect(counter.get(id).state).toBe('rejected');
  return id;
}

const listDetails = (table: string) =>
  (
    counter.rows(`SELECT detail FROM ${table} WHERE kind = '${PERFORMED_LATE}'`) as {
      detail: string;
    }[]
  ).map(({ detail }) => JSON.parse(detail) as unknown);

describe('the refresh of a payment that was not made', () => {
  it('records its transaction and time for a person, and reports it once', async () => {
    const id = await createRejectedPayment();
    const [row] = [...counter.service.performed.values()].flat() as [ServiceTransaction];
    const changes = counter.changes.length;
    const performedSecond = Math.floor(Date.parse(row.createdAt ?? '') / 1000);
    const expected = { kind: PERFORMED_LATE, performedSecond };
    expect(expectOk(await refresh(id))).toEqual(expected);
    expect(expectOk(await refresh(id))).toEqual(expected);
    const detail = { authorization: row.id, performedAt: row.createdAt };
    expect(listDetails('payment_events')).toEqual([detail]);
    expect(listDetails('audit')).toEqual([{ paymentId: id, ...detail }]);
    expect(counter.changes.slice(changes)).toEqual([id]);
  });

  it('takes the present for the time of a transaction without one', async () => {
    const id = await createRejectedPayment();
    counter.service.lookUpFates.push({
      rows: (own) => own.map((row) => ({ ...row, createdAt: null })),
    });
    const now = Math.floor(counter.clock.now() / 1000);
    expect(expectOk(await refresh(id))).toEqual({ kind: PERFORMED_LATE, performedSecond: now });
  });

  it('returns why the service cannot be asked', async () => {
    const id = await createRejectedPayment();
    counter.isServiceAvailable = false;
    expect(expectProblem(await refresh(id)).kind).toBe('not-connected');
    counter.isServiceAvailable = true;
    counter.service.lookUpFates.push('failed');
    expect(expectProblem(await refresh(id)).kind).toBe('service-silent');
    expect(listDetails('audit')).toEqual([]);
  });

  it('records nothing once the till stops', async () => {
    const id = await createRejectedPayment();
    const refreshing = counter.payments.refreshPayment(id);
    counter.payments.stop();
    await counter.advance(200);
    expect(expectProblem(await refreshing).kind).toBe('not-connected');
    expect(listDetails('payment_events')).toEqual([]);
  });
});

it('asks nothing about a payment that a supervisor closed as paid', async () => {
  counter.service.fates.push(NEVER_ARRIVES);
  const { id } = await counter.payBill();
  counter.service.lookUpFates.push(...Array.from({ length: 400 }, () => 'failed' as const));
  await counter.advance(30 * MINUTE);
  const approval = { cashierId: LUIS.id, pin: LUIS_PIN };
  const closing = { paymentId: id, isPaid: true, authorization: null, reason: 'paper', approval };
  expectOk(await counter.payments.closeByHand(closing, ANA));
  const { lookUps } = counter.service;
  expect(expectOk(await refresh(id))).toEqual({ kind: 'paid' });
  expect(counter.service.lookUps).toBe(lookUps);
});

it('returns that it does not have a payment', async () => {
  expect(expectProblem(await refresh('another'))).toEqual({ kind: 'not-found', what: 'payment' });
});

it('returns why an open payment cannot be looked up', async () => {
  const id = await counter.loseBill();
  counter.service.lookUpFates.push('failed');
  expect(expectProblem(await refresh(id)).kind).toBe('service-silent');
});

describe('a look-up on request without a connection', () => {
  it('waits for the connection before it asks', async () => {
    const paymentId = await counter.loseBill();
    counter.isServiceAvailable = false;
    expect(expectProblem(await counter.payments.lookUpNow({ paymentId }, ANA))).toEqual({
      kind: 'not-connected',
      reason: 'not-ready',
    });
  });
});
