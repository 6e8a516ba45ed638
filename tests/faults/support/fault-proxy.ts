import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { Clock } from '../../../electron/platform/index.ts';

/**
 * A proxy between till and service, on real sockets: TCP and TLS, with the training service's own
 * certificate. It reads each request completely, and a fate decides what happens to it.
 */
export interface FaultProxy {
  readonly baseUrl: string;
  /** Fates of the next requests that move money, in order; later ones pass. */
  readonly money: Fate[];
  /** The fate of every read while it is set. */
  reads: Fate | null;
  /** Sets what happens to the next connection; open connections do not change. */
  setConnectionState(state: ConnectionState): Promise<void>;
  /** Ends all faults; requests in transit stay in transit. */
  release(): Promise<void>;
  /** Requests that move money as they arrived from the till. */
  readonly receivedRequests: readonly ReceivedRequest[];
  /** Whether this request of the till continues only when time advances. */
  isHeld(request: string): boolean;
  /** Whether something here continues without time. */
  readonly isBusy: boolean;
  close(): Promise<void>;
}

export type ConnectionState =
  | 'open'
  /** Nothing listens at the port until the state is `open` again. */
  | 'shut'
  /** The connection opens, and the TLS handshake is never answered. */
  | 'mute'
  /** The connection is cut during the TLS handshake. */
  | 'cut'
  /** The connection is reset after it has opened, and no request is read. */
  | 'reset';

