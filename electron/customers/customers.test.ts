import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CustomerAccount } from '../../shared/contract/index.ts';
import { auditRowsOfKind, createAudit } from '../audit/index.ts';
import { openDatabase, StorageError, setChainTriggers } from '../ledger/index.ts';
import { isoTime, silentLog, virtualClock } from '../platform/index.ts';
import { type Customers, createCustomers } from './index.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-01-15T16:00:00Z');
const ANA = { id: 'ana', name: 'Ana', role: 'cashier' } as const;
const LUIS = { id: 'luis', name: 'Luis', role: 'supervisor' } as const;
const CARMEN = { id: 'carmen', name: 'Carmen', role: 'owner' } as const;

let folder: string;
let file: string;
let database: ReturnType<typeof openDatabase>;
let clock: ReturnType<typeof virtualClock>;
let customers: Customers;
let days: number;
/** How far this computer's clock is from the service's; null: the service has not told its own. */
let wrongBy: number | null;
const warned: unknown[] = [];
const log = { ...silentLog, warn: (...said: unknown[]) => void warned.push(said) };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-customers-'));
  file = join(folder, 'ledger.sqlite');
  clock = virtualClock(START);
  days = 90;
  wrongBy = 0;
  open();
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(): void {
  database = openDatabase(file);
  for (const { id, name, role } of [ANA, LUIS, CARMEN]) {
    database
      .prepare(
        `INSERT OR IGNORE INTO cashiers (id, name, role, pin_hash, created_at)
         VALUES (?, ?, ?, '', ?)`,
      )
      .run(id, name, role, isoTime(START));
  }
  let made = 0;
  customers = createCustomers({
    database,
    clock,
    newId: () => {
      made += 1;
      return `id-${clock.now()}-${made}`;
    },
    audit: createAudit({ database, clock }),
    log,
    days: () => days,
    heardTime,
  });
}

function heardTime(): ReturnType<Parameters<typeof createCustomers>[0]['heardTime']> {
  if (wrongBy === null) return null;
  const times = [clock.now(), clock.now() + wrongBy];
  return { earlier: Math.min(...times), later: Math.max(...times) };
}

function paid(
  accountNumber: string,
  more: Partial<Parameters<Customers['notePaid']>[0]> = {},
): void {
  customers.notePaid({
    kind: 'bill',
    billerId: 35,
    billerName: 'CFE',
    accountNumber,
    accountShown: accountNumber,
    nameOnAccount: null,
    ...more,
  });
  clock.jump(1000);
}

function find(text: string, by: Parameters<Customers['find']>[1] = LUIS): CustomerAccount[] {
  const found = customers.find({ text, limit: 50 }, by);
  if (!found.ok) throw new Error(JSON.stringify(found));
  return found.value.customers;
}

const accounts = (text: string): string[] => find(text).map(({ account }) => account);

describe('what is kept', () => {
  it('is each account once, the last used first, and nothing of a cash-out or a cancel', () => {
    paid('501000000001');
    paid('5512345678', { kind: 'top-up', billerId: 40, billerName: 'Telcel' });
    paid('501000000001');
    paid('4111111111', { kind: 'cash-out', billerId: 20001 });
    paid('501000000002', { kind: 'cancel' });
    expect(accounts('')).toEqual(['501000000001', '5512345678']);
    expect(find('')[0]?.usedAt).toBe(isoTime(START + 2000));
  });

  it('is nothing where the owner keeps none, and nothing is written', () => {
    days = 0;
    customers.heard({ billerId: 35, accountNumber: '501000000001', nameOnAccount: 'Ana Ruiz' });
    paid('501000000001');
    expect(customers.find({ text: '', limit: 5 }, LUIS)).toEqual({
      ok: true,
      value: { days: 0, kept: 0, customers: [] },
    });
    days = 90;
    expect(find('')).toEqual([]);
  });

  it('has the name that the service told, also long before it is paid, and keeps an earlier one', () => {
    customers.heard({ billerId: 35, accountNumber: '501000000001', nameOnAccount: 'María\nPérez' });
    clock.jump(3_600_000);
    paid('501000000001');
    expect(find('')[0]?.name).toBe('María Pérez');
    clock.jump(5 * DAY);
    paid('501000000001');
    expect(find('')[0]?.name).toBe('María Pérez');
    paid('501000000001', { nameOnAccount: 'Mario Pérez' });
    expect(find('')[0]?.name).toBe('Mario Pérez');
  });
});

