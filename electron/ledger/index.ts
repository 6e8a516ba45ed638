/**
 * The ledger: one SQLite file for each environment (`ledger-<environment>.sqlite`), its connection,
 * its schema, and the queries that several rooms use. A query that only one room needs is in that
 * room (`queries.ts`, `*-queries.ts`), which also decides what its rows mean.
 *
 * - WAL, `synchronous=FULL` (asserted inside every commit), STRICT tables. When `commit` has
 *   returned, the rows are on disk. While the file is open, it is locked for this process alone.
 * - Three separate tables hold what we decided to send (`intents`), what is known of its outcome
 *   (`outcomes`) and what came out of the printer (`print_jobs`). None is derived from another.
 * - Before anything may write to a ledger, all of it is checked over a connection that cannot
 *   write. This applies up to 64 MB: checking a larger one would keep the cashier waiting.
 * - The header names the application ("MOST"), and `user_version` counts the migrations done. A
 *   ledger that is damaged, of a newer version, or from before version 1 (`earlier-format`) is
 *   refused, each with its own reason, and left byte for byte. In training, one from before version
 *   1 is put aside (`electron/till/begin-anew.ts`).
 * - A till stays fast with a million payments. The queries of its start and of each line of its
 *   status use an index of only the rows concerned, or a table that triggers maintain
 *   (`pending_hand_overs`, `biller_names`); a test reads the query plans. A page of the history is
 *   two reads, whatever its length: which payments (electron/history), and all that is known of
 *   them (`payment-record.ts`). `tests/bench/ledger.ts` measures both in a ledger of that size.
 *
 * Amounts are decimal text with their currency, read as `Money`; times are ISO 8601 in UTC. Throws
 * `StorageError`, which becomes a `storage` problem.
 */

export { type Database, openDatabase } from './database.ts';
export { ledgerFormat, openUnchanging } from './format.ts';
export { LEDGER_VERSION } from './migrate.ts';
export {
  openPayments,
  type PaymentRecord,
  pendingHandOvers,
  RECORD_COLUMNS,
  RECORD_TABLES,
  readPayment,
  SELECT_RECORD,
  toRecord,
} from './payment-record.ts';
export {
  type Intent,
  type LookUpResult,
  OUTCOME_STATES,
  type OutcomeState,
  type PaymentOutcome,
  type ResolvedBy,
  type SendResult,
  type UnknownBecause,
} from './payment-types.ts';
export { oneOf, type RowReader, readRow } from './rows.ts';
export {
  StorageError,
  type StorageReason,
  storageErrorOf,
  storageProblem,
} from './storage-error.ts';
