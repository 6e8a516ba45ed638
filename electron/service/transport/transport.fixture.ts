import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeAll } from 'vitest';
import { systemClock, type VirtualClock } from '../../platform/index.ts';
import {
  exchangeWithTimeout,
  type HttpExchangeRequest,
  type HttpExchangeResult,
} from './exchange.ts';
import {
  createTestCertificate,
  type RunningTestServer,
  startHttpsServer,
  startTcpServer,
  startTlsServer,
  type TestCertificate,
} from './test-server.ts';
import { createHttpTransport, type HttpTransport, type HttpTransportOptions } from './transport.ts';

/** The certificate that the transports of these tests trust. */
export let certificate: TestCertificate;

const cleanups: (() => Promise<void>)[] = [];

/**
 * Stops all servers and transports after the test that created them. Each test file has to call
 * this: in a process that several files share, the top level of this module runs only for the first
 * file.
 */
export function registerTransportCleanup(): void {
  beforeAll(async () => {
    certificate = await createTestCertificate();
  });
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
}

export function stopAfterTest(server: RunningTestServer): RunningTestServer {
  cleanups.push(server.stop);
  return server;
}
export const startTestHttps = async (listener: RequestListener) =>
  stopAfterTest(await startHttpsServer(certificate, listener));
export const startTestTls = async (onSocket: (socket: TLSSocket) => void) =>
  stopAfterTest(await startTlsServer({ ...certificate }, onSocket));
export const startTestTcp = async (onSocket: (socket: Socket) => void) =>
  stopAfterTest(await startTcpServer(onSocket));

export function createTestTransport(
  origin: number | string,
  overrides: Partial<HttpTransportOptions> = {},
): HttpTransport {
  const transport = createHttpTransport({
    origin: typeof origin === 'string' ? origin : `https://localhost:${origin}`,
    caPem: certificate.cert,
    proxy: null,
    clock: systemClock,
    ...overrides,
  });
  cleanups.push(transport.close);
  return transport;
}

/** Sends a payment by default: a POST on its own connection. */
export function sendRequest(
  transport: HttpTransport,
  overrides: Partial<HttpExchangeRequest> = {},
  clock = systemClock,
  deadline = 60_000,
): Promise<HttpExchangeResult> {
  return exchangeWithTimeout(transport.exchange, clock, deadline, {
    method: 'POST',
    target: '/bill/pay',
    headers: { 'Content-Type': 'application/json' },
    body: Buffer.from('{"amount":1.00}'),
    needsOwnConnection: true,
    ...overrides,
  });
}
export const READ_REQUEST = {
  method: 'GET',
  target: '/account',
  body: null,
  needsOwnConnection: false,
} as const;

export const createNotSentResult = (reason: string) => ({ kind: 'not-sent', reason });
export const createLostResult = (status: number | null = null) => ({
  kind: 'unknown',
  reason: 'connection-lost',
  status,
});
export const createTimedOutResult = (status: number | null = null) => ({
  kind: 'unknown',
  reason: 'timed-out',
  status,
});

/** Advances the clock after the signal of the server. */
export async function advanceAfter(clock: VirtualClock, signal: Promise<unknown>): Promise<void> {
  await signal;
  await clock.advance(120_000);
}
