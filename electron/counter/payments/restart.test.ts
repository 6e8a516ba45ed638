import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StorageError } from '../../ledger/index.ts';
import {
  ANA,
  ANSWER_LOST,
  createTestCounter,
  expectOk,
  expectProblem,
  NEVER_ARRIVES,
  type TestCounter,
} from './testing/index.ts';

const MINUTE = 60_000;

let counter: TestCounter;
beforeEach(() => {
  counter = createTestCounter();
});
afterEach(() => counter.close());

describe('a payment left open by an earlier run', () => {
  it('resolves an open payment of an earlier run although a cashier looked it up before the start', async () => {
    counter.service.fates.push(NEVER_ARRIVES);
    const { id } = await counter.payBill();
    counter.service.sendsDate = false;
    counter.startsOnRestart = false;
    counter.restart();
    counter.service.lookUpFates.push('failed');
    const pendingLookUp = counter.payments.lookUpNow({ paymentId: id }, ANA);
    await counter.advance(100);
    expectProblem(await pendingLookUp);
    counter.payments.start();
    expect(counter.rows('SELECT result, reason FROM sends')).toEqual([
      { result: 'unknown', reason: 'till-stopped' },
    ]);
    await counter.advance(20 * MINUTE);
    expect(counter.get(id).state).toBe('not-performed');
  });
});

describe('finish', () => {
  it('records the answer in flight and sends no new payment while payments finish', async () => {
    const order = await counter.order({ account: '2' });
    const { id } = await counter.payBill();
    const finishing = counter.payments.finish();
    expect(expectProblem(counter.pay(order)).kind).toBe('not-connected');
    await counter.advance(100);
    await finishing;
    counter.payments.stop();
    expect(counter.get(id).state).toBe('paid');
    expect(counter.service.sentRequests).toHaveLength(1);
  });
});

describe('stop', () => {
  it('sends nothing after payments are stopped', async () => {
    const id = await counter.loseBill();
    const order = await counter.order({ account: '2' });
    counter.payments.stop();
    expect(expectProblem(await counter.sendAgain(id)).kind).toBe('not-connected');
    expect(expectProblem(counter.pay(order)).kind).toBe('not-connected');
    expect(counter.service.sentRequests).toHaveLength(1);
  });
});

describe('a restart', () => {
  it('marks a payment in flight unknown with the reason after a restart, and resolves it', async () => {
    counter.service.fates.push({ arrives: 20, answers: 5000 });
    const payment = await counter.payBill();
    await counter.advance(1000);
    counter.restart();
    expect(counter.get(payment.id)).toMatchObject({
      state: 'unknown',
      unknownBecause: 'till-stopped',
    });
    expect(counter.rows('SELECT result, reason FROM sends')).toEqual([
      { result: 'unknown', reason: 'till-stopped' },
    ]);
    await counter.advance(1000);
    expect(counter.get(payment.id).state).toBe('paid');
  });

  it('ignores an answer that arrives after the run that sent the request has ended', async () => {
    counter.service.fates.push({ arrives: 20, answers: 5000 });
    counter.service.lookUpFates.push('failed', 'failed', 'failed');
    const payment = await counter.payBill();
    await counter.advance(1000);
    counter.restart();
    await counter.advance(4500);
    expect(counter.get(payment.id).state).toBe('unknown');
    await counter.advance(MINUTE);
    expect(counter.get(payment.id).state).toBe('paid');
    expect(counter.rows('SELECT id FROM print_jobs')).toEqual([]);
    counter.confirmAll();
    expect(counter.rows('SELECT id FROM print_jobs')).toHaveLength(1);
  });

  it('marks a payment that never arrived not performed across restarts, and allows the account again', async () => {
    counter.service.fates.push(NEVER_ARRIVES);
    const payment = await counter.payBill();
    counter.restart();
    await counter.advance(10 * MINUTE);
    counter.restart();
    await counter.advance(15 * MINUTE);
    expect(counter.get(payment.id).state).toBe('unknown');
    await counter.advance(2 * MINUTE);
    expect(counter.get(payment.id).state).toBe('not-performed');
    await counter.payBill();
    await counter.advance(1000);
    expect(counter.service.performed.size).toBe(1);
  });

  it('shows interrupted payments as unknown when the ledger cannot be written at the start', async () => {
    counter.service.fates.push(ANSWER_LOST);
    const payment = await counter.payBill();
    await counter.advance(1000);
    counter.fault = () => {
      throw new StorageError('full', counter.database.file, null);
    };
    counter.restart();
    expect(counter.rows('SELECT state FROM outcomes')).toEqual([{ state: 'sent' }]);
    expect(expectOk(counter.payments.unresolved({}, ANA))).toMatchObject([{ state: 'unknown' }]);
    await counter.advance(MINUTE);
    counter.fault = () => {};
    expect(counter.get(payment.id).state).toBe('unknown');
    await counter.advance(MINUTE);
    expect(counter.get(payment.id).state).toBe('paid');
  });
});
