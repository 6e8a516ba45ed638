import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CallOutput, HistoryFilter } from '../../../shared/contract/index.ts';
import {
  ANA,
  createRefusal,
  createTestBiller,
  expectOk,
  LUIS,
  LUIS_PIN,
  NEVER_ARRIVES,
} from '../../counter/payments/testing/index.ts';
import { listAuditRowsOfKind } from '../../ledger/audit/index.ts';
import { type HistoryFixture, NO_FILTER, openHistory } from './history.fixture.ts';
import { searchPayments } from './queries.ts';

const HOUR = 3_600_000;
let fixture: HistoryFixture;
let counter: HistoryFixture['counter'];
let history: HistoryFixture['history'];
let folder: HistoryFixture['folder'];
let searchedBillerTexts: HistoryFixture['searchedBillerTexts'];
let sell: HistoryFixture['sell'];

beforeEach(() => {
  fixture = openHistory();
  ({ counter, history, folder, searchedBillerTexts, sell } = fixture);
});
afterEach(() => fixture.close());

const search = (
  filter: Partial<HistoryFilter> = {},
  cursor: string | null = null,
  limit = 50,
): CallOutput<'history.search'> =>
  expectOk(history.search({ filter: { ...NO_FILTER, ...filter }, cursor, limit }));
const findAccounts = (filter: Partial<HistoryFilter>): string[] =>
  search(filter).payments.map((payment) => payment.accountNumber);

