/** For this folder's tests: a service of the same process behind the client, in virtual time. */
import { createVirtualClock, silentLog, type VirtualClock } from '../platform/index.ts';
import { createBillPaymentService, type ServiceConfig } from './create-service.ts';
import { type CallResult, type ExchangeRequest, formatHttpDate } from './transport/index.ts';
import type { BillPaymentService } from './types.ts';

export interface Seen {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null if none was sent. */
  readonly body: string | null;
  readonly needsOwnConnection: boolean;
  /** The virtual time of the request, whatever the till's clock was set to. */
  readonly at: number;
}

export type Respond = (
  request: Seen,
  count: number,
) => CallResult | Promise<CallResult> | 'silence';

export interface ExchangeRig {
  readonly service: BillPaymentService;
  readonly clock: VirtualClock;
  readonly seen: Seen[];
  /** Runs a call to its end, moving time on as far as it needs. */
  finish<Value>(call: Promise<Value>): Promise<Value>;
}

export const KEYS = { apiKey: 'key', secretKey: 'secret' };

export function rig(respond: Respond, config: Partial<ServiceConfig> = {}): ExchangeRig {
  const clock = createVirtualClock();
  const start = clock.now();
  const seen: Seen[] = [];
  const exchange = async (request: ExchangeRequest): Promise<CallResult> => {
    const one: Seen = {
      method: request.method,
      target: request.target,
      headers: request.headers,
      body: request.body === null ? null : new TextDecoder().decode(request.body),
      needsOwnConnection: request.needsOwnConnection,
      at: start + clock.uptime(),
    };
    seen.push(one);
    const answer = respond(one, seen.length);
    return answer === 'silence' ? new Promise(() => {}) : answer;
  };
  const service = createBillPaymentService(
    { baseUrl: 'https://service.test', vendor: 'acme', version: 'v1.6', ...KEYS, ...config },
    { clock, log: silentLog, exchange, random: () => 1 },
  );
  return {
    service,
    clock,
    seen,
    finish: async (call) => {
      let isDone = false;
      const marked = call.finally(() => {
        isDone = true;
      });
      for (let step = 0; step < 5000 && !isDone; step += 1) await clock.advance(100);
      return marked;
    },
  };
}

/** An answer of the service; a text is sent as it stands, all else as JSON. */
export function answer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): CallResult {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'answered', status, headers, body: text };
}

export function dated(milliseconds: number): { date: string } {
  return { date: formatHttpDate(milliseconds) };
}

export const LOST: CallResult = { kind: 'unknown', reason: 'connection-lost', status: null };
export const ACCOUNT = { name: 'Lupita', balance: 100.5, minimum_balance: 0, currency: 'MXN' };
