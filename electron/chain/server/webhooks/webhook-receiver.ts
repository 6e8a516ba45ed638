import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock, Log } from '../../../platform/index.ts';
import { createConnectionLimiter } from './connection-limiter.ts';
import { createWebhookNoticeBatcher, type SaveWebhookNotices } from './notice-batcher.ts';
import { parseWebhookNotices } from './parse-notices.ts';

export type { SaveWebhookNotices } from './notice-batcher.ts';

export interface WebhookReceiverOptions {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** 43 characters of base64url each; more than one while the token is being changed. */
  readonly tokens: readonly string[];
  /** PEM; null behind a reverse proxy on this computer that terminates TLS. */
  readonly certificate: { readonly cert: string; readonly key: string } | null;
  readonly saveNotices: SaveWebhookNotices;
  /** A request was rejected because of the rate limit. */
  readonly onRejected: () => void;
  readonly clock: Clock;
  readonly log: Log;
  /** From a request's first byte to its answer; default 5 seconds. */
  readonly requestTimeoutMs?: number;
}

/** The number of answers by HTTP status since the start. */
export type HttpStatusCounts = Readonly<Record<number, number>>;

export interface WebhookReceiver {
  readonly port: number;
  getStatusCounts(): HttpStatusCounts;
  /** Says that connections were ended because too many were open; null if none recently. */
  describeEndedConnections(): string | null;
  /** Replaces the certificate after a renewal. */
  setCertificate(certificate: { readonly cert: string; readonly key: string }): void;
  /**
   * Accepts no new connections, lets pending requests finish for one second, and closes the rest.
   */
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 64 * 1024;
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;
const MAX_HEADER_BYTES = 8 * 1024;
const REQUEST_TIMEOUT_MS = 5000;
const MAX_CONNECTIONS = 256;
const MAX_CONNECTIONS_PER_ADDRESS = 64;
export const MAX_WEBHOOKS_PER_SECOND = 300;
const MAX_BURST = 1000;
const GRACE_MS = 1000;

/** Rejects if the port cannot be opened. */
export async function startWebhookReceiver(
  options: WebhookReceiverOptions,
): Promise<WebhookReceiver> {
  const counts: Record<number, number> = {};
  const batcher = createWebhookNoticeBatcher(options.saveNotices);
  const isAllowed = createRateLimiter(MAX_WEBHOOKS_PER_SECOND, MAX_BURST);
  const isToken = createTokenCheck(options.tokens);
  const requestTimeoutMs = options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS;

  const answer = (response: ServerResponse, status: number, details: AnswerDetails = {}): void => {
    if (response.writableEnded || response.destroyed) return;
    counts[status] = (counts[status] ?? 0) + 1;
    if (status === 429) options.onRejected();
    const { message = '', isLast = false, ...headers } = details;
    if (isLast) response.shouldKeepAlive = false;
    const body = message === '' ? '' : `${JSON.stringify({ message })}\n`;
    response.writeHead(status, {
      ...headers,
      ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
      ...(status === 204 ? {} : { 'Content-Length': Buffer.byteLength(body) }),
    });
    response.end(body);
  };

  const handleRequest = async (
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    // The token is checked first: a sender without it gets no other information.
    if (!isToken(request.url ?? '')) return answer(response, 404, { isLast: true });
    limiter.setAuthorized(request.socket);
    if (request.method !== 'POST') {
      return answer(response, 405, { Allow: 'POST', isLast: true, message: 'Only POST' });
    }
    if (!isAllowed(options.clock.uptime())) {
      return answer(response, 429, { 'Retry-After': '1', isLast: true });
    }
    const timer = setTimeout(() => {
      answer(response, request.complete ? 503 : 408, { isLast: true, 'Retry-After': '30' });
    }, requestTimeoutMs);
    response.once('close', () => clearTimeout(timer));
    const body = await readRequestBody(request);
    if (body === 'gone') return;
    if (body === 'too-large') {
      return answer(response, 413, { isLast: true, message: 'At most 65536 bytes' });
    }
    const notices = parseWebhookNotices(body);
    if (notices === null) return answer(response, 400, { message: 'The body is not JSON' });
    if (notices.length === 0) {
      return answer(response, 400, { message: 'The body is not a bill or a transaction' });
    }
    if (await batcher.save(notices)) answer(response, 204);
    else answer(response, 503, { 'Retry-After': '30' });
  };

  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    handleRequest(request, response).catch((error: unknown) => {
      options.log.error({ err: error }, 'webhooks: request handler threw');
      response.destroy();
    });
  };
  const settings = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs + GRACE_MS,
    keepAliveTimeout: requestTimeoutMs,
    connectionsCheckingInterval: GRACE_MS,
  };
  const { certificate } = options;
  const server: Server | TlsServer =
    certificate === null
      ? createServer(settings, listener)
      : createTlsServer(
          {
            ...settings,
            ...certificate,
            minVersion: 'TLSv1.2',
            handshakeTimeout: requestTimeoutMs,
          },
          listener,
        );
  const limiter = createConnectionLimiter(
    {
      total: MAX_CONNECTIONS,
      perAddress: certificate === null ? null : MAX_CONNECTIONS_PER_ADDRESS,
    },
    options.clock,
  );
  // The sockets themselves, also those that never finish the TLS handshake.
  server.on('connection', limiter.add);
  // Beyond this many, connections with the token are ended too.
  server.maxConnections = 2 * MAX_CONNECTIONS;
  // Node itself answers requests that are not HTTP or too slow, and closes the connection.
  const port = await listen(server, options);
  return {
    port,
    getStatusCounts: () => ({ ...counts }),
    describeEndedConnections: limiter.describe,
    setCertificate: (renewed) => {
      if ('setSecureContext' in server)
        server.setSecureContext({ ...renewed, minVersion: 'TLSv1.2' });
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const closeTimer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      await closed;
      clearTimeout(closeTimer);
      await Promise.race([batcher.waitUntilIdle(), wait(GRACE_MS, undefined, { ref: false })]);
    },
  };
}

