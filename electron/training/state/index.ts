/**
 * The training service's state: bills, transactions, used keys and the shop's balance, in an SQLite
 * file or in memory.
 */
export {
  getInteger,
  getIntegerOrNull,
  getText,
  getTextOrNull,
  openTrainingStore,
  type TrainingRow,
  type TrainingStore,
} from './training-store.ts';
export {
  computeStatus,
  findTransactionByExternalId,
  findTransactionById,
  insertTransaction,
  listUnreversedSince,
  type TransactionRecord,
  toTransactionRecord,
} from './transactions.ts';
