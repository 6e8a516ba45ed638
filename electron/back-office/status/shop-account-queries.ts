import type { Database } from '../../ledger/index.ts';

/** The last known account of the shop: amounts in `currency`, `at` ISO 8601 in UTC. */
export interface ShopAccountRow {
  readonly name: string;
  readonly balance: string;
  readonly minimumBalance: string | null;
  readonly currency: string;
  readonly at: string;
}

export function readShopAccount(database: Database): ShopAccountRow | null {
  const row = database
    .prepare(
      'SELECT name, balance, minimum_balance AS minimumBalance, currency, at FROM shop_account',
    )
    .get();
  return (row as unknown as ShopAccountRow | undefined) ?? null;
}

export function writeShopAccount(database: Database, row: ShopAccountRow): void {
  database
    .prepare(
      `INSERT OR REPLACE INTO shop_account (only, name, balance, minimum_balance, currency, at)
       VALUES (1, ?, ?, ?, ?, ?)`,
    )
    .run(row.name, row.balance, row.minimumBalance, row.currency, row.at);
}
