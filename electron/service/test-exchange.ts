/** For this folder's tests: the client with an in-process service, in virtual time. */
import { createVirtualClock, silentLog, type VirtualClock } from '../platform/index.ts';
import { createBillPaymentService, type ServiceConfig } from './create-service.ts';
import { type CallResult, type ExchangeRequest, formatHttpDate } from './transport/index.ts';
import type { BillPaymentService } from './types.ts';

export interface SeenRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null if no body was sent. */
  readonly body: string | null;
  readonly needsOwnConnection: boolean;
  /** Virtual time of the request, independent of the till's clock setting. */
  readonly at: number;
}

export type Respond = (
  request: SeenRequest,
  count: number,
) => CallResult | Promise<CallResult> | 'silence';

export interface ExchangeRig {
  readonly service: BillPaymentService;
  readonly clock: VirtualClock;
  readonly requests: SeenRequest[];
  /** Runs a call to its end, advancing time as far as needed. */
  finish<Value>(call: Promise<Value>): Promise<Value>;
}

export const TEST_KEYS = { apiKey: 'key', secretKey: 'secret' };

export function createExchangeRig(
  respond: Respond,
  config: Partial<ServiceConfig> = {},
): ExchangeRig {
  const clock = createVirtualClock();
  const start = clock.now();
  const requests: SeenRequest[] = [];
  const exchange = async (request: ExchangeRequest): Promise<CallResult> => {
    const seenRequest: SeenRequest = {
      method: request.method,
      target: request.target,
      headers: request.headers,
      body: request.body === null ? null : new TextDecoder().decode(request.body),
      needsOwnConnection: request.needsOwnConnection,
      at: start + clock.uptime(),
    };
    requests.push(seenRequest);
    const answer = respond(seenRequest, requests.length);
    return answer === 'silence' ? new Promise(() => {}) : answer;
  };
  const service = createBillPaymentService(
    { baseUrl: 'https://service.test', vendor: 'acme', version: 'v1.6', ...TEST_KEYS, ...config },
    { clock, log: silentLog, exchange, random: () => 1 },
  );
  return {
    service,
    clock,
    requests,
    finish: async (call) => {
      let isDone = false;
      const tracked = call.finally(() => {
        isDone = true;
      });
      for (let step = 0; step < 5000 && !isDone; step += 1) await clock.advance(100);
      return tracked;
    },
  };
}

/** An answer of the service. A string body is sent unchanged, any other body as JSON. */
export function createAnswer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): CallResult {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'answered', status, headers, body: text };
}

export function createDateHeader(milliseconds: number): { date: string } {
  return { date: formatHttpDate(milliseconds) };
}

export const CONNECTION_LOST: CallResult = {
  kind: 'unknown',
  reason: 'connection-lost',
  status: null,
};
export const ACCOUNT = { name: 'Lupita', balance: 100.5, minimum_balance: 0, currency: 'MXN' };
