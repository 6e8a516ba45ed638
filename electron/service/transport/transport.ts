/**
 * Implements `HttpExchange` over HTTPS with Node's own client. No pipelining, no redirects, no retries;
 * interim answers (1xx) are skipped. Returns `not-sent` only if the connection never opened;
 * everything after that is `unknown` until a complete answer has been read.
 */
import type { IncomingMessage } from 'node:http';
import { Agent, type RequestOptions, request as startRequest } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { Clock } from '../../platform/index.ts';
import { decodeAnswerBody } from './answer-body.ts';
import {
  ConnectError,
  createConnector,
  type PendingConnection,
  removeIpv6Brackets,
} from './connect.ts';
import type { HttpExchange, HttpExchangeRequest, HttpExchangeResult } from './exchange.ts';

export interface HttpTransportOptions {
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

export interface HttpTransport {
  readonly exchange: HttpExchange;
  /** Closes open connections; requests in flight become `unknown`. */
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
const MAX_INTERIM_ANSWERS = 20;
const MAX_READ_CONNECTIONS = 8;
const IDLE_CONNECTION_TIMEOUT_MS = 4000;

export function createHttpTransport(options: HttpTransportOptions): HttpTransport {
  const address = URL.parse(options.origin);
  if (address?.protocol !== 'https:') {
    return {
      exchange: async () => ({ kind: 'not-sent', reason: 'insecure-address' }),
      close: async () => {},
    };
  }
  const openConnection = createConnector({
    clock: options.clock,
    host: removeIpv6Brackets(address.hostname),
    port: address.port === '' ? 443 : Number(address.port),
    caPem: options.caPem,
    proxy: options.proxy,
    timeoutMs: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
  });
  const maxBytes = options.maxBytes ?? MAX_ANSWER_BYTES;
  /** Ends each request that is under way. */
  const openRequests = new Set<(error: unknown) => void>();
  let isClosed = false;
  const readAgent = new Agent({
    keepAlive: true,
    maxSockets: MAX_READ_CONNECTIONS,
    timeout: IDLE_CONNECTION_TIMEOUT_MS,
  });
  /** The reads that hold a connection or open one: the agent counts only connections that are open. */
  let activeReads = 0;
  const waitingReads = new Set<() => void>();
  let createdConnection: PendingConnection | null = null;
  readAgent.createConnection = (_options, callback) => {
    createdConnection = openConnection();
    passConnection(createdConnection, callback as ConnectCallback, (socket) => {
      // Nothing may use a connection that opens after the transport was closed.
      if (isClosed) socket.destroy();
    });
    return undefined;
  };

  const requestOnce = (
    request: HttpExchangeRequest,
    connection: Pick<RequestOptions, 'agent' | 'createConnection'>,
  ): Promise<ExchangeAttempt> =>
    new Promise<ExchangeAttempt>((resolve) => {
      let status: number | null = null;
      let interimAnswers = 0;
      let received: IncomingMessage | null = null;
      const outgoing = startRequest({
        ...connection,
        host: removeIpv6Brackets(address.hostname),
        port: address.port === '' ? 443 : Number(address.port),
        // The Host header contains a port only if it is another one.
        defaultPort: 443,
        method: request.method,
        path: request.target,
        headers: { ...request.headers, 'Accept-Encoding': 'identity' },
      });
      const finish = (result: ExchangeAttempt): void => {
        request.signal.removeEventListener('abort', onAbort);
        openRequests.delete(fail);
        resolve(result);
      };
      const fail = (error: unknown): void => {
        finish({ kind: 'failed', error, status });
        outgoing.destroy();
      };
      openRequests.add(fail);
      // The request's signal is the deadline for the whole request.
      const onAbort = (): void => fail(request.signal.reason);
      request.signal.addEventListener('abort', onAbort);
      outgoing.on('error', (error) => {
        // Bytes behind a complete answer do not change it.
        if (received?.complete !== true) fail(error);
      });
      outgoing.on('information', () => {
        interimAnswers += 1;
        if (interimAnswers > MAX_INTERIM_ANSWERS) fail(new Error('too many interim answers'));
      });
      // Nobody asked for another protocol.
      const onProtocolSwitch = (): void => fail(new Error('the service switched the protocol'));
      outgoing.on('upgrade', (answer, socket) => {
        status = answer.statusCode ?? null;
        socket.destroy();
        onProtocolSwitch();
      });
      outgoing.on('response', (answer) => {
        received = answer;
        status = answer.statusCode ?? null;
        if (status === 101) return onProtocolSwitch();
        readAnswer(answer, maxBytes).then(finish, fail);
      });
      outgoing.end(request.body ?? undefined);
      // A request that Node refuses, for example because of a character in a header, was not sent.
    }).catch((error: unknown) => ({ kind: 'failed', error, status: null }));

  const exchangeOnNewConnection = async (
    request: HttpExchangeRequest,
  ): Promise<HttpExchangeResult> => {
    // Without an agent the request opens exactly one connection, and closes it afterwards.
    const pendingConnections: PendingConnection[] = [];
    let isOpen = false;
    const result = await requestOnce(request, {
      createConnection: (_options, callback) => {
        const pendingConnection = openConnection();
        pendingConnections.push(pendingConnection);
        passConnection(pendingConnection, callback as ConnectCallback, () => {
          isOpen = true;
        });
        return undefined;
      },
    });
    for (const pendingConnection of pendingConnections) pendingConnection.cancel();
    if (result.kind !== 'failed') return result;
    if (isOpen) return toUnknownResult(result.status, request.signal);
    return { kind: 'not-sent', reason: toNotSentReason(result.error) };
  };

  const getCreatedConnection = (): PendingConnection | null => createdConnection;

  /** False if the request ended while it waited. */
  const startRead = async (signal: AbortSignal): Promise<boolean> => {
    if (activeReads < MAX_READ_CONNECTIONS) {
      activeReads += 1;
      return true;
    }
    if (signal.aborted) return false;
    return await new Promise((resolve) => {
      const start = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve(true);
      };
      const giveUp = (): void => {
        waitingReads.delete(start);
        resolve(false);
      };
      waitingReads.add(start);
      signal.addEventListener('abort', giveUp);
    });
  };

