import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listAuditRowsOfKind } from '../../ledger/audit/index.ts';
import { setChainSyncTriggers } from '../../ledger/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import { ANA, CARMEN, type CustomerShop, DAY, LUIS, openShop, START } from './customers.fixture.ts';

let shop: CustomerShop;
beforeEach(() => {
  shop = openShop();
});
afterEach(() => shop.close());

describe('stored accounts', () => {
  it('stores each account once, last used first, and no cash-outs or cancels', () => {
    shop.recordPaid('501000000001');
    shop.recordPaid('5512345678', { kind: 'top-up', billerId: 40, billerName: 'Telcel' });
    shop.recordPaid('501000000001');
    shop.recordPaid('4111111111', { kind: 'cash-out', billerId: 20001 });
    shop.recordPaid('501000000002', { kind: 'cancel' });
    expect(shop.findAccounts('')).toEqual(['501000000001', '5512345678']);
    expect(shop.find('')[0]?.usedAt).toBe(toIsoTime(START + 2000));
  });

  it('stores no accounts if the owner keeps none', () => {
    shop.days = 0;
    shop.customers.cacheAccountHolder({
      billerId: 35,
      accountNumber: '501000000001',
      nameOnAccount: 'Ana Ruiz',
    });
    shop.recordPaid('501000000001');
    expect(shop.customers.find({ text: '', limit: 5 }, LUIS)).toEqual({
      ok: true,
      value: { days: 0, storedCount: 0, customers: [] },
    });
    shop.days = 90;
    expect(shop.find('')).toEqual([]);
  });

  it('stores the name from an earlier look-up and keeps it on later payments', () => {
    shop.customers.cacheAccountHolder({
      billerId: 35,
      accountNumber: '501000000001',
      nameOnAccount: 'María\nPérez',
    });
    shop.clock.jump(3_600_000);
    shop.recordPaid('501000000001');
    expect(shop.find('')[0]?.name).toBe('María Pérez');
    shop.clock.jump(5 * DAY);
    shop.recordPaid('501000000001');
    expect(shop.find('')[0]?.name).toBe('María Pérez');
    shop.recordPaid('501000000001', { nameOnAccount: 'Mario Pérez' });
    expect(shop.find('')[0]?.name).toBe('Mario Pérez');
  });
});

describe('the search', () => {
  beforeEach(() => {
    shop.recordPaid('501000000001', { nameOnAccount: 'María José Núñez' });
    shop.recordPaid('5548514222', {
      billerId: 37,
      billerName: 'SKY',
      accountShown: '(554) 851-4222',
      nameOnAccount: 'José Pérez',
    });
    shop.recordPaid('5512345678', { kind: 'top-up', billerId: 40, billerName: 'Telcel' });
  });

  it('finds an account by its beginning and end, plain and formatted', () => {
    for (const text of ['5548', '5548514222', '(554) 851-4222', '554 851', '851-4222', '4222']) {
      expect(shop.findAccounts(text), text).toEqual(['(554) 851-4222']);
    }
    expect(shop.findAccounts('8514')).toEqual([]);
    expect(shop.findAccounts('554')).toEqual([]);
  });

  it('finds a customer by the beginnings of name words, without accents', () => {
    expect(shop.findAccounts('nuñ')).toEqual(['501000000001']);
    expect(shop.findAccounts('NUNEZ mar')).toEqual(['501000000001']);
    expect(shop.findAccounts('jose')).toEqual(['(554) 851-4222', '501000000001']);
    expect(shop.findAccounts('ose')).toEqual([]);
    expect(shop.findAccounts('jo')).toEqual([]);
    expect(shop.findAccounts("%' OR 1=1 --")).toEqual([]);
  });

  it('finds a customer by phone until the phone is removed', () => {
    const [maria] = shop.find('nunez');
    const customerId = maria?.id ?? '';
    expect(shop.customers.setPhone({ customerId, phone: '5598765432' }, ANA)).toMatchObject({
      value: { phone: '**** 5432' },
    });
    expect(shop.findAccounts('5598')).toEqual(['501000000001']);
    expect(shop.findAccounts('5432')).toEqual(['501000000001']);
    shop.recordPaid('501000000001');
    expect(shop.find('5432')[0]?.phone).toBe('5598765432');
    shop.customers.setPhone({ customerId, phone: null }, ANA);
    expect(shop.findAccounts('5432')).toEqual([]);
  });

  it('records who set or removed a phone in the audit log, without its digits', () => {
    const customerId = shop.find('nunez')[0]?.id ?? '';
    for (const phone of ['5598765432', '5598765432', null]) {
      expect(shop.customers.setPhone({ customerId, phone }, ANA).ok).toBe(true);
    }
    const entries = [
      ...listAuditRowsOfKind(shop.database, 'customer-phone-set'),
      ...listAuditRowsOfKind(shop.database, 'customer-phone-removed'),
    ];
    expect(entries).toMatchObject([{ cashierId: 'ana' }, { cashierId: 'ana' }]);
    expect(entries[0]?.detail).toContain('**** 0001');
    expect(JSON.stringify(entries)).not.toMatch(/5432|5598/);
  });
});

