import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it } from 'vitest';
import { defineInsert, defineUpdate } from './define-write.ts';

interface Sale {
  readonly shop: string;
  readonly amount: string | null;
}

let database: DatabaseSync;
beforeEach(() => {
  database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE sales (number INTEGER PRIMARY KEY, shop TEXT UNIQUE, amount TEXT)');
});
const list = () => database.prepare('SELECT number, shop, amount FROM sales').all();

const saleInsert = defineInsert<Sale>(
  'sales',
  {
    number: { sql: '(SELECT coalesce(max(number), 0) + 1 FROM sales)' },
    amount: (sale) => sale.amount,
    shop: (sale) => sale.shop,
  },
  'ON CONFLICT (shop) DO NOTHING',
);

it('writes each value into the column beside it, and numbers the rows', () => {
  saleInsert.run(database, { shop: 'Lupita', amount: '10.00' });
  saleInsert.run(database, { shop: 'Esquina', amount: null });
  expect(list()).toEqual([
    { number: 1, shop: 'Lupita', amount: '10.00' },
    { number: 2, shop: 'Esquina', amount: null },
  ]);
});

it('does nothing on a conflict that the statement ignores', () => {
  saleInsert.run(database, { shop: 'Lupita', amount: '10.00' });
  expect(saleInsert.run(database, { shop: 'Lupita', amount: '11.00' }).changes).toBe(0);
  expect(list()).toHaveLength(1);
});

it('updates the rows of the condition alone', () => {
  saleInsert.run(database, { shop: 'Lupita', amount: '10.00' });
  saleInsert.run(database, { shop: 'Esquina', amount: '20.00' });
  const update = defineUpdate<Sale>('sales', { amount: (sale) => sale.amount }, 'shop = ?');
  const { changes } = update.run(database, { shop: '', amount: '12.00' }, 'Lupita');
  expect(changes).toBe(1);
  expect(list()).toMatchObject([{ amount: '12.00' }, { amount: '20.00' }]);
});
