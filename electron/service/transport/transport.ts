/**
 * Implements `Exchange` over HTTPS with undici's `request`. No pipelining, no redirects, no
 * retries. Returns `not-sent` only if the connection never opened; everything after that is
 * `unknown` until a complete answer has been read.
 */
import type { Client, Dispatcher, Pool } from 'undici';
import type { Clock } from '../../platform/index.ts';
import {
  ConnectError,
  createConnector,
  type PendingConnection,
  removeBrackets,
} from './connect.ts';
import type { CallResult, Exchange, ExchangeRequest } from './exchange.ts';

export interface TransportOptions {
  /** Scheme, host and port: `https://localhost:8443`. */
  readonly origin: string;
  readonly caPem: string | null;
  readonly proxy: string | null;
  readonly clock: Clock;
  /**
   * Milliseconds after which an attempt to connect is cancelled; the request's own deadline may be
   * earlier.
   */
  readonly connectTimeoutMs?: number;
  /** Maximum size of an answer in bytes. */
  readonly maxBytes?: number;
}

export interface Transport {
  readonly exchange: Exchange;
  /** Closes open connections; requests in flight become `unknown`. */
  close(): Promise<void>;
}

type Undici = Pick<typeof import('undici'), 'Client' | 'Pool'>;

let loadedUndici: Undici | null = null;

/**
 * Loads undici with the first request: it is two fifths of the code that main would load before
 * anyone can sign in. Later requests do not await it: awaiting even a loaded module lets other work
 * run first.
 */
async function loadUndici(): Promise<Undici> {
  loadedUndici = await import('undici');
  return loadedUndici;
}

const CONNECT_TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

export function createTransport(options: TransportOptions): Transport {
  const address = URL.parse(options.origin);
  if (address?.protocol !== 'https:') {
    return {
      exchange: async () => ({ kind: 'not-sent', reason: 'insecure-address' }),
      close: async () => {},
    };
  }
  const openConnection = createConnector({
    clock: options.clock,
    host: removeBrackets(address.hostname),
    port: address.port === '' ? 443 : Number(address.port),
    caPem: options.caPem,
    proxy: options.proxy,
    timeoutMs: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
  });
  const maxBytes = options.maxBytes ?? MAX_ANSWER_BYTES;
  let pool: Pool | null = null;
  const clients = new Set<Client>();
  let isClosed = false;

  const exchangeOnNewConnection = async (request: ExchangeRequest): Promise<CallResult> => {
    const { Client } = loadedUndici ?? (await loadUndici());
    if (isClosed) return NOT_SENT_AFTER_CLOSE;
    let pendingConnection: PendingConnection | null = null;
    let isOpen = false;
    const client = new Client(address.origin, {
      ...CLIENT_OPTIONS,
      // Exactly one request and one connection: a client that opened a second connection could send
      // twice.
      connect: (_target, callback) => {
        if (pendingConnection !== null) return callback(new Error('used up'), null);
        pendingConnection = openConnection();
        passConnection(pendingConnection, callback, () => {
          isOpen = true;
        });
      },
    });
    clients.add(client);
    const cancelOpening = (): void => pendingConnection?.cancel();
    request.signal.addEventListener('abort', cancelOpening, { once: true });
    try {
      const result = await requestOnce(client, request, maxBytes, true);
      if (result.kind !== 'failed') return result;
      if (isOpen) return toUnknownResult(result.status, request.signal);
      return { kind: 'not-sent', reason: toNotSentReason(result.error) };
    } finally {
      request.signal.removeEventListener('abort', cancelOpening);
      clients.delete(client);
      client.destroy().catch(() => {});
    }
  };

  const exchangeOnPool = async (request: ExchangeRequest): Promise<CallResult> => {
    const { Pool } = loadedUndici ?? (await loadUndici());
    if (isClosed) return NOT_SENT_AFTER_CLOSE;
    pool ??= new Pool(address.origin, {
      ...CLIENT_OPTIONS,
      connections: 8,
      keepAliveTimeout: 4000,
      connect: (_target, callback) => passConnection(openConnection(), callback),
    });
    const result = await requestOnce(pool, request, maxBytes, false);
    if (result.kind !== 'failed') return result;
    // A kept-alive connection may already have sent bytes: only a failure to connect is certain.
    if (result.error instanceof ConnectError) {
      return { kind: 'not-sent', reason: result.error.reason };
    }
    return toUnknownResult(result.status, request.signal);
  };

  return {
    exchange: (request) =>
      request.needsOwnConnection ? exchangeOnNewConnection(request) : exchangeOnPool(request),
    close: async () => {
      isClosed = true;
      await Promise.all([pool?.destroy(), ...[...clients].map((client) => client.destroy())]);
    },
  };
}

/** A transport that was closed in the meantime sends nothing. */
const NOT_SENT_AFTER_CLOSE: CallResult = { kind: 'not-sent', reason: 'other' };

// The request's signal is the deadline for the whole request; undici's own timers would interfere.
const CLIENT_OPTIONS = {
  pipelining: 1,
  allowH2: false,
  headersTimeout: 0,
  bodyTimeout: 0,
} as const;

type ConnectCallback = (...args: [null, import('node:tls').TLSSocket] | [Error, null]) => void;

function passConnection(
  pendingConnection: PendingConnection,
  callback: ConnectCallback,
  onOpen: () => void = () => {},
): void {
  pendingConnection.socket.then(
    (socket) => {
      onOpen();
      callback(null, socket);
    },
    (error: unknown) => callback(error instanceof Error ? error : new Error('failed'), null),
  );
}

type ExchangeAttempt =
  | Extract<CallResult, { kind: 'answered' }>
  | { readonly kind: 'failed'; readonly error: unknown; readonly status: number | null };

async function requestOnce(
  dispatcher: Dispatcher,
  request: ExchangeRequest,
  maxBytes: number,
  shouldClose: boolean,
): Promise<ExchangeAttempt> {
  let status: number | null = null;
  try {
    const answer = await dispatcher.request({
      method: request.method,
      path: request.target,
      headers: { ...request.headers },
      body: request.body === null ? null : Buffer.from(request.body),
      signal: request.signal,
      reset: shouldClose,
    });
    status = answer.statusCode;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer.body) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > maxBytes) throw new Error('the answer is too long');
      chunks.push(bytes);
    }
    return {
      kind: 'answered',
      status,
      headers: toFirstValues(answer.headers),
      // Bytes that are not UTF-8 become U+FFFD: the payment is still known, and the receipt shows
      // the gap.
      body: new TextDecoder().decode(Buffer.concat(chunks)),
    };
  } catch (error) {
    return { kind: 'failed', error, status };
  }
}

function toUnknownResult(status: number | null, signal: AbortSignal): CallResult {
  return { kind: 'unknown', reason: signal.aborted ? 'timed-out' : 'connection-lost', status };
}

function toNotSentReason(error: unknown): Extract<CallResult, { kind: 'not-sent' }>['reason'] {
  return error instanceof ConnectError ? error.reason : 'other';
}

function toFirstValues(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const firstValues: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) firstValues[name.toLowerCase()] = first;
  }
  return firstValues;
}
