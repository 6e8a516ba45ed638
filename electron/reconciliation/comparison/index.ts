/**
 * A day held against the service's own list of transactions, in both directions. The last result is
 * kept with the day; where the list could not be read, the result carries the problem of that read,
 * and a list that was not read to its end says so (`isWhole`).
 *
 * Amounts are decimal text with their currency; the day's bounds are seconds since the epoch.
 *
 * Decisions where the interface was silent:
 * - Differences never hold the file back: it has its hour, and they are for people. A comparison that
 *   takes more than ten minutes is given up (`comparisons.ts`).
 * - The service's transactions that this till never sent are counted apart from the day's other
 *   differences: with several tills in a chain they are theirs (`compare.ts`).
 */
export { ofOurs } from './compare.ts';
export { type Comparisons, createComparisons } from './comparisons.ts';
