import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listAuditRowsOfKind } from '../../ledger/audit/index.ts';
import { openDatabase } from '../../ledger/index.ts';
import { ANA, CARMEN, type ComingBack, DAY, LUIS, openShop } from './customers.fixture.ts';

let shop: ComingBack;
beforeEach(() => {
  shop = openShop();
});
afterEach(() => shop.end());

describe('a deletion', () => {
  const marks = ['MARKNAMEONE', 'MARKACCOUNT1', '5577777771'];
  /** As the disk has it: the file and its journal. */
  const stands = (): string[] =>
    marks.filter((mark) =>
      [shop.file, `${shop.file}-wal`].some((one) => readFileSync(one).includes(Buffer.from(mark))),
    );

  function keepMarked(): string {
    shop.paid('MARKACCOUNT1', { nameOnAccount: 'MARKNAMEONE' });
    const customerId = shop.find('marknameone')[0]?.id ?? '';
    shop.customers.setPhone({ customerId, phone: '5577777771' }, ANA);
    expect(stands()).toEqual(marks);
    return customerId;
  }

  it('of one leaves its bytes neither in the file nor in the journal, and is noted', () => {
    const customerId = keepMarked();
    shop.paid('501000000002');
    expect(shop.customers.forget({ customerId }, ANA, LUIS)).toEqual({ ok: true, value: {} });
    expect(stands()).toEqual([]);
    expect(shop.accounts('')).toEqual(['501000000002']);
    expect(listAuditRowsOfKind(shop.database, 'customer-forgotten')).toMatchObject([
      { cashierId: 'ana', approvedBy: 'luis' },
    ]);
    expect(shop.customers.forget({ customerId }, ANA, LUIS).ok).toBe(false);
  });

  it('of all, and of what is too old, is as thorough', () => {
    keepMarked();
    expect(shop.customers.forgetAll(CARMEN, CARMEN)).toEqual({ ok: true, value: { count: 1 } });
    expect(stands()).toEqual([]);
    keepMarked();
    shop.clock.jump(100 * DAY);
    shop.customers.expire();
    expect(stands()).toEqual([]);
  });

  it('during a backup is finished when that has ended, and the copy is whole', async () => {
    const customerId = keepMarked();
    const copy = join(shop.folder, 'copy.sqlite');
    let pieces = 0;
    await shop.database.copyTo(copy, () => {
      pieces += 1;
      if (pieces === 1) shop.customers.forget({ customerId }, LUIS, null);
    });
    expect(stands()).toEqual([]);
    // What the backup holds, it holds: it was made before.
    expect(readFileSync(copy).includes(Buffer.from('MARKNAMEONE'))).toBe(true);
    const copied = openDatabase(copy);
    expect(copied.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    copied.close();
  });

  it('whose journal is being read is finished at the next look, and by no payment before', () => {
    const customerId = keepMarked();
    const reading = shop.database.prepare('SELECT * FROM cashiers').iterate();
    reading.next();
    shop.warned.length = 0;
    expect(shop.customers.forget({ customerId }, LUIS, null).ok).toBe(true);
    expect(shop.warned).toHaveLength(1);
    expect(stands()).not.toEqual([]);
    reading.return?.();
    shop.database.commit(() => {});
    expect(stands()).not.toEqual([]);
    shop.customers.expire();
    expect(stands()).toEqual([]);
    expect(shop.warned).toHaveLength(1);
  });

  it('that a power cut left in the journal is finished by the next run', () => {
    keepMarked();
    // As if the program had ended before the journal was emptied.
    shop.database.commit(() => shop.database.prepare('DELETE FROM customer_accounts').run());
    const copies = [shop.file, `${shop.file}-wal`].map((one) => readFileSync(one));
    shop.database.close();
    for (const [at, bytes] of copies.entries())
      writeFileSync([shop.file, `${shop.file}-wal`][at] ?? '', bytes);
    shop.open();
    expect(stands()).not.toEqual([]);
    shop.customers.expire();
    expect(stands()).toEqual([]);
  });

  it('takes the name with it that the service told a moment ago', () => {
    shop.customers.rememberName({
      billerId: 35,
      accountNumber: '501000000001',
      nameOnAccount: 'María',
    });
    shop.paid('501000000001');
    shop.customers.forget({ customerId: shop.find('')[0]?.id ?? '' }, LUIS, null);
    shop.paid('501000000001');
    expect(shop.find('')[0]?.name).toBeNull();
  });
});
