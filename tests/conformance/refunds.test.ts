/**
 * A payment that the service gives back later, over the real parts of main and HTTPS, in each
 * version: found by F1, before and after the shift's end; on X and Z; handed back once, also after a
 * restart; of a cash-out the other way round; and where the rows carry no status, not seen.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CashState, CountResult, Order, Payment } from '../../shared/contract/index.ts';
import { SERVICE_VERSIONS } from '../../shared/rules/index.ts';
import { openLedger } from './fuzz/ledger-watch.ts';
import { openTestTill, PINS, type TestTill, until } from './fuzz/till.ts';

vi.mock('../../electron/ledger/index.ts', async (original) => {
  const { watchOpening } = await import('./fuzz/ledger-watch.ts');
  return watchOpening(await original<typeof import('../../electron/ledger/index.ts')>());
});

const approval = { cashierId: 'luis', pin: PINS.luis };

describe.each(SERVICE_VERSIONS)('in %s', (version) => {
  let till: TestTill;
  let sold = 0;
  beforeAll(async () => {
    till = await openTestTill(version);
  });
  afterAll(() => till.close());
  afterEach(() => till.service.training.setFaults([]));

  async function sell(kind: 'bill' | 'cash-out'): Promise<Payment> {
    await till.signIn('ana');
    sold += 1;
    const tail = String(sold).padStart(4, '0');
    const isOut = kind === 'cash-out';
    const billerId = isOut ? 20001 : 35;
    const accountNumber = isOut ? `123456781234${tail}` : `12345685${tail}`;
    let amount = { amount: '300.00', currency: 'MXN' };
    let balanceId: string | null = null;
    if (!isOut) {
      const asked = { billerId, accountNumber, nameOnAccount: null };
      const balance = await till.given('payments.consult', asked);
      amount = balance.amount ?? amount;
      balanceId = balance.id;
    }
    const order: Order = await till.given('payments.prepare', {
      kind,
      billerId,
      accountNumber,
      nameOnAccount: null,
      balanceId,
      amount,
    });
    const { id } = await till.given('payments.pay', {
      orderId: order.id,
      cash: isOut ? null : order.due,
      acknowledged: ['large-amount', 'stale-rate', 'looks-like-earlier'],
    });
    await till.settle();
    await until(() => viewOf(id).paper === 'printed');
    return viewOf(id);
  }

  function viewOf(paymentId: string): Payment {
    const [payment] = till.host.till()?.payments.views([paymentId]) ?? [];
    if (!payment) throw new Error('no such payment');
    return payment;
  }

  async function turn(payment: Payment, status: 'refunded' | 'reversed' | 'crashed') {
    till.service.training.giveBack(payment.externalId, status);
    return await till.given('refunds.readNow', { paymentId: payment.id });
  }

  async function xReport() {
    const { shift }: CashState = await till.given('cash.state', {});
    const shown = await till.given('cash.xReport', { shiftId: shift?.id, approval });
    return shown.report;
  }

  async function closeShift() {
    const { shift }: CashState = await till.given('cash.state', {});
    const counts = [{ currency: 'MXN', pieces: [], other: '0.00' }];
    const shiftId = shift?.id;
    const counted: CountResult = await till.given('cash.count', {
      shiftId,
      counts,
      approval: null,
    });
    const { countId } = counted;
    return (await till.given('cash.close', { shiftId, countId, explanation: 'a test' })).shown
      .report;
  }

  it('is found and handed back before the shift ends', async () => {
    const payment = await sell('bill');
    expect(await till.given('refunds.readNow', { paymentId: payment.id })).toMatchObject({
      says: 'stands',
    });
    expect(await turn(payment, 'refunded')).toMatchObject({
      says: 'given-back',
      payment: { state: 'paid', refund: { owedTo: 'customer', amount: payment.due } },
    });
    const before = await xReport();
    expect(before.owed).toMatchObject([{ externalId: payment.externalId, owedTo: 'customer' }]);
    await till.given('refunds.settle', { paymentId: payment.id, approval: null });
    expect(
      await till.call('refunds.settle', { paymentId: payment.id, approval: null }),
    ).toMatchObject({
      problem: { kind: 'refund', reason: 'settled' },
    });
    const after = await xReport();
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

  it('is found after the shift’s end, and handed back from the drawer of that moment', async () => {
    const payment = await sell('bill');
    const z = await closeShift();
    expect(z).toMatchObject({ kind: 'z', owed: [] });
    const next = await sell('bill');
    await turn(payment, 'reversed');
    expect((await xReport()).owed).toHaveLength(1);
    // It stays owed through the end of a shift, and through a new start of the till.
    const second = await closeShift();
    expect(second.owed).toMatchObject([{ externalId: payment.externalId }]);
    await till.provision();
    await sell('bill');
    expect((await till.given('refunds.owed', {})).map(({ id }) => id)).toEqual([payment.id]);
    await till.given('refunds.settle', { paymentId: payment.id, approval: null });
    const third = await xReport();
    expect(third.money[0]?.handBacks).toEqual({ count: 1, amount: payment.due.amount });
    expect(third.late).toEqual([]);
    expect(viewOf(next.id).refund).toBeNull();
    // The slip was queued in the same commit, and the drawer's money moved once.
    const moved = openLedger()
      .prepare(
        "SELECT count(*) AS n FROM cash_movements WHERE kind = 'hand-back' AND intent_id = ?",
      )
      .get(payment.id);
    expect(moved?.n).toBe(1);
  });

  it('of a cash-out is owed to the shop, and decided by a supervisor', async () => {
    const payment = await sell('cash-out');
    await till.given('payments.handedOver', { paymentId: payment.id });
    expect(await turn(payment, 'reversed')).toMatchObject({
      payment: { refund: { owedTo: 'shop', isHandedOver: true } },
    });
    const input = { paymentId: payment.id, reason: 'written off' };
    expect(
      await till.call('refunds.decide', {
        ...input,
        approval: { cashierId: 'ana', pin: PINS.ana },
      }),
    ).toMatchObject({ ok: false });
    await till.given('refunds.decide', { ...input, approval });
    const { settledRefunds } = await xReport();
    // They are listed by the service's time, of which a till is sure to a second.
    expect(
      settledRefunds.find(({ externalId }) => externalId === payment.externalId),
    ).toMatchObject({
      how: 'decided',
      owedTo: 'shop',
      approvedBy: 'luis',
      reason: 'written off',
    });
  });

  it('that was never performed after all is owed as well', async () => {
    const payment = await sell('bill');
    expect((await turn(payment, 'crashed')).payment.refund).toMatchObject({
      serviceStatus: 'crashed',
    });
    await till.given('refunds.settle', { paymentId: payment.id, approval: null });
  });

  it('cannot be seen where the rows carry no status, and the till says so', async () => {
    const payment = await sell('bill');
    till.service.training.setFaults([
      { operation: 'transactions', times: 100, fault: { kind: 'status-left-out' } },
    ]);
    expect(await turn(payment, 'refunded')).toMatchObject({ says: 'no-status', status: null });
    expect(await till.given('refunds.owed', {})).toEqual([]);
  });
});
