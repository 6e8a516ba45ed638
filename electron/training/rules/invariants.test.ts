import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TrainingFault } from '../../../shared/contract/index.ts';
import { add, createMoney, subtract } from '../../../shared/money/index.ts';
import { createVirtualClock } from '../../platform/index.ts';
import { createTrainingCatalog } from '../catalog/index.ts';
import { createHttpTrainingService } from '../http/index.ts';
import { openTrainingStore, toTransactionRecord } from '../state/index.ts';
import { signTestRequest } from '../test-support.ts';

/** Operations on the service, in any order and with any fault. */
const step = fc.oneof(
  fc.record({
    do: fc.constant('pay' as const),
    account: fc.integer({ min: 0, max: 3 }),
    cents: fc.integer({ min: 1, max: 400_000 }),
    externalId: fc.integer({ min: 0, max: 12 }),
    key: fc.integer({ min: 0, max: 6 }),
  }),
  fc.record({
    do: fc.constant('cash-out' as const),
    cents: fc.integer({ min: 10, max: 400_000 }),
    externalId: fc.integer({ min: 0, max: 12 }),
  }),
  fc.record({ do: fc.constant('cancel' as const), number: fc.integer({ min: 0, max: 10 }) }),
  fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 0, max: 600 }) }),
  fc.record({
    do: fc.constant('fault' as const),
    fault: fc.constantFrom<TrainingFault['fault']>(
      { kind: 'commit-and-cut' },
      { kind: 'cut-before-commit' },
      { kind: 'commit-late', milliseconds: 90_000 },
      { kind: 'answer-late', milliseconds: 90_000 },
      { kind: 'status', status: 500, retryAfter: null },
      { kind: 'half-json' },
    ),
  }),
);

describe('any sequence of operations', () => {
  it('charges exactly the performed transactions, performs nothing twice and never overdraws the account', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const clock = createVirtualClock();
        const keys = { vendor: 'mostrador', apiKey: 'k', secretKey: 's' };
        const store = openTrainingStore(null, '5000.00', () => {});
        const service = createHttpTrainingService({
          strict: false,
          clock,
          keys,
          store,
          catalog: createTrainingCatalog(1),
          seed: 1,
          r24Milliseconds: 20_000,
          currency: 'MXN',
          limits: { requestsPerMinute: null },
          onWebhook: () => {},
          onError: (error) => {
            throw error;
          },
        });
        const post = (target: string, body: unknown, key?: string): void => {
          const request = signTestRequest(keys, 'POST', target, clock.now(), {
            body,
            ...(key === undefined ? {} : { key }),
          });
          void service.handle({
            method: 'POST',
            target,
            headers: request.headers,
            body: Buffer.from(request.body),
          });
        };
        for (const operation of steps) {
          switch (operation.do) {
            case 'pay':
              post(
                '/bill/pay',
                {
                  biller_id: 35,
                  account_number: `12345685123${operation.account}`,
                  amount: operation.cents / 100,
                  currency: 'MXN',
                  external_id: `id-${operation.externalId}`,
                },
                `key-of-payment-${operation.key}`,
              );
              break;
            case 'cash-out':
              post('/bill/cash_out', {
                biller_id: 20001,
                account_number: '4152313412341234',
                amount: operation.cents / 100,
                currency: 'MXN',
                external_id: `id-${operation.externalId}`,
                pos_number: '07',
                cashier_id: 'ana',
              });
              break;
            case 'cancel':
              post('/transaction/cancel', { id: 48_586 + operation.number });
              break;
            case 'wait':
              await clock.advance(operation.minutes * 60_000);
              break;
            case 'fault':
              service.setFaults([{ operation: 'any', times: 1, fault: operation.fault }]);
              break;
          }
          await clock.advance(0);
        }
        await clock.advance(3_600_000);

        const allTransactions = store.list('SELECT * FROM transactions').map(toTransactionRecord);
        const unreversed = allTransactions.filter(
          (transaction) => transaction.status !== 'refunded' && transaction.status !== 'reversed',
        );
        const spent = unreversed.reduce(
          (sum, transaction) => add(sum, createMoney(transaction.paid, 'MXN')),
          createMoney('0', 'MXN'),
        );
        const { balance } = service.inspect();
        expect(balance).toBe(subtract(createMoney('5000.00', 'MXN'), spent).amount);
        expect(
          allTransactions.some(
            (transaction) =>
              transaction.endingBalance.startsWith('-') && transaction.kind === 'payment',
          ),
        ).toBe(false);
        expect(new Set(allTransactions.map((transaction) => transaction.externalId)).size).toBe(
          allTransactions.length,
        );
        store.close();
      }),
      { numRuns: 60 },
    );
  });
});