describe('history search', () => {
  it('returns every attempt, newest first', async () => {
    await sell('501000000001');
    counter.service.fates.push({ arrives: 1, answers: 1, answer: createRefusal('R2') });
    await sell('501000000002');
    expect(search().payments.map((payment) => [payment.accountNumber, payment.state])).toEqual([
      ['501000000002', 'rejected'],
      ['501000000001', 'paid'],
    ]);
  });

  it('finds an account with letters beyond A to Z however they are written', async () => {
    counter.billers.set(40, createTestBiller({ mask: '', accountNumberDigits: '' }));
    await sell('ñab12');
    await sell('ÑCD34');
    for (const text of ['ñab12', 'ñ-ab-12', 'ÑAB12', 'Ñ-ab', 'ab-12']) {
      expect(findAccounts({ text }), text).toEqual(['ñab12']);
    }
    for (const text of ['ñcd34', 'Ñ-CD-34', 'ñ cd']) {
      expect(findAccounts({ text }), text).toEqual(['ÑCD34']);
    }
  });

  it("finds an account by its number and its masked form, also when stored with the mask's literals", async () => {
    counter.billers.set(40, createTestBiller({ mask: '(999) 999-9999' }));
    await sell('(554) 851-4222');
    counter.billers.set(37, createTestBiller({ id: 37, mask: 'AB-9999-CD' }));
    await sell('ab-1234-cd', { billerId: 37 });
    for (const text of ['5548514222', '(554) 851-4222', '554 851', '(554) 8', '851-4222', '4222']) {
      expect(findAccounts({ text }), text).toEqual(['5548514222']);
    }
    for (const text of ['1234', 'AB-1234-CD', 'ab-12', 'AB1234CD', '1234CD', '1234-cd']) {
      expect(findAccounts({ text }), text).toEqual(['1234']);
    }
    // An earlier version stored the literals of the mask.
    const { database } = counter;
    database.commit(() =>
      database
        .prepare(
          `UPDATE intents SET account_number = '(554) 851-4222', account_shown = NULL
           WHERE account_number = '5548514222'`,
        )
        .run(),
    );
    for (const text of ['5548514222', '(554) 851-4222', '554 851', '4222']) {
      expect(findAccounts({ text }), text).toEqual(['(554) 851-4222']);
    }
  });

  it('finds an account typed in lower case, with separators or in full-width digits', async () => {
    counter.billers.set(40, createTestBiller({ accountNumberDigits: '' }));
    await sell('AB1234');
    await sell('xy-7788');
    await sell('501000000001');
    for (const text of [
      'AB1234',
      'AB-1234',
      'ab1234',
      'ab-1234',
      'ab 12',
      'ＡＢ１２３４',
      'b-1234',
    ]) {
      expect(findAccounts({ text }), text).toEqual(['AB1234']);
    }
    for (const text of ['xy7788', 'XY-7788', 'xy-77', 'y7788']) {
      expect(findAccounts({ text }), text).toEqual(['xy7788']);
    }
    for (const text of ['５０１０００００００01', '５０１', '０００１']) {
      expect(findAccounts({ text }), text).toEqual(['501000000001']);
    }
    expect(findAccounts({ text: '---' })).toEqual([]);
  });

  it('pages without a gap or a repetition when payments have the same time', async () => {
    for (let number = 0; number < 7; number += 1) await counter.payBill({ account: `50${number}` });
    counter.database.commit(() =>
      counter.database.prepare("UPDATE intents SET created_at = '2026-01-15T16:00:00.000Z'").run(),
    );
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page: CallOutput<'history.search'> = search({}, cursor, 3);
      ids.push(...page.payments.map((payment) => payment.id));
      cursor = page.next;
    } while (cursor !== null);
    expect(ids).toHaveLength(7);
    expect(new Set(ids).size).toBe(7);
  });

  it.each(['', 'x', '2026-01-15T16:00:00.000Z', "'; DROP TABLE intents --/1"])(
    'rejects the cursor %j',
    (cursor) => {
      expect(history.search({ filter: NO_FILTER, cursor, limit: 5 })).toMatchObject({
        ok: false,
        problem: { kind: 'invalid-input', field: 'cursor' },
      });
    },
  );

  it('applies each filter alone and all together', async () => {
    counter.billers.set(37, createTestBiller({ id: 37, name: 'SKY' }));
    const first = await sell('501000000001', { amount: '10' });
    const second = await sell('777000000002', { amount: '20', billerId: 37 });
    expect(findAccounts({ billerId: 37 })).toEqual(['777000000002']);
    expect(findAccounts({ amount: '20' })).toEqual(['777000000002']);
    expect(findAccounts({ cashierId: 'ana' })).toHaveLength(2);
    expect(findAccounts({ cashierId: 'luis' })).toEqual([]);
    expect(findAccounts({ kind: 'top-up' })).toEqual([]);
    expect(findAccounts({ state: 'paid' })).toHaveLength(2);
    expect(findAccounts({ state: 'rejected' })).toEqual([]);
    expect(findAccounts({ text: '5010' })).toEqual(['501000000001']);
    expect(findAccounts({ text: '0002' })).toEqual(['777000000002']);
    expect(findAccounts({ text: '0003' })).toEqual([]);
    expect(findAccounts({ text: '100%' })).toEqual([]);
    expect(findAccounts({ text: first.externalId.toUpperCase() })).toEqual(['501000000001']);
    expect(findAccounts({ text: `{${first.externalId}}` })).toEqual(['501000000001']);
    expect(findAccounts({ text: second.authorization ?? '' })).toEqual(['777000000002']);
    expect(findAccounts({ text: ' SKY ' })).toEqual(['777000000002']);
    expect(findAccounts({ text: 'SKY', amount: '10' })).toEqual([]);
    expect(
      findAccounts({ text: 'SKY', amount: '20', cashierId: 'ana', state: 'paid' }),
    ).toHaveLength(1);
  });

  it('finds a payment by its total or by its amount without the fee, filtered or typed', async () => {
    await sell('501000000001', { amount: '600' });
    counter.database.commit(() =>
      counter.database.prepare("UPDATE intents SET fee = '9.00', due = '609.00'").run(),
    );
    await sell('501000000002', { amount: '10' });
    for (const amount of ['609', '609.00', '600']) {
      expect(findAccounts({ amount }), amount).toEqual(['501000000001']);
      expect(findAccounts({ amount, state: 'paid', text: '5010' }), amount).toHaveLength(1);
    }
    for (const text of ['609', '609.00', '$609.00', '600']) {
      expect(findAccounts({ text }), text).toEqual(['501000000001']);
    }
    for (const text of ['0609', '9', '608', '-609']) {
      expect(findAccounts({ text }), text).toEqual([]);
    }
  });

  it('finds refunded payments as refunded and not as paid, also with a text', async () => {
    const refunded = await sell('501000000001');
    await sell('501000000002');
    const { database } = counter;
    database.commit(() =>
      database
        .prepare(
          `INSERT INTO refunds (intent_id, found_at, found_by, service_status, owed_to, is_handed_over,
             amount, currency) VALUES (?, 'then', 'watch', 'refunded', 'customer', 0, '10.00', 'MXN')`,
        )
        .run(refunded.id),
    );
    for (const text of [null, '5010']) {
      expect(findAccounts({ text, state: 'refunded' })).toEqual(['501000000001']);
      expect(findAccounts({ text, state: 'paid' })).toEqual(['501000000002']);
      expect(findAccounts({ text, state: 'taken-back' })).toEqual([]);
    }
  });

  it('finds a biller that has left the lists or was renamed', async () => {
    counter.billers.set(41, createTestBiller({ id: 41, name: 'Gas Nación, S.A.' }));
    await sell('501000000001');
    await sell('777000000002', { billerId: 41 });
    counter.billers.delete(41);
    expect(findAccounts({ text: 'gas nacion' })).toEqual(['777000000002']);
    expect(findAccounts({ text: 'ación, s' })).toEqual(['777000000002']);
    expect(findAccounts({ text: 'gas natural' })).toEqual([]);
  });

  it('finds a biller by every name under which it was paid', async () => {
    for (const [account, name] of [
      ['501000000001', 'Gas Nación'],
      ['501000000002', 'Gas del Valle'],
      ['501000000003', 'Valle Energía'],
    ] as const) {
      counter.billers.set(41, createTestBiller({ id: 41, name }));
      await sell(account, { billerId: 41 });
    }
    const all = ['501000000003', '501000000002', '501000000001'];
    for (const text of ['nacion', 'del valle', 'energia']) {
      expect([text, findAccounts({ text })]).toEqual([text, all]);
    }
  });

  it('searches no biller names when only digits are typed', async () => {
    counter.billers.set(41, createTestBiller({ id: 41, name: 'Canal 22' }));
    await sell('501000000001', { billerId: 41 });
    expect(findAccounts({ text: 'canal 22' })).toEqual(['501000000001']);
    expect(findAccounts({ text: '22' })).toEqual([]);
    expect(findAccounts({ text: '37' })).toEqual([]);
    expect(searchedBillerTexts).toEqual(['canal 22']);
  });

  it('finds open, manually closed and cancelled payments by state', async () => {
    const paid = await sell('501000000001');
    // Rows without identifiers: time alone never resolves the payment.
    counter.service.fates.push(NEVER_ARRIVES);
    counter.service.lookUpFates.push(...Array.from({ length: 200 }, () => 'unread' as const));
    const open = await sell('501000000002');
    expect(findAccounts({ state: 'open' })).toEqual(['501000000002']);
    const approval = { cashierId: LUIS.id, pin: LUIS_PIN };
    await counter.payments.cancel({ paymentId: paid.id, reason: 'wrong', approval }, ANA);
    await counter.advance(20 * 60_000);
    expect(findAccounts({ state: 'taken-back' })).toEqual(['501000000001']);
    const closing = { paymentId: open.id, isPaid: true, authorization: null, reason: 'by phone' };
    expectOk(await counter.payments.closeByHand({ ...closing, approval }, ANA));
    expect(findAccounts({ state: 'by-hand' })).toEqual(['501000000002']);
    expect(findAccounts({ state: 'open' })).toEqual([]);
  });

  it('filters by days in the shop’s time zone', async () => {
    // 16:00 UTC is 10:00 on the 15th in the shop's time zone.
    await sell('501000000001');
    await counter.advance(13 * HOUR);
    await sell('501000000002');
    await counter.advance(2 * HOUR);
    await sell('501000000003');
    expect(findAccounts({ from: '2026-01-15', to: '2026-01-15' })).toEqual([
      '501000000002',
      '501000000001',
    ]);
    expect(findAccounts({ from: '2026-01-16' })).toEqual(['501000000003']);
    expect(findAccounts({ to: '2026-01-14' })).toEqual([]);
  });

  it('returns the events of a payment with cashier and approver', async () => {
    const paid = await sell('501000000001');
    const approval = { cashierId: LUIS.id, pin: LUIS_PIN };
    const cancel = expectOk(
      await counter.payments.cancel({ paymentId: paid.id, reason: 'wrong', approval }, ANA),
    );
    await counter.advance(1000);
    expect(
      expectOk(history.events({ paymentId: paid.id })).map((event) => [event.kind, event.state]),
    ).toEqual([
      ['intent', null],
      ['answer-done', 'paid'],
      ['cancel-asked', null],
    ]);
    expect(expectOk(history.events({ paymentId: paid.id })).at(-1)).toMatchObject({
      cashierName: 'Ana',
      approvedBy: 'Luis',
      reason: 'wrong',
    });
    expect(expectOk(history.events({ paymentId: cancel.id }))[0]).toMatchObject({
      kind: 'intent',
      cashierName: 'Ana',
      approvedBy: 'Luis',
      reason: 'wrong',
    });
    expect(history.events({ paymentId: 'nobody' })).toMatchObject({
      problem: { kind: 'not-found' },
    });
  });
});