interface AnswerDetails {
  readonly message?: string;
  /** The connection is closed after the answer. */
  readonly isLast?: boolean;
  readonly Allow?: string;
  readonly 'Retry-After'?: string;
}

/** The duration reveals neither how much of a token is right nor which of the tokens it is. */
function createTokenCheck(tokens: readonly string[]): (target: string) => boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const tokenDigests = tokens.map((token) => digest(`/hooks/${token}`));
  return (target) => {
    const targetDigest = digest(target);
    let isValid = false;
    for (const tokenDigest of tokenDigests)
      isValid = timingSafeEqual(tokenDigest, targetDigest) || isValid;
    return isValid;
  };
}

/**
 * A body that is too long is still read to its end and discarded: otherwise the sender would not
 * get the answer.
 */
function readRequestBody(request: IncomingMessage): Promise<Uint8Array | 'too-large' | 'gone'> {
  return new Promise((resolve) => {
    let parts: Buffer[] = [];
    let size = 0;
    request.on('data', (part: Buffer) => {
      size += part.byteLength;
      if (size <= MAX_BODY_BYTES) parts.push(part);
      else parts = [];
      if (size > MAX_DISCARDED_BYTES) resolve('too-large');
    });
    request.once('end', () => resolve(size > MAX_BODY_BYTES ? 'too-large' : Buffer.concat(parts)));
    // The sender disconnected before the body was complete: there is nothing to answer.
    request.once('error', () => resolve('gone'));
    request.once('close', () => resolve('gone'));
  });
}

function listen(
  server: Server | TlsServer,
  { host, port }: Pick<WebhookReceiverOptions, 'host' | 'port'>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/**
 * Returns a function that allows `perSecond` calls on average and `burst` at once. `now` is in
 * milliseconds.
 */
function createRateLimiter(perSecond: number, burst: number): (now: number) => boolean {
  let tokens = burst;
  let updatedAt: number | null = null;
  return (now) => {
    tokens = Math.min(burst, tokens + ((now - (updatedAt ?? now)) * perSecond) / 1000);
    updatedAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
