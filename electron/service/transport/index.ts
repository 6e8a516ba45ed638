/**
 * Sends one request and returns its result. The request is signed (`signature.ts`) with the
 * corrected time (`corrected-clock.ts`) and sent with a deadline (`signing-session.ts`) through the
 * interface `HttpExchange` (`exchange.ts`). Its implementation (`transport.ts`) opens
 * connections, through a proxy if one is set (`connect.ts`).
 *
 * - This folder retries nothing and interprets no answer. `not-sent` is certain: the connection
 *   never opened. `unknown` is everything between that and a complete answer.
 * - Each request that moves money opens its own connection.
 * - Times and durations are in milliseconds, times since the epoch. The signed bytes are exactly the
 *   bytes that are sent.
 *
 * Implements "Authentication" of the interface.
 */

export { createConnector } from './connect.ts';
export { createServiceClock, type ServiceClock } from './corrected-clock.ts';
export type { HttpExchange, HttpExchangeRequest, HttpExchangeResult } from './exchange.ts';
export { type ConnectionProbe, probeConnection } from './probe-connection.ts';
export { parseRetryAfterMs } from './retry-after.ts';
export { buildSignatureHeaders, formatHttpDate } from './signature.ts';
export {
  createSigningSession,
  type SigningSession,
  type TimedExchangeResult,
} from './signing-session.ts';
export { createHttpTransport } from './transport.ts';
