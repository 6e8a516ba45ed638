/**
 * Compares each day of the chain with the service's own list, by the rules of the till's comparison.
 *
 * - The list is read through the day, page by page, into the database, where the next elected
 *   process goes on (`service-list.ts`). It is never a source of the file.
 * - The database pairs the rows and leaves out those that agree in everything; whatever is left is
 *   judged by the till's own `compareDay` (`compare-chain.ts`), so nothing is held in memory.
 * - Differences have the till's kinds, each with the till whose payment it is: `unknown-here` is then
 *   a transaction that no till of the chain has. At most 500 are kept, `kinds` counts all.
 * - Amounts are decimal text with their currency; bounds are seconds since the epoch.
 *
 * Decisions where the interface was silent:
 * - A day is compared once the list was read without a gap until a quarter of an hour after its end:
 *   so long is a request valid. If it cannot be read, the day is compared six hours after it was due
 *   with what there is, says so, and is compared again every hour (`daily-comparison.ts`).
 * - A day of at most 200,000 transactions is read once more before it is compared: what was given
 *   back since shows. A larger one is not: its refunds come as webhooks, and by the tills' own look.
 */
export {
  type ChainComparison,
  chainComparisonSchema,
  compareChain,
  readChainComparison,
} from './compare-chain.ts';
export { type DailyComparisonPorts, startDailyComparison } from './daily-comparison.ts';
