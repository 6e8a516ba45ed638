/**
 * Property tests of the answer to a payment. Only the service's own refusal is a refusal, only its
 * own success is a success; any other answer, or none, leaves the payment unknown until a look-up
 * shows the outcome.
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
import { createWorld } from '../faults/support/fault-world.ts';
import { createRandom } from '../support/random.ts';
import { getNumericSeed, sampleCases, scaleRuns } from '../support/sampling.ts';
import {
  type AnyServer,
  HANG_POSITIONS,
  REAL_DEADLINE_MS,
  startAnyServer,
} from './fuzz/any-server.ts';
import {
  decodeBody,
  isRefusal,
  isSuccess,
  PAY_REPLIES,
  parseBody,
  type Reply,
} from './fuzz/reply-arbitraries.ts';
import { VERSIONS } from './open-counter.ts';

const ACCOUNT = { billerId: 40, accountNumber: '501000000007', nameOnAccount: null };
const PAYMENT = {
  amount: { amount: '666.00', currency: 'MXN' },
  externalId: 'ours',
  posNumber: '07',
};
const PAY: MoneyOperation = { kind: 'pay', ...ACCOUNT, ...PAYMENT, billId: '8390' };
const CASH_OUT: MoneyOperation = { kind: 'cash-out', ...ACCOUNT, ...PAYMENT, cashierId: 'ana' };
const CANCEL: MoneyOperation = { kind: 'cancel', transactionId: '48586' };

let server: AnyServer;
beforeAll(async () => {
  server = await startAnyServer();
});
afterAll(() => server.close());

function send(client: BillPaymentService, operation: MoneyOperation): Promise<MoneyAnswer> {
  const options = { idempotencyKey: randomUUID(), requestDate: client.getRequestDate() };
  return client.send(client.compose(operation), options);
}

/** Returns why the client's classification of the answer is wrong; null if it is right. */
function findMisclassification(
  answer: MoneyAnswer,
  reply: Reply,
  externalId: string | null,
): string | null {
  switch (answer.kind) {
    case 'not-sent':
      return 'it was sent';
    case 'refused':
      if (!isRefusal(reply)) return 'nobody refused it';
      // Many a text, such as a row of nines, begins like a complete Brotli stream without content.
      if (reply.headers['content-encoding'] === 'br' && answer.raw === '') return null;
      return answer.raw === decodeBody(reply) ? null : 'not what was said';
    case 'done': {
      if (!isSuccess(reply, externalId)) return 'nobody said that it was done';
      const amount: unknown = Reflect.get(Object(parseBody(reply)), 'amount');
      const parsedAmount = answer.transaction?.amount;
      const isSame =
        typeof amount !== 'number' || parsedAmount == null || Number(parsedAmount) === amount;
      return isSame ? null : `another amount: ${parsedAmount}`;
    }
    case 'unknown':
      return answer.httpStatus === reply.status ? null : 'not the status that came';
  }
}

const SAMPLED_VERSIONS = sampleCases('versions that are paid in', VERSIONS, 2);

describe.each(SAMPLED_VERSIONS)('money operations in %s', (version) => {
  const operations = [PAY, CASH_OUT, ...(version === 'v1.6' ? [CANCEL] : [])];

  it("classifies a payment as done or refused only by the service's own answer", async () => {
    const client = server.createClient(version, 'patient');
    const kindCounts = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(PAY_REPLIES, fc.constantFrom(...operations), async (reply, operation) => {
        server.setAnswer(reply);
        const requestsBefore = server.requests.length;
        const answer = await send(client, operation);
        const externalId = operation.kind === 'cancel' ? null : PAYMENT.externalId;
        expect(findMisclassification(answer, reply, externalId)).toBeNull();
        expect(server.requests.length - requestsBefore).toBe(1);
        kindCounts.set(answer.kind, 1 + (kindCounts.get(answer.kind) ?? 0));
      }),
      { numRuns: scaleRuns(250), seed: getNumericSeed('payment answers 1') },
    );
    // The property proves little unless all three outcomes occur.
    expect([...kindCounts.keys()].sort()).toEqual(['done', 'refused', 'unknown']);
  });

  it.each(HANG_POSITIONS)(
    'reports unknown at the deadline when the answer hangs %s',
    async (position) => {
      const client = server.createClient(version);
      server.setAnswer(position);
      const sendAll = async () => {
        const startedAt = performance.now();
        const answers = await Promise.all(operations.map((operation) => send(client, operation)));
        expect(performance.now() - startedAt).toBeLessThan(REAL_DEADLINE_MS + 60_000);
        return answers;
      };
      let answers = await sendAll();
      // On a busy computer the deadline may pass before a connection opens; then nothing was sent.
      for (
        let attempt = 0;
        attempt < 100 && answers.some(({ kind }) => kind === 'not-sent');
        attempt += 1
      ) {
        answers = await sendAll();
      }
      for (const answer of answers) {
        expect(answer).toMatchObject({ kind: 'unknown', reason: 'timed-out', raw: null });
      }
    },
  );
});

it('reports unknown for a 4xx without a code or message', async () => {
  const client = server.createClient('v1.6', 'patient');
  for (const status of [400, 403, 404, 422]) {
    for (const body of ['{}', '{"code":null}', '{"code":"","message":" "}', '{"error":"x"}']) {
      server.setAnswer({ status, headers: {}, body: Buffer.from(body) });
      expect(await send(client, PAY), body).toMatchObject({ kind: 'unknown' });
    }
  }
});

/**
 * A whole till in virtual time. The service performs the payment or not, and any answer arrives.
 */
describe('a payment of a till', () => {
  const FAILED_STATES: readonly Payment['state'][] = ['rejected', 'not-performed'];

  it('resolves a payment by look-ups, never as a failure, after an unrecognized answer', async () => {
    let runNumber = 0;
    await fc.assert(
      fc.asyncProperty(
        PAY_REPLIES,
        fc.constantFrom('v1.6' as const, 'v3.mx' as const),
        fc.boolean(),
        async (reply, version, isDone) => {
          runNumber += 1;
          const world = await createWorld({
            version,
            random: createRandom(`garbage ${runNumber}`),
          });
          try {
            const order = await prepareOrder(world, createSale(world, 'bill', 1));
            if (!order) throw new Error('no order');
            const body = decodeBody(reply);
            // An empty look-up proves nothing yet, so the answer's own result counts.
            world.network.money.push({ kind: 'answers', status: reply.status, body, isDone });
            const payment = await pressPay(world, order);
            if (!payment) throw new Error('not paid');
            const getState = (): Payment['state'] | undefined =>
              world.till().payments.listViews([payment.id])[0]?.state;
            await world.advance(60_000);
            const isRefused = isRefusal(reply);
            const isConfirmed = isSuccess(reply, null);
            if (!isRefused && !isConfirmed) {
              expect(FAILED_STATES).not.toContain(getState());
              if (!isDone) expect(getState()).not.toBe('paid');
            }
            await heal(world);
            // A till cannot detect a service that performs a payment and denies it, or the reverse.
            if (isDone && !isRefused)
              expect([getState(), isConfirmed]).toEqual(['paid', isConfirmed]);
            if (!isDone && !isConfirmed && !isRefused) expect(getState()).toBe('not-performed');
            expect(world.performed()).toHaveLength(isDone ? 1 : 0);
            expect(world.network.sentRequests).toHaveLength(1);
          } finally {
            world.close();
          }
        },
      ),
      { numRuns: scaleRuns(20, 4_000), seed: getNumericSeed('payment answers 2') },
    );
  });
});
