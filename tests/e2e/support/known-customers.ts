import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from '@playwright/test';
import type { Till } from './till.ts';

interface KnownAccounts {
  readonly bill: { readonly billerId: number; readonly account: string };
  readonly topUp: { readonly billerId: number; readonly phone: string };
}

/** As if they had come some days ago: the till that is stopped knows them, and no payment of today. */
export function insertKnownCustomers(profile: string, { bill, topUp }: KnownAccounts): void {
  const ledger = new DatabaseSync(join(profile, 'ledger-training.sqlite'));
  ledger.exec('DELETE FROM customer_accounts');
  const at = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
  const put = ledger.prepare(
    'INSERT INTO customer_accounts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const { account } = bill;
  const { phone } = topUp;
  const maria = ['María Núñez', 'maria nunez'];
  put.run('c1', bill.billerId, 'CFE', 'bill', account, account, account, ...maria, null, at(2));
  put.run('c2', topUp.billerId, 'Telcel', 'top-up', phone, phone, phone, null, null, null, at(3));
  ledger.close();
}

/** The list may still be on its way when a cashier has signed in to a new till. */
export async function waitForBiller(till: Till, id: number): Promise<void> {
  await expect(() => till.callTill('catalog.biller', { id })).toPass();
}

/** An account that owes this biller something. */
export async function findAccountWithBalance(till: Till, billerId: number): Promise<string> {
  await waitForBiller(till, billerId);
  for (let number = 10; ; number += 1) {
    const accountNumber = `5010000000${number}`;
    const input = { billerId, accountNumber, nameOnAccount: null };
    const amount = await till.callTill('payments.consult', input).then(
      (balance) => Number(balance.amount?.amount ?? 0),
      () => 0,
    );
    if (amount > 0) return accountNumber;
  }
}
