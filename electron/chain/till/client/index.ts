/**
 * The connection to the chain's PostgreSQL: the only code that knows the package `pg`.
 *
 * - Always TLS, with the authority of the address alone, and the host's name verified.
 * - The hosts are tried in their order until one takes writes: after a failover it is another one.
 * - Every connection and every call has a deadline of its own, whatever the network does: a call
 *   that is not answered by then ends the connection, because its answer could come to the next
 *   one. `end()` resolves within a second.
 * - Nothing is thrown for what a network or a server can do: it comes back as a `ChainProblem`,
 *   whose `detail` is for the log and never holds a password.
 * - Rows come back as objects: `bigint` as numbers (all of ours are counts or seconds), `numeric` as
 *   decimal text, `timestamptz` as ISO 8601 in UTC, `date` as `YYYY-MM-DD`.
 */
export type { ChainAddress } from './chain-address.ts';
export {
  type ChainConnection,
  type ChainConnectOptions,
  connectChain,
  SUPPORTED_SCHEMA_VERSION,
} from './chain-connection.ts';
export { ChainError, type ChainProblem, type ChainResult } from './chain-problem.ts';
export type { ChainQuery, QueryOptions } from './host-session.ts';
export { computePasswordVerifier } from './password-verifier.ts';
