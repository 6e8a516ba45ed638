import { createHash, createHmac, randomUUID } from 'node:crypto';
import { Agent, request as send } from 'undici';
import type { ServiceVersion } from '../../shared/contract/index.ts';
import { createVirtualClock, type VirtualClock } from '../platform/index.ts';
import type { TrainingService } from './http/service.ts';
import type { TrainingServer } from './http/training-server.ts';
import { createTrainingService, type TrainingOptions } from './training-service.ts';
import type { TrainingKeys, TrainingReply } from './wire/types.ts';

/** A client for these tests: it signs according to the interface and checks nothing. */

export interface TestRequestOptions {
  readonly version?: ServiceVersion;
  readonly body?: unknown;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Over HTTPS: aborts the request. */
  readonly signal?: AbortSignal;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed body; null if it is not JSON. */
  readonly json: Record<string, unknown> | null;
}

export function signTestRequest(
  keys: TrainingKeys,
  method: string,
  target: string,
  now: number,
  ask: TestRequestOptions = {},
): { headers: Record<string, string>; body: string } {
  const body = method === 'POST' ? JSON.stringify(ask.body ?? {}) : '';
  const date = new Date(now).toUTCString();
  const md5 = body === '' ? '' : createHash('md5').update(body).digest('base64');
  const text = `application/json,${md5},${target},${date}`;
  const signature = createHmac('sha1', keys.secretKey).update(text).digest('base64');
  return {
    body,
    headers: {
      accept: `application/vnd.${keys.vendor}.${ask.version ?? 'v1.6'}+json`,
      'content-type': 'application/json',
      date,
      authorization: `APIAuth ${keys.apiKey}:${signature}`,
      ...(md5 === '' ? {} : { 'content-md5': md5 }),
      ...(ask.key === undefined ? {} : { 'idempotency-key': ask.key }),
      ...ask.headers,
    },
  };
}

export function toTestResponse(
  status: number,
  headers: Record<string, string>,
  text: string,
): TestResponse {
  let json: Record<string, unknown> | null = null;
  try {
    json = JSON.parse(text);
  } catch {
    // Some faults return text that is not JSON.
  }
  return { status, headers, text, json };
}

export interface InProcessTraining {
  readonly service: TrainingService;
  readonly clock: VirtualClock;
  readonly keys: TrainingKeys;
  /** Sends a request. Throws if the connection was cut. */
  send(method: string, target: string, ask?: TestRequestOptions): Promise<TestResponse>;
  reply(method: string, target: string, ask?: TestRequestOptions): Promise<TrainingReply>;
  /** Pays a bill: the body of `payment` with these changes. */
  pay(changes?: Record<string, unknown>): Promise<TestResponse>;
  consult(biller: number, account: string): Promise<TestResponse>;
  /** Returns the balance of an account. */
  readBalance(biller: number, account: string): Promise<unknown>;
  close(): void;
}

/** Returns status and code of an answer: `201 ok`, `422 R11`. */
export async function readRefusalCode(answer: Promise<TestResponse>): Promise<string> {
  const { status, json } = await answer;
  return `${status} ${String(json?.code ?? (status < 300 ? 'ok' : ''))}`.trim();
}

/** Creates the service in virtual time, without a network. */
export function createInProcessTraining(
  options: TrainingOptions = {},
  clock = createVirtualClock(),
): InProcessTraining {
  const service = createTrainingService({
    clock,
    onError: (error) => {
      throw error;
    },
    ...options,
  });
  const reply: InProcessTraining['reply'] = (method, target, ask) => {
    const { headers, body } = signTestRequest(service.keys, method, target, clock.now(), ask);
    return service.handle({ method, target, headers, body: Buffer.from(body) });
  };
  const send: InProcessTraining['send'] = async (method, target, options) => {
    const response = await reply(method, target, options);
    if (response.kind === 'cut') throw new Error('cut');
    return toTestResponse(response.status, { ...response.headers }, response.body);
  };
  const consult: InProcessTraining['consult'] = (biller, account) =>
    send('POST', '/bill/consult', { body: { biller_id: biller, account_number: account } });
  return {
    service,
    clock,
    keys: service.keys,
    reply,
    send,
    pay: (changes = {}) => send('POST', '/bill/pay', { body: buildPaymentBody(changes) }),
    consult,
    readBalance: async (biller, account) => (await consult(biller, account)).json?.bill_amount,
    close: () => service.close(),
  };
}

/**
 * Sends requests to a running server over HTTPS, trusting only its authority; `now` is the Date of
 * the requests.
 */
export function createHttpsTestClient(
  server: TrainingServer,
  now: () => number = Date.now,
): {
  ask(method: string, target: string, ask?: TestRequestOptions): Promise<TestResponse>;
  plain(method: string, target: string, body?: string): Promise<TestResponse>;
  close(): Promise<void>;
} {
  const agent = new Agent({ connect: { ca: server.caPem } });
  const sendPlain = async (
    method: string,
    target: string,
    body: string,
    headers: Record<string, string>,
    signal: AbortSignal | null,
  ): Promise<TestResponse> => {
    const response = await send(`${server.baseUrl}${target}`, {
      dispatcher: agent,
      method: method === 'GET' ? 'GET' : method === 'DELETE' ? 'DELETE' : 'POST',
      headers,
      signal,
      ...(body === '' ? {} : { body }),
    });
    const plainHeaders = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
    );
    return toTestResponse(response.statusCode, plainHeaders, await response.body.text());
  };
  return {
    ask: (method, target, ask) => {
      const { headers, body } = signTestRequest(server, method, target, now(), ask);
      return sendPlain(method, target, body, headers, ask?.signal ?? null);
    },
    plain: (method, target, body = '') => sendPlain(method, target, body, {}, null),
    close: () => agent.close(),
  };
}

/** Builds the body of a payment, with changes of the test. */
export function buildPaymentBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    biller_id: 40,
    account_number: '501000000007',
    amount: 549,
    currency: 'MXN',
    external_id: randomUUID(),
    ...changes,
  };
}
