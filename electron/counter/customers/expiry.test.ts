import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAudit, listAuditRowsOfKind } from '../../ledger/audit/index.ts';
import { StorageError } from '../../ledger/index.ts';
import { silentLog, toIsoTime } from '../../platform/index.ts';
import { type ComingBack, DAY, LUIS, openShop, START } from './customers.fixture.ts';
import { createCustomers } from './index.ts';

let shop: ComingBack;
beforeEach(() => {
  shop = openShop();
});
afterEach(() => shop.end());

describe('what is too old', () => {
  it('hides expired customers, deletes them at the next run and records how many', () => {
    shop.paid('501000000001');
    shop.clock.jump(89 * DAY);
    shop.paid('501000000002');
    const customerId = shop.find('0001')[0]?.id ?? '';
    shop.customers.expire();
    expect(shop.accounts('')).toEqual(['501000000002', '501000000001']);
    shop.clock.jump(2 * DAY);
    expect(shop.accounts('')).toEqual(['501000000002']);
    expect(shop.customers.open({ customerId }, LUIS).ok).toBe(false);
    expect(shop.rows()).toBe(2);
    shop.customers.expire();
    shop.customers.expire();
    expect(shop.rows()).toBe(1);
    expect(
      listAuditRowsOfKind(shop.database, 'customers-expired').map(({ detail }) => detail),
    ).toEqual(['{"count":1}']);
  });

  it('deletes all customers and looked-up names when the owner sets zero days', () => {
    shop.paid('501000000001');
    shop.customers.rememberName({
      billerId: 35,
      accountNumber: '501000000002',
      nameOnAccount: 'María',
    });
    shop.days = 0;
    shop.wrongBy = null;
    shop.customers.expire();
    expect(shop.rows()).toBe(0);
    shop.days = 90;
    shop.paid('501000000002');
    expect(shop.find('')[0]?.name).toBeNull();
  });

  it.each([
    ['years ahead', 4000 * DAY],
    ['years behind', -4000 * DAY],
  ])(
    'stays where the clock of the computer is %s, before and after the service says so',
    (_, off) => {
      shop.paid('501000000001');
      const right = shop.clock.now();
      // By the computer alone, until the service answers.
      shop.clock.jump(off);
      shop.wrongBy = null;
      shop.customers.expire();
      expect(shop.rows()).toBe(1);
      shop.clock.jump(right - shop.clock.now());
      shop.wrongBy = off;
      shop.customers.expire();
      expect(shop.rows()).toBe(1);
      shop.clock.jump(91 * DAY);
      shop.wrongBy = 0;
      shop.customers.expire();
      expect(shop.rows()).toBe(0);
    },
  );

  it('goes by the days from now where it was used in the future, by a clock that was wrong', () => {
    shop.clock.jump(4000 * DAY);
    shop.paid('501000000001');
    shop.clock.jump(-4000 * DAY);
    shop.customers.expire();
    expect(shop.accounts('')).toEqual(['501000000001']);
    shop.clock.jump(89 * DAY);
    shop.customers.expire();
    expect(shop.rows()).toBe(1);
    shop.clock.jump(2 * DAY);
    shop.customers.expire();
    expect(shop.rows()).toBe(0);
    expect(listAuditRowsOfKind(shop.database, 'customers-expired')).toHaveLength(1);
  });

  it('is what was used longest ago where there are too many', () => {
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
    shop.customers.expire();
    expect(shop.rows()).toBe(5000);
    expect(shop.customers.open({ customerId: 'c3' }, LUIS).ok).toBe(false);
    expect(shop.customers.open({ customerId: 'c4' }, LUIS).ok).toBe(true);
  });

  it('stays until a disk can be written again, and stops nothing', () => {
    shop.paid('501000000001');
    shop.clock.jump(100 * DAY);
    const refusing = createCustomers({
      database: {
        ...shop.database,
        commit: () => {
          throw new StorageError('full', shop.file, null);
        },
      },
      clock: shop.clock,
      newId: () => 'x',
      audit: createAudit({ database: shop.database, clock: shop.clock }),
      log: silentLog,
      retentionDays: () => shop.days,
      timeBounds: shop.heardTime,
    });
    expect(() => refusing.expire()).not.toThrow();
    expect(shop.rows()).toBe(1);
  });
});
