/**
 * Compares a day with the service's own list of transactions, in both directions. The last result
 * is kept with the day. If the list could not be read, the result carries the problem of that read;
 * if it was not read to its end, `isWhole` is false.
 *
 * Amounts are decimal text with their currency; the day's bounds are seconds since the epoch.
 *
 * Decisions where the interface was silent:
 * - Differences never hold the file back: it is due at its hour, and differences are for people to
 *   resolve. A comparison that takes more than ten minutes is given up (`comparisons.ts`).
 * - Transactions of the service that this till never sent are counted apart from the day's other
 *   differences: in a chain with several tills they belong to the others (`compare-day.ts`). After a
 *   restore some may be this till's: a person says which, one by one, and those go into the file
 *   (`adopted-transaction-queries.ts`). They stay out of the payments: nobody knows who sold them, or on which
 *   paper.
 */
export { type ComparisonResult, compareDay, isPerformed, toOwnDifference } from './compare-day.ts';
export { type Comparisons, createComparisons } from './comparisons.ts';
export {
  readServiceList,
  type ServiceDay,
  toAbortableReader,
  toEpochSecond,
} from './read-service-day.ts';