describe('the search', () => {
  beforeEach(() => {
    paid('501000000001', { nameOnAccount: 'María José Núñez' });
    paid('5548514222', {
      billerId: 37,
      billerName: 'SKY',
      accountShown: '(554) 851-4222',
      nameOnAccount: 'José Pérez',
    });
    paid('5512345678', { kind: 'top-up', billerId: 40, billerName: 'Telcel' });
  });

  it('finds an account by its beginning and its end, as it is kept and as it is shown', () => {
    for (const text of ['5548', '5548514222', '(554) 851-4222', '554 851', '851-4222', '4222']) {
      expect(accounts(text), text).toEqual(['(554) 851-4222']);
    }
    expect(accounts('8514')).toEqual([]);
    expect(accounts('554')).toEqual([]);
  });

  it('finds a name by the beginnings of its words, without accents', () => {
    expect(accounts('nuñ')).toEqual(['501000000001']);
    expect(accounts('NUNEZ mar')).toEqual(['501000000001']);
    expect(accounts('jose')).toEqual(['(554) 851-4222', '501000000001']);
    expect(accounts('ose')).toEqual([]);
    expect(accounts('jo')).toEqual([]);
    expect(accounts("%' OR 1=1 --")).toEqual([]);
  });

  it('finds a phone that was noted, until it is taken away', () => {
    const [maria] = find('nunez');
    const customerId = maria?.id ?? '';
    expect(customers.setPhone({ customerId, phone: '5598765432' }, ANA)).toMatchObject({
      value: { phone: '**** 5432' },
    });
    expect(accounts('5598')).toEqual(['501000000001']);
    expect(accounts('5432')).toEqual(['501000000001']);
    paid('501000000001');
    expect(find('5432')[0]?.phone).toBe('5598765432');
    customers.setPhone({ customerId, phone: null }, ANA);
    expect(accounts('5432')).toEqual([]);
  });

  it('has no phone set or removed without a note of who did it, which does not tell it', () => {
    const customerId = find('nunez')[0]?.id ?? '';
    for (const phone of ['5598765432', '5598765432', null]) {
      expect(customers.setPhone({ customerId, phone }, ANA).ok).toBe(true);
    }
    const noted = [
      ...auditRowsOfKind(database, 'customer-phone-set'),
      ...auditRowsOfKind(database, 'customer-phone-removed'),
    ];
    expect(noted).toMatchObject([{ cashierId: 'ana' }, { cashierId: 'ana' }]);
    expect(noted[0]?.detail).toContain('**** 0001');
    expect(JSON.stringify(noted)).not.toMatch(/5432|5598/);
  });
});

describe('whoever may not see personal data', () => {
  it('finds it and sees its ends', () => {
    paid('501000000001', { nameOnAccount: 'María Pérez' });
    paid('5548514222', { billerId: 37, accountShown: '(554) 851-4222' });
    expect(find('', ANA).map(({ account, name, isMasked }) => [account, name, isMasked])).toEqual([
      ['(***) ***-4222', null, true],
      ['**** 0001', 'M*** P***', true],
    ]);
    expect(JSON.stringify(find('', ANA))).not.toMatch(/50100000|554851|María|Pérez/);
    expect(find('', CARMEN)[1]).toMatchObject({ account: '501000000001', isMasked: false });
  });

  it('finds by the whole number, its shown end, or whole words of the name', () => {
    paid('501000000001', { nameOnAccount: 'María José Núñez' });
    paid('5548514222', { billerId: 37, accountShown: '(554) 851-4222' });
    paid('712345', { billerId: 38 });
    const customerId = find('nunez')[0]?.id ?? '';
    customers.setPhone({ customerId, phone: '5598765432' }, ANA);
    const found = (text: string) => find(text, ANA).map(({ account }) => account);
    for (const text of ['501000000001', '0001', '5598765432', '5432', 'NÚÑEZ', 'jose maria']) {
      expect(found(text), text).toEqual(['**** 0001']);
    }
    for (const text of ['5548514222', '(554) 851-4222', '4222']) {
      expect(found(text), text).toEqual(['(***) ***-4222']);
    }
    expect(found('712345')).toEqual(['**** 45']);
  });

  it('does not find out digit by digit what is hidden, nor letter by letter', () => {
    paid('501000000001', { nameOnAccount: 'María José Núñez' });
    paid('712345', { billerId: 38 });
    const customerId = find('nunez')[0]?.id ?? '';
    customers.setPhone({ customerId, phone: '5598765432' }, ANA);
    const number = '501000000001';
    const phone = '5598765432';
    const parts = [number, phone, '712345'].flatMap((whole) =>
      Array.from(whole, (_, at) => [whole.slice(0, at), whole.slice(at)]).flat(),
    );
    const shown = new Set([number, phone, '712345', '0001', '5432', '']);
    for (const text of [...parts, 'nun', 'nune', 'mar', 'jos', 'maria nun', 'mari jose nunez']) {
      if (!shown.has(text)) expect(find(text, ANA), text).toEqual([]);
    }
  });

  it('opens one for its payment, and the audit log says who', () => {
    paid('501000000001', { nameOnAccount: 'María Pérez' });
    const customerId = find('')[0]?.id ?? '';
    expect(customers.open({ customerId }, LUIS).ok).toBe(true);
    expect(auditRowsOfKind(database, 'customer-opened')).toHaveLength(0);
    expect(customers.open({ customerId }, ANA)).toEqual({
      ok: true,
      value: { billerId: 35, kind: 'bill', accountNumber: '501000000001', name: 'María Pérez' },
    });
    const [noted] = auditRowsOfKind(database, 'customer-opened');
    expect(noted).toMatchObject({ cashierId: 'ana' });
    expect(noted?.detail).toContain('**** 0001');
    expect(noted?.detail).not.toContain('501000000001');
    expect(customers.open({ customerId: 'nobody' }, ANA)).toMatchObject({
      problem: { kind: 'not-found', what: 'customer' },
    });
  });
});

