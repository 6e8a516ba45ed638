import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMoney } from '../../shared/money/index.ts';
import {
  column,
  defineInsert,
  defineRowReader,
  defineTable,
  defineUpdate,
  pickFields,
  toJsonObjectSql,
  toSelectColumnsSql,
} from './define-table.ts';

const SALES = defineTable('sales', {
  shop: column.text('shop'),
  number: column.generated(
    column.integer('number'),
    '(SELECT coalesce(max(number), 0) + 1 FROM sales WHERE shop = $shop)',
  ),
  kind: column.oneOf('kind', ['bill', 'top-up']),
  due: column.money('due', 'currency'),
  fee: column.orNull(column.moneyWithSharedCurrency('fee', 'currency')),
  isDrp: column.boolean('is_drp'),
  at: column.isoTime('at'),
  ended: column.orNull(
    column.group({ by: column.text('ended_by'), reason: column.textOrNull('ended_why') }),
  ),
  reads: column.generated(column.integer('reads'), null),
});
const saleInsert = defineInsert(SALES);

const SALE = {
  shop: 'Lupita',
  kind: 'bill',
  due: createMoney('12.50', 'MXN'),
  fee: createMoney('2.50', 'MXN'),
  isDrp: true,
  at: Date.UTC(2026, 0, 15),
  ended: { by: 'Ana', reason: 'closed' },
} as const;
const PLAIN_SALE = { ...SALE, fee: null, isDrp: false, ended: null };

let database: DatabaseSync;
beforeEach(() => {
  database = new DatabaseSync(':memory:');
  database.exec(`CREATE TABLE sales (shop TEXT, number INTEGER, kind TEXT, due TEXT, currency TEXT,
    fee TEXT, is_drp INTEGER, at TEXT, ended_by TEXT, ended_why TEXT,
    reads INTEGER NOT NULL DEFAULT 0, UNIQUE (shop, number))`);
});
const list = () => database.prepare('SELECT * FROM sales ORDER BY rowid').all();

describe('a declared table', () => {
  it('writes each field into its columns, and nothing else', () => {
    saleInsert.run(database, SALE);
    saleInsert.run(database, PLAIN_SALE);
    expect(list()).toEqual([
      {
        shop: 'Lupita',
        number: 1,
        kind: 'bill',
        due: '12.50',
        currency: 'MXN',
        fee: '2.50',
        is_drp: 1,
        at: '2026-01-15T00:00:00.000Z',
        ended_by: 'Ana',
        ended_why: 'closed',
        reads: 0,
      },
      {
        shop: 'Lupita',
        number: 2,
        kind: 'bill',
        due: '12.50',
        currency: 'MXN',
        fee: null,
        is_drp: 0,
        at: '2026-01-15T00:00:00.000Z',
        ended_by: null,
        ended_why: null,
        reads: 0,
      },
    ]);
  });

  it('reads what it wrote', () => {
    saleInsert.run(database, SALE);
    saleInsert.run(database, { ...PLAIN_SALE, shop: 'Esquina' });
    expect(list().map(SALES.read)).toEqual([
      { ...SALE, number: 1, reads: 0 },
      { ...PLAIN_SALE, shop: 'Esquina', number: 1, reads: 0 },
    ]);
  });

  it('writes the constants of the table, and does not read them', () => {
    const ONLY_SALE = defineTable('sales', { shop: column.text('shop') }, { number: '1' });
    defineInsert(ONLY_SALE).run(database, { shop: 'Sol' });
    expect(list()).toMatchObject([{ shop: 'Sol', number: 1, kind: null }]);
    expect(list().map(ONLY_SALE.read)).toEqual([{ shop: 'Sol' }]);
  });

  it('reads some of its fields, also from JSON', () => {
    const FEE = defineRowReader(pickFields(SALES, ['shop', 'fee']));
    saleInsert.run(database, SALE);
    const expected = { shop: 'Lupita', fee: SALE.fee };
    const columns = database.prepare(`SELECT ${toSelectColumnsSql(FEE)} FROM sales`).get() ?? {};
    expect(FEE.read(columns)).toEqual(expected);
    const row = database.prepare(`SELECT ${toJsonObjectSql(FEE, 's')} AS json FROM sales s`).get();
    expect(FEE.read(JSON.parse(String(row?.json)))).toEqual(expected);
  });

  it('throws for a column that is missing, of another type or not of its list', () => {
    saleInsert.run(database, SALE);
    const row = list()[0] ?? {};
    const { due, ...rest } = row;
    expect(() => SALES.read(rest)).toThrow('ledger column due holds undefined');
    expect(() => SALES.read({ ...row, shop: 7 })).toThrow('ledger column shop holds number');
    expect(() => SALES.read({ ...row, kind: 'gift' })).toThrow('unknown value: gift');
    expect(due).toBe('12.50');
  });
});

describe('a defined write', () => {
  it('inserts only the named fields', () => {
    defineInsert(SALES, { onlyFields: ['shop', 'kind'] }).run(database, {
      shop: 'Sol',
      kind: 'top-up',
    });
    expect(list()).toMatchObject([{ shop: 'Sol', number: 1, kind: 'top-up', due: null }]);
  });

  it('does on a conflict what the statement says', () => {
    database.exec('CREATE UNIQUE INDEX once ON sales (shop)');
    const insertOnce = defineInsert(SALES, { onConflictSql: 'ON CONFLICT (shop) DO NOTHING' });
    insertOnce.run(database, SALE);
    expect(insertOnce.run(database, { ...SALE, isDrp: false }).changes).toBe(0);
    expect(list()).toMatchObject([{ is_drp: 1 }]);
    defineInsert(SALES, { replacesExisting: true }).run(database, PLAIN_SALE);
    expect(list()).toMatchObject([{ is_drp: 0 }]);
  });

  it('updates the named fields of the rows with these keys and this condition alone', () => {
    saleInsert.run(database, SALE);
    saleInsert.run(database, PLAIN_SALE);
    saleInsert.run(database, { ...PLAIN_SALE, shop: 'Esquina' });
    const end = defineUpdate(SALES, {
      set: ['ended', 'reads'],
      by: ['shop'],
      andWhereSql: 'ended_by IS NULL',
    });
    const ended = { by: 'Rosa', reason: null };
    expect(end.run(database, { shop: 'Lupita', ended, reads: 3 }).changes).toBe(1);
    expect(list()).toMatchObject([
      { shop: 'Lupita', ended_by: 'Ana', reads: 0 },
      { shop: 'Lupita', ended_by: 'Rosa', ended_why: null, reads: 3 },
      { shop: 'Esquina', ended_by: null, reads: 0 },
    ]);
  });
});
