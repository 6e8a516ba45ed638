/**
 * A payment that the service refunds later, over the real parts of main and HTTPS, in each version.
 * Covers: found by F1 before and after the end of the shift, X and Z reports, handed back once,
 * also after a restart, a cash-out, and rows without a status.
 */

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CashState, CountResult, Order, Payment } from '../../shared/contract/index.ts';
import { SERVICE_VERSIONS } from '../../shared/rules/index.ts';
import { countFloat } from '../support/count-float.ts';
import { openLedger } from './fuzz/ledger-watch.ts';
import { openTestTill, PINS, type TestTill, waitUntil } from './fuzz/test-till.ts';

vi.mock('../../electron/ledger/index.ts', async (original) => {
  const { watchOpening } = await import('./fuzz/ledger-watch.ts');
  return watchOpening(await original<typeof import('../../electron/ledger/index.ts')>());
});

const approval = { cashierId: 'luis', pin: PINS.luis };

describe.each(SERVICE_VERSIONS)('refunds in %s', (version) => {
  let till: TestTill;
  let saleCount = 0;
  beforeAll(async () => {
    till = await openTestTill(version);
  });
  afterAll(() => till.close());
  afterEach(() => till.service.training.setFaults([]));

  async function sell(kind: 'bill' | 'cash-out'): Promise<Payment> {
    await till.signIn('ana');
    saleCount += 1;
    const tail = String(saleCount).padStart(4, '0');
    const isCashOut = kind === 'cash-out';
    if (isCashOut) await countFloat(till.callOrThrow);
    const billerId = isCashOut ? 20001 : 35;
    const accountNumber = isCashOut ? `123456781234${tail}` : `12345685${tail}`;
    let amount = { amount: '300.00', currency: 'MXN' };
    let balanceId: string | null = null;
    if (!isCashOut) {
      const account = { billerId, accountNumber, nameOnAccount: null };
      const balance = await till.callOrThrow('payments.consult', account);
      amount = balance.amount ?? amount;
      balanceId = balance.id;
    }
    const order: Order = await till.callOrThrow('payments.prepare', {
      kind,
      billerId,
      accountNumber,
      nameOnAccount: null,
      balanceId,
      amount,
    });
    const { id } = await till.callOrThrow('payments.pay', {
      orderId: order.id,
      cash: isCashOut ? null : order.due,
      acknowledged: ['large-amount', 'stale-rate', 'looks-like-earlier'],
    });
    await till.settle();
    await waitUntil(() => getPayment(id).paper === 'printed');
    return getPayment(id);
  }

  function getPayment(paymentId: string): Payment {
    const [payment] = till.host.till()?.payments.listViews([paymentId]) ?? [];
    if (!payment) throw new Error('no such payment');
    return payment;
  }

  async function refundAtService(payment: Payment, status: 'refunded' | 'reversed' | 'crashed') {
    till.service.training.reverseTransaction(payment.externalId, status);
    return await till.callOrThrow('refunds.checkNow', { paymentId: payment.id });
  }

  async function readXReport() {
    const { shift }: CashState = await till.callOrThrow('cash.state', {});
    const xReport = await till.callOrThrow('cash.xReport', { shiftId: shift?.id, approval });
    return xReport.report;
  }

  async function closeShift() {
    const { shift }: CashState = await till.callOrThrow('cash.state', {});
    const { money } = await readXReport();
    const counts = money.map(({ currency }) => ({ currency, pieces: [], other: '0.00' }));
    const shiftId = shift?.id;
    const countResult: CountResult = await till.callOrThrow('cash.count', {
      shiftId,
      counts,
      approval: null,
    });
    const { countId } = countResult;
    return (await till.callOrThrow('cash.close', { shiftId, countId, explanation: 'a test' }))
      .printableReport.report;
  }

  it('finds a refund and hands it back before the shift ends', async () => {
    const payment = await sell('bill');
    expect(await till.callOrThrow('refunds.checkNow', { paymentId: payment.id })).toMatchObject({
      kind: 'stands',
    });
    expect(await refundAtService(payment, 'refunded')).toMatchObject({
      kind: 'given-back',
      payment: { state: 'paid', refund: { owedTo: 'customer', amount: payment.due } },
    });
    const before = await readXReport();
    expect(before.owed).toMatchObject([{ externalId: payment.externalId, owedTo: 'customer' }]);
    await till.callOrThrow('refunds.settle', { paymentId: payment.id, approval: null });
    expect(
      await till.call('refunds.settle', { paymentId: payment.id, approval: null }),
    ).toMatchObject({
      problem: { kind: 'refund', reason: 'settled' },
    });
    const after = await readXReport();
    expect(after).toMatchObject({
      owed: [],
      settledRefunds: [{ how: 'handed-back', by: 'ana', amount: payment.due }],
      money: [{ handBacks: { count: 1, amount: payment.due.amount } }],
    });
    const [expectedBefore, expectedAfter] = [before, after].map(({ money }) =>
      Number(money[0]?.expected),
    );
    expect(expectedAfter).toBeCloseTo(Number(expectedBefore) - Number(payment.due.amount), 2);
  });

  it("finds a refund after the shift's end, and hands it back from the drawer of that moment", async () => {
    const payment = await sell('bill');
    const zReport = await closeShift();
    expect(zReport).toMatchObject({ kind: 'z', owed: [] });
    const nextPayment = await sell('bill');
    await refundAtService(payment, 'reversed');
    expect((await readXReport()).owed).toHaveLength(1);
    // The refund stays owed after the end of a shift and a restart of the till.
    const secondReport = await closeShift();
    expect(secondReport.owed).toMatchObject([{ externalId: payment.externalId }]);
    await till.provision();
    await sell('bill');
    expect((await till.callOrThrow('refunds.unsettled', {})).map(({ id }) => id)).toEqual([
      payment.id,
    ]);
    await till.callOrThrow('refunds.settle', { paymentId: payment.id, approval: null });
    const thirdReport = await readXReport();
    expect(thirdReport.money[0]?.handBacks).toEqual({ count: 1, amount: payment.due.amount });
    expect(thirdReport.late).toEqual([]);
    expect(getPayment(nextPayment.id).refund).toBeNull();
    // The same commit queues the slip, and the drawer's money moved once.
    const movementCount = openLedger()
      .prepare(
        "SELECT count(*) AS n FROM cash_movements WHERE kind = 'hand-back' AND intent_id = ?",
      )
      .get(payment.id);
    expect(movementCount?.n).toBe(1);
  });

  it('owes a refunded cash-out to the shop, and lets only a supervisor decide it', async () => {
    const payment = await sell('cash-out');
    await till.callOrThrow('payments.confirmHandOver', { paymentId: payment.id });
    expect(await refundAtService(payment, 'reversed')).toMatchObject({
      payment: { refund: { owedTo: 'shop', isHandedOver: true } },
    });
    const input = { paymentId: payment.id, reason: 'written off' };
    expect(
      await till.call('refunds.decide', {
        ...input,
        approval: { cashierId: 'ana', pin: PINS.ana },
      }),
    ).toMatchObject({ ok: false });
    await till.callOrThrow('refunds.decide', { ...input, approval });
    const { settledRefunds } = await readXReport();
    // Settled refunds are ordered by the service's time, which a till knows only to a second.
    expect(
      settledRefunds.find(({ externalId }) => externalId === payment.externalId),
    ).toMatchObject({
      how: 'decided',
      owedTo: 'shop',
      approvedBy: 'luis',
      reason: 'written off',
    });
  });

  it('owes the money of a paid payment whose row changed to crashed', async () => {
    const payment = await sell('bill');
    expect((await refundAtService(payment, 'crashed')).payment.refund).toMatchObject({
      serviceStatus: 'crashed',
    });
    await till.callOrThrow('refunds.settle', { paymentId: payment.id, approval: null });
  });

  it('reports "no-status" and no refund if the rows carry no status', async () => {
    const payment = await sell('bill');
    till.service.training.setFaults([
      { operation: 'transactions', times: 100, fault: { kind: 'status-left-out' } },
    ]);
    expect(await refundAtService(payment, 'refunded')).toMatchObject({
      kind: 'no-status',
      status: null,
    });
    expect(await till.callOrThrow('refunds.unsettled', {})).toEqual([]);
  });
});
