/**
 * An order belongs to its cashier. Another cashier cannot pay it, and takes the customer over by
 * preparing a new order.
 */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Order } from '../../shared/contract/index.ts';
import { readLedgerRows } from './fuzz/ledger-watch.ts';
import { openTestTill, type TestTill } from './fuzz/test-till.ts';

vi.mock('../../electron/ledger/index.ts', async (original) => {
  const { watchOpening } = await import('./fuzz/ledger-watch.ts');
  return watchOpening(await original<typeof import('../../electron/ledger/index.ts')>());
});

let till: TestTill;
beforeAll(async () => {
  till = await openTestTill('v1.6');
  await till.provision(['ana', 'luis', 'carmen']);
});
afterAll(() => till.close());

const BILL = {
  kind: 'bill',
  billerId: 35,
  accountNumber: '123456854321',
  nameOnAccount: null,
  balanceId: null,
  amount: { amount: '120.00', currency: 'MXN' },
};

const createPayInput = ({ id, due }: Order) => ({ orderId: id, cash: due, acknowledged: [] });

it("rejects another cashier's payment of an order, also a supervisor's, and sends nothing", async () => {
  await till.signIn('ana');
  const anasOrder = await till.callOrThrow('payments.prepare', BILL);
  for (const otherCashier of ['luis', 'carmen'] as const) {
    await till.signIn(otherCashier);
    const before = [readLedgerRows(), [...till.service.moneyRequests]];
    expect(await till.call('payments.pay', createPayInput(anasOrder))).toEqual({
      ok: false,
      problem: { kind: 'not-found', what: 'order' },
    });
    expect([readLedgerRows(), [...till.service.moneyRequests]]).toEqual(before);
  }
  await till.signIn('luis');
  const luisOrder = await till.callOrThrow('payments.prepare', BILL);
  expect(luisOrder.id).not.toBe(anasOrder.id);
  const payment = await till.callOrThrow('payments.pay', createPayInput(luisOrder));
  await till.settle();
  expect(payment.cashierId).toBe('luis');
  expect(till.service.moneyRequests).toHaveLength(1);

  // Ana still owns her order, and it does not pay a second time without her decision.
  await till.signIn('ana');
  expect(await till.call('payments.pay', createPayInput(anasOrder))).toMatchObject({ ok: false });
  await till.settle();
  expect(till.service.moneyRequests).toHaveLength(1);
});
