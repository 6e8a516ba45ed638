import { describe, expect, it } from 'vitest';
import { ok, type Payment, type Result } from '../../../shared/contract/index.ts';
import { createAudit } from '../../ledger/audit/index.ts';
import { readPayment } from '../../ledger/index.ts';
import {
  ANA,
  createRefusal,
  createTestBiller,
  expectOk,
  expectProblem,
  LUIS,
  LUIS_PIN,
} from '../payments/testing/index.ts';
import { createRefundRecorder } from './refund-recorder.ts';
import { createRefundShop, HOUR, MINUTE } from './refunds.fixture.ts';
import { createTestRefunds } from './testing/index.ts';

const shop = createRefundShop();
const { createPaidPayment, createCashOut, giveBack, listOwedIds, settle, decide } = shop;

interface StoredRecord {
  readonly kind: string;
  readonly cashier_id: string | null;
  readonly approved_by: string | null;
  readonly detail: string;
}

function readLast(table: 'payment_events' | 'audit') {
  const order = table === 'audit' ? 'number' : 'id';
  const rows = shop.counter.rows(
    `SELECT kind, cashier_id, approved_by, detail FROM ${table} ORDER BY ${order}`,
  ) as StoredRecord[];
  const last = rows.at(-1);
  return last && { ...last, detail: JSON.parse(last.detail) as unknown };
}

const toFacts = (payment: Payment, owedTo: 'customer' | 'shop') => ({
  paymentId: payment.id,
  externalId: payment.externalId,
  billerName: payment.billerName,
  owedTo,
  amount: payment.due,
});

const checkNow = async (paymentId: string) => {
  const checking = shop.counter.refunds.checkNow({ paymentId }, ANA);
  await shop.counter.advance(200);
  return await checking;
};

describe('the record of a refund', () => {
  it('records what a cashier’s check found, in event and audit log', async () => {
    const payment = await createPaidPayment();
    const changes = shop.counter.changes.length;
    const found = await giveBack(payment, 'reversed');
    expect(found.refund).toMatchObject({
      owedTo: 'customer',
      isHandedOver: false,
      amount: payment.due,
      settled: null,
    });
    const by = { cashier_id: ANA.id, approved_by: null, kind: 'refund-found' };
    const status = 'reversed';
    expect(readLast('payment_events')).toEqual({ ...by, detail: { status, how: 'cashier' } });
    expect(readLast('audit')).toEqual({
      ...by,
      detail: { ...toFacts(payment, 'customer'), status },
    });
    expect(shop.counter.changes.slice(changes)).toEqual([payment.id]);
    expect(shop.counter.rows('SELECT * FROM refund_watches')).toEqual([]);
  });

  it('owes the shop a cash-out, and knows whether its cash was handed over', async () => {
    const handedOver = await giveBack(await createCashOut(true));
    expect(handedOver.refund).toMatchObject({ owedTo: 'shop', isHandedOver: true });
    expect(readLast('audit')).toMatchObject({ detail: toFacts(handedOver, 'shop') });
  });

  it('knows that the cash of a cash-out was handed over while its row was read', async () => {
    const { id, externalId } = await createCashOut(false);
    shop.counter.service.giveBack(externalId);
    const checking = shop.counter.refunds.checkNow({ paymentId: id }, ANA);
    await shop.counter.advance(10);
    expectOk(shop.counter.payments.confirmHandOver({ paymentId: id }, ANA));
    await shop.counter.advance(200);
    expect(expectOk(await checking).payment.refund).toMatchObject({ isHandedOver: true });
  });

  it('owes the shop nothing that was not handed over', async () => {
    const notHandedOver = await giveBack(await createCashOut(false));
    expect(notHandedOver.refund).toMatchObject({ owedTo: 'shop', isHandedOver: false });
  });

  it('records a settlement in cash and its slip', async () => {
    const payment = await createPaidPayment();
    await giveBack(payment);
    const changes = shop.counter.changes.length;
    const { cashChangeCount } = shop.counter;
    const { jobId } = expectOk(await settle(payment.id));
    expect(shop.counter.cashChangeCount).toBe(cashChangeCount + 1);
    const by = { cashier_id: ANA.id, approved_by: null, kind: 'refund-handed-back' };
    expect(readLast('payment_events')).toEqual({ ...by, detail: {} });
    expect(readLast('audit')).toEqual({ ...by, detail: toFacts(payment, 'customer') });
    expect(shop.counter.changes.slice(changes)).toEqual([payment.id]);
    expect(jobId).toEqual(expect.any(String));
  });

  it('records a decision with its reason and supervisor', async () => {
    const payment = await createPaidPayment();
    await giveBack(payment);
    expectOk(await decide(payment.id));
    const reason = { reason: 'never came' };
    const by = { cashier_id: ANA.id, approved_by: LUIS.id, kind: 'refund-decided' };
    expect(readLast('payment_events')).toEqual({ ...by, detail: reason });
    expect(readLast('audit')).toEqual({
      ...by,
      detail: { ...toFacts(payment, 'customer'), ...reason },
    });
  });

  it('records the supervisor of a settlement that the row does not confirm', async () => {
    const payment = await createPaidPayment();
    await giveBack(payment);
    shop.counter.service.lookUpFates.push('failed');
    expectOk(await settle(payment.id, ANA, LUIS_PIN));
    expect(readLast('payment_events')).toMatchObject({ approved_by: LUIS.id, detail: {} });
    expect(
      shop.counter.rows('SELECT how, approved_by, reason, cashier_id FROM refund_settlements'),
    ).toEqual([{ how: 'handed-back', approved_by: LUIS.id, reason: null, cashier_id: ANA.id }]);
  });
});