  const endRead = (): void => {
    const [next] = waitingReads;
    if (next === undefined) {
      activeReads -= 1;
      return;
    }
    waitingReads.delete(next);
    next();
  };

  const exchangeOnPool = async (request: HttpExchangeRequest): Promise<HttpExchangeResult> => {
    if (!(await startRead(request.signal))) return toUnknownResult(null, request.signal);
    if (isClosed) {
      endRead();
      return NOT_SENT_AFTER_CLOSE;
    }
    createdConnection = null;
    const pendingResult = requestOnce(request, { agent: readAgent });
    // A request that is aborted leaves a connection that is still being opened.
    const ownConnection: Promise<unknown> | undefined = getCreatedConnection()?.socket;
    const result = await pendingResult;
    void Promise.allSettled([ownConnection]).then(endRead);
    if (result.kind !== 'failed') return result;
    // A kept-alive connection may already have sent bytes: only a failure to connect is certain.
    if (result.error instanceof ConnectError) {
      return { kind: 'not-sent', reason: result.error.reason };
    }
    return toUnknownResult(result.status, request.signal);
  };

  return {
    exchange: async (request) => {
      if (isClosed) return NOT_SENT_AFTER_CLOSE;
      return request.needsOwnConnection
        ? exchangeOnNewConnection(request)
        : exchangeOnPool(request);
    },
    close: async () => {
      isClosed = true;
      readAgent.destroy();
      for (const end of openRequests) end(new Error('the transport was closed'));
    },
  };
}

/** A transport that was closed in the meantime sends nothing. */
const NOT_SENT_AFTER_CLOSE: HttpExchangeResult = { kind: 'not-sent', reason: 'other' };

type ConnectCallback = (...args: [null, TLSSocket] | [Error]) => void;

function passConnection(
  pendingConnection: PendingConnection,
  callback: ConnectCallback,
  onOpen: (socket: TLSSocket) => void,
): void {
  pendingConnection.socket.then(
    (socket) => {
      onOpen(socket);
      callback(null, socket);
    },
    (error: unknown) => callback(error instanceof Error ? error : new Error('failed')),
  );
}

type Answer = Extract<HttpExchangeResult, { kind: 'answered' }>;

type ExchangeAttempt =
  | Answer
  | { readonly kind: 'failed'; readonly error: unknown; readonly status: number | null };

/** Rejects if the answer is incomplete, too long or damaged. */
async function readAnswer(answer: IncomingMessage, maxBytes: number): Promise<Answer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  const { headersDistinct } = answer;
  const headers: Record<string, string> = {};
  for (const [name, values] of Object.entries(headersDistinct)) headers[name] = values?.[0] ?? '';
  const body = decodeAnswerBody(
    Buffer.concat(chunks),
    (headersDistinct['content-encoding'] ?? []).join(),
    headers['content-type'] ?? '',
    maxBytes,
  );
  return { kind: 'answered', status: answer.statusCode ?? 0, headers, body };
}

function toUnknownResult(status: number | null, signal: AbortSignal): HttpExchangeResult {
  return { kind: 'unknown', reason: signal.aborted ? 'timed-out' : 'connection-lost', status };
}

function toNotSentReason(
  error: unknown,
): Extract<HttpExchangeResult, { kind: 'not-sent' }>['reason'] {
  return error instanceof ConnectError ? error.reason : 'other';
}
