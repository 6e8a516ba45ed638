/**
 * Sends a till's data to its chain: the current values of every payment, shift, Z report and
 * refund, and the till's status. Without a chain, nothing here runs or connects, and nothing is
 * noted in the ledger.
 *
 * - The counter never waits. A sync runs 15 seconds after a change and otherwise every minute, over
 *   its own connection, with growing delays while it fails. Its longest synchronous step reads a
 *   hundred rows or writes one number.
 * - Changes are noted by key in the ledger's own commits (`electron/ledger/schema/chain-triggers.sql`), and
 *   their rows are read when they are sent, so a row may be sent twice but is never missed: if a
 *   message is lost, doubled or late, both sides compare numbers and marks and continue from the
 *   smaller number.
 * - If the ledger or the database was restored to an earlier state, a new numbering starts and
 *   everything is sent again: the payments of the last 400 days, newest first, and every open
 *   payment.
 * - "Complete until" is the service's time, and only a push that leaves nothing unsent carries it.
 * - When the till closes, it pushes a closing status, for at most three seconds.
 * - Ticket texts, raw answers, gift-card codes, keys and PINs are not read here.
 *
 * Amounts are decimal text with their currency; times ISO 8601 in UTC, or seconds of the service's
 * clock.
 */

export type { ChainStatusLine, ChainSyncProblem } from './chain-status-line.ts';
export {
  type ChainConnectResult,
  type ChainSync,
  type ChainSyncPorts,
  createChainSync,
} from './chain-sync.ts';
export { isChainUpToDate, readLocalSyncPosition } from './changes.ts';
export { buildPushedTillStatus } from './status.ts';
