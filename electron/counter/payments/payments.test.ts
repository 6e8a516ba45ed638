import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageError } from '../../ledger/index.ts';
import {
  ANA,
  ANSWER_LOST,
  createRefusal,
  createTestCounter,
  expectOk,
  expectProblem,
  expectSynchronous,
  LUIS,
  NEVER_ARRIVES,
  type TestCounter,
} from './testing/index.ts';

const MINUTE = 60_000;

let counter: TestCounter;
beforeEach(() => {
  counter = createTestCounter();
});
afterEach(() => counter.close());

const createDiskFullError = (): StorageError =>
  new StorageError('full', counter.database.file, null);

describe('a successful payment', () => {
  it('writes the complete intent before the request is sent, with the same bytes and Date', async () => {
    const order = await counter.order();
    counter.fault = (call) => {
      if (call === 'before-commit') expect(counter.service.sentRequests).toHaveLength(0);
    };
    const payment = expectOk(counter.pay(order));
    expect(payment.state).toBe('sending');
    expect(counter.service.sentRequests).toHaveLength(1);

    const [row] = counter.rows(
      'SELECT i.*, s.request_date, o.state FROM intents i JOIN sends s ON s.intent_id = i.id JOIN outcomes o ON o.intent_id = i.id',
    );
    const [sent] = counter.service.sentRequests;
    expect(row).toMatchObject({
      external_id: payment.externalId,
      idempotency_key: sent?.idempotencyKey,
      target: sent?.request.target,
      request_date: new Date(sent?.date ?? 0).toISOString(),
      state: 'sent',
      cashier_id: 'ana',
      pos_number: '07',
      amount: '100.00',
      due: '100.00',
      cash: '100.00',
      change: '0.00',
    });
    const [body] = counter.rows('SELECT CAST(body AS TEXT) AS body FROM intents');
    expect(body).toEqual({ body: sent?.request.body });
  });

  it('returns at once what the ledger holds', async () => {
    const payment = await counter.payBill();
    expect(payment).toEqual(counter.get(payment.id));
  });

  it('marks the payment paid, queues its receipt, counts the biller use and emits the change', async () => {
    const payment = await counter.payBill();
    await counter.advance(100);
    expect(counter.get(payment.id)).toMatchObject({
      state: 'paid',
      authorization: '48001',
      hasTicketText: true,
      serviceStatus: 'sent',
      httpStatus: 201,
      paper: 'waiting',
      unknownBecause: null,
      certainAt: null,
      sends: 1,
    });
    expect(counter.rows('SELECT kind, state FROM print_jobs')).toEqual([
      { kind: 'original', state: 'waiting' },
    ]);
    expect(counter.wakeCount).toBe(1);
    expect(counter.billerUses).toEqual([40]);
    expect(counter.changes).toContain(payment.id);
    expect(counter.rows('SELECT kind FROM payment_events ORDER BY id')).toEqual([
      { kind: 'intent' },
      { kind: 'answer-done' },
    ]);
    expect(expectOk(counter.payments.unresolved({}, ANA))).toEqual([]);
  });

  it('queues a shop copy if the setting asks for it', async () => {
    counter.settings.shopCopy = true;
    await counter.payBill();
    await counter.advance(100);
    expect(counter.rows('SELECT kind FROM print_jobs ORDER BY number')).toEqual([
      { kind: 'original' },
      { kind: 'shop-copy' },
    ]);
  });

  it('reads the uptime only once for a list of payments', async () => {
    const first = await counter.payBill();
    await counter.advance(100);
    const second = await counter.payBill({ account: '501000000008' });
    const uptime = vi.spyOn(counter.clock, 'uptime');
    const countUptimeReads = (ids: readonly string[]): number => {
      uptime.mockClear();
      expect(counter.payments.listViews(ids)).toHaveLength(ids.length);
      return uptime.mock.calls.length;
    };
    expect(countUptimeReads([first.id, second.id])).toBe(countUptimeReads([first.id]));
  });

  it('returns the payment as in hand to its cashier until it is marked as seen', async () => {
    const payment = await counter.payBill();
    expectOk(counter.payments.acknowledge({ paymentId: payment.id, state: 'sending' }, ANA));
    expect(expectOk(counter.payments.current({}, ANA))?.id).toBe(payment.id);
    expect(expectOk(counter.payments.current({}, LUIS))).toBeNull();
    const second = await counter.payBill({ account: '501000000008' });
    await counter.advance(100);
    expect(expectOk(counter.payments.current({}, ANA))?.id).toBe(second.id);
    expectOk(counter.payments.acknowledge({ paymentId: second.id, state: 'paid' }, ANA));
    // The first was left while it was being sent: its outcome is announced instead.
    expect(expectOk(counter.payments.current({}, ANA))).toBeNull();
    expect(expectOk(counter.payments.recent({ limit: 5 }, ANA)).map(({ id }) => id)).toEqual([
      second.id,
      payment.id,
    ]);
  });
});

