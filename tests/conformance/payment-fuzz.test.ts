/**
 * What is answered to a payment, under fast-check: only the service's own no is a no, only its own
 * yes is a yes, and whatever else comes, or does not come, leaves the payment unknown until a
 * look-up says what became of it.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  BillPaymentService,
  MoneyAnswer,
  MoneyOperation,
} from '../../electron/service/index.ts';
import type { Payment } from '../../shared/contract/index.ts';
import { createSale, prepareOrder, pressPay } from '../faults/support/cashier.ts';
import { heal } from '../faults/support/check-invariants.ts';
import { createWorld } from '../faults/support/world.ts';
import { createRandom } from '../support/random.ts';
import { sampleCases } from '../support/sampling.ts';
import { isRefusal, isSuccess, payReplies, type Reply, saidBy } from './fuzz/answers.ts';
import { type AnyServer, HANGS, REAL_DEADLINE, startAnyServer } from './fuzz/any-server.ts';
import { VERSIONS } from './support.ts';

const WHO = { billerId: 40, accountNumber: '501000000007', nameOnAccount: null };
const OURS = { amount: { amount: '666.00', currency: 'MXN' }, externalId: 'ours', posNumber: '07' };
const PAY: MoneyOperation = { kind: 'pay', ...WHO, ...OURS, billId: '8390' };
const CASH_OUT: MoneyOperation = { kind: 'cash-out', ...WHO, ...OURS, cashierId: 'ana' };
const CANCEL: MoneyOperation = { kind: 'cancel', transactionId: '48586' };

let server: AnyServer;
beforeAll(async () => {
  server = await startAnyServer();
});
afterAll(() => server.close());

function send(client: BillPaymentService, operation: MoneyOperation): Promise<MoneyAnswer> {
  const options = { idempotencyKey: randomUUID(), requestDate: client.requestDate() };
  return client.send(client.compose(operation), options);
}

/** What the answer was taken for, and was not. */
function mistaken(answer: MoneyAnswer, reply: Reply, externalId: string | null): string | null {
  switch (answer.kind) {
    case 'not-sent':
      return 'it was sent';
    case 'refused':
      if (!isRefusal(reply)) return 'nobody refused it';
      return answer.raw === new TextDecoder().decode(reply.body) ? null : 'not what was said';
    case 'done': {
      if (!isSuccess(reply, externalId)) return 'nobody said that it was done';
      const amount: unknown = Reflect.get(Object(saidBy(reply.body)), 'amount');
      const heard = answer.transaction?.amount;
      const isSame = typeof amount !== 'number' || heard == null || Number(heard) === amount;
      return isSame ? null : `another amount: ${heard}`;
    }
    case 'unknown':
      return answer.httpStatus === reply.status ? null : 'not the status that came';
  }
}

const DRAWN = sampleCases('versions that are paid in', VERSIONS, 2);

describe.each(DRAWN)('what moves money in %s', (version) => {
  const operations = [PAY, CASH_OUT, ...(version === 'v1.6' ? [CANCEL] : [])];

  it('is done or refused by the word of the service alone', async () => {
    const client = server.client(version, 'patient');
    const kinds = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(payReplies, fc.constantFrom(...operations), async (reply, operation) => {
        server.answer(reply);
        const before = server.requests.length;
        const answer = await send(client, operation);
        const externalId = operation.kind === 'cancel' ? null : OURS.externalId;
        expect(mistaken(answer, reply, externalId)).toBeNull();
        expect(server.requests.length - before).toBe(1);
        kinds.set(answer.kind, 1 + (kinds.get(answer.kind) ?? 0));
      }),
      { numRuns: 250 },
    );
    // All three ends were met, or the property would prove little.
    expect([...kinds.keys()].sort()).toEqual(['done', 'refused', 'unknown']);
  });

  it.each(HANGS)('is unknown at its deadline when the answer hangs %s', async (where) => {
    const client = server.client(version);
    server.answer(where);
    const sendAll = async () => {
      const startedAt = performance.now();
      const answers = await Promise.all(operations.map((operation) => send(client, operation)));
      expect(performance.now() - startedAt).toBeLessThan(REAL_DEADLINE + 60_000);
      return answers;
    };
    let answers = await sendAll();
    // On a busy computer the deadline may pass before a connection has opened: nothing hung there.
    for (let n = 0; n < 100 && answers.some(({ kind }) => kind === 'not-sent'); n += 1) {
      answers = await sendAll();
    }
    for (const answer of answers) {
      expect(answer).toMatchObject({ kind: 'unknown', reason: 'timed-out', raw: null });
    }
  });
});

it('a 4xx that says nothing is no refusal', async () => {
  const client = server.client('v1.6', 'patient');
  for (const status of [400, 403, 404, 422]) {
    for (const body of ['{}', '{"code":null}', '{"code":"","message":" "}', '{"error":"x"}']) {
      server.answer({ status, headers: {}, body: Buffer.from(body) });
      expect(await send(client, PAY), body).toMatchObject({ kind: 'unknown' });
    }
  }
});

/** A whole till in virtual time, whose payment the service performs or not, and is answered anything. */
describe('a payment of a till', () => {
  const NOT_DONE: readonly Payment['state'][] = ['rejected', 'not-performed'];

  it('is never a failure by an answer that is none, and comes to its right end', async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(
        payReplies,
        fc.constantFrom('v1.6' as const, 'v3.mx' as const),
        fc.boolean(),
        async (reply, version, isDone) => {
          number += 1;
          const world = await createWorld({ version, random: createRandom(`garbage ${number}`) });
          try {
            const order = await prepareOrder(world, createSale(world, 'bill', 1));
            if (!order) throw new Error('no order');
            const body = new TextDecoder().decode(reply.body);
            // A look-up that is empty proves nothing yet, and leaves the answer's own word standing.
            world.network.money.push({ kind: 'answers', status: reply.status, body, isDone });
            const pressed = await pressPay(world, order);
            if (!pressed) throw new Error('not paid');
            const state = (): Payment['state'] | undefined =>
              world.till().payments.views([pressed.id])[0]?.state;
            await world.advance(60_000);
            const isNo = isRefusal(reply);
            const isYes = isSuccess(reply, null);
            if (!isNo && !isYes) {
              expect(NOT_DONE).not.toContain(state());
              if (!isDone) expect(state()).not.toBe('paid');
            }
            await heal(world);
            // What the service says that it did not do, and did, no till can find out.
            if (isDone && !isNo) expect([state(), isYes]).toEqual(['paid', isYes]);
            if (!isDone && !isYes && !isNo) expect(state()).toBe('not-performed');
            expect(world.performed()).toHaveLength(isDone ? 1 : 0);
            expect(world.network.sent).toHaveLength(1);
          } finally {
            world.close();
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
