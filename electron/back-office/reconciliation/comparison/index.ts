/**
 * Compares a day with the service's own list of transactions, in both directions. The last result
 * is stored with the day. If the list could not be read, the result contains the problem; if it was
 * not read to its end, `isWhole` is false.
 *
 * Amounts are decimal text with their currency; the day's bounds are seconds since the epoch.
 *
 * Decisions where the interface does not specify:
 * - Differences never delay the file: it is due at its hour, and people resolve differences. A
 *   comparison is aborted after ten minutes (`day-comparisons.ts`).
 * - Transactions of the service that this till never sent are counted separately from the day's
 *   other differences: in a chain with several tills they belong to other tills (`compare-day.ts`).
 *   After a restore some may be this till's: a person confirms them one by one, and they are added to
 *   the file (`manually-added-transaction-queries.ts`). They do not become payments, because cashier and
 *   receipt are unknown.
 */
export {
  compareDay,
  type DayComparisonResult,
  isPerformedTransaction,
  toDifferenceFromOurTransaction,
} from './compare-day.ts';
export { createDayComparisons, type DayComparisons } from './day-comparisons.ts';
export {
  getCreatedEpochSecond,
  readServiceTransactions,
  type ServiceDayTransactions,
  toAbortablePageReader,
} from './read-service-day-transactions.ts';
