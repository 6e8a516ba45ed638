import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAudit, listAuditRowsOfKind } from '../../ledger/audit/index.ts';
import { StorageError } from '../../ledger/index.ts';
import { silentLog, toIsoTime } from '../../platform/index.ts';
import { type CustomerShop, DAY, LUIS, openShop, START } from './customers.fixture.ts';
import { createCustomers } from './index.ts';

let shop: CustomerShop;
beforeEach(() => {
  shop = openShop();
});
afterEach(() => shop.close());

describe('expiry', () => {
  it('hides expired customers, deletes them at the next run and records how many', () => {
    shop.recordPaid('501000000001');
    shop.clock.jump(89 * DAY);
    shop.recordPaid('501000000002');
    const customerId = shop.find('0001')[0]?.id ?? '';
    shop.customers.deleteExpiredCustomers();
    expect(shop.findAccounts('')).toEqual(['501000000002', '501000000001']);
    shop.clock.jump(2 * DAY);
    expect(shop.findAccounts('')).toEqual(['501000000002']);
    expect(shop.customers.open({ customerId }, LUIS).ok).toBe(false);
    expect(shop.countRows()).toBe(2);
    shop.customers.deleteExpiredCustomers();
    shop.customers.deleteExpiredCustomers();
    expect(shop.countRows()).toBe(1);
    expect(
      listAuditRowsOfKind(shop.database, 'customers-expired').map(({ detail }) => detail),
    ).toEqual(['{"count":1}']);
  });

  it('deletes all customers and looked-up names when the owner sets zero days', () => {
    shop.recordPaid('501000000001');
    shop.customers.cacheAccountHolder({
      billerId: 35,
      accountNumber: '501000000002',
      nameOnAccount: 'María',
    });
    shop.days = 0;
    shop.clockErrorMs = null;
    shop.customers.deleteExpiredCustomers();
    expect(shop.countRows()).toBe(0);
    shop.days = 90;
    shop.recordPaid('501000000002');
    expect(shop.find('')[0]?.name).toBeNull();
  });

  it.each([
    ['years ahead', 4000 * DAY],
    ['years behind', -4000 * DAY],
  ])(
    'keeps customers if the computer clock is %s, before and after the service time is known',
    (_, offset) => {
      shop.recordPaid('501000000001');
      const correctTime = shop.clock.now();
      // Only the computer's time is known, until the service answers.
      shop.clock.jump(offset);
      shop.clockErrorMs = null;
      shop.customers.deleteExpiredCustomers();
      expect(shop.countRows()).toBe(1);
      shop.clock.jump(correctTime - shop.clock.now());
      shop.clockErrorMs = offset;
      shop.customers.deleteExpiredCustomers();
      expect(shop.countRows()).toBe(1);
      shop.clock.jump(91 * DAY);
      shop.clockErrorMs = 0;
      shop.customers.deleteExpiredCustomers();
      expect(shop.countRows()).toBe(0);
    },
  );

  it('counts the days from now if the last use is in the future', () => {
    shop.clock.jump(4000 * DAY);
    shop.recordPaid('501000000001');
    shop.clock.jump(-4000 * DAY);
    shop.customers.deleteExpiredCustomers();
    expect(shop.findAccounts('')).toEqual(['501000000001']);
    shop.clock.jump(89 * DAY);
    shop.customers.deleteExpiredCustomers();
    expect(shop.countRows()).toBe(1);
    shop.clock.jump(2 * DAY);
    shop.customers.deleteExpiredCustomers();
    expect(shop.countRows()).toBe(0);
    expect(listAuditRowsOfKind(shop.database, 'customers-expired')).toHaveLength(1);
  });

  it('deletes the least recently used customers above the maximum', () => {
    shop.database.commit(() =>
      shop.database
        .prepare(
          `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5003)
           INSERT INTO customer_accounts SELECT 'c' || i, i, 'B', 'bill', 'A' || i, 'A' || i,
             'A' || i, NULL, NULL, NULL, strftime('%Y-%m-%dT%H:%M:%fZ', ?, '+' || i || ' seconds')
           FROM n`,
        )
        .run(toIsoTime(START)),
    );
    shop.clock.jump(DAY);
    shop.customers.deleteExpiredCustomers();
    expect(shop.countRows()).toBe(5000);
    expect(shop.customers.open({ customerId: 'c3' }, LUIS).ok).toBe(false);
    expect(shop.customers.open({ customerId: 'c4' }, LUIS).ok).toBe(true);
  });

  it('keeps expired customers and does not throw while the disk cannot be written', () => {
    shop.recordPaid('501000000001');
    shop.clock.jump(100 * DAY);
    const failingCustomers = createCustomers({
      database: {
        ...shop.database,
        commit: () => {
          throw new StorageError('full', shop.file, null);
        },
      },
      clock: shop.clock,
      createId: () => 'x',
      audit: createAudit({ database: shop.database, clock: shop.clock }),
      log: silentLog,
      retentionDays: () => shop.days,
      clockBounds: shop.getClockBounds,
    });
    expect(() => failingCustomers.deleteExpiredCustomers()).not.toThrow();
    expect(shop.countRows()).toBe(1);
  });
});