describe('history query plans', () => {
  it.each([
    [{ text: { typed: '501000000001', billerIds: [], amount: null } }],
    [{ text: { typed: 'ab-1234', billerIds: [], amount: null } }],
    [{ state: 'open' as const }],
    [{ state: 'paid' as const }],
    [{ state: 'rejected' as const }],
    [{ state: 'not-performed' as const }],
    [{ state: 'by-hand' as const }],
    [{ state: 'taken-back' as const }],
    [{ kind: 'cancel' as const }],
    [{ text: { typed: 'sky', billerIds: [37], amount: null } }],
    [{ text: { typed: '5', billerIds: [], amount: '5.00' } }],
    [{ state: 'refunded' as const }],
    [{ state: 'rejected' as const, amount: '10.00' }],
    [{ cashierId: 'ana' }],
    [{ billerId: 40 }],
    [{ amount: '10.00' }],
    [{ since: '2026-01-15T06:00:00.000Z', until: '2026-01-16T06:00:00.000Z' }],
  ])('uses an index for %j', (query) => {
    const plans: string[] = [];
    const { database } = counter;
    const planningDatabase = {
      ...database,
      prepare: (sql: string) => {
        const values = Array.from({ length: (sql.match(/\?/g) ?? []).length }, () => 1);
        const rows = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
        plans.push(rows.map((row) => String(row.detail)).join('\n'));
        return database.prepare(sql);
      },
    };
    const noFilters = { since: null, until: null, cashierId: null, billerId: null, kind: null };
    searchPayments(
      planningDatabase,
      { ...noFilters, state: null, amount: null, text: null, ...query },
      null,
      9,
    );
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) expect(plan).not.toMatch(/SCAN (i|intents|o|co|outcomes)$/m);
    const isRare = 'state' in query && !['open', 'paid', 'refunded'].includes(query.state);
    for (const plan of isRare ? plans : []) {
      expect(plan).toContain('PRIMARY KEY (state=? AND created_at>? AND created_at<?)');
      expect(plan).not.toContain('TEMP B-TREE FOR ORDER BY');
    }
  });
});

