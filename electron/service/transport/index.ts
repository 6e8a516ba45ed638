/**
 * Takes one request to its result. The request is signed (`signature.ts`) with the corrected clock
 * (`clock.ts`) and sent with a deadline (`session.ts`) through the seam `Exchange` (`exchange.ts`).
 * Behind the seam are undici (`transport.ts`) and the connection, through a proxy if one is set
 * (`connect.ts`).
 *
 * - Nothing is repeated here and no answer is interpreted. `not-sent` is certain: the connection
 *   never opened. `unknown` is everything between that and a complete answer.
 * - Each request that moves money opens its own connection.
 * - Moments and durations are in milliseconds, moments since the epoch. The bytes that are signed
 *   are the bytes that are sent.
 *
 * Implements "Authentication" of the interface.
 */

export { createConnector } from './connect.ts';
export { type CorrectedClock, createCorrectedClock } from './corrected-clock.ts';
export type { CallResult, Exchange, ExchangeRequest } from './exchange.ts';
export { parseRetryAfter } from './retry-after.ts';
export { buildSignatureHeaders, formatHttpDate } from './signature.ts';
export {
  createSigningSession,
  type SigningSession,
  type TimedCallResult,
} from './signing-session.ts';
export { createTransport } from './transport.ts';
