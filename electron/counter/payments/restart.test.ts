import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StorageError } from '../../ledger/index.ts';
import {
  ANA,
  ANSWER_LOST,
  expectOk,
  expectProblem,
  NEVER_ARRIVES,
  type TestCounter,
  testCounter,
} from './testing/index.ts';

const MINUTE = 60_000;

let counter: TestCounter;
beforeEach(() => {
  counter = testCounter();
});
afterEach(() => counter.close());

describe('what an earlier run left', () => {
  it('is looked up to its end, also where a cashier asked for it before the start', async () => {
    counter.service.fates.push(NEVER_ARRIVES);
    const { id } = await counter.payBill();
    counter.service.tellsTime = false;
    counter.startsByItself = false;
    counter.restart();
    counter.serviceIsThere = false;
    expectProblem(await counter.payments.lookUpNow({ paymentId: id }, ANA));
    counter.serviceIsThere = true;
    counter.payments.start();
    expect(counter.rows('SELECT result, reason FROM sends')).toEqual([
      { result: 'unknown', reason: 'till-stopped' },
    ]);
    await counter.advance(20 * MINUTE);
    expect(counter.get(id).state).toBe('not-performed');
  });
});

describe('payments that end', () => {
  it('record the answer that is on its way, and send nothing more', async () => {
    const order = await counter.order({ account: '2' });
    const { id } = await counter.payBill();
    const finishing = counter.payments.finish();
    expect(expectProblem(counter.pay(order)).kind).toBe('not-connected');
    await counter.advance(100);
    await finishing;
    counter.payments.stop();
    expect(counter.get(id).state).toBe('paid');
    expect(counter.service.sent).toHaveLength(1);
  });
});

describe('payments that have been stopped', () => {
  it('send nothing any more: nobody would record the answer', async () => {
    const id = await counter.loseBill();
    const order = await counter.order({ account: '2' });
    counter.payments.stop();
    expect(expectProblem(await counter.sendAgain(id)).kind).toBe('not-connected');
    expect(expectProblem(counter.pay(order)).kind).toBe('not-connected');
    expect(counter.service.sent).toHaveLength(1);
  });
});

describe('a restart', () => {
  it('makes what was being sent unknown, says why, and resolves it', async () => {
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

  it('does not record the answer that comes too late for the run that asked', async () => {
    counter.service.fates.push({ arrives: 20, answers: 5000 });
    counter.service.lookUpFates.push('failed', 'failed', 'failed');
    const payment = await counter.payBill();
    await counter.advance(1000);
    counter.restart();
    await counter.advance(4500);
    expect(counter.get(payment.id).state).toBe('unknown');
    await counter.advance(MINUTE);
    expect(counter.get(payment.id).state).toBe('paid');
    expect(counter.rows('SELECT id FROM print_jobs')).toHaveLength(1);
  });

  it('before the first byte leaves ends in not performed, and the account is free again', async () => {
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

  it('opens with a read-only ledger and shows interrupted payments as unknown', async () => {
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
