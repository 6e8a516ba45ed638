/**
 * The profile, or only the ledger, is deleted while the till is open. The till must detect that
 * before the next payment and send nothing. SQLite itself would continue to write into the deleted
 * file, and those payments would be lost when the till ends.
 */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Order } from '../../shared/contract/index.ts';
import { getAnswerValue, openTestTill, type TestTill } from './fuzz/test-till.ts';

let till: TestTill;
afterEach(() => till.close());

async function prepareOrder(account: string): Promise<Order> {
  const answer = await till.call('payments.prepare', {
    kind: 'top-up',
    billerId: 13599,
    accountNumber: account,
    nameOnAccount: null,
    balanceId: null,
    amount: { amount: '100.00', currency: 'MXN' },
  });
  return getAnswerValue(answer) as Order;
}

const pay = (order: Order): Promise<unknown> =>
  till.call('payments.pay', { orderId: order.id, cash: order.due, acknowledged: [] });

it.each([
  ['the ledger', () => rmSync(join(till.folder, 'ledger-sandbox.sqlite'))],
  ['its journal', () => rmSync(join(till.folder, 'ledger-sandbox.sqlite-wal'))],
  [
    'the profile',
    () => {
      renameSync(till.folder, `${till.folder}-away`);
      mkdirSync(till.folder);
    },
  ],
])(
  'rejects the next payment with reason "gone", and sends nothing, after %s is deleted',
  async (_name, remove) => {
    till = await openTestTill('v3.mx');
    await till.signIn('ana');
    expect(await pay(await prepareOrder('5599999999'))).toMatchObject({ ok: true });
    await till.settle();
    const order = await prepareOrder('5599999998');
    remove();
    expect(await pay(order)).toEqual({
      ok: false,
      problem: { kind: 'storage', reason: 'gone', file: 'ledger-sandbox.sqlite' },
    });
    expect(till.service.moneyRequests).toHaveLength(1);
    rmSync(`${till.folder}-away`, { recursive: true, force: true });
  },
);
