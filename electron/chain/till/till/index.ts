/**
 * What a till tells its chain: every payment, shift, Z report and refund as it now stands, and how the
 * till is doing. Where no chain is set, nothing here runs, connects or is noted in the ledger.
 *
 * - The counter never waits. Rounds run by themselves, 15 seconds after a change and every minute
 *   otherwise, each over a connection of its own, and sleep longer and longer while they fail. All that
 *   they do in one turn is to read a hundred rows, or to write down one number.
 * - What is told is named in the ledger's own commits (`electron/ledger/schema/chain.ts`) and read when
 *   it is sent, so that the same row may be told twice, and never too little: whatever is lost, doubled
 *   or late on the way, the two sides compare numbers and marks and begin again at the smaller number.
 * - A ledger that went back, or a database that did, begins a new numbering and names everything anew:
 *   the payments of the last 400 days, the newest first, and whatever is open.
 * - "Complete until" is the service's time, and is said only by a push after which nothing is unsent.
 * - A till that is closed says goodbye, for at most three seconds.
 * - Ticket texts, raw answers, gift-card codes, keys and PINs are not read here.
 *
 * Amounts are decimal text with their currency; times ISO 8601 in UTC, or the service's seconds.
 */

export type { ChainStatusLine, ChainSyncProblem } from './chain-status-line.ts';
export {
  type ChainConnectResult,
  type ChainSync,
  type ChainSyncPorts,
  createChainSync,
} from './chain-sync.ts';
export { hasSyncedChain } from './changes.ts';
export { buildChainStatus } from './status.ts';
