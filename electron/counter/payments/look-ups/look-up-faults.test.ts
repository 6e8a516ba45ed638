import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StorageError } from '../../../ledger/index.ts';
import {
  ANA,
  ANSWER_LOST,
  createTestCounter,
  createUnknownAnswer,
  expectOk,
  expectProblem,
  NEVER_ARRIVES,
  type TestCounter,
} from '../testing/index.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

let counter: TestCounter;
beforeEach(() => {
  counter = createTestCounter();
});
afterEach(() => counter.close());

/** A payment that lost its connection, and whose first look-up has just failed. */
async function createUnknownPayment(): Promise<string> {
  const answer = createUnknownAnswer('connection-lost');
  counter.service.fates.push({ arrives: 20, answers: 10, answer });
  counter.service.lookUpFates.push(...Array.from({ length: 200 }, () => 'failed' as const));
  const { id } = await counter.payBill();
  await counter.advance(100);
  expect(counter.service.lookUps).toBe(1);
  return id;
}

async function lookUpNow(paymentId: string) {
  const pendingLookUp = counter.payments.lookUpNow({ paymentId }, ANA);
  await counter.advance(100);
  return await pendingLookUp;
}

const failCommits = (error: Error): void => {
  counter.fault = (call) => {
    if (call === 'before-commit') throw error;
  };
};

/** The whole seconds between the next look-ups. */
async function listPauses(count: number): Promise<number[]> {
  const STEP_MS = 250;
  const pauses: number[] = [];
  let pauseMs = 0;
  let { lookUps } = counter.service;
  while (pauses.length < count) {
    await counter.advance(STEP_MS);
    pauseMs += STEP_MS;
    if (counter.service.lookUps > lookUps) {
      pauses.push(Math.floor(pauseMs / SECOND));
      pauseMs = 0;
      lookUps = counter.service.lookUps;
    }
  }
  return pauses;
}

describe('a look-up that fails', () => {
  it('repeats a failed look-up after growing pauses', async () => {
    await createUnknownPayment();
    expect(await listPauses(5)).toEqual([3, 5, 8, 12, 20]);
  });

  it('repeats a look-up at most 20 s later if it cannot be recorded', async () => {
    await createUnknownPayment();
    failCommits(new StorageError('full', counter.database.file, null));
    expect(await listPauses(6)).toEqual([3, 8, 20, 20, 20, 20]);
  });

  it('repeats a look-up 20 s later if there is no connection', async () => {
    const id = await createUnknownPayment();
    counter.isServiceAvailable = false;
    await counter.advance(3 * SECOND);
    counter.isServiceAvailable = true;
    await counter.advance(19 * SECOND);
    expect(counter.service.lookUps).toBe(1);
    await counter.advance(SECOND);
    expect(counter.service.lookUps).toBe(2);
    expect(counter.get(id).state).toBe('unknown');
  });

  it('returns why a look-up failed: no connection, the storage, or a fault with its reference', async () => {
    const paymentId = await createUnknownPayment();
    counter.isServiceAvailable = false;
    expect(expectProblem(await lookUpNow(paymentId))).toEqual({
      kind: 'not-connected',
      reason: 'not-ready',
    });
    counter.isServiceAvailable = true;
    expect(expectProblem(await lookUpNow(paymentId)).kind).toBe('service-silent');
    failCommits(new StorageError('full', counter.database.file, null));
    expect(expectProblem(await lookUpNow(paymentId))).toMatchObject({
      kind: 'storage',
      reason: 'full',
    });
    failCommits(new Error('broken'));
    expect(expectProblem(await lookUpNow(paymentId))).toEqual({
      kind: 'internal',
      reference: paymentId,
    });
  });

  it('returns a fault of the service client with its reference', async () => {
    const paymentId = await createUnknownPayment();
    counter.service.lookUpFates.unshift('throws');
    expect(expectProblem(await lookUpNow(paymentId))).toEqual({
      kind: 'internal',
      reference: paymentId,
    });
    expect(counter.rows('SELECT result, detail FROM look_ups').at(-1)).toEqual({
      result: 'failed',
      detail: 'internal',
    });
  });

  it('returns the problem of a look-up also if the next cannot be planned', async () => {
    const paymentId = await createUnknownPayment();
    failCommits(new Error('broken'));
    const pendingLookUp = counter.payments.lookUpNow({ paymentId }, ANA);
    counter.portCall = (name) => {
      if (name === 'clock.after') throw new Error('no timer');
    };
    await counter.advance(100);
    expect(expectProblem(await pendingLookUp).kind).toBe('internal');
    counter.portCall = () => {};
    counter.fault = () => {};
    expect(expectProblem(await lookUpNow(paymentId)).kind).toBe('service-silent');
  });
});