describe('what is too old', () => {
  it('is shown to nobody, and is deleted at the next chance, with a note of how many', () => {
    paid('501000000001');
    clock.jump(89 * DAY);
    paid('501000000002');
    const customerId = find('0001')[0]?.id ?? '';
    customers.expire();
    expect(accounts('')).toEqual(['501000000002', '501000000001']);
    clock.jump(2 * DAY);
    expect(accounts('')).toEqual(['501000000002']);
    expect(customers.open({ customerId }, LUIS).ok).toBe(false);
    expect(rows()).toBe(2);
    customers.expire();
    customers.expire();
    expect(rows()).toBe(1);
    expect(auditRowsOfKind(database, 'customers-expired').map(({ detail }) => detail)).toEqual([
      '{"count":1}',
    ]);
  });

  it('is all of it once the owner keeps none, whatever time it is, and the names that were heard', () => {
    paid('501000000001');
    customers.heard({ billerId: 35, accountNumber: '501000000002', nameOnAccount: 'María' });
    days = 0;
    wrongBy = null;
    customers.expire();
    expect(rows()).toBe(0);
    days = 90;
    paid('501000000002');
    expect(find('')[0]?.name).toBeNull();
  });

  it.each([
    ['years ahead', 4000 * DAY],
    ['years behind', -4000 * DAY],
  ])(
    'stays where the clock of the computer is %s, before and after the service says so',
    (_, off) => {
      paid('501000000001');
      const right = clock.now();
      // By the computer alone, until the service answers.
      clock.jump(off);
      wrongBy = null;
      customers.expire();
      expect(rows()).toBe(1);
      clock.jump(right - clock.now());
      wrongBy = off;
      customers.expire();
      expect(rows()).toBe(1);
      clock.jump(91 * DAY);
      wrongBy = 0;
      customers.expire();
      expect(rows()).toBe(0);
    },
  );

  it('goes by the days from now where it was used in the future, by a clock that was wrong', () => {
    clock.jump(4000 * DAY);
    paid('501000000001');
    clock.jump(-4000 * DAY);
    customers.expire();
    expect(accounts('')).toEqual(['501000000001']);
    clock.jump(89 * DAY);
    customers.expire();
    expect(rows()).toBe(1);
    clock.jump(2 * DAY);
    customers.expire();
    expect(rows()).toBe(0);
    expect(auditRowsOfKind(database, 'customers-expired')).toHaveLength(1);
  });

  it('is what was used longest ago where there are too many', () => {
    database.commit(() =>
      database
        .prepare(
          `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5003)
           INSERT INTO customer_accounts SELECT 'c' || i, i, 'B', 'bill', 'A' || i, 'A' || i,
             'A' || i, NULL, NULL, NULL, strftime('%Y-%m-%dT%H:%M:%fZ', ?, '+' || i || ' seconds')
           FROM n`,
        )
        .run(isoTime(START)),
    );
    clock.jump(DAY);
    customers.expire();
    expect(rows()).toBe(5000);
    expect(customers.open({ customerId: 'c3' }, LUIS).ok).toBe(false);
    expect(customers.open({ customerId: 'c4' }, LUIS).ok).toBe(true);
  });

  it('stays until a disk can be written again, and stops nothing', () => {
    paid('501000000001');
    clock.jump(100 * DAY);
    const refusing = createCustomers({
      database: {
        ...database,
        commit: () => {
          throw new StorageError('full', file, null);
        },
      },
      clock,
      newId: () => 'x',
      audit: createAudit({ database, clock }),
      log: silentLog,
      days: () => days,
      heardTime,
    });
    expect(() => refusing.expire()).not.toThrow();
    expect(rows()).toBe(1);
  });
});

