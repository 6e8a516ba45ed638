/**
 * One signed request to the service: headers, deadline, the corrected clock, and what is known of
 * the service's health. It repeats nothing and judges nothing.
 */
import type { Problem, ServiceVersion } from '../../../shared/contract/index.ts';
import type { Clock, Log } from '../../platform/index.ts';
import type { ServiceHealth } from '../types.ts';
import { type CorrectedClock, correctedClock } from './clock.ts';
import { type CallResult, type Exchange, withDeadline } from './exchange.ts';
import { signatureHeaders } from './signature.ts';

export interface SignedCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly target: string;
  readonly body: string | null;
  /** Milliseconds; the Date header's time. */
  readonly date: number;
  readonly deadline: number;
  /** Only with requests that move money. */
  readonly idempotencyKey: string | null;
}

export type TimedCallResult =
  | (Extract<CallResult, { kind: 'answered' }> & {
      /** The answer's Date; null if it had none. */
      readonly serviceTime: number | null;
      /** Service's time minus the time that the request was stamped with, at the answer. */
      readonly difference: number | null;
    })
  | Exclude<CallResult, { kind: 'answered' }>;

export interface SigningSession {
  readonly clock: CorrectedClock;
  readonly health: ServiceHealth;
  onHealth(listener: (health: ServiceHealth) => void): () => void;
  call(call: SignedCall): Promise<TimedCallResult>;
  /** The fault of the last answer; null if it could be read. */
  note(trouble: Problem | null): void;
}

export function createSession(options: {
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly log: Log;
  readonly vendor: string;
  readonly version: ServiceVersion;
  readonly apiKey: string;
  readonly secretKey: string;
}): SigningSession {
  const corrected = correctedClock(options.clock);
  const listeners = new Set<(health: ServiceHealth) => void>();
  let health: ServiceHealth = {
    lastAnswerAt: null,
    lastTroubleAt: null,
    trouble: null,
    clockOffset: 0,
  };
  const change = (next: Partial<ServiceHealth>): void => {
    health = { ...health, ...next };
    for (const listener of listeners) {
      try {
        listener(health);
      } catch (error) {
        // Who only watches must not cost the caller the answer, which may be a payment's.
        options.log.error({ err: error }, 'a listener to the health of the service broke');
      }
    }
  };

  const exchange = async (call: SignedCall): Promise<CallResult> => {
    const body = call.body === null ? null : new TextEncoder().encode(call.body);
    try {
      return await withDeadline(options.exchange, options.clock, call.deadline, {
        method: call.method,
        target: call.target,
        headers: {
          Accept: `application/vnd.${options.vendor}.${options.version}+json`,
          ...signatureHeaders(options, { target: call.target, body, date: call.date }),
          ...(call.idempotencyKey === null ? {} : { 'Idempotency-Key': call.idempotencyKey }),
        },
        body,
        needsOwnConnection: call.idempotencyKey !== null,
      });
    } catch (error) {
      // A fault of the program behind the seam: how far the request came is not known.
      options.log.error({ err: error }, 'the exchange broke');
      return { kind: 'unknown', reason: 'connection-lost', status: null };
    }
  };

  return {
    clock: corrected,
    get health() {
      return health;
    },
    onHealth: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    note: (trouble) =>
      change(trouble === null ? { trouble } : { trouble, lastTroubleAt: options.clock.now() }),
    call: async (call) => {
      const startedAt = options.clock.now();
      const result = await exchange(call);
      const endedAt = options.clock.now();
      options.log.info(
        {
          method: call.method,
          path: call.target.split('?', 1)[0],
          result: result.kind,
          status: result.kind === 'answered' ? result.status : null,
          reason: result.kind === 'answered' ? null : result.reason,
          milliseconds: endedAt - startedAt,
        },
        'service request',
      );
      if (result.kind !== 'answered') return result;
      const serviceTime = corrected.observe(result.headers.date);
      change({ lastAnswerAt: endedAt, clockOffset: corrected.offset });
      const elapsed = endedAt - startedAt;
      return {
        ...result,
        serviceTime,
        difference: serviceTime === null ? null : serviceTime - (call.date + elapsed),
      };
    },
  };
}
