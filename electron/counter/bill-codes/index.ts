/**
 * What a scanned code is, and whose bill it is. The code is parsed by `shared/bill-codes`; here it
 * meets the service's list of billers. Implements `shared/contract/bill-codes.ts`.
 *
 * - The collector's number (GLN) names the biller, by what the shop learned, by the settings, by the
 *   chain's database, or in training by the shipped table. The ids of billers differ between services, so a shipped layout
 *   names none: the first scan asks, with a supervisor's approval, and the answer is stored.
 * - A code without a GLN offers billers as candidates, and never chooses one by its length. Only an
 *   account that was paid before has a certain biller.
 * - Where the account stands is shipped, declared in the settings or by the chain, or taught with three
 *   bills. A taught
 *   place that contradicts a shipped one is refused.
 * - Two readings, or a code with a part of a length that no bill of the collector is known to have, are
 *   returned for the cashier to choose or compare. The lengths of the bill that the cashier chose are
 *   stored, so that each new length is asked about once.
 * - The scans of the last hour are kept in memory, to warn of the same code before anything is sent.
 *
 * Amounts are in the biller's currency. Problems: `bill-layout`, `not-found` (biller), `storage`.
 */
export { type BillCodes, createBillCodes } from './bill-codes.ts';
export type { ChainBillLayouts } from './chain-layouts.ts';
