/**
 * Accounts of customers who come back, through the whole of main: off where the owner has not said
 * otherwise, kept once a payment is certain and nothing of a cash-out, and gone by the days, by the
 * setting and by the clock, without anybody's hand.
 */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openLedger } from './fuzz/ledger-watch.ts';
import { openTestTill, type TestTill, until } from './fuzz/till.ts';

vi.mock('../../electron/ledger/index.ts', async (original) => {
  const { watchOpening } = await import('./fuzz/ledger-watch.ts');
  return watchOpening(await original<typeof import('../../electron/ledger/index.ts')>());
});

const DAY = 86_400_000;
let till: TestTill;
let sold = 0;
beforeAll(async () => {
  till = await openTestTill('v1.6');
});
afterAll(() => till.close());

async function sell(kind: 'bill' | 'cash-out'): Promise<string> {
  sold += 1;
  const tail = String(sold).padStart(4, '0');
  const accountNumber = kind === 'bill' ? `12345685${tail}` : `123456781234${tail}`;
  const order = await till.given('payments.prepare', {
    kind,
    billerId: kind === 'bill' ? 35 : 20001,
    accountNumber,
    nameOnAccount: null,
    balanceId: null,
    amount: { amount: kind === 'bill' ? '120.00' : '300.00', currency: 'MXN' },
  });
  await till.given('payments.pay', {
    orderId: order.id,
    cash: kind === 'bill' ? order.due : null,
    acknowledged: ['large-amount', 'stale-rate', 'looks-like-earlier'],
  });
  await till.settle();
  return accountNumber;
}

async function keepFor(days: number | null): Promise<void> {
  const { revision } = await till.given('settings.read', { approval: null });
  const change = { section: 'customers', days };
  await till.given('settings.change', { revision, change, approval: null });
}

const kept = (): unknown[] =>
  openLedger()
    .prepare('SELECT account_number AS account FROM customer_accounts ORDER BY account_number')
    .all()
    .map(({ account }) => account);

it('are not kept outside of training before the owner sets days', async () => {
  await till.signIn('carmen');
  await sell('bill');
  expect(kept()).toEqual([]);
  expect(await till.given('customers.find', { text: '', limit: 5 })).toMatchObject({ days: 0 });
});

it('are kept once it is certain, also where the answer was lost, and never of a cash-out', async () => {
  await keepFor(30);
  const first = await sell('bill');
  await sell('cash-out');
  const { training } = till.service;
  training.setFaults([{ operation: 'pay', times: 1, fault: { kind: 'commit-and-cut' } }]);
  const second = await sell('bill');
  await until(() => kept().length === 2);
  expect(kept()).toEqual([first, second]);
});

it('go by the days without anybody’s hand, and at once where the owner sets fewer', async () => {
  till.clock.jump(20 * DAY);
  const third = await sell('bill');
  till.clock.jump(11 * DAY);
  till.host.till()?.wake();
  expect(kept()).toEqual([third]);
  await keepFor(10);
  expect(kept()).toEqual([]);
  const fourth = await sell('bill');
  expect(kept()).toEqual([fourth]);
  await keepFor(0);
  expect(kept()).toEqual([]);
});
