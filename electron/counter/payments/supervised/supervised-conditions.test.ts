import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Payment } from '../../../../shared/contract/index.ts';
import { readPayment, StorageError } from '../../../ledger/index.ts';
import {
  ANA,
  ANSWER_LOST,
  createTestBiller,
  createTestCounter,
  expectOk,
  expectProblem,
  LUIS,
  LUIS_PIN,
  NEVER_ARRIVES,
  SUCCEEDS,
  type TestCounter,
} from '../testing/index.ts';
import { buildCancelIntent } from './cancel-intent.ts';

const MINUTE = 60_000;
const APPROVAL = { cashierId: LUIS.id, pin: LUIS_PIN };
const WRONG_APPROVAL = { ...APPROVAL, pin: '0000' };
const NOT_READY = { kind: 'not-connected', reason: 'not-ready' };
const BEA = { ...ANA, id: 'bea', name: 'Bea' };

let counter: TestCounter;
beforeEach(() => {
  counter = createTestCounter();
});
afterEach(() => counter.close());

async function payPaid(): Promise<Payment> {
  const { id } = await counter.payBill();
  await counter.advance(1000);
  return counter.get(id);
}

const cancel = (paymentId: string, approval = APPROVAL) =>
  counter.payments.cancel({ paymentId, reason: 'wrong account', approval }, ANA);

const listCancels = () => counter.rows("SELECT id FROM intents WHERE kind = 'cancel'");

const closeShifts = () =>
  counter.database.commit(() =>
    counter.database.prepare("UPDATE shifts SET closed_at = '2026-01-15T12:00:00.000Z'").run(),
  );

describe('a cancel', () => {
  it('sends no cancel without a shift, without a connection, or while payments finish', async () => {
    const { id } = await payPaid();
    expect(expectProblem(await cancel('another'))).toEqual({ kind: 'not-found', what: 'payment' });
    counter.isServiceAvailable = false;
    expect(expectProblem(await cancel(id))).toEqual(NOT_READY);
    counter.isServiceAvailable = true;
    counter.shifts = 'required';
    closeShifts();
    expect(expectProblem(await cancel(id))).toMatchObject({ kind: 'shift' });
    counter.shifts = 'automatic';
    void counter.payments.finish();
    expect(expectProblem(await cancel(id))).toEqual(NOT_READY);
    expect(listCancels()).toEqual([]);
  });

  it.each([
    ['the connection is lost', () => Object.assign(counter, { isServiceAvailable: false })],
    ['payments finish', () => void counter.payments.finish()],
  ])('sends no cancel if %s during the PIN check', async (_, change) => {
    const { id } = await payPaid();
    const pendingCancel = cancel(id);
    change();
    expect(expectProblem(await pendingCancel)).toEqual(NOT_READY);
    expect(listCancels()).toEqual([]);
  });

  it('checks the payment before the PIN', async () => {
    counter.service.fates.push(NEVER_ARRIVES);
    const { id } = await counter.payBill();
    expect(expectProblem(await cancel(id, WRONG_APPROVAL))).toEqual({
      kind: 'payment-state',
      state: 'sending',
      until: null,
    });
  });

  it('reports the cancel at the payment that it cancels', async () => {
    const { id } = await payPaid();
    const changes = counter.changes.length;
    const sent = expectOk(await cancel(id));
    expect(counter.changes.slice(changes)).toEqual([id]);
    expect(sent).toMatchObject({ state: 'sending', cancels: id, toConfirm: 'none' });
    await counter.advance(1000);
    expect(counter.get(sent.id)).toMatchObject({ state: 'paid', toConfirm: 'none' });
  });

  it('keeps a cancel unknown whose commit failed after the write, and sends nothing', async () => {
    const { id } = await payPaid();
    counter.fault = (call) => {
      if (call === 'after-commit') throw new StorageError('full', counter.database.file, null);
    };
    const cancelled = expectOk(await cancel(id));
    counter.fault = () => {};
    expect(cancelled).toMatchObject({ kind: 'cancel', state: 'unknown' });
    expect(counter.service.sentRequests).toHaveLength(1);
  });

  it('copies what it cancels, with its own ids and people', async () => {
    const paid = await payPaid();
    const cancelled = expectOk(await cancel(paid.id));
    const [original, copy] = counter.rows(
      'SELECT i.*, CAST(body AS TEXT) AS text FROM intents i ORDER BY kind',
    ) as Record<string, unknown>[];
    expect(copy).toEqual({
      ...original,
      id: expect.any(String),
      kind: 'cancel',
      order_id: `cancel-${paid.id}-1`,
      created_at: cancelled.createdAt,
      external_id: expect.any(String),
      idempotency_key: expect.any(String),
      target: '/transaction/cancel',
      body: expect.anything(),
      text: expect.stringContaining(String(paid.authorization)),
      bill_id: null,
      cash: null,
      change: null,
      cancels: paid.id,
      approved_by: LUIS.id,
      reason: 'wrong account',
    });
    const ids = new Set([original, copy].flatMap((row) => [row?.id, row?.external_id]));
    expect(ids.size).toBe(4);
  });

  it('builds no cancel of a payment without an authorization', async () => {
    counter.service.fates.push(NEVER_ARRIVES);
    const { id } = await counter.payBill();
    const record = readPayment(counter.database, id);
    if (record === null) throw new Error('no payment');
    const approval = { cashier: ANA, approvedBy: LUIS.id, reason: 'x', posNumber: '07' };
    const sources = { createId: () => 'id', now: counter.clock.now() };
    expect(() => buildCancelIntent(record, counter.service, approval, sources)).toThrow(
      'no authorization',
    );
  });
});