export interface ReceivedRequest {
  readonly method: string;
  readonly target: string;
  readonly key: string | null;
  readonly date: string;
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * A request whose fate decides about it. If the fate ends without an action, the request is never
 * answered.
 */
export interface PendingRequest {
  readonly received: ReceivedRequest;
  /** Sends the request to the service and returns its answer. */
  deliver(options?: { readonly withoutKey: boolean }): Promise<Answer>;
  answer(answer: Answer): void;
  /** Sends `100 Continue`; the answer follows. */
  sendInterim(): void;
  /**
   * Sends the answer's head with the length of the whole body; `write` then sends parts of the
   * body.
   */
  sendHead(answer: Answer): void;
  write(bytes: Uint8Array): void;
  /** Ends the answer. */
  end(): void;
  /** Resets the connection. */
  reset(): void;
  /** Whether the till has closed the connection. */
  readonly isClosed: boolean;
  wait(milliseconds: number): Promise<void>;
}

export type Fate = (pending: PendingRequest) => Promise<void> | void;

export const passThrough: Fate = async (pending) => pending.answer(await pending.deliver());

/** Identifies a request, for `isHeld`. */
export function getRequestName(
  method: string,
  target: string,
  headers: Readonly<Record<string, string | undefined>>,
): string {
  return [method, target, headers.date ?? '', headers['idempotency-key'] ?? ''].join(' ');
}

export async function startFaultProxy(options: {
  readonly clock: Clock;
  readonly service: { readonly baseUrl: string; readonly caPem: string };
  readonly certificate: { readonly certPem: string; readonly keyPem: string };
}): Promise<FaultProxy> {
  const { clock, service, certificate } = options;
  const secureContext = createSecureContext({ cert: certificate.certPem, key: certificate.keyPem });
  /** The TCP connection under each TLS connection. */
  const carriers = new Map<Socket, Socket>();
  const muteSockets = new Set<Socket>();
  const heldRequests = new Set<string>();
  const receivedRequests: ReceivedRequest[] = [];
  /** For reads only: they can retry after a closed keep-alive connection. */
  const keepAliveAgent = new Agent({ keepAlive: true });
  let runningCount = 0;
  let connectionState: ConnectionState = 'open';
  let isListenerClosed = false;

  // The HTTP server of the proxy: it keeps connections open as long as the till does.
  const http = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    void handleRequest(request, response);
  });
  let tcp = createTcpServer(acceptConnection);
  const port = await listen(0);

  function listen(wantedPort: number): Promise<number> {
    return new Promise((resolve, reject) => {
      tcp.once('error', reject);
      tcp.listen(wantedPort, '127.0.0.1', () => {
        const address: AddressInfo | string | null = tcp.address();
        resolve(typeof address === 'object' && address ? address.port : wantedPort);
      });
    });
  }

  function acceptConnection(carrier: Socket): void {
    const state = connectionState;
    connectionState = 'open';
    carrier.on('error', () => {});
    carrier.setNoDelay(true);
    if (state === 'mute') {
      muteSockets.add(carrier);
      carrier.once('close', () => muteSockets.delete(carrier));
      return void carrier.resume();
    }
    if (state === 'cut') return void carrier.once('data', () => carrier.destroy());
    // Through a pair of streams: a socket that TLS has taken over cannot be reset.
    const [plainSide, tlsSide] = duplexPair();
    carrier.pipe(plainSide).pipe(carrier);
    const tls = new TLSSocket(tlsSide, { isServer: true, secureContext });
    for (const stream of [plainSide, tlsSide, tls]) stream.on('error', () => {});
    carriers.set(tls, carrier);
    carrier.once('close', () => {
      carriers.delete(tls);
      tls.destroy();
    });
    tls.once('secure', () => {
      if (state === 'reset') resetConnection(tls);
      else http.emit('connection', tls);
    });
  }

  function resetConnection(tls: Socket): void {
    carriers.get(tls)?.resetAndDestroy();
    tls.destroy();
  }

  async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readAll(request);
    if (body === null) return;
    const { method = '', url: target = '', headers } = request;
    const { 'idempotency-key': key, date = '' } = headers;
    const received: ReceivedRequest = {
      method,
      target,
      date,
      body,
      key: typeof key === 'string' ? key : null,
    };
    if (received.key !== null) receivedRequests.push(received);
    const fate = (received.key === null ? proxy.reads : proxy.money.shift()) ?? passThrough;
    const name = getRequestName(method, target, {
      date,
      'idempotency-key': received.key ?? '',
    });
    response.once('close', () => heldRequests.delete(name));
    response.on('error', () => {});
    const pending = createPendingRequest(request, response, received, name);
    runningCount += 1;
    try {
      await fate(pending);
    } catch {
      // The service has stopped with the test.
      response.destroy();
    }
    runningCount -= 1;
    if (!response.writableEnded && !response.destroyed) heldRequests.add(name);
  }

  function createPendingRequest(
    request: IncomingMessage,
    response: ServerResponse,
    received: ReceivedRequest,
    name: string,
  ): PendingRequest {
    const sendHead = (answer: Answer): void => {
      if (response.destroyed) return;
      response.sendDate = false;
      response.writeHead(answer.status, {
        ...answer.headers,
        'content-length': String(answer.body.byteLength),
      });
      response.flushHeaders();
    };
    const pending: PendingRequest = {
      received,
      deliver: ({ withoutKey } = { withoutKey: false }) =>
        deliver(received, removeHopByHopHeaders(request.rawHeaders, withoutKey)),
      sendHead,
      write: (bytes) => {
        if (!response.destroyed) response.write(bytes);
      },
      end: () => response.end(),
      sendInterim: () => response.writeContinue(),
      answer: (answer) => {
        sendHead(answer);
        response.end(answer.body);
      },
      reset: () => resetConnection(request.socket),
      get isClosed() {
        return response.destroyed;
      },
      wait: async (milliseconds) => {
        heldRequests.add(name);
        runningCount -= 1;
        await new Promise<void>((resolve) => {
          clock.after(milliseconds, resolve);
        });
        runningCount += 1;
        heldRequests.delete(name);
      },
    };
    return pending;
  }

  function deliver(received: ReceivedRequest, headers: string[]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const address = new URL(service.baseUrl);
      const forwardedRequest = httpsRequest(
        {
          host: address.hostname,
          port: address.port,
          ca: service.caPem,
          method: received.method,
          path: received.target,
          headers,
          agent: received.key === null ? keepAliveAgent : false,
        },
        (answer) => {
          readAll(answer).then((body) => {
            if (body === null) return reject(new Error('the service has gone'));
            resolve({ status: answer.statusCode ?? 0, headers: toPlainHeaders(answer), body });
          }, reject);
        },
      );
      forwardedRequest.on('error', reject);
      forwardedRequest.end(received.body);
    });
  }

  const proxy: FaultProxy = {
    baseUrl: `https://127.0.0.1:${port}`,
    money: [],
    reads: null,
    receivedRequests,
    get isBusy() {
      return runningCount > 0;
    },
    isHeld: (name) => heldRequests.has(name) || muteSockets.size > 0,
    setConnectionState: async (newState) => {
      connectionState = newState;
      if (isListenerClosed === (newState === 'shut')) return;
      isListenerClosed = !isListenerClosed;
      if (isListenerClosed) return void tcp.close();
      tcp = createTcpServer(acceptConnection);
      await listen(port);
    },
    release: async () => {
      proxy.money.length = 0;
      proxy.reads = null;
      await proxy.setConnectionState('open');
    },
    close: async () => {
      tcp.close();
      for (const carrier of [...carriers.values(), ...muteSockets]) carrier.destroy();
      keepAliveAgent.destroy();
      http.close();
    },
  };
  return proxy;
}

/** Returns null if the message was interrupted. */
async function readAll(message: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of message) chunks.push(Buffer.from(chunk));
  } catch {
    return null;
  }
  return Buffer.concat(chunks);
}

const HOP_BY_HOP_HEADERS = ['connection', 'keep-alive', 'transfer-encoding'];

/** Returns the headers unchanged, except those that apply only to this connection. */
function removeHopByHopHeaders(raw: readonly string[], withoutKey: boolean): string[] {
  const remainingHeaders: string[] = [];
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? '';
    const isKey = name.toLowerCase() === 'idempotency-key';
    if (HOP_BY_HOP_HEADERS.includes(name.toLowerCase()) || (withoutKey && isKey)) continue;
    remainingHeaders.push(name, raw[index + 1] ?? '');
  }
  return remainingHeaders;
}

function toPlainHeaders(answer: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(answer.headers)
      .filter(([name]) => !HOP_BY_HOP_HEADERS.includes(name))
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}