describe('the check of a refund', () => {
  it('returns why a payment cannot be checked', async () => {
    expect(expectProblem(await checkNow('another'))).toEqual({
      kind: 'not-found',
      what: 'payment',
    });
    const payment = await createPaidPayment();
    shop.counter.isServiceAvailable = false;
    expect(expectProblem(await checkNow(payment.id)).kind).toBe('not-connected');
    shop.counter.isServiceAvailable = true;
    shop.counter.service.lookUpFates.push('throws');
    expect(expectProblem(await checkNow(payment.id))).toEqual({
      kind: 'internal',
      reference: payment.id,
    });
  });

  it('checks only payments that were made, and no cancel', async () => {
    shop.counter.service.fates.push({ arrives: 1, answers: 1, answer: createRefusal('R2') });
    const rejected = await shop.counter.payBill();
    await shop.counter.advance(1000);
    expect(expectProblem(await checkNow(rejected.id))).toEqual({
      kind: 'payment-state',
      state: 'rejected',
      until: null,
    });
    const payment = await createPaidPayment('777');
    const approval = { cashierId: LUIS.id, pin: LUIS_PIN };
    const cancelling = { paymentId: payment.id, reason: 'wrong account', approval };
    const cancel = expectOk(await shop.counter.payments.cancel(cancelling, ANA));
    await shop.counter.advance(1000);
    expect(shop.counter.get(cancel.id).state).toBe('paid');
    const { lookUps } = shop.counter.service;
    expect(expectProblem(await checkNow(cancel.id)).kind).toBe('payment-state');
    expect(expectOk(await shop.counter.refunds.refreshFromService(cancel.id))).toBe(null);
    expect(expectOk(await shop.counter.refunds.refreshFromService('another'))).toBe(null);
    expect(shop.counter.service.lookUps).toBe(lookUps);
    expect(shop.counter.refunds.isCancelledByTill(payment.id)).toBe(true);
    expect(shop.counter.refunds.isCancelledByTill(cancel.id)).toBe(false);
    expect(shop.counter.refunds.isCancelledByTill('another')).toBe(false);
  });

  it('looks for the transaction first, and by external_id only if it is not listed', async () => {
    const payment = await createPaidPayment();
    const { lookUps } = shop.counter.service;
    const { length } = shop.counter.changes;
    expectOk(await checkNow(payment.id));
    expect(shop.counter.service.lookUps).toBe(lookUps + 1);
    expect(shop.counter.changes).toHaveLength(length);
    shop.counter.service.lookUpFates.push('empty');
    expect(expectOk(await checkNow(payment.id)).kind).toBe('stands');
    expect(shop.counter.service.lookUps).toBe(lookUps + 3);
    shop.counter.service.lookUpFates.push('failed');
    expect(expectProblem(await checkNow(payment.id)).kind).toBe('service-silent');
    expect(shop.counter.service.lookUps).toBe(lookUps + 4);
    shop.counter.service.lookUpFates.push('empty', 'empty');
    expect(expectOk(await checkNow(payment.id))).toMatchObject({ kind: 'not-there' });
  });

  it('reports no change of a payment that stands and is not watched', async () => {
    shop.counter.service.hoursToFulfill = 0;
    const payment = await createPaidPayment();
    const { length } = shop.counter.changes;
    expect(expectOk(await checkNow(payment.id)).kind).toBe('stands');
    expect(shop.counter.changes).toHaveLength(length);
  });

  it('looks for a payment without an authorization by its external_id', async () => {
    shop.counter.service.fates.push({ arrives: null, answers: null });
    const { id } = await shop.counter.payBill();
    shop.counter.service.lookUpFates.push(...Array.from({ length: 99 }, () => 'failed' as const));
    await shop.counter.advance(30 * MINUTE);
    const approval = { cashierId: LUIS.id, pin: LUIS_PIN };
    const closing = { paymentId: id, isPaid: true, authorization: null, reason: 'paper', approval };
    expectOk(await shop.counter.payments.closeByHand(closing, ANA));
    shop.counter.service.lookUpFates.length = 0;
    const { lookUps } = shop.counter.service;
    expect(expectOk(await checkNow(id)).kind).toBe('not-there');
    expect(shop.counter.service.lookUps).toBe(lookUps + 1);
  });

  it('refreshes a payment from the service, or returns why not', async () => {
    const payment = await createPaidPayment();
    shop.counter.service.giveBack(payment.externalId);
    const refresh = async () => {
      const refreshing = shop.counter.refunds.refreshFromService(payment.id);
      await shop.counter.advance(200);
      return await refreshing;
    };
    shop.counter.isServiceAvailable = false;
    expect(expectProblem(await refresh()).kind).toBe('not-connected');
    shop.counter.isServiceAvailable = true;
    shop.counter.service.lookUpFates.push('failed');
    expect(expectProblem(await refresh()).kind).toBe('service-silent');
    expect(listOwedIds()).toEqual([]);
    expect(expectOk(await refresh())).toBe(null);
    expect(listOwedIds()).toEqual([payment.id]);
    expect(readLast('payment_events')).toMatchObject({
      cashier_id: null,
      detail: { how: 'watch' },
    });
  });

  it('returns why the page gets no view of a payment', async () => {
    shop.counter.service.fates.push({ arrives: 1, answers: 1, answer: createRefusal('R2') });
    const rejected = await shop.counter.payBill();
    await shop.counter.advance(1000);
    const settled = await createPaidPayment('777');
    const decided = await createPaidPayment('778');
    for (const payment of [settled, decided]) await giveBack(payment);
    const { database, clock, service } = shop.counter;
    // Its `getPayment` returns no view.
    const refunds = createTestRefunds({
      database,
      clock,
      service: () => service,
      approve: async () => ok(LUIS),
    });
    const getProblem = async <Value>(work: Promise<Result<Value>>) => {
      await shop.counter.advance(500);
      return expectProblem(await work);
    };
    const notFound = { kind: 'not-found', what: 'payment' };
    const approval = { cashierId: LUIS.id, pin: LUIS_PIN };
    expect(expectOk(refunds.unsettled({}, ANA))).toEqual([]);
    for (const { id: paymentId } of [rejected, settled])
      expect(await getProblem(refunds.checkNow({ paymentId }, ANA))).toEqual(notFound);
    const settling = refunds.settle({ paymentId: settled.id, approval: null }, ANA);
    expect(await getProblem(settling)).toEqual(notFound);
    const deciding = refunds.decide({ paymentId: decided.id, reason: 'gone', approval }, ANA);
    expect(await getProblem(deciding)).toEqual(notFound);
    expect(listOwedIds()).toEqual([]);
  });

  it('settles nothing without a connection, unless a supervisor approves it', async () => {
    const payment = await createPaidPayment();
    await giveBack(payment);
    shop.counter.isServiceAvailable = false;
    expect(expectProblem(await settle(payment.id))).toEqual({
      kind: 'refund',
      reason: 'not-confirmed',
    });
    expect(expectProblem(await settle(payment.id, ANA, '0000')).kind).toBe('wrong-pin');
    expectOk(await settle(payment.id, ANA, LUIS_PIN));
  });

  it('records nothing of an answer after the till stopped', async () => {
    const payment = await createPaidPayment();
    shop.counter.service.giveBack(payment.externalId);
    const checking = shop.counter.refunds.checkNow({ paymentId: payment.id }, ANA);
    shop.counter.refunds.stop();
    await shop.counter.advance(200);
    expect(expectProblem(await checking).kind).toBe('not-connected');
    expect(listOwedIds()).toEqual([]);
  });
});

