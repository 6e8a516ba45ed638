/**
 * The connection to the chain's PostgreSQL: the only code that imports the package `pg`.
 *
 * - Always TLS, with the certificate authority of the address only; the host name is verified.
 * - The hosts are tried in order until one accepts writes: after a failover it is another one.
 * - Every connection and every query has its own timeout. A query that times out ends the
 *   connection, because its answer could be read as the answer to the next query. `end()` resolves
 *   within a second.
 * - Network and server errors are not thrown: they are returned as a `ChainProblem`, whose `detail`
 *   is for the log and never contains a password.
 * - Rows are objects: `bigint` as numbers (all are counts or seconds), `numeric` as decimal text,
 *   `timestamptz` as ISO 8601 in UTC, `date` as `YYYY-MM-DD`.
 */
export { type ChainAddress, parseDatabaseHost } from './chain-address.ts';
export {
  type ChainConnection,
  type ConnectToChainOptions,
  connectToChain,
  SUPPORTED_CHAIN_SCHEMA_VERSION,
} from './chain-connection.ts';
export { ChainError, type ChainProblem, type ChainResult } from './chain-problem.ts';
export type { ChainQuery, ChainQueryOptions } from './host-session.ts';
export {
  computeJoinFingerprint,
  deriveJoinLogin,
  formatJoinCode,
  JOIN_SECRET_BYTES,
  type JoinCode,
  type JoinCodeProblem,
  matchesJoinFingerprint,
  parseJoinCode,
} from './join-code.ts';
export { computeScramVerifier } from './password-verifier.ts';
export { fetchServerAuthority } from './server-authority.ts';
