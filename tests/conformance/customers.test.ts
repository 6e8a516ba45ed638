/**
 * Customers' account numbers through the whole of main. Off by default; stored once a payment is
 * certain, never for a cash-out; deleted by age, by the setting and at wake-up, without a manual
 * step.
 */

import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { countFloat } from '../support/count-float.ts';
import { openLedger } from './fuzz/ledger-watch.ts';
import { openTestTill, type TestTill, waitUntil } from './fuzz/test-till.ts';

vi.mock('../../electron/ledger/index.ts', async (original) => {
  const { watchOpening } = await import('./fuzz/ledger-watch.ts');
  return watchOpening(await original<typeof import('../../electron/ledger/index.ts')>());
});

const DAY_MS = 86_400_000;
let till: TestTill;
let saleCount = 0;
beforeAll(async () => {
  till = await openTestTill('v1.6');
});
afterAll(() => till.close());

async function sell(kind: 'bill' | 'cash-out'): Promise<string> {
  saleCount += 1;
  const tail = String(saleCount).padStart(4, '0');
  const accountNumber = kind === 'bill' ? `12345685${tail}` : `123456781234${tail}`;
  if (kind === 'cash-out') await countFloat(till.callOrThrow);
  const order = await till.callOrThrow('payments.prepare', {
    kind,
    billerId: kind === 'bill' ? 35 : 20001,
    accountNumber,
    nameOnAccount: null,
    balanceId: null,
    amount: { amount: kind === 'bill' ? '120.00' : '300.00', currency: 'MXN' },
  });
  await till.callOrThrow('payments.pay', {
    orderId: order.id,
    cash: kind === 'bill' ? order.due : null,
    acknowledged: ['large-amount', 'stale-rate', 'looks-like-earlier'],
  });
  await till.settle();
  return accountNumber;
}

async function setRetentionDays(days: number | null): Promise<void> {
  const { revision } = await till.callOrThrow('settings.read', { approval: null });
  const patch = { keepCustomerDays: days };
  await till.callOrThrow('settings.change', { revision, patch, approval: null });
}

const listStoredAccounts = (): unknown[] =>
  openLedger()
    .prepare('SELECT account_number AS account FROM customer_accounts ORDER BY account_number')
    .all()
    .map(({ account }) => account);

it('stores no customer accounts outside training before the owner sets a number of days', async () => {
  await till.signIn('carmen');
  await sell('bill');
  expect(listStoredAccounts()).toEqual([]);
  expect(await till.callOrThrow('customers.find', { text: '', limit: 5 })).toMatchObject({
    days: 0,
  });
});

it('stores a customer account once the payment is certain, also after a lost answer, and never for a cash-out', async () => {
  await setRetentionDays(30);
  const first = await sell('bill');
  await sell('cash-out');
  const { training } = till.service;
  training.setFaults([{ operation: 'pay', times: 1, fault: { kind: 'commit-and-cut' } }]);
  const second = await sell('bill');
  await waitUntil(() => listStoredAccounts().length === 2);
  expect(listStoredAccounts()).toEqual([first, second]);
});

it('deletes customer accounts when they are too old, and at once when the owner sets fewer days', async () => {
  till.clock.jump(20 * DAY_MS);
  const third = await sell('bill');
  till.clock.jump(11 * DAY_MS);
  till.host.till()?.wake();
  expect(listStoredAccounts()).toEqual([third]);
  await setRetentionDays(10);
  expect(listStoredAccounts()).toEqual([]);
  const fourth = await sell('bill');
  expect(listStoredAccounts()).toEqual([fourth]);
  await setRetentionDays(0);
  expect(listStoredAccounts()).toEqual([]);
});
