import {
  column,
  type Database,
  defineInsert,
  defineTable,
  type RowOf,
} from '../../ledger/index.ts';

/** The last known account of the shop: amounts in `currency`, `at` ISO 8601 in UTC. */
const SHOP_ACCOUNT = defineTable(
  'shop_account',
  {
    name: column.text('name'),
    balance: column.text('balance'),
    minimumBalance: column.textOrNull('minimum_balance'),
    currency: column.text('currency'),
    at: column.text('at'),
  },
  { only: '1' },
);
const accountInsert = defineInsert(SHOP_ACCOUNT, { replacesExisting: true });
export type ShopAccountRow = RowOf<typeof SHOP_ACCOUNT>;

export function readShopAccount(database: Database): ShopAccountRow | null {
  const row = database.prepare('SELECT * FROM shop_account').get();
  return row ? SHOP_ACCOUNT.read(row) : null;
}

export function writeShopAccount(database: Database, row: ShopAccountRow): void {
  accountInsert.run(database, row);
}