describe('viewer without permission to see personal data', () => {
  it('masks accounts and names for a viewer without permission', () => {
    shop.recordPaid('501000000001', { nameOnAccount: 'María Pérez' });
    shop.recordPaid('5548514222', { billerId: 37, accountShown: '(554) 851-4222' });
    expect(
      shop.find('', ANA).map(({ account, name, isMasked }) => [account, name, isMasked]),
    ).toEqual([
      ['(***) ***-4222', null, true],
      ['**** 0001', 'M*** P***', true],
    ]);
    expect(JSON.stringify(shop.find('', ANA))).not.toMatch(/50100000|554851|María|Pérez/);
    expect(shop.find('', CARMEN)[1]).toMatchObject({ account: '501000000001', isMasked: false });
  });

  it('finds masked customers by the whole number, its visible end, or whole words of the name', () => {
    shop.recordPaid('501000000001', { nameOnAccount: 'María José Núñez' });
    shop.recordPaid('5548514222', { billerId: 37, accountShown: '(554) 851-4222' });
    shop.recordPaid('712345', { billerId: 38 });
    const customerId = shop.find('nunez')[0]?.id ?? '';
    shop.customers.setPhone({ customerId, phone: '5598765432' }, ANA);
    const findAccounts = (text: string) => shop.find(text, ANA).map(({ account }) => account);
    for (const text of ['501000000001', '0001', '5598765432', '5432', 'NÚÑEZ', 'jose maria']) {
      expect(findAccounts(text), text).toEqual(['**** 0001']);
    }
    for (const text of ['5548514222', '(554) 851-4222', '4222']) {
      expect(findAccounts(text), text).toEqual(['(***) ***-4222']);
    }
    expect(findAccounts('712345')).toEqual(['**** 45']);
  });

  it('does not find masked customers by parts of hidden numbers or words', () => {
    shop.recordPaid('501000000001', { nameOnAccount: 'María José Núñez' });
    shop.recordPaid('712345', { billerId: 38 });
    const customerId = shop.find('nunez')[0]?.id ?? '';
    shop.customers.setPhone({ customerId, phone: '5598765432' }, ANA);
    const number = '501000000001';
    const phone = '5598765432';
    const parts = [number, phone, '712345'].flatMap((whole) =>
      Array.from(whole, (_, at) => [whole.slice(0, at), whole.slice(at)]).flat(),
    );
    const allowedTexts = new Set([number, phone, '712345', '0001', '5432', '']);
    for (const text of [...parts, 'nun', 'nune', 'mar', 'jos', 'maria nun', 'mari jose nunez']) {
      if (!allowedTexts.has(text)) expect(shop.find(text, ANA), text).toEqual([]);
    }
  });

  it('opens a masked customer for a payment and records who did it in the audit log', () => {
    shop.recordPaid('501000000001', { nameOnAccount: 'María Pérez' });
    const customerId = shop.find('')[0]?.id ?? '';
    expect(shop.customers.open({ customerId }, LUIS).ok).toBe(true);
    expect(listAuditRowsOfKind(shop.database, 'customer-opened')).toHaveLength(0);
    expect(shop.customers.open({ customerId }, ANA)).toEqual({
      ok: true,
      value: { billerId: 35, kind: 'bill', accountNumber: '501000000001', name: 'María Pérez' },
    });
    const [entry] = listAuditRowsOfKind(shop.database, 'customer-opened');
    expect(entry).toMatchObject({ cashierId: 'ana' });
    expect(entry?.detail).toContain('**** 0001');
    expect(entry?.detail).not.toContain('501000000001');
    expect(shop.customers.open({ customerId: 'nobody' }, ANA)).toMatchObject({
      problem: { kind: 'not-found', what: 'customer' },
    });
  });
});

it('records no customer changes for the chain', () => {
  setChainSyncTriggers(shop.database, true);
  const countChainChanges = () =>
    shop.database.prepare('SELECT count(*) AS n FROM chain_changes').get()?.n;
  const countBefore = countChainChanges();
  shop.recordPaid('501000000001', { nameOnAccount: 'María Pérez' });
  const customerId = shop.find('')[0]?.id ?? '';
  shop.customers.setPhone({ customerId, phone: '5598765432' }, LUIS);
  shop.customers.delete({ customerId }, LUIS, null);
  expect(countChainChanges()).toBe(countBefore);
});
