/** What takes time, in every version, with the training service in the same process: no waiting. */
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { createVirtualClock, silentLog, type VirtualClock } from '../../electron/platform/index.ts';
import {
  createBillPaymentService,
  type Exchange,
  type MoneyAnswer,
} from '../../electron/service/index.ts';
import { createTrainingService } from '../../electron/training/index.ts';
import type { ServiceVersion, TrainingFault } from '../../shared/contract/index.ts';
import { payOperation, VERSIONS } from './support.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A till and a service, each with its own clock on the wall and both moved on together. */
function counterInOneProcess(version: ServiceVersion, tillIsOffBy = 0) {
  const clock = createVirtualClock();
  const training = createTrainingService({ clock });
  ends.push(training.close);
  const exchange: Exchange = async (request) => {
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
  const ofTill = { ...clock, now: () => clock.now() + tillIsOffBy };
  const client = createBillPaymentService(
    { baseUrl: 'https://training.test', version, ...training.keys },
    { clock: ofTill, log: silentLog, exchange, random: () => 1 },
  );
  const set = (fault: TrainingFault['fault'], operation: TrainingFault['operation'] = 'pay') =>
    training.setFaults([{ operation, times: 1, fault }]);
  return { clock, training, client, set };
}

async function finish<Value>(clock: VirtualClock, call: Promise<Value>): Promise<Value> {
  let isDone = false;
  const marked = call.finally(() => {
    isDone = true;
  });
  for (let step = 0; step < 2000 && !isDone; step += 1) await clock.advance(250);
  return marked;
}

const PAYMENT = { billerId: 35, accountNumber: '123456851236', amount: '10.00' };

describe.each(VERSIONS)('lateness met by the client: %s', (version) => {
  const counter = (tillIsOffBy = 0) => {
    const parts = counterInOneProcess(version, tillIsOffBy);
    const { client, clock } = parts;
    const pay = async (key = randomUUID()) => {
      const operation = await finish(clock, payOperation(client, PAYMENT));
      const request = client.compose(operation);
      const send = (): Promise<MoneyAnswer> =>
        finish(
          clock,
          client.send(request, { idempotencyKey: key, requestDate: client.requestDate() }),
        );
      return { externalId: operation.externalId, send };
    };
    return { ...parts, pay };
  };

  it('an answer within the deadline is an answer', async () => {
    const { set, pay } = counter();
    const { send } = await pay();
    set({ kind: 'answer-late', milliseconds: 59_000 });
    expect(await send()).toMatchObject({ kind: 'done' });
  });

  it('an answer past the deadline: unknown, then found', async () => {
    const { set, pay, client, clock } = counter();
    const { send, externalId } = await pay();
    set({ kind: 'answer-late', milliseconds: 61_000 });
    const startedAt = clock.now();
    expect(await send()).toMatchObject({ kind: 'unknown', reason: 'timed-out' });
    expect(clock.now() - startedAt).toBeLessThan(61_000);
    await clock.advance(5000);
    expect(await finish(clock, client.lookUp(externalId))).toMatchObject({ kind: 'found' });
  });

  it('done after the till has given up: empty at first, then found', async () => {
    const { set, pay, client, clock, training } = counter();
    const { send, externalId } = await pay();
    set({ kind: 'commit-late', milliseconds: 90_000 });
    expect(await send()).toMatchObject({ kind: 'unknown', reason: 'timed-out' });
    expect(await finish(clock, client.lookUp(externalId))).toMatchObject({ kind: 'empty' });
    expect(training.inspect(externalId).transactions).toHaveLength(0);
    await clock.advance(60_000);
    expect(training.inspect(externalId).transactions).toHaveLength(1);
    expect(await finish(clock, client.lookUp(externalId))).toMatchObject({ kind: 'found' });
  });

  it('the same attempt sent again while the first is still running pays once', async () => {
    const { set, pay, clock, training } = counter();
    const { send, externalId } = await pay();
    set({ kind: 'commit-late', milliseconds: 90_000 });
    expect(await send()).toMatchObject({ kind: 'unknown' });
    expect(await send()).toMatchObject({ kind: 'done' });
    await clock.advance(120_000);
    expect(training.inspect(externalId).transactions).toHaveLength(1);
  });

  it('a read past its deadline is silence', async () => {
    const { set, client, clock } = counter();
    set({ kind: 'answer-late', milliseconds: 300_000 }, 'account');
    expect(await finish(clock, client.account())).toEqual({
      ok: false,
      problem: { kind: 'service-silent', seconds: 60 },
    });
  });

  it('429 with Retry-After is waited for by a read', async () => {
    const { set, client, clock } = counter();
    set({ kind: 'status', status: 429, retryAfter: 20 }, 'account');
    const startedAt = clock.now();
    expect(await finish(clock, client.account())).toMatchObject({ ok: true });
    expect(clock.now() - startedAt).toBeGreaterThanOrEqual(20_000);
  });

  it.each([20, -20])('a till whose clock is %i minutes off reads and pays', async (minutes) => {
    const { client, clock, pay, training } = counter(minutes * 60_000);
    expect(await finish(clock, client.account())).toMatchObject({ ok: true });
    expect(Math.abs(client.health.clockOffset + minutes * 60_000)).toBeLessThan(2000);
    const { send, externalId } = await pay();
    expect(await send()).toMatchObject({ kind: 'done' });
    expect(training.inspect(externalId).transactions).toHaveLength(1);
  });

  it('a payment whose Date has died is refused, not done', async () => {
    const { client, clock, training } = counter();
    const operation = await finish(clock, payOperation(client, PAYMENT));
    const date = client.requestDate();
    await clock.advance(16 * 60_000);
    const sent = client.send(client.compose(operation), {
      idempotencyKey: randomUUID(),
      requestDate: date,
    });
    expect(await finish(clock, sent)).toMatchObject({ kind: 'refused', httpStatus: 401 });
    expect(training.inspect(operation.externalId).transactions).toEqual([]);
  });
});
