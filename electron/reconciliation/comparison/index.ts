/**
 * A day held against the service's own list of transactions, in both directions. The last result is
 * kept with the day; where the list could not be read, the result carries the problem of that read,
 * and a list that was not read to its end says so (`isWhole`).
 *
 * Amounts are decimal text with their currency; the day's bounds are seconds since the epoch.
 */
export { ofOurs } from './compare.ts';
export { type Comparisons, createComparisons } from './comparisons.ts';
