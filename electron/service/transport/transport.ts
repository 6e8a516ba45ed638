/**
 * The network behind `Exchange`: HTTPS with undici's `request`. No pipelining, no redirects, no
 * repeats. `not-sent` is answered only when the connection never opened; everything after that,
 * for whatever reason, is `unknown` until a whole answer has been read.
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
   * Until a connection that does not open is given up; the request's own deadline may be sooner.
   */
  readonly connectTimeoutMs?: number;
  /** Bytes of an answer that are read at most. */
  readonly maxBytes?: number;
}

export interface Transport {
  readonly exchange: Exchange;
  /** Closes what is open; requests that are under way become `unknown`. */
  close(): Promise<void>;
}

type Undici = Pick<typeof import('undici'), 'Client' | 'Pool'>;

let loadedUndici: Undici | null = null;

/**
 * With the first request: it is two fifths of what main would load before anyone can sign in. Every
 * other request has it at once: what is waited for, even if it is there, lets other work go first.
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
  const open = createConnector({
    clock: options.clock,
    host: removeBrackets(address.hostname),
    port: address.port === '' ? 443 : Number(address.port),
    caPem: options.caPem,
    proxy: options.proxy,
    timeoutMs: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
  });
  const mostBytes = options.maxBytes ?? MAX_ANSWER_BYTES;
  let kept: Pool | null = null;
  const own = new Set<Client>();
  let isClosed = false;

  const exchangeOnOwn = async (request: ExchangeRequest): Promise<CallResult> => {
    const { Client } = loadedUndici ?? (await loadUndici());
    if (isClosed) return NOT_SENT_AFTER_CLOSE;
    let opening: PendingConnection | null = null;
    let isOpen = false;
    const client = new Client(address.origin, {
      ...CLIENT_OPTIONS,
      // One request and one connection, ever: a client that opened a second one could send twice.
      connect: (_target, callback) => {
        if (opening !== null) return callback(new Error('used up'), null);
        opening = open();
        passConnection(opening, callback, () => {
          isOpen = true;
        });
      },
    });
    own.add(client);
    const giveUp = (): void => opening?.cancel();
    request.signal.addEventListener('abort', giveUp, { once: true });
    try {
      const result = await requestOnce(client, request, mostBytes, true);
      if (result.kind !== 'failed') return result;
      if (isOpen) return toUnknownResult(result.status, request.signal);
      return { kind: 'not-sent', reason: toNotSentReason(result.error) };
    } finally {
      request.signal.removeEventListener('abort', giveUp);
      own.delete(client);
      client.destroy().catch(() => {});
    }
  };

  const exchangeOnKept = async (request: ExchangeRequest): Promise<CallResult> => {
    const { Pool } = loadedUndici ?? (await loadUndici());
    if (isClosed) return NOT_SENT_AFTER_CLOSE;
    kept ??= new Pool(address.origin, {
      ...CLIENT_OPTIONS,
      connections: 8,
      keepAliveTimeout: 4000,
      connect: (_target, callback) => passConnection(open(), callback),
    });
    const result = await requestOnce(kept, request, mostBytes, false);
    if (result.kind !== 'failed') return result;
    // A connection kept from before may have carried bytes: only a failed opening is certain.
    if (result.error instanceof ConnectError) {
      return { kind: 'not-sent', reason: result.error.reason };
    }
    return toUnknownResult(result.status, request.signal);
  };

  return {
    exchange: (request) =>
      request.needsOwnConnection ? exchangeOnOwn(request) : exchangeOnKept(request),
    close: async () => {
      isClosed = true;
      await Promise.all([kept?.destroy(), ...[...own].map((client) => client.destroy())]);
    },
  };
}

/** What was closed in the meantime sends nothing. */
const NOT_SENT_AFTER_CLOSE: CallResult = { kind: 'not-sent', reason: 'other' };

// The deadline is the request's signal, for all of it; undici's own timers would cut in between.
const CLIENT_OPTIONS = {
  pipelining: 1,
  allowH2: false,
  headersTimeout: 0,
  bodyTimeout: 0,
} as const;

type ConnectCallback = (...args: [null, import('node:tls').TLSSocket] | [Error, null]) => void;

function passConnection(
  opening: PendingConnection,
  callback: ConnectCallback,
  onOpen: () => void = () => {},
): void {
  opening.socket.then(
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
  mostBytes: number,
  isLast: boolean,
): Promise<ExchangeAttempt> {
  let status: number | null = null;
  try {
    const answer = await dispatcher.request({
      method: request.method,
      path: request.target,
      headers: { ...request.headers },
      body: request.body === null ? null : Buffer.from(request.body),
      signal: request.signal,
      reset: isLast,
    });
    status = answer.statusCode;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer.body) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > mostBytes) throw new Error('the answer is too long');
      chunks.push(bytes);
    }
    return {
      kind: 'answered',
      status,
      headers: toFirstValues(answer.headers),
      // Bytes that are no UTF-8 become U+FFFD: the payment is known, and the paper shows the gap.
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
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) found[name.toLowerCase()] = first;
  }
  return found;
}
