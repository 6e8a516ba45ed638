import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PaymentRecord, readPayment } from '../../../ledger/index.ts';
import { createUuid } from '../../../platform/index.ts';
import {
  ANA,
  createCounterPorts,
  createRefusal,
  createTestBiller,
  createTestCounter,
  expectOk,
  LUIS,
  LUIS_PIN,
  type TestCounter,
} from '../testing/index.ts';
import { createOutcomeRecorder } from './outcome-recorder.ts';

let counter: TestCounter;
beforeEach(() => {
  counter = createTestCounter();
});
afterEach(() => counter.close());

describe('the commission of a payment', () => {
  it.each([
    ['MXN', '2.50'],
    ['USD', null],
    [null, null],
  ])('keeps a commission only in the shop’s currency: %s', async (accountCurrency, earned) => {
    counter.settings.accountCurrency = accountCurrency;
    counter.service.earned = '2.50';
    await counter.payBill();
    await counter.advance(1000);
    expect(counter.rows('SELECT state, earned FROM outcomes')).toEqual([{ state: 'paid', earned }]);
  });
});

describe('the recorder of outcomes', () => {
  const AT = '2026-01-15T12:10:00.000Z';

  /** A recorder over the counter's ledger, with the calls that reach other parts. */
  function createRecorder() {
    const calls: string[] = [];
    const add = (name: string) => () => void calls.push(name);
    const ports = createCounterPorts(counter, createUuid, () => 0.5);
    const recorder = createOutcomeRecorder(
      {
        ...ports,
        cash: { ...ports.cash, emitCashChange: add('show drawer') },
        customers: { cacheAccountHolder: () => {}, saveAccountOfPaidIntent: add('save account') },
        refunds: { startRefundWatchInCommit: add('watch refunds') },
      },
      { keepPaidBillInCommit: add('keep bill'), deleteDueBills: async () => add('delete bills')() },
      { isAttended: () => false },
      () => {},
    );
    const record = (payment: PaymentRecord, state: 'paid' | 'rejected'): boolean =>
      counter.database.commit(() =>
        recorder.recordOutcomeInCommit(
          payment,
          { ...payment.outcome, state, resolvedAt: AT },
          { at: AT, kind: 'answer-done', detail: {} },
        ),
      );
    return { calls, record, finish: recorder.finishOutcomeAfterCommit };
  }

  async function readLostPayment(): Promise<PaymentRecord> {
    const payment = readPayment(counter.database, await counter.loseBill());
    if (payment === null) throw new Error('no payment');
    return payment;
  }

  it.each([
    ['paid' as const, ['keep bill', 'watch refunds'], [{ amount: '100.00' }]],
    ['rejected' as const, [], []],
  ])(
    'moves the cash, the bill and the refunds of a %s payment once',
    async (state, calls, cash) => {
      const payment = await readLostPayment();
      const recorder = createRecorder();
      expect(recorder.record(payment, state)).toBe(true);
      expect(recorder.record(payment, state)).toBe(false);
      expect(recorder.calls).toEqual(calls);
      expect(counter.rows('SELECT amount FROM cash_movements')).toEqual(cash);
    },
  );

  it.each([
    ['with a bill of the service', 'bill-1', ['save account', 'delete bills', 'show drawer']],
    ['without one', null, ['save account', 'show drawer']],
  ])('informs the other parts of a paid payment %s', async (_, billId, calls) => {
    const { intent, ...payment } = await readLostPayment();
    const recorder = createRecorder();
    const paid = { ...payment.outcome, state: 'paid' as const };
    recorder.finish({ ...payment, intent: { ...intent, billId } }, paid);
    expect(recorder.calls).toEqual(calls);
  });
});

describe('an outcome', () => {
  it('reports an outcome before it wakes the printer and counts the use', async () => {
    await counter.payBill();
    const calls: string[] = [];
    counter.portCall = (name) => {
      if (/onChange|wake|recordUse/.test(name)) calls.push(name);
    };
    await counter.advance(1000);
    expect(calls).toEqual(['ports.onChange', 'paper.wake', 'catalog.recordUse']);
  });

  it.each(['ports.onChange', 'paper.wake', 'catalog.recordUse'])(
    'keeps a payment paid and does the other steps if %s fails',
    async (failing) => {
      const errors: unknown[] = [];
      counter.log = { ...counter.log, error: (fields: object) => errors.push(fields) };
      counter.restart();
      const { id } = await counter.payBill();
      const calls: string[] = [];
      counter.portCall = (name) => {
        if (/onChange|wake|recordUse/.test(name)) calls.push(name);
        if (name === failing) throw new Error('broken');
      };
      await counter.advance(1000);
      counter.portCall = () => {};
      expect(counter.get(id).state).toBe('paid');
      expect(calls).toEqual(['ports.onChange', 'paper.wake', 'catalog.recordUse']);
      expect(errors).toMatchObject([{ paymentId: id, err: { message: 'broken' } }]);
    },
  );

  it('counts no use of a biller for a cancel, a cash-out or a refusal', async () => {
    const { id } = await counter.payBill();
    await counter.advance(1000);
    expect(counter.billerUses).toEqual([40]);
    const approval = { cashierId: LUIS.id, pin: LUIS_PIN };
    const cancelling = { paymentId: id, reason: 'wrong account', approval };
    expectOk(await counter.payments.cancel(cancelling, ANA));
    await counter.advance(1000);
    counter.billers.set(7, createTestBiller({ id: 7, kind: 'partner' }));
    counter.settings.cashOutBillers = [7];
    expectOk(await counter.payOut({ billerId: 7 }));
    counter.service.fates.push({ arrives: 20, answers: 30, answer: createRefusal('R2') });
    await counter.payBill({ account: '777' });
    await counter.advance(1000);
    expect(counter.rows("SELECT state FROM outcomes WHERE state = 'paid'")).toHaveLength(3);
    expect(counter.billerUses).toEqual([40]);
  });
});
