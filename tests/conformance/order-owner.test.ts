/** An order is its cashier's: another pays nothing with it, and takes the customer over by working it out anew. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Order } from '../../shared/contract/index.ts';
import { ledgerRows } from './fuzz/ledger-watch.ts';
import { openTestTill, type TestTill } from './fuzz/till.ts';

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

const paying = ({ id, due }: Order) => ({ orderId: id, cash: due, acknowledged: [] });

it('is paid by nobody else, not even by a supervisor, and sends nothing', async () => {
  await till.signIn('ana');
  const hers = await till.given('payments.prepare', BILL);
  for (const other of ['luis', 'carmen'] as const) {
    await till.signIn(other);
    const before = [ledgerRows(), [...till.service.money]];
    expect(await till.call('payments.pay', paying(hers))).toEqual({
      ok: false,
      problem: { kind: 'not-found', what: 'order' },
    });
    expect([ledgerRows(), [...till.service.money]]).toEqual(before);
  }
  await till.signIn('luis');
  const his = await till.given('payments.prepare', BILL);
  expect(his.id).not.toBe(hers.id);
  const payment = await till.given('payments.pay', paying(his));
  await till.settle();
  expect(payment.cashierId).toBe('luis');
  expect(till.service.money).toHaveLength(1);

  // Hers is still hers, and pays nothing a second time without her decision.
  await till.signIn('ana');
  expect(await till.call('payments.pay', paying(hers))).toMatchObject({ ok: false });
  await till.settle();
  expect(till.service.money).toHaveLength(1);
});
