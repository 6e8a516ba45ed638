import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PaymentRecord, readPayment } from '../../../ledger/index.ts';
import { createPaymentTracker, type TrackedPayment } from '../payment-tracker.ts';
import { createTestCounter, type TestCounter } from '../testing/index.ts';
import { createPaymentReader } from './payment-reader.ts';

let counter: TestCounter;
let record: PaymentRecord;
beforeEach(async () => {
  counter = createTestCounter();
  const { id } = await counter.payBill();
  const stored = readPayment(counter.database, id);
  if (stored === null) throw new Error('the payment is not in the ledger');
  record = stored;
});
afterEach(() => counter.close());

/** Reads the facts about the payment. `tracked` is null if this run does not track `id`. */
function readFacts(tracked: Partial<TrackedPayment> | null, id = record.intent.id) {
  const tracker = createPaymentTracker();
  if (tracked !== null) Object.assign(tracker.getOrCreateTracked(id), tracked);
  const { database, clock, log } = counter;
  const service = () => (counter.isServiceAvailable ? counter.service : null);
  return createPaymentReader(
    { database, clock, service, settings: () => counter.settings, log },
    { tracker, requestTimeoutMs: () => 60_000 },
  ).getRuntimeFacts(record);
}

describe('the state of a payment in this run', () => {
  it.each<[string, Partial<TrackedPayment> | null, object]>([
    ['nothing was sent or looked up', null, { isSending: false, isIdle: true }],
    ['nothing is in flight', {}, { isSending: false, isIdle: true }],
    ['its request is in flight', { sendState: 'wire' }, { isSending: true, isIdle: false }],
    ['its answer is not on disk', { sendState: 'unwritten' }, { isSending: false, isIdle: false }],
    [
      'a look-up is in flight',
      { lookUpInFlight: Promise.resolve(null) },
      { isSending: false, isIdle: false },
    ],
  ])('takes it for idle only while nothing is in flight: %s', (_, tracked, facts) => {
    expect(readFacts(tracked)).toMatchObject(facts);
  });

  it('knows the times of a payment that it tracks, and none of another', () => {
    const times = { quietSince: 5, requestExpiryUptime: 7, isLookedUpAfterTimeout: true };
    expect(readFacts(times)).toMatchObject(times);
    expect(readFacts(null)).toMatchObject({
      quietSince: null,
      requestExpiryUptime: null,
      isLookedUpAfterTimeout: false,
    });
  });

  it('knows that its newest cancel is being sent only while its request is in flight', () => {
    const isCancelSending = (tracked: Partial<TrackedPayment> | null): boolean =>
      readFacts(tracked, 'cancel').isCancelSending;
    expect(isCancelSending({ sendState: 'wire' })).toBe(false);
    record = { ...record, newestCancel: { paymentId: 'cancel', state: 'sent' } };
    expect(isCancelSending({ sendState: 'wire' })).toBe(true);
    expect(isCancelSending({ sendState: 'unwritten' })).toBe(false);
    expect(isCancelSending(null)).toBe(false);
  });

  it('knows neither the service’s time nor its version while there is no service', async () => {
    await counter.advance(1000);
    expect(readFacts(null)).toMatchObject({
      certainlyPassedTime: counter.service.getSlowestServiceTime(),
      canCancel: true,
      isServiceVersionUnchanged: true,
    });
    counter.isServiceAvailable = false;
    expect(readFacts(null)).toMatchObject({
      certainlyPassedTime: null,
      canCancel: false,
      isServiceVersionUnchanged: false,
    });
  });
});