describe('a decision of a supervisor', () => {
  const close = (paymentId: string, approval = APPROVAL) =>
    counter.payments.closeByHand(
      { paymentId, isPaid: false, authorization: null, reason: 'paper', approval },
      ANA,
    );

  /** A payment that may be closed by hand. */
  async function createOldUnknownPayment(): Promise<string> {
    counter.service.fates.push({ ...ANSWER_LOST });
    counter.service.lookUpFates.push(...Array.from({ length: 100 }, () => 'failed' as const));
    const { id } = await counter.payBill();
    await counter.advance(30 * MINUTE);
    expect(counter.get(id).canCloseByHand).toBe(true);
    counter.service.lookUpFates.length = 0;
    return id;
  }

  it('closes nothing by hand that the look-up in flight resolves', async () => {
    const id = await createOldUnknownPayment();
    const pendingLookUp = counter.payments.lookUpNow({ paymentId: id }, ANA);
    const pendingClose = close(id);
    await counter.advance(1000);
    expect(expectOk(await pendingLookUp).state).toBe('paid');
    expect(expectProblem(await pendingClose)).toMatchObject({
      kind: 'payment-state',
      state: 'paid',
    });
  });

  it('rejects a decision about an unknown payment', async () => {
    expect(expectProblem(await close('another'))).toEqual({ kind: 'not-found', what: 'payment' });
  });

  it('says when a payment may be closed by hand that may not be now', async () => {
    const id = await counter.loseBill();
    // Before the PIN is checked.
    expect(expectProblem(await close(id, WRONG_APPROVAL))).toEqual({
      kind: 'payment-state',
      state: 'unknown',
      until: counter.get(id).certainAt,
    });
  });

  it('releases no cash of a cash-out that may be handed over', async () => {
    counter.billers.set(7, createTestBiller({ id: 7, kind: 'partner' }));
    counter.settings.cashOutBillers = [7];
    const { id } = expectOk(await counter.payOut({ billerId: 7 }));
    await counter.advance(1000);
    counter.setPrintJobState(id, 'printed');
    const released = await counter.payments.releaseCash(
      { paymentId: id, reason: 'no paper', approval: APPROVAL },
      ANA,
    );
    expect(expectProblem(released)).toEqual({ kind: 'payment-state', state: 'paid', until: null });
    const { wakeCount, cashChangeCount } = counter;
    const { length } = counter.changes;
    expectOk(counter.payments.confirmHandOver({ paymentId: id }, ANA));
    expect(counter.wakeCount).toBe(wakeCount + 1);
    expect(counter.cashChangeCount).toBe(cashChangeCount + 1);
    expect(counter.changes.slice(length)).toEqual([id]);
    expect(expectProblem(counter.payments.confirmHandOver({ paymentId: id }, ANA)).kind).toBe(
      'payment-state',
    );
    expect(expectProblem(counter.payments.confirmHandOver({ paymentId: 'another' }, ANA))).toEqual({
      kind: 'not-found',
      what: 'payment',
    });
  });
});

describe('leaving and confirming', () => {
  it('lets only its cashier or a supervisor leave a payment', async () => {
    const { id } = await payPaid();
    const leave = (cashier: typeof ANA) =>
      counter.payments.acknowledge({ paymentId: id, state: 'paid' }, cashier);
    expect(expectProblem(leave(BEA))).toEqual({ kind: 'not-allowed', needs: 'supervisor' });
    expect(counter.rows('SELECT seen_at FROM outcomes')).toEqual([{ seen_at: null }]);
    expectOk(leave(LUIS));
    const missing = counter.payments.acknowledge({ paymentId: 'another', state: 'paid' }, ANA);
    expect(expectProblem(missing)).toEqual({ kind: 'not-found', what: 'payment' });
  });

  it('reports a left payment, and wakes the printer only for a paper that it owes', async () => {
    const { id } = await payPaid();
    const { wakeCount } = counter;
    const changes = counter.changes.length;
    expectOk(counter.payments.acknowledge({ paymentId: id, state: 'paid' }, ANA));
    expect(counter.wakeCount).toBe(wakeCount);
    expect(counter.changes.slice(changes)).toEqual([id]);
  });

  it('prints the paper of a result that its cashier has found and leaves', async () => {
    const { id } = await counter.payBill();
    counter.payments.handleSessionChange();
    await counter.advance(1000);
    const { wakeCount } = counter;
    const leave = () =>
      expectOk(counter.payments.acknowledge({ paymentId: id, state: 'paid' }, ANA));
    leave();
    expect(counter.rows('SELECT kind FROM print_jobs')).toEqual([{ kind: 'original' }]);
    leave();
    expect(counter.wakeCount).toBe(wakeCount + 1);
  });

  it('confirms nothing twice, and reports what was confirmed', async () => {
    counter.service.fates.push(SUCCEEDS);
    const { id } = await counter.payBill();
    counter.payments.handleSessionChange();
    await counter.advance(1000);
    const { wakeCount } = counter;
    const changes = counter.changes.length;
    const confirm = (paymentId = id) => counter.payments.confirm({ paymentId }, ANA);
    expect(expectOk(confirm())).toMatchObject({ toConfirm: 'none' });
    expect(expectOk(confirm())).toMatchObject({ toConfirm: 'none' });
    expect(counter.wakeCount).toBe(wakeCount + 1);
    expect(counter.changes.slice(changes)).toEqual([id]);
    expect(
      counter.rows("SELECT id FROM payment_events WHERE kind = 'outcome-confirmed'"),
    ).toHaveLength(1);
    expect(expectProblem(confirm('another'))).toEqual({ kind: 'not-found', what: 'payment' });
  });
});
