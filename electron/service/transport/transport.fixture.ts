import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeAll } from 'vitest';
import { systemClock, type VirtualClock } from '../../platform/index.ts';
import { type CallResult, type ExchangeRequest, withDeadline } from './exchange.ts';
import {
  makeCertificate,
  type RunningTestServer,
  runHttps,
  runTcp,
  runTls,
  type TestCertificate,
} from './test-server.ts';
import { createTransport, type Transport, type TransportOptions } from './transport.ts';

/** Of the authority that the transports of these tests trust. */
export let certificate: TestCertificate;

const ends: (() => Promise<void>)[] = [];

/**
 * Servers on loopback and transports to them, all of which end with the test that made them. Each file calls this: in
 * a process that they share, what stands at the top here is run for the first of them alone.
 */
export function endsWithItsTest(): void {
  beforeAll(async () => {
    certificate = await makeCertificate();
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
}

export function kept(server: RunningTestServer): RunningTestServer {
  ends.push(server.stop);
  return server;
}
export const https = async (listener: RequestListener) =>
  kept(await runHttps(certificate, listener));
export const tls = async (onSocket: (socket: TLSSocket) => void) =>
  kept(await runTls({ ...certificate }, onSocket));
export const tcp = async (onSocket: (socket: Socket) => void) => kept(await runTcp(onSocket));

export function transportTo(
  origin: number | string,
  more: Partial<TransportOptions> = {},
): Transport {
  const transport = createTransport({
    origin: typeof origin === 'string' ? origin : `https://localhost:${origin}`,
    caPem: certificate.cert,
    proxy: null,
    clock: systemClock,
    ...more,
  });
  ends.push(transport.close);
  return transport;
}

/** A payment by default: a POST on a connection of its own. */
export function send(
  transport: Transport,
  more: Partial<ExchangeRequest> = {},
  clock = systemClock,
  deadline = 60_000,
): Promise<CallResult> {
  return withDeadline(transport.exchange, clock, deadline, {
    method: 'POST',
    target: '/bill/pay',
    headers: { 'Content-Type': 'application/json' },
    body: Buffer.from('{"amount":1.00}'),
    needsOwnConnection: true,
    ...more,
  });
}
export const READ = {
  method: 'GET',
  target: '/account',
  body: null,
  needsOwnConnection: false,
} as const;

export const NOT_SENT = (reason: string) => ({ kind: 'not-sent', reason });
export const LOST = (status: number | null = null) => ({
  kind: 'unknown',
  reason: 'connection-lost',
  status,
});
export const TIMED_OUT = (status: number | null = null) => ({
  kind: 'unknown',
  reason: 'timed-out',
  status,
});

/** Moves the clock on as soon as the server says where it stands. */
export async function afterwards(clock: VirtualClock, signal: Promise<unknown>): Promise<void> {
  await signal;
  await clock.advance(120_000);
}
