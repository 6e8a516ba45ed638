import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listAuditRowsOfKind } from '../../ledger/audit/index.ts';
import { openLedgerDatabase } from '../../ledger/index.ts';
import { ANA, CARMEN, type CustomerShop, DAY, LUIS, openShop } from './customers.fixture.ts';

let shop: CustomerShop;
beforeEach(() => {
  shop = openShop();
});
afterEach(() => shop.close());

describe('a deletion', () => {
  const marks = ['MARKNAMEONE', 'MARKACCOUNT1', '5577777771'];
  /** The marks that the ledger file or its journal on disk contains. */
  const findMarksOnDisk = (): string[] =>
    marks.filter((mark) =>
      [shop.file, `${shop.file}-wal`].some((file) =>
        readFileSync(file).includes(Buffer.from(mark)),
      ),
    );

  function storeMarkedCustomer(): string {
    shop.recordPaid('MARKACCOUNT1', { nameOnAccount: 'MARKNAMEONE' });
    const customerId = shop.find('marknameone')[0]?.id ?? '';
    shop.customers.setPhone({ customerId, phone: '5577777771' }, ANA);
    expect(findMarksOnDisk()).toEqual(marks);
    return customerId;
  }

  it('removes a deleted customer from the file and the journal, and records the deletion', () => {
    const customerId = storeMarkedCustomer();
    shop.recordPaid('501000000002');
    expect(shop.customers.delete({ customerId }, ANA, LUIS)).toEqual({ ok: true, value: {} });
    expect(findMarksOnDisk()).toEqual([]);
    expect(shop.findAccounts('')).toEqual(['501000000002']);
    expect(listAuditRowsOfKind(shop.database, 'customer-forgotten')).toMatchObject([
      { cashierId: 'ana', approvedBy: 'luis' },
    ]);
    expect(shop.customers.delete({ customerId }, ANA, LUIS).ok).toBe(false);
  });

  it('removes all customers and expired customers from the file and the journal', () => {
    storeMarkedCustomer();
    expect(shop.customers.deleteAll(CARMEN, CARMEN)).toEqual({ ok: true, value: { count: 1 } });
    expect(findMarksOnDisk()).toEqual([]);
    storeMarkedCustomer();
    shop.clock.jump(100 * DAY);
    shop.customers.deleteExpiredCustomers();
    expect(findMarksOnDisk()).toEqual([]);
  });

  it('completes a deletion during a backup when the backup ends, with an intact copy', async () => {
    const customerId = storeMarkedCustomer();
    const copy = join(shop.folder, 'copy.sqlite');
    let pieces = 0;
    await shop.database.copyTo(copy, () => {
      pieces += 1;
      if (pieces === 1) shop.customers.delete({ customerId }, LUIS, null);
    });
    expect(findMarksOnDisk()).toEqual([]);
    // The copy may contain the customer, because it began before the deletion.
    expect(readFileSync(copy).includes(Buffer.from('MARKNAMEONE'))).toBe(true);
    const copyDatabase = openLedgerDatabase(copy);
    expect(copyDatabase.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    copyDatabase.close();
  });

  it('empties a journal that was in use at the next expiry run, not at another commit', () => {
    const customerId = storeMarkedCustomer();
    const reading = shop.database.prepare('SELECT * FROM cashiers').iterate();
    reading.next();
    shop.warnings.length = 0;
    expect(shop.customers.delete({ customerId }, LUIS, null).ok).toBe(true);
    expect(shop.warnings).toHaveLength(1);
    expect(findMarksOnDisk()).not.toEqual([]);
    reading.return?.();
    shop.database.commit(() => {});
    expect(findMarksOnDisk()).not.toEqual([]);
    shop.customers.deleteExpiredCustomers();
    expect(findMarksOnDisk()).toEqual([]);
    expect(shop.warnings).toHaveLength(1);
  });

  it('completes a deletion after a restart if a power cut left it in the journal', () => {
    storeMarkedCustomer();
    // Simulates a program that ended before the journal was emptied.
    shop.database.commit(() => shop.database.prepare('DELETE FROM customer_accounts').run());
    const copies = [shop.file, `${shop.file}-wal`].map((file) => readFileSync(file));
    shop.database.close();
    for (const [index, bytes] of copies.entries())
      writeFileSync([shop.file, `${shop.file}-wal`][index] ?? '', bytes);
    shop.reopen();
    expect(findMarksOnDisk()).not.toEqual([]);
    shop.customers.deleteExpiredCustomers();
    expect(findMarksOnDisk()).toEqual([]);
  });

  it('deletes a remembered consult name together with its customer', () => {
    shop.customers.cacheAccountHolder({
      billerId: 35,
      accountNumber: '501000000001',
      nameOnAccount: 'María',
    });
    shop.recordPaid('501000000001');
    shop.customers.delete({ customerId: shop.find('')[0]?.id ?? '' }, LUIS, null);
    shop.recordPaid('501000000001');
    expect(shop.find('')[0]?.name).toBeNull();
  });
});
