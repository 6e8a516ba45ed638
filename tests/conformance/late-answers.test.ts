/**
 * Everything about time, in every version, with the training service in the same process and a
 * virtual clock.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { createVirtualClock, silentLog, type VirtualClock } from '../../electron/platform/index.ts';
import {
  createBillPaymentService,
  type HttpExchange,
  type MoneyAnswer,
} from '../../electron/service/index.ts';
import { createTrainingService } from '../../electron/training/index.ts';
import type { ServiceVersion, TrainingFault } from '../../shared/contract/index.ts';
import { createPayOperation, VERSIONS } from './open-counter.ts';

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

/** A client and a service that share a virtual clock; the till's clock may be off. */
function openInProcessCounter(version: ServiceVersion, tillOffsetMs = 0) {
  const clock = createVirtualClock();
  const training = createTrainingService({ clock, strict: true });
  cleanUps.push(training.close);
  const exchange: HttpExchange = async (request) => {
    const reply = await training.handle({
      method: request.method,
      target: request.target,
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      body: request.body ?? new Uint8Array(),
    });
    if (reply.kind === 'cut') return { kind: 'unknown', reason: 'connection-lost', status: null };
    const headers = Object.entries(reply.headers).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]);
    return {
      kind: 'answered',
      status: reply.status,
      headers: Object.fromEntries(headers),
      body: reply.body,
    };
  };
  const tillClock = { ...clock, now: () => clock.now() + tillOffsetMs };
  const client = createBillPaymentService(
    { baseUrl: 'https://training.test', version, ...training.keys },
    { clock: tillClock, log: silentLog, exchange, random: () => 1 },
  );
  const setFault = (fault: TrainingFault['fault'], operation: TrainingFault['operation'] = 'pay') =>
    training.setFaults([{ operation, times: 1, fault }]);
  return { clock, training, client, set: setFault };
}

async function runToEnd<Value>(clock: VirtualClock, call: Promise<Value>): Promise<Value> {
  let isDone = false;
  const trackedCall = call.finally(() => {
    isDone = true;
  });
  for (let step = 0; step < 2000 && !isDone; step += 1) await clock.advance(250);
  return trackedCall;
}

const PAYMENT = { billerId: 35, accountNumber: '123456851236', amount: '10.00' };

describe.each(VERSIONS)('late answers seen by the client: %s', (version) => {
  const openCounter = (tillOffsetMs = 0) => {
    const parts = openInProcessCounter(version, tillOffsetMs);
    const { client, clock } = parts;
    const pay = async (key = randomUUID()) => {
      const operation = await runToEnd(clock, createPayOperation(client, PAYMENT));
      const request = client.compose(operation);
      const send = (): Promise<MoneyAnswer> =>
        runToEnd(
          clock,
          client.send(request, { idempotencyKey: key, requestDate: client.getRequestDate() }),
        );
      return { externalId: operation.externalId, send };
    };
    return { ...parts, pay };
  };

  it('accepts an answer within the deadline', async () => {
    const { set: setFault, pay } = openCounter();
    const { send } = await pay();
    setFault({ kind: 'answer-late', milliseconds: 59_000 });
    expect(await send()).toMatchObject({ kind: 'done' });
  });

  it('reports unknown for an answer after the deadline, then finds the payment', async () => {
    const { set: setFault, pay, client, clock } = openCounter();
    const { send, externalId } = await pay();
    setFault({ kind: 'answer-late', milliseconds: 61_000 });
    const startedAt = clock.now();
    expect(await send()).toMatchObject({ kind: 'unknown', reason: 'timed-out' });
    expect(clock.now() - startedAt).toBeLessThan(61_000);
    await clock.advance(5000);
    expect(await runToEnd(clock, client.lookUp(externalId))).toMatchObject({ kind: 'found' });
  });

  it('finds no row first, then the payment, if it is performed after the timeout', async () => {
    const { set: setFault, pay, client, clock, training } = openCounter();
    const { send, externalId } = await pay();
    setFault({ kind: 'commit-late', milliseconds: 90_000 });
    expect(await send()).toMatchObject({ kind: 'unknown', reason: 'timed-out' });
    expect(await runToEnd(clock, client.lookUp(externalId))).toMatchObject({ kind: 'empty' });
    expect(training.inspect(externalId).transactions).toHaveLength(0);
    await clock.advance(60_000);
    expect(training.inspect(externalId).transactions).toHaveLength(1);
    expect(await runToEnd(clock, client.lookUp(externalId))).toMatchObject({ kind: 'found' });
  });

  it('pays once when the same attempt is sent again while the first is still running', async () => {
    const { set: setFault, pay, clock, training } = openCounter();
    const { send, externalId } = await pay();
    setFault({ kind: 'commit-late', milliseconds: 90_000 });
    expect(await send()).toMatchObject({ kind: 'unknown' });
    expect(await send()).toMatchObject({ kind: 'done' });
    await clock.advance(120_000);
    expect(training.inspect(externalId).transactions).toHaveLength(1);
  });

  it('reports service-silent for a read after its deadline', async () => {
    const { set: setFault, client, clock } = openCounter();
    setFault({ kind: 'answer-late', milliseconds: 300_000 }, 'account');
    expect(await runToEnd(clock, client.readAccount())).toEqual({
      ok: false,
      problem: { kind: 'service-silent', seconds: 60 },
    });
  });

  it('retries a read after the Retry-After of a 429', async () => {
    const { set: setFault, client, clock } = openCounter();
    setFault({ kind: 'status', status: 429, retryAfter: 20 }, 'account');
    const startedAt = clock.now();
    expect(await runToEnd(clock, client.readAccount())).toMatchObject({ ok: true });
    expect(clock.now() - startedAt).toBeGreaterThanOrEqual(20_000);
  });

  it.each([20, -20])('reads and pays with a clock that is %i minutes off', async (minutes) => {
    const { client, clock, pay, training } = openCounter(minutes * 60_000);
    expect(await runToEnd(clock, client.readAccount())).toMatchObject({ ok: true });
    expect(Math.abs(client.health.clockOffsetMs + minutes * 60_000)).toBeLessThan(2000);
    const { send, externalId } = await pay();
    expect(await send()).toMatchObject({ kind: 'done' });
    expect(training.inspect(externalId).transactions).toHaveLength(1);
  });

  it('reports a refusal, and pays nothing, for a payment whose Date has expired', async () => {
    const { client, clock, training } = openCounter();
    const operation = await runToEnd(clock, createPayOperation(client, PAYMENT));
    const requestDate = client.getRequestDate();
    await clock.advance(16 * 60_000);
    const sending = client.send(client.compose(operation), {
      idempotencyKey: randomUUID(),
      requestDate,
    });
    expect(await runToEnd(clock, sending)).toMatchObject({ kind: 'refused', httpStatus: 401 });
    expect(training.inspect(operation.externalId).transactions).toEqual([]);
  });
});
