import type { UnreachableReason } from '../../../shared/contract/index.ts';
import type { Clock } from '../../platform/index.ts';

/**
 * One request and its result: the interface between the client and the network. The transport
 * implements it; tests replace it with an in-process service in virtual time.
 */
export type HttpExchange = (request: HttpExchangeRequest) => Promise<HttpExchangeResult>;

export interface HttpExchangeRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path and query exactly as sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
  /**
   * False only for the pages of a long list. Any other request opens its own connection and closes
   * it afterwards: a failure to connect is then certain, no stale connection is used, and a surplus
   * answer to an earlier request cannot be read as the answer to this one.
   */
  readonly needsOwnConnection: boolean;
  /** Aborted at the deadline; the exchange then settles at once. */
  readonly signal: AbortSignal;
}

export type RequestNotSentReason = UnreachableReason;

export type HttpExchangeResult =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** Names in lower case; the first value of a repeated header. */
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  /** The connection never opened: no byte of the request was sent. */
  | { readonly kind: 'not-sent'; readonly reason: RequestNotSentReason }
  /**
   * The connection opened, but no complete answer was received. `status` is set if the status line
   * was read.
   */
  | {
      readonly kind: 'unknown';
      readonly reason: 'timed-out' | 'connection-lost';
      readonly status: number | null;
    };

/**
 * Runs an exchange with a deadline in milliseconds. At the deadline it aborts the exchange, which
 * then returns how far the request got; if the exchange does not return at once, the result is
 * unknown.
 */
export function exchangeWithTimeout(
  exchange: HttpExchange,
  clock: Clock,
  timeoutMs: number,
  request: Omit<HttpExchangeRequest, 'signal'>,
): Promise<HttpExchangeResult> {
  const controller = new AbortController();
  return new Promise((resolve, reject) => {
    const cancelTimer = clock.after(timeoutMs, () => {
      controller.abort();
      setImmediate(() => resolve({ kind: 'unknown', reason: 'timed-out', status: null }));
    });
    const run = async (): Promise<HttpExchangeResult> =>
      exchange({ ...request, signal: controller.signal });
    run().then(resolve, reject).finally(cancelTimer);
  });
}
