/**
 * The ledger: migrations and queries over one SQLite file per environment, and nothing else. What
 * a row means is decided by the folders that ask for it.
 */
export {
  type Database,
  openDatabase,
  StorageError,
  type StorageReason,
  storageProblem,
} from './database.ts';
export {
  activeCashier,
  activeCashiers,
  type CashierRow,
  disableCashiersExcept,
  insertShift,
  openShift,
  putCashier,
  setFailures,
} from './staff.ts';
export { readShopAccount, type ShopAccountRow, writeShopAccount } from './shop-account.ts';
