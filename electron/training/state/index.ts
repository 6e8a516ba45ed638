/**
 * The training service's state: bills, transactions, used keys and the shop's balance, in an SQLite
 * file or in memory.
 */
export {
  integerOf,
  integerOrNull,
  openTrainingStore,
  type Row,
  type TrainingStore,
  textOf,
  textOrNull,
} from './store.ts';
export {
  insertTransaction,
  readTransaction,
  standingSince,
  statusNow,
  type TransactionRecord,
  transactionByExternalId,
  transactionById,
} from './transactions.ts';
