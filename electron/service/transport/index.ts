export { readHttpDate } from './clock.ts';
export type { CallResult, Exchange, ExchangeRequest, NotSentReason } from './exchange.ts';
export { createSession, type Session, type TimedCallResult } from './session.ts';
export { checksum, contentMd5, httpDate, signatureHeaders } from './signature.ts';
export { createTransport } from './transport.ts';