describe('one order', () => {
  it('pays an order once for a hundred key presses at the same time and later', async () => {
    const order = await counter.order();
    const answers = await Promise.all(
      Array.from({ length: 100 }, async () => expectOk(counter.pay(order)).id),
    );
    await counter.advance(100);
    answers.push(expectOk(counter.pay(order)).id);
    counter.restart();
    answers.push(expectOk(counter.pay(order)).id);
    expect(new Set(answers).size).toBe(1);
    expect(counter.service.sentRequests).toHaveLength(1);
    expect(counter.rows('SELECT id FROM intents')).toHaveLength(1);
  });

  it('takes an order for a quarter of an hour', async () => {
    const order = await counter.order();
    await counter.advance(14 * MINUTE);
    expectOk(counter.pay(order));
  });

  it('rejects an order of another cashier and an expired order', async () => {
    const order = await counter.order();
    expect(expectProblem(counter.pay(order, LUIS))).toEqual({ kind: 'not-found', what: 'order' });
    await counter.advance(16 * MINUTE);
    expect(expectProblem(counter.pay(order))).toEqual({ kind: 'not-found', what: 'order' });
    expect(counter.service.sentRequests).toHaveLength(0);
  });

  it('rejects an order whose service client has been replaced', async () => {
    const order = await counter.order();
    counter.isServiceAvailable = false;
    expect(expectProblem(counter.pay(order))).toEqual({ kind: 'not-found', what: 'order' });
  });

  it('rejects an order without enough cash or with an unacknowledged warning', async () => {
    const earlier = await counter.payBill();
    await counter.advance(100);
    const order = await counter.order();
    expect(order.warnings).toEqual([
      {
        kind: 'looks-like-earlier',
        paymentId: earlier.id,
        at: earlier.createdAt,
        amount: { amount: '100.00', currency: 'MXN' },
        isSameAmount: true,
      },
    ]);
    const pay = (cash: string, acknowledged: 'looks-like-earlier'[]) =>
      expectSynchronous(
        counter.payments.pay(
          { orderId: order.id, cash: { amount: cash, currency: 'MXN' }, acknowledged },
          ANA,
        ),
      );
    expect(expectProblem(pay('99.99', ['looks-like-earlier']))).toMatchObject({
      kind: 'amount',
      reason: 'cash-too-little',
    });
    expect(expectProblem(pay('99.99', []))).toMatchObject({ reason: 'cash-too-little' });
    expect(expectProblem(pay('100', []))).toEqual({
      kind: 'invalid-input',
      field: 'acknowledged',
      reason: 'looks-like-earlier',
    });
    expect(counter.service.sentRequests).toHaveLength(1);
    const paid = expectOk(pay('120.50', ['looks-like-earlier']));
    expect(paid.change).toEqual({ amount: '20.50', currency: 'MXN' });
  });

  it('rejects an order if a similar payment was made after the cashier decided', async () => {
    const first = await counter.order();
    const second = await counter.order();
    expectOk(counter.pay(first));
    expect(expectProblem(counter.pay(second)).kind).toBe('held');
    await counter.advance(100);
    expect(expectProblem(counter.pay(second))).toMatchObject({ field: 'acknowledged' });
    expect(counter.service.sentRequests).toHaveLength(1);
  });

  it('returns the Retry-After seconds of a 429', async () => {
    const busy = createRefusal(null, 429);
    counter.service.fates.push({
      arrives: 1,
      answers: 1,
      answer: busy.kind === 'refused' ? { ...busy, retryAfterSeconds: 30 } : busy,
    });
    const payment = await counter.payBill();
    await counter.advance(1000);
    expect(counter.get(payment.id)).toMatchObject({
      state: 'rejected',
      httpStatus: 429,
      retryAfterSeconds: 30,
    });
  });

  it('rejects an order while a payment to the same account in any spelling is unresolved', async () => {
    counter.service.fates.push(NEVER_ARRIVES);
    const first = await counter.payBill();
    const other = await counter.order({ account: '777' });
    const again = counter.payments.prepare(
      {
        kind: 'bill',
        billerId: 40,
        accountNumber: '5010 0000-0007',
        nameOnAccount: null,
        amount: { amount: '5', currency: 'MXN' },
        balanceId: null,
      },
      ANA,
    );
    expect(expectProblem(await again)).toEqual({ kind: 'held', paymentId: first.id });
    expectOk(counter.pay(other));
  });
});

