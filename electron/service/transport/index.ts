/**
 * From one request to what became of it: signed (`signature.ts`) with the corrected clock
 * (`clock.ts`), sent with a deadline (`session.ts`) through the seam `Exchange` (`exchange.ts`),
 * behind which stand undici (`transport.ts`) and the connection, through a proxy where one is set
 * (`connect.ts`).
 *
 * - Nothing is repeated here and no answer is judged. `not-sent` is certain: the connection never
 *   opened. `unknown` is everything between that and a whole answer.
 * - What moves money has a connection of its own.
 * - Moments and durations are milliseconds, moments since the epoch. The bytes that are signed
 *   are the bytes that are sent.
 *
 * Implements "Authentication" of the interface.
 */
export { readHttpDate } from './clock.ts';
export type { CallResult, Exchange, ExchangeRequest, NotSentReason } from './exchange.ts';
export { createSession, type SigningSession, type TimedCallResult } from './session.ts';
export { checksum, contentMd5, httpDate, signatureHeaders } from './signature.ts';
export { createTransport } from './transport.ts';
