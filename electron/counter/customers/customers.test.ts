import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listAuditRowsOfKind } from '../../ledger/audit/index.ts';
import { setChainTriggers } from '../../ledger/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import { ANA, CARMEN, type ComingBack, DAY, LUIS, openShop, START } from './customers.fixture.ts';

let shop: ComingBack;
beforeEach(() => {
  shop = openShop();
});
afterEach(() => shop.end());

describe('what is kept', () => {
  it('is each account once, the last used first, and nothing of a cash-out or a cancel', () => {
    shop.paid('501000000001');
    shop.paid('5512345678', { kind: 'top-up', billerId: 40, billerName: 'Telcel' });
    shop.paid('501000000001');
    shop.paid('4111111111', { kind: 'cash-out', billerId: 20001 });
    shop.paid('501000000002', { kind: 'cancel' });
    expect(shop.accounts('')).toEqual(['501000000001', '5512345678']);
    expect(shop.find('')[0]?.usedAt).toBe(toIsoTime(START + 2000));
  });

  it('is nothing where the owner keeps none, and nothing is written', () => {
    shop.days = 0;
    shop.customers.rememberName({
      billerId: 35,
      accountNumber: '501000000001',
      nameOnAccount: 'Ana Ruiz',
    });
    shop.paid('501000000001');
    expect(shop.customers.find({ text: '', limit: 5 }, LUIS)).toEqual({
      ok: true,
      value: { days: 0, kept: 0, customers: [] },
    });
    shop.days = 90;
    expect(shop.find('')).toEqual([]);
  });

  it('stores the name from an earlier look-up and keeps it on later payments', () => {
    shop.customers.rememberName({
      billerId: 35,
      accountNumber: '501000000001',
      nameOnAccount: 'María\nPérez',
    });
    shop.clock.jump(3_600_000);
    shop.paid('501000000001');
    expect(shop.find('')[0]?.name).toBe('María Pérez');
    shop.clock.jump(5 * DAY);
    shop.paid('501000000001');
    expect(shop.find('')[0]?.name).toBe('María Pérez');
    shop.paid('501000000001', { nameOnAccount: 'Mario Pérez' });
    expect(shop.find('')[0]?.name).toBe('Mario Pérez');
  });
});

describe('the search', () => {
  beforeEach(() => {
    shop.paid('501000000001', { nameOnAccount: 'María José Núñez' });
    shop.paid('5548514222', {
      billerId: 37,
      billerName: 'SKY',
      accountShown: '(554) 851-4222',
      nameOnAccount: 'José Pérez',
    });
    shop.paid('5512345678', { kind: 'top-up', billerId: 40, billerName: 'Telcel' });
  });

  it('finds an account by its beginning and its end, as it is kept and as it is shown', () => {
    for (const text of ['5548', '5548514222', '(554) 851-4222', '554 851', '851-4222', '4222']) {
      expect(shop.accounts(text), text).toEqual(['(554) 851-4222']);
    }
    expect(shop.accounts('8514')).toEqual([]);
    expect(shop.accounts('554')).toEqual([]);
  });

  it('finds a name by the beginnings of its words, without accents', () => {
    expect(shop.accounts('nuñ')).toEqual(['501000000001']);
    expect(shop.accounts('NUNEZ mar')).toEqual(['501000000001']);
    expect(shop.accounts('jose')).toEqual(['(554) 851-4222', '501000000001']);
    expect(shop.accounts('ose')).toEqual([]);
    expect(shop.accounts('jo')).toEqual([]);
    expect(shop.accounts("%' OR 1=1 --")).toEqual([]);
  });

  it('finds a phone that was noted, until it is taken away', () => {
    const [maria] = shop.find('nunez');
    const customerId = maria?.id ?? '';
    expect(shop.customers.setPhone({ customerId, phone: '5598765432' }, ANA)).toMatchObject({
      value: { phone: '**** 5432' },
    });
    expect(shop.accounts('5598')).toEqual(['501000000001']);
    expect(shop.accounts('5432')).toEqual(['501000000001']);
    shop.paid('501000000001');
    expect(shop.find('5432')[0]?.phone).toBe('5598765432');
    shop.customers.setPhone({ customerId, phone: null }, ANA);
    expect(shop.accounts('5432')).toEqual([]);
  });

  it('has no phone set or removed without a note of who did it, which does not tell it', () => {
    const customerId = shop.find('nunez')[0]?.id ?? '';
    for (const phone of ['5598765432', '5598765432', null]) {
      expect(shop.customers.setPhone({ customerId, phone }, ANA).ok).toBe(true);
    }
    const noted = [
      ...listAuditRowsOfKind(shop.database, 'customer-phone-set'),
      ...listAuditRowsOfKind(shop.database, 'customer-phone-removed'),
    ];
    expect(noted).toMatchObject([{ cashierId: 'ana' }, { cashierId: 'ana' }]);
    expect(noted[0]?.detail).toContain('**** 0001');
    expect(JSON.stringify(noted)).not.toMatch(/5432|5598/);
  });
});