describe('a full disk', () => {
  it('sends nothing if the intent cannot be written, and pays the same order later', async () => {
    const order = await counter.order();
    counter.fault = (call) => {
      if (call === 'before-commit') throw createDiskFullError();
    };
    expect(expectProblem(counter.pay(order))).toMatchObject({ kind: 'storage', reason: 'full' });
    await counter.advance(MINUTE);
    expect(counter.service.sentRequests).toHaveLength(0);
    counter.fault = () => {};
    expectOk(counter.pay(order));
    await counter.advance(100);
    expect(counter.service.performed.size).toBe(1);
  });

  it('sends nothing if the commit of the intent fails after the write, and resolves the payment as not performed', async () => {
    const order = await counter.order();
    counter.fault = (call) => {
      if (call === 'after-commit') throw createDiskFullError();
    };
    const payment = expectOk(counter.pay(order));
    counter.fault = () => {};
    expect(payment.state).toBe('unknown');
    expect(expectOk(counter.pay(order)).id).toBe(payment.id);
    expect(counter.service.sentRequests).toHaveLength(0);
    await counter.advance(17 * MINUTE);
    expect(counter.get(payment.id).state).toBe('not-performed');
  });

  it.each(['before-commit', 'after-commit'] as const)(
    'keeps a payment unknown while the outcome fails to be written (%s), and then marks it paid once',
    async (when) => {
      const payment = await counter.payBill();
      counter.fault = (call) => {
        if (call === when) throw createDiskFullError();
      };
      await counter.advance(5000);
      if (when === 'before-commit') expect(counter.get(payment.id).state).toBe('unknown');
      counter.fault = () => {};
      await counter.advance(MINUTE);
      expect(counter.get(payment.id).state).toBe('paid');
      expect(counter.rows('SELECT id FROM print_jobs')).toHaveLength(1);
      expect(counter.service.lookUps).toBe(0);
    },
  );

  it('finds a payment paid after a restart if its outcome could not be written before', async () => {
    const payment = await counter.payBill();
    counter.fault = (call) => {
      if (call === 'before-commit') throw createDiskFullError();
    };
    await counter.advance(MINUTE);
    counter.fault = () => {};
    counter.restart();
    expect(counter.get(payment.id)).toMatchObject({
      state: 'unknown',
      unknownBecause: 'till-stopped',
    });
    await counter.advance(MINUTE);
    expect(counter.get(payment.id)).toMatchObject({ state: 'paid', toConfirm: 'paid' });
    counter.confirmAll();
    expect(counter.get(payment.id)).toMatchObject({ state: 'paid', paper: 'waiting' });
  });

  it('continues look-ups on a full disk and records them when there is room', async () => {
    counter.service.fates.push(ANSWER_LOST);
    const payment = await counter.payBill();
    await counter.advance(59_000);
    counter.fault = (call) => {
      if (call === 'before-commit') throw createDiskFullError();
    };
    await counter.advance(5 * MINUTE);
    expect(counter.get(payment.id).state).toBe('unknown');
    counter.fault = () => {};
    await counter.advance(2 * MINUTE);
    expect(counter.get(payment.id).state).toBe('paid');
  });

  it('keeps a payment unknown while its receipt cannot be queued, and then marks it paid', async () => {
    const payment = await counter.payBill();
    counter.isPrintQueueBroken = true;
    await counter.advance(3000);
    expect(counter.get(payment.id).state).toBe('unknown');
    counter.isPrintQueueBroken = false;
    await counter.advance(MINUTE);
    expect(counter.get(payment.id)).toMatchObject({ state: 'paid', paper: 'waiting' });
  });
});
