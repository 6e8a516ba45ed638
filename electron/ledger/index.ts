/**
 * The ledger: one SQLite file for each environment (`ledger-<environment>.sqlite`), its connection,
 * its schema, and the queries that several folders use. A query that only one folder needs is in
 * that folder (`queries.ts`, `*-queries.ts`), which also interprets its rows.
 *
 * - WAL, `synchronous=FULL` (asserted inside every commit), STRICT tables. When `commit` has
 *   returned, the rows are on disk. While the file is open, it is locked for this process alone.
 * - Disk space is reserved (`disk-space.ts`): the outcome of a sent request can be recorded on a full
 *   disk, and no new request is sent then. Deleted or replaced files are detected before any commit.
 * - Four separate facts: what we decided to send (`intents`), what is known of its outcome
 *   (`outcomes`), what the printer printed (`print_jobs`), and what the service later did with a paid
 *   payment (`refunds`). None is derived from another.
 * - Before anything may write to a ledger, the whole file is checked over a read-only connection.
 *   This applies up to 64 MB: the check of a larger file would keep the cashier waiting.
 * - At every opening the whole schema is compared with that of a new database created by the same
 *   migrations; any difference is refused as `altered` (`expected-schema.ts`). No connection trusts
 *   the schema of a file.
 * - If a chain is configured, triggers record the changes of each commit (`chain-triggers.ts`);
 *   otherwise the triggers do not exist.
 * - Data that can contain a gift card's code is sealed (`gift-card-codes.ts`): a copy of the file
 *   reveals no code. Everything else is plain text, so that a lost key never loses a record of money.
 * - The header names the application ("MOST"), and `user_version` counts the applied migrations. A
 *   ledger that is damaged, of a newer version, or from before version 1 (`earlier-format`) is
 *   refused, each with its own reason, and is not changed. In training, a ledger from before version
 *   1 is moved aside (`electron/main/till/restoring/training-ledger.ts`).
 * - A till stays fast with a million payments. The queries of its start and of each line of its
 *   status use an index of only the relevant rows, or a table that triggers maintain
 *   (`pending_hand_overs`, `owed_refunds`, `biller_names`, `payments_by_state`); a test reads the query plans. A page of
 *   the history needs two reads, whatever its length: one for the ids of the payments
 *   (electron/back-office/history), and one for their records (`payment-record.ts`).
 *   `tests/bench/ledger.ts` measures both in a ledger of that size.
 *
 * Amounts are decimal text with their currency, read as `Money`; times are ISO 8601 in UTC. Throws
 * `StorageError`, which becomes a `storage` problem.
 */

export {
  hasChainSyncTriggers,
  restartChainSyncFromBeginning,
  setChainSyncTriggers,
} from './chain-triggers.ts';
export { checkpointClosedLedger } from './checkpoint-closed-ledger.ts';
export { type Database, openLedgerDatabase } from './database.ts';
export {
  type Column,
  column,
  defineInsert,
  defineRowReader,
  defineTable,
  defineUpdate,
  listFieldNames,
  pickFields,
  type RowOf,
  toSelectColumnsSql,
} from './define-table.ts';
export { giftCardSealContexts, hasGiftCardCode, unsealTicketText } from './gift-card-codes.ts';
export { openDatabaseImmutable, readLedgerFormat } from './ledger-format.ts';
export { CURRENT_LEDGER_VERSION, findLedgerSchemaDifference } from './migrate.ts';
export { openLedgerReadOnly } from './open-read-only.ts';
export {
  countPaymentsWithUnsettledRefund,
  listPaymentsAwaitingCashHandOver,
  listPaymentsMissingGiftCardCode,
  listPaymentsWithoutOutcome,
  listPaymentsWithUnseenOutcome,
  listPaymentsWithUnsettledRefund,
  PAYMENT_RECORD_COLUMNS_SQL,
  PAYMENT_RECORD_JOINS_SQL,
  type PaymentRecord,
  type PositionInBasket,
  type RefundWithSettlement,
  readPayment,
  SELECT_PAYMENT_RECORD_SQL,
  toPaymentRecord,
} from './payment-record.ts';
export {
  formattedAccountColumn,
  HAND_OVERS,
  INTENTS,
  type Intent,
  LOOK_UPS,
  type LookUpResult,
  OUTCOMES,
  type OutcomeState,
  PAYMENT_OUTCOME_READER,
  type PaymentOutcome,
  REFUND_SETTLEMENTS,
  REFUNDS,
  type ResolvedBy,
  SENDS,
  type SendResult,
} from './payment-tables.ts';
export { createRowReader, parseOneOf, type RowReader, type SqlRow } from './row-reader.ts';
export {
  StorageError,
  type StorageProblemReason,
  toStorageError,
  toStorageProblem,
} from './storage-error.ts';
export { createStorageGuard, type StorageGuard } from './storage-guard.ts';
