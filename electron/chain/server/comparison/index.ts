/**
 * Compares each day of the chain with the service's own list, by the rules of the till's
 * comparison.
 *
 * - The list is read through the day, page by page, into the database, where the next elected
 *   process continues (`service-transaction-reader.ts`). It is never a source of the file.
 * - The database pairs the rows and drops the pairs that agree in everything; the rest is compared
 *   by the till's own `compareDay` (`compare-chain.ts`), so nothing large is held in memory.
 * - Differences have the till's kinds, each with the till of the payment: `unknown-here` is then a
 *   transaction that no till of the chain has. At most 500 are stored, `kinds` counts all.
 * - Amounts are decimal text with their currency; bounds are seconds since the epoch.
 *
 * Decisions where the interface was silent:
 * - A day is compared once the list was read without a gap until a quarter of an hour after its
 *   end, because a request is valid for so long. If the list cannot be read, the day is compared
 *   six hours after it was due with the rows there are; the comparison records that, and is
 *   repeated every hour (`daily-comparison.ts`). After a day `chain status` says so.
 * - The rows of a day are kept until it is compared with the whole list, for at most 40 days. If one of
 *   its payments comes after the retention deleted them, the list is read again from that day on, and the
 *   day is compared again. If it cannot be read, or has more than 200,000 transactions since then, the
 *   earlier comparison stays, and `chain status` says that it is older than the payment.
 * - The list of a day of at most 200,000 transactions is read once more before the comparison, to
 *   see the refunds made since. The list of a larger day is not: its refunds arrive as webhooks,
 *   and by the tills' own look-ups. The comparison and `chain status` say so. If it cannot be read
 *   again, the comparison is repeated every hour.
 */
export {
  type ChainComparison,
  chainComparisonSchema,
  compareChainWithServiceList,
  readChainComparison,
} from './compare-chain.ts';
export { type DailyComparisonPorts, startDailyComparison } from './daily-comparison.ts';