describe('the watch of a payment', () => {
  const listWatches = () =>
    shop.counter.rows('SELECT intent_id, since, ends_at, reads FROM refund_watches');

  it('starts with the payment, for the hours of its answer', async () => {
    const payment = await createPaidPayment();
    const since = payment.resolvedAt ?? '';
    expect(listWatches()).toEqual([
      {
        intent_id: payment.id,
        since,
        ends_at: new Date(Date.parse(since) + 72 * HOUR).toISOString(),
        reads: 0,
      },
    ]);
    expect(shop.counter.refunds.getOldestWatchedPaymentAt()).toBe(Date.parse(since));
  });

  it('takes the biller’s hours if the answer has none, and watches nothing of zero hours', async () => {
    shop.counter.service.hoursToFulfill = null;
    await createPaidPayment();
    expect(listWatches()).toEqual([]);
    shop.counter.service.hoursToFulfill = 0;
    await createPaidPayment('777');
    expect(listWatches()).toEqual([]);
    expect(shop.counter.refunds.getOldestWatchedPaymentAt()).toBe(null);
  });

  it('watches for the biller’s hours if the answer has none', async () => {
    shop.counter.service.hoursToFulfill = null;
    shop.counter.billers.set(40, createTestBiller({ hoursToFulfill: 24 }));
    const { resolvedAt, watchedUntil } = await createPaidPayment();
    expect(Date.parse(watchedUntil ?? '') - Date.parse(resolvedAt ?? '')).toBe(24 * HOUR);
  });

  it('keeps the watch of a payment that is recorded as paid again', async () => {
    const { id } = await createPaidPayment();
    const { database, clock } = shop.counter;
    const watches = listWatches();
    const recorder = createRefundRecorder({
      database,
      catalog: { biller: () => null },
      audit: createAudit({ database, clock }),
      random: () => 0.5,
      now: clock.now,
    });
    const record = readPayment(database, id);
    if (record === null) throw new Error('the payment is missing');
    const outcome = { ...record.outcome, hoursToFulfill: 24 };
    database.commit(() =>
      recorder.startRefundWatchInCommit(record, outcome, new Date(clock.now()).toISOString()),
    );
    expect(listWatches()).toEqual(watches);
  });

  it('ends with a cancel of this till, whatever the row says', async () => {
    const payment = await createPaidPayment();
    const approval = { cashierId: LUIS.id, pin: LUIS_PIN };
    const cancelling = { paymentId: payment.id, reason: 'wrong account', approval };
    shop.counter.billers.set(40, createTestBiller({ hoursToFulfill: 72 }));
    expectOk(await shop.counter.payments.cancel(cancelling, ANA));
    await shop.counter.advance(1000);
    expect(listWatches()).toMatchObject([{ intent_id: payment.id }]);
    shop.counter.service.giveBack(payment.externalId, 'sent');
    await shop.counter.advance(2 * HOUR);
    expect(listWatches()).toEqual([]);
  });

  it('watches for three days if nobody says for how long', async () => {
    shop.counter.service.hoursToFulfill = null;
    const { id } = await shop.counter.payBill();
    shop.counter.billers.clear();
    await shop.counter.advance(1000);
    const [watch] = listWatches() as { intent_id: string; since: string; ends_at: string }[];
    expect(watch?.intent_id).toBe(id);
    expect(Date.parse(watch?.ends_at ?? '') - Date.parse(watch?.since ?? '')).toBe(72 * HOUR);
  });

  it('watches no cancel', async () => {
    const payment = await createPaidPayment();
    const approval = { cashierId: LUIS.id, pin: LUIS_PIN };
    const cancelling = { paymentId: payment.id, reason: 'wrong account', approval };
    expectOk(await shop.counter.payments.cancel(cancelling, ANA));
    await shop.counter.advance(1000);
    expect(listWatches()).toMatchObject([{ intent_id: payment.id }]);
    await shop.counter.advance(2 * HOUR);
    expect(listWatches()).toEqual([]);
  });

  it('reads nothing while the service has a problem or there is no connection', async () => {
    await createPaidPayment();
    const { lookUps } = shop.counter.service;
    shop.counter.service.problem = { kind: 'service-unreachable', reason: 'no-network' };
    await shop.counter.advance(3 * HOUR);
    shop.counter.service.problem = null;
    shop.counter.isServiceAvailable = false;
    await shop.counter.advance(3 * HOUR);
    expect(shop.counter.service.lookUps).toBe(lookUps);
    shop.counter.isServiceAvailable = true;
    await shop.counter.advance(2 * MINUTE);
    expect(shop.counter.service.lookUps).toBe(lookUps + 1);
  });
});
