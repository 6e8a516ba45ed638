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
  computeTransactionStatus,
  findTransactionByExternalId,
  findTransactionById,
  insertTransaction,
  listUnreversedTransactionsSince,
  type TrainingTransactionRecord,
  toTransactionRecord,
} from './transactions.ts';