describe('whoever may not see personal data', () => {
  it('finds it and sees its ends', () => {
    shop.paid('501000000001', { nameOnAccount: 'María Pérez' });
    shop.paid('5548514222', { billerId: 37, accountShown: '(554) 851-4222' });
    expect(
      shop.find('', ANA).map(({ account, name, isMasked }) => [account, name, isMasked]),
    ).toEqual([
      ['(***) ***-4222', null, true],
      ['**** 0001', 'M*** P***', true],
    ]);
    expect(JSON.stringify(shop.find('', ANA))).not.toMatch(/50100000|554851|María|Pérez/);
    expect(shop.find('', CARMEN)[1]).toMatchObject({ account: '501000000001', isMasked: false });
  });

  it('finds by the whole number, its shown end, or whole words of the name', () => {
    shop.paid('501000000001', { nameOnAccount: 'María José Núñez' });
    shop.paid('5548514222', { billerId: 37, accountShown: '(554) 851-4222' });
    shop.paid('712345', { billerId: 38 });
    const customerId = shop.find('nunez')[0]?.id ?? '';
    shop.customers.setPhone({ customerId, phone: '5598765432' }, ANA);
    const found = (text: string) => shop.find(text, ANA).map(({ account }) => account);
    for (const text of ['501000000001', '0001', '5598765432', '5432', 'NÚÑEZ', 'jose maria']) {
      expect(found(text), text).toEqual(['**** 0001']);
    }
    for (const text of ['5548514222', '(554) 851-4222', '4222']) {
      expect(found(text), text).toEqual(['(***) ***-4222']);
    }
    expect(found('712345')).toEqual(['**** 45']);
  });

  it('does not find out digit by digit what is hidden, nor letter by letter', () => {
    shop.paid('501000000001', { nameOnAccount: 'María José Núñez' });
    shop.paid('712345', { billerId: 38 });
    const customerId = shop.find('nunez')[0]?.id ?? '';
    shop.customers.setPhone({ customerId, phone: '5598765432' }, ANA);
    const number = '501000000001';
    const phone = '5598765432';
    const parts = [number, phone, '712345'].flatMap((whole) =>
      Array.from(whole, (_, at) => [whole.slice(0, at), whole.slice(at)]).flat(),
    );
    const shown = new Set([number, phone, '712345', '0001', '5432', '']);
    for (const text of [...parts, 'nun', 'nune', 'mar', 'jos', 'maria nun', 'mari jose nunez']) {
      if (!shown.has(text)) expect(shop.find(text, ANA), text).toEqual([]);
    }
  });

  it('opens one for its payment, and the audit log says who', () => {
    shop.paid('501000000001', { nameOnAccount: 'María Pérez' });
    const customerId = shop.find('')[0]?.id ?? '';
    expect(shop.customers.open({ customerId }, LUIS).ok).toBe(true);
    expect(listAuditRowsOfKind(shop.database, 'customer-opened')).toHaveLength(0);
    expect(shop.customers.open({ customerId }, ANA)).toEqual({
      ok: true,
      value: { billerId: 35, kind: 'bill', accountNumber: '501000000001', name: 'María Pérez' },
    });
    const [noted] = listAuditRowsOfKind(shop.database, 'customer-opened');
    expect(noted).toMatchObject({ cashierId: 'ana' });
    expect(noted?.detail).toContain('**** 0001');
    expect(noted?.detail).not.toContain('501000000001');
    expect(shop.customers.open({ customerId: 'nobody' }, ANA)).toMatchObject({
      problem: { kind: 'not-found', what: 'customer' },
    });
  });
});

it('goes to no chain: not a change of it is noted for one', () => {
  setChainTriggers(shop.database, true);
  const noted = () => shop.database.prepare('SELECT count(*) AS n FROM chain_changes').get()?.n;
  const before = noted();
  shop.paid('501000000001', { nameOnAccount: 'María Pérez' });
  const customerId = shop.find('')[0]?.id ?? '';
  shop.customers.setPhone({ customerId, phone: '5598765432' }, LUIS);
  shop.customers.forget({ customerId }, LUIS, null);
  expect(noted()).toBe(before);
});