function rows(): number {
  return Number(database.prepare('SELECT count(*) AS n FROM customer_accounts').get()?.n);
}

describe('a deletion', () => {
  const marks = ['MARKNAMEONE', 'MARKACCOUNT1', '5577777771'];
  /** As the disk has it: the file and its journal. */
  const stands = (): string[] =>
    marks.filter((mark) =>
      [file, `${file}-wal`].some((one) => readFileSync(one).includes(Buffer.from(mark))),
    );

  function keepMarked(): string {
    paid('MARKACCOUNT1', { nameOnAccount: 'MARKNAMEONE' });
    const customerId = find('marknameone')[0]?.id ?? '';
    customers.setPhone({ customerId, phone: '5577777771' }, ANA);
    expect(stands()).toEqual(marks);
    return customerId;
  }

  it('of one leaves its bytes neither in the file nor in the journal, and is noted', () => {
    const customerId = keepMarked();
    paid('501000000002');
    expect(customers.forget({ customerId }, ANA, LUIS)).toEqual({ ok: true, value: {} });
    expect(stands()).toEqual([]);
    expect(accounts('')).toEqual(['501000000002']);
    expect(auditRowsOfKind(database, 'customer-forgotten')).toMatchObject([
      { cashierId: 'ana', approvedBy: 'luis' },
    ]);
    expect(customers.forget({ customerId }, ANA, LUIS).ok).toBe(false);
  });

  it('of all, and of what is too old, is as thorough', () => {
    keepMarked();
    expect(customers.forgetAll(CARMEN, CARMEN)).toEqual({ ok: true, value: { count: 1 } });
    expect(stands()).toEqual([]);
    keepMarked();
    clock.jump(100 * DAY);
    customers.expire();
    expect(stands()).toEqual([]);
  });

  it('during a backup is finished when that has ended, and the copy is whole', async () => {
    const customerId = keepMarked();
    const copy = join(folder, 'copy.sqlite');
    let pieces = 0;
    await database.copyTo(copy, () => {
      pieces += 1;
      if (pieces === 1) customers.forget({ customerId }, LUIS, null);
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
    const reading = database.prepare('SELECT * FROM cashiers').iterate();
    reading.next();
    warned.length = 0;
    expect(customers.forget({ customerId }, LUIS, null).ok).toBe(true);
    expect(warned).toHaveLength(1);
    expect(stands()).not.toEqual([]);
    reading.return?.();
    database.commit(() => {});
    expect(stands()).not.toEqual([]);
    customers.expire();
    expect(stands()).toEqual([]);
    expect(warned).toHaveLength(1);
  });

  it('that a power cut left in the journal is finished by the next run', () => {
    keepMarked();
    // As if the program had ended before the journal was emptied.
    database.commit(() => database.prepare('DELETE FROM customer_accounts').run());
    const copies = [file, `${file}-wal`].map((one) => readFileSync(one));
    database.close();
    for (const [at, bytes] of copies.entries())
      writeFileSync([file, `${file}-wal`][at] ?? '', bytes);
    open();
    expect(stands()).not.toEqual([]);
    customers.expire();
    expect(stands()).toEqual([]);
  });

  it('takes the name with it that the service told a moment ago', () => {
    customers.heard({ billerId: 35, accountNumber: '501000000001', nameOnAccount: 'María' });
    paid('501000000001');
    customers.forget({ customerId: find('')[0]?.id ?? '' }, LUIS, null);
    paid('501000000001');
    expect(find('')[0]?.name).toBeNull();
  });
});

it('goes to no chain: not a change of it is noted for one', () => {
  setChainTriggers(database, true);
  const noted = () => database.prepare('SELECT count(*) AS n FROM chain_changes').get()?.n;
  const before = noted();
  paid('501000000001', { nameOnAccount: 'María Pérez' });
  const customerId = find('')[0]?.id ?? '';
  customers.setPhone({ customerId, phone: '5598765432' }, LUIS);
  customers.forget({ customerId }, LUIS, null);
  expect(noted()).toBe(before);
});
