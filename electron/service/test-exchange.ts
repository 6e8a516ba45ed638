/** For this folder's tests: the client with an in-process service, in virtual time. */
import { createVirtualClock, silentLog, type VirtualClock } from '../platform/index.ts';
import { createBillPaymentService, type ServiceConfig } from './create-service.ts';
import {
  formatHttpDate,
  type HttpExchangeRequest,
  type HttpExchangeResult,
} from './transport/index.ts';
import type { BillPaymentService } from './types.ts';

export interface TestExchangeRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null if no body was sent. */
  readonly body: string | null;
  readonly needsOwnConnection: boolean;
  /** Virtual time of the request, independent of the till's clock setting. */
  readonly at: number;
}

export type RespondToTestRequest = (
  request: TestExchangeRequest,
  count: number,
) => HttpExchangeResult | Promise<HttpExchangeResult> | 'silence';

export interface TestService {
  readonly service: BillPaymentService;
  readonly clock: VirtualClock;
  readonly requests: TestExchangeRequest[];
  /** Runs a call to its end, advancing time as far as needed. */
  runUntilSettled<Value>(call: Promise<Value>): Promise<Value>;
}

/** More than any list may have pages. */
const REQUEST_LIMIT = 2_000;

export const TEST_KEYS = { apiKey: 'key', secretKey: 'secret' };

export function createTestService(
  respond: RespondToTestRequest,
  config: Partial<ServiceConfig> = {},
): TestService {
  const clock = createVirtualClock();
  const start = clock.now();
  const requests: TestExchangeRequest[] = [];
  const exchange = async (request: HttpExchangeRequest): Promise<HttpExchangeResult> => {
    const seenRequest: TestExchangeRequest = {
      method: request.method,
      target: request.target,
      headers: request.headers,
      body: request.body === null ? null : new TextDecoder().decode(request.body),
      needsOwnConnection: request.needsOwnConnection,
      at: start + clock.uptime(),
    };
    requests.push(seenRequest);
    if (requests.length > REQUEST_LIMIT) throw new Error('the requests have no end');
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
    runUntilSettled: async (call) => {
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
export function createTestAnswer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpExchangeResult {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'answered', status, headers, body: text };
}

export function createDateHeader(milliseconds: number): { date: string } {
  return { date: formatHttpDate(milliseconds) };
}

export const CONNECTION_LOST: HttpExchangeResult = {
  kind: 'unknown',
  reason: 'connection-lost',
  status: null,
};
export const TEST_ACCOUNT = { name: 'Lupita', balance: 100.5, minimum_balance: 0, currency: 'MXN' };