describe('history export', () => {
  const write = (filter: Partial<HistoryFilter> = {}) =>
    history.export({ filter: { ...NO_FILTER, ...filter } }, { id: 'ana', name: 'Ana' });

  it('records the export in the audit log with cashier, rows and filter', async () => {
    const written = await write({ billerId: 37 });
    if (!written.ok) throw new Error('not written');
    const [auditRow] = listAuditRowsOfKind(counter.database, 'history-exported');
    expect(auditRow).toMatchObject({ cashierId: 'ana', cashierName: 'Ana' });
    expect(JSON.parse(auditRow?.detail ?? '')).toEqual({
      file: basename(written.value.file),
      rows: written.value.rows,
      filter: { billerId: 37 },
    });
  });

  it('writes a complete CSV file of the filtered payments', async () => {
    await sell('501000000001');
    await sell('501000000002', { amount: '12.5' });
    const written = expectOk(await write({ amount: '12.50' }));
    expect(written.rows).toBe(1);
    const text = readFileSync(written.file, 'utf8');
    expect(text.startsWith('\ufeff"Fecha UTC"')).toBe(true);
    const [, row, end] = text.split('\r\n');
    expect(row).toContain('"501000000002","12.50","MXN"');
    expect(row).toContain('"2026-01-15 10:00:00"');
    expect(end).toBe('');
    expect(readdirSync(join(folder, 'exports'))).toHaveLength(1);
  });

  it('exports the basket number of a payment', async () => {
    const [single, basketPayment] = [await sell('501000000001'), await sell('501000000002')];
    const { database } = counter;
    database.commit(() => {
      database
        .prepare(
          `INSERT INTO baskets (id, number, created_at, cashier_id, cashier_name, shift_id, items, due,
             cash, shop_currency)
           SELECT 'b', 12, 'then', cashier_id, 'Ana', shift_id, '[{}]', '1', '1', 'MXN'
           FROM intents WHERE id = ?`,
        )
        .run(basketPayment.id);
      database
        .prepare("INSERT INTO basket_payments (intent_id, basket_id, number) VALUES (?, 'b', 1)")
        .run(basketPayment.id);
    });
    const written = expectOk(await write());
    const [heads = '', ...rows] = readFileSync(written.file, 'utf8').split('\r\n');
    const basketIndex = heads.split(',').indexOf('"Canasta"');
    const getBasket = (id: string) =>
      rows
        .find((row) => row.includes(id))
        ?.split(',')
        .at(basketIndex);
    expect(basketIndex).toBeGreaterThan(0);
    expect(getBasket(basketPayment.id)).toBe('"12"');
    expect(getBasket(single.id)).toBe('""');
  });

  it('exports refunds and their settlement', async () => {
    const [owed, settled, notRefunded] = [await sell('1'), await sell('2'), await sell('3')];
    const { database } = counter;
    database.commit(() => {
      const insertRefund = database.prepare(
        `INSERT INTO refunds (intent_id, found_at, found_by, service_status, owed_to, is_handed_over, amount,
           currency) VALUES (?, 'then', 'watch', 'refunded', 'customer', 0, '10.00', 'MXN')`,
      );
      for (const { id } of [owed, settled]) insertRefund.run(id);
      database
        .prepare(
          `INSERT INTO refund_settlements (intent_id, how, at, cashier_id)
           VALUES (?, 'handed-back', 'later', 'ana')`,
        )
        .run(settled.id);
    });
    const written = expectOk(await write());
    const rows = readFileSync(written.file, 'utf8').split('\r\n');
    const getRefundColumns = (id: string) =>
      rows
        .find((row) => row.includes(id))
        ?.split(',')
        .slice(-6)
        .join();
    expect(getRefundColumns(owed.id)).toBe('"refunded","then","owed","","",""');
    expect(getRefundColumns(settled.id)).toBe('"refunded","then","handed-back","later","Ana",""');
    expect(getRefundColumns(notRefunded.id)).toBe('"","","","","",""');
    const getState = (id: string) =>
      rows
        .find((row) => row.includes(id))
        ?.split(',')
        .at(3);
    expect([owed, settled, notRefunded].map(({ id }) => getState(id))).toEqual([
      '"refunded"',
      '"refunded"',
      '"paid"',
    ]);
  });

  it('returns a storage problem and leaves no file when it cannot write', async () => {
    writeFileSync(join(folder, 'exports'), 'a file is in the way');
    expect(await write()).toMatchObject({ ok: false, problem: { kind: 'storage' } });
    expect(readdirSync(folder)).toEqual(['exports']);
  });
});
