/**
 * Sends signed requests to the service: headers, deadline, the corrected clock, and the known
 * health of the service. It retries nothing and interprets nothing.
 */
import type { Problem, ServiceVersion } from '../../../shared/contract/index.ts';
import type { Clock, Log } from '../../platform/index.ts';
import { INITIAL_HEALTH, type ServiceHealth, type ServiceTimeReading } from '../types.ts';
import { createServiceClock, type ServiceClock } from './corrected-clock.ts';
import { exchangeWithTimeout, type HttpExchange, type HttpExchangeResult } from './exchange.ts';
import { parseRetryAfterMs } from './retry-after.ts';
import { buildSignatureHeaders, formatHttpDate } from './signature.ts';

export interface RequestToSign {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly target: string;
  readonly body: string | null;
  /** Time of the Date header, in milliseconds since the epoch. */
  readonly dateMs: number;
  readonly timeoutMs: number;
  /** Only for requests that move money. */
  readonly idempotencyKey: string | null;
  /** For the pages of a long list. See `HttpExchangeRequest.needsOwnConnection`. */
  readonly canShareConnection?: boolean;
}

export type TimedExchangeResult =
  | (Extract<HttpExchangeResult, { kind: 'answered' }> & {
      /** The answer's Date in milliseconds since the epoch; null if it had none. */
      readonly serviceTime: number | null;
      /** What the answer proves about the service's time at the moment of the request. */
      readonly serviceTimeAtRequest: ServiceTimeReading;
      /**
       * Milliseconds from the request's Date, moved forward by the time that the request took, to
       * the answer's Date.
       */
      readonly dateDifferenceMs: number | null;
    })
  | Exclude<HttpExchangeResult, { kind: 'answered' }>;

export interface SigningSession {
  readonly clock: ServiceClock;
  readonly health: ServiceHealth;
  onHealthChange(listener: (health: ServiceHealth) => void): () => void;
  send(call: RequestToSign): Promise<TimedExchangeResult>;
  /** Records the problem of the last answer; null if it was readable. */
  recordProblem(problem: Problem | null): void;
}

/** Used after a 429 without Retry-After. */
const DEFAULT_RETRY_AFTER_MS = 60_000;

export function createSigningSession(options: {
  readonly exchange: HttpExchange;
  readonly clock: Clock;
  readonly log: Log;
  readonly vendor: string;
  readonly version: ServiceVersion;
  readonly apiKey: string;
  readonly secretKey: string;
}): SigningSession {
  const corrected = createServiceClock(options.clock);
  const listeners = new Set<(health: ServiceHealth) => void>();
  let health = INITIAL_HEALTH;
  const updateHealth = (next: Partial<ServiceHealth>): void => {
    health = { ...health, ...next };
    for (const listener of listeners) {
      try {
        listener(health);
      } catch (error) {
        // A throwing listener must not cost the caller the answer, which may be a payment's.
        options.log.error({ err: error }, 'service-client: health listener threw');
      }
    }
  };

  const exchange = async (call: RequestToSign): Promise<HttpExchangeResult> => {
    const body = call.body === null ? null : new TextEncoder().encode(call.body);
    try {
      return await exchangeWithTimeout(options.exchange, options.clock, call.timeoutMs, {
        method: call.method,
        target: call.target,
        headers: {
          Accept: `application/vnd.${options.vendor}.${options.version}+json`,
          ...buildSignatureHeaders(options, { target: call.target, body, dateMs: call.dateMs }),
          ...(call.idempotencyKey === null ? {} : { 'Idempotency-Key': call.idempotencyKey }),
        },
        body,
        needsOwnConnection: call.canShareConnection !== true,
      });
    } catch (error) {
      // A bug in the exchange: how far the request got is unknown.
      options.log.error({ err: error }, 'service-client: exchange threw');
      return { kind: 'unknown', reason: 'connection-lost', status: null };
    }
  };

  return {
    clock: corrected,
    get health() {
      return health;
    },
    onHealthChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    recordProblem: (problem) =>
      updateHealth(problem === null ? { problem } : { problem, lastProblemAt: corrected.now() }),
    send: async (call) => {
      const startedAt = options.clock.uptime();
      const result = await exchange(call);
      const elapsed = Math.round(options.clock.uptime() - startedAt);
      // An answer that is lost has the result `unknown`.
      options.log.info(
        {
          method: call.method,
          path: call.target.split('?', 1)[0],
          result: result.kind,
          status: result.kind === 'answered' ? result.status : null,
          reason: result.kind === 'answered' ? null : result.reason,
          milliseconds: elapsed,
        },
        'service-client: request finished',
      );
      if (result.kind !== 'answered') return result;
      const observation = corrected.observeDateHeader(result.headers.date, startedAt);
      if (observation.isUnexpected) {
        options.log.warn(
          { date: result.headers.date, expected: formatHttpDate(corrected.now()) },
          'service-client: answer date disagrees with earlier answers',
        );
      }
      const now = corrected.now();
      const retryAfterMs =
        result.status === 429 ? parseRetryAfterMs(result.headers['retry-after'], now) : null;
      updateHealth({
        lastAnswerAt: now,
        clockOffsetMs: corrected.offsetMs,
        ...(result.status === 429
          ? {
              rateLimitedUntilUptime:
                options.clock.uptime() + (retryAfterMs ?? DEFAULT_RETRY_AFTER_MS),
            }
          : result.status < 500
            ? { rateLimitedUntilUptime: null }
            : {}),
        ...(observation.isUnexpected ? { unconfirmedDateReceivedAt: now } : {}),
      });
      return {
        ...result,
        serviceTime: observation.date,
        serviceTimeAtRequest: observation.time,
        dateDifferenceMs:
          observation.date === null ? null : observation.date - (call.dateMs + elapsed),
      };
    },
  };
}
