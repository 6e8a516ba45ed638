import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from '@playwright/test';
import type { Till } from './till.ts';

interface KnownAccounts {
  readonly bill: { readonly billerId: number; readonly account: string };
  readonly topUp: { readonly billerId: number; readonly phone: string };
}

/**
 * Inserts customers of some days ago into the ledger of a stopped till, without a payment of today.
 */
export function insertKnownCustomers(profile: string, { bill, topUp }: KnownAccounts): void {
  const ledger = new DatabaseSync(join(profile, 'ledger-training.sqlite'));
  ledger.exec('DELETE FROM customer_accounts');
  const toPastTime = (days: number): string =>
    new Date(Date.now() - days * 86_400_000).toISOString();
  const insertAccount = ledger.prepare(
    'INSERT INTO customer_accounts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const { account } = bill;
  const { phone } = topUp;
  const customerName = ['María Núñez', 'maria nunez'];
  insertAccount.run(
    'c1',
    bill.billerId,
    'CFE',
    'bill',
    account,
    account,
    account,
    ...customerName,
    null,
    toPastTime(2),
  );
  insertAccount.run(
    'c2',
    topUp.billerId,
    'Telcel',
    'top-up',
    phone,
    phone,
    phone,
    null,
    null,
    null,
    toPastTime(3),
  );
  ledger.close();
}

/** The biller list of a new till may still be loading at sign-in. */
export async function waitForBiller(till: Till, id: number): Promise<void> {
  await expect(() => till.callTill('catalog.biller', { id })).toPass();
}

/** Finds an account with a balance at this biller. */
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
