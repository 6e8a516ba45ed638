import { afterEach, beforeEach, expect, it } from 'vitest';
import { createUuid } from '../../../platform/index.ts';
import { createPaymentTracker } from '../payment-tracker.ts';
import {
  ANA,
  createCounterPorts,
  createTestCounter,
  insertSend,
  NEVER_ARRIVES,
  type TestCounter,
} from '../testing/index.ts';
import { createStartupLookUpResumer } from './startup-resumer.ts';

const AT = '2026-01-15T16:10:00.000Z';

let counter: TestCounter;
beforeEach(() => {
  counter = createTestCounter();
});
afterEach(() => counter.close());

it('completes only the send that an earlier run left open, and looks the payment up', async () => {
  counter.service.fates.push(NEVER_ARRIVES);
  const { id } = await counter.payBill();
  counter.database.commit(() => {
    counter.database
      .prepare("UPDATE sends SET ended_at = ?, result = 'unknown', reason = 'timed-out'")
      .run(AT);
    const send = { intentId: id, number: 2, requestDate: AT, startedAt: AT, cashierId: ANA.id };
    insertSend(counter.database, send);
  });
  const started: string[] = [];
  const start = createStartupLookUpResumer(
    createCounterPorts(counter, createUuid, () => 0.5),
    {
      tracker: createPaymentTracker(),
      isStopped: () => false,
      startLookUps: (paymentId) => started.push(paymentId),
    },
  );
  start();
  expect(counter.rows('SELECT number, result, reason FROM sends ORDER BY number')).toEqual([
    { number: 1, result: 'unknown', reason: 'timed-out' },
    { number: 2, result: 'unknown', reason: 'till-stopped' },
  ]);
  expect(started).toEqual([id]);
});