describe('a look-up on request', () => {
  it('replaces the planned look-up by one on request', async () => {
    const paymentId = await createUnknownPayment();
    await counter.advance(2 * SECOND);
    await lookUpNow(paymentId);
    await counter.advance(4 * SECOND);
    expect(counter.service.lookUps).toBe(2);
    await counter.advance(SECOND);
    expect(counter.service.lookUps).toBe(3);
  });

  it('asks nothing about a payment that is resolved', async () => {
    const { id } = await counter.payBill();
    await counter.advance(SECOND);
    expect(expectOk(await lookUpNow(id)).state).toBe('paid');
    expect(counter.service.lookUps).toBe(0);
    expect(expectProblem(await lookUpNow('another'))).toEqual({
      kind: 'not-found',
      what: 'payment',
    });
  });
});

describe('a till that stops', () => {
  it('records no answer of a look-up in flight after the till stops, and starts none', async () => {
    const id = await createUnknownPayment();
    const pendingLookUp = counter.payments.lookUpNow({ paymentId: id }, ANA);
    counter.payments.stop();
    await counter.advance(10 * MINUTE);
    await pendingLookUp;
    expect(counter.rows('SELECT number FROM look_ups')).toHaveLength(1);
    const { lookUps } = counter.service;
    await lookUpNow(id);
    expect(counter.service.lookUps).toBe(lookUps);
    counter.payments.start();
    await counter.advance(10 * MINUTE);
    expect(counter.service.lookUps).toBe(lookUps);
  });
});

describe('the start after a till that stopped', () => {
  it('reads the open payments again 5 s later if the ledger cannot be read', async () => {
    counter.service.fates.push(ANSWER_LOST);
    const { id } = await counter.payBill();
    counter.startsOnRestart = false;
    counter.restart();
    counter.portCall = (name) => {
      if (name === 'database.prepare') throw new Error('not readable');
    };
    counter.payments.start();
    await counter.advance(4_999);
    counter.portCall = () => {};
    expect(counter.service.lookUps).toBe(0);
    await counter.advance(1 + SECOND);
    expect(counter.get(id).state).toBe('paid');
  });

  it('leaves a payment alone that was sent or looked up since', async () => {
    counter.service.fates.push(NEVER_ARRIVES, NEVER_ARRIVES);
    const lost = await counter.payBill();
    counter.startsOnRestart = false;
    counter.restart();
    const sent = await counter.payBill({ account: '777' });
    counter.payments.start();
    expect(counter.get(sent.id).state).toBe('sending');
    expect(counter.get(lost.id)).toMatchObject({
      state: 'unknown',
      unknownBecause: 'till-stopped',
    });
    await counter.advance(30 * SECOND);
    const lookUps = counter.get(lost.id).lookUps;
    counter.payments.start();
    await counter.advance(SECOND);
    expect(counter.get(lost.id).lookUps).toBe(lookUps);
    expect(counter.rows("SELECT detail FROM payment_events WHERE kind = 'till-stopped'")).toEqual([
      { detail: '{"state":"unknown"}' },
    ]);
  });

  it('marks nothing unknown after the till stopped', async () => {
    counter.service.fates.push(NEVER_ARRIVES);
    await counter.payBill();
    counter.startsOnRestart = false;
    counter.restart();
    counter.portCall = (name) => {
      if (name === 'database.prepare') throw new Error('not readable');
    };
    counter.payments.start();
    counter.portCall = () => {};
    counter.payments.stop();
    await counter.advance(10 * SECOND);
    expect(counter.rows('SELECT state FROM outcomes')).toEqual([{ state: 'sent' }]);
  });

  it('marks a payment unknown that could not be marked at the start once a look-up ends', async () => {
    counter.service.fates.push(NEVER_ARRIVES);
    await counter.payBill();
    failCommits(new Error('broken'));
    counter.service.lookUpFates.push(...Array.from({ length: 20 }, () => 'failed' as const));
    counter.restart();
    expect(counter.rows('SELECT state FROM outcomes')).toEqual([{ state: 'sent' }]);
    counter.fault = () => {};
    await counter.advance(SECOND);
    expect(counter.rows('SELECT state FROM outcomes')).toEqual([{ state: 'unknown' }]);
    const readSends = () => counter.rows('SELECT result, reason FROM sends');
    expect(readSends()).toEqual([{ result: null, reason: null }]);
    counter.restart();
    expect(readSends()).toEqual([{ result: 'unknown', reason: 'till-stopped' }]);
  });

  it('writes nothing of a payment that was unknown before', async () => {
    counter.service.fates.push(NEVER_ARRIVES);
    await counter.payBill();
    await counter.advance(2 * MINUTE);
    counter.restart();
    expect(counter.rows("SELECT id FROM payment_events WHERE kind = 'till-stopped'")).toEqual([]);
  });
});
