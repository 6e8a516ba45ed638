import { afterEach, beforeEach, expect } from 'vitest';
import type { Payment, TillCallResult } from '../../../shared/contract/index.ts';
import {
  ANA,
  createTestBiller,
  createTestCounter,
  expectOk,
  LUIS,
  LUIS_PIN,
  type TestCounter,
} from '../payments/testing/index.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** A test counter that watches refunds, with actions for tests. */
export interface RefundShop {
  readonly counter: TestCounter;
  createPaidPayment(account?: string): Promise<Payment>;
  createCashOut(isHandedOver: boolean): Promise<Payment>;
  giveBack(payment: Payment, status?: string): Promise<Payment>;
  /** The ids of payments with an owed refund. */
  listOwedIds(): string[];
  settle(
    id: string,
    by?: typeof ANA,
    pin?: string | null,
  ): Promise<TillCallResult<'refunds.settle'>>;
  decide(id: string, pin?: string): Promise<TillCallResult<'refunds.decide'>>;
  listMovements(): unknown[];
}

/** Opens a new counter for each test. */
export function createRefundShop(): RefundShop {
  let counter: TestCounter;
  beforeEach(() => {
    counter = createTestCounter({ watchesRefunds: true });
    counter.service.hoursToFulfill = 72;
  });
  afterEach(() => counter.close());
  return {
    get counter() {
      return counter;
    },
    createPaidPayment: async (account) => {
      const { id } = await counter.payBill(account === undefined ? {} : { account });
      await counter.advance(100);
      const payment = counter.get(id);
      expect(payment.state).toBe('paid');
      return payment;
    },
    createCashOut: async (isHandedOver) => {
      counter.billers.set(7, createTestBiller({ id: 7, kind: 'partner', name: 'Banco' }));
      counter.settings.cashOutBillers = [7];
      const { id } = expectOk(await counter.payOut({ billerId: 7 }));
      await counter.advance(100);
      counter.setPrintJobState(id, 'printed');
      if (isHandedOver) expectOk(counter.payments.confirmHandOver({ paymentId: id }, ANA));
      return counter.get(id);
    },
    giveBack: async (payment, status = 'refunded') => {
      counter.service.giveBack(payment.externalId, status);
      const reading = counter.refunds.checkNow({ paymentId: payment.id }, ANA);
      await counter.advance(200);
      return expectOk(await reading).payment;
    },
    listOwedIds: () => expectOk(counter.refunds.unsettled({}, ANA)).map(({ id }) => id),
    settle: async (id, by = ANA, pin = null) => {
      const approval = pin === null ? null : { cashierId: LUIS.id, pin };
      const settling = counter.refunds.settle({ paymentId: id, approval }, by);
      settling.catch(() => {});
      await counter.advance(500);
      return await settling;
    },
    decide: async (id, pin = LUIS_PIN) =>
      await counter.refunds.decide(
        { paymentId: id, reason: 'never came', approval: { cashierId: LUIS.id, pin } },
        ANA,
      ),
    listMovements: () =>
      counter.rows('SELECT kind, amount, intent_id FROM cash_movements ORDER BY number'),
  };
}
