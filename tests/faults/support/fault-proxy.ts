import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { Clock } from '../../../electron/platform/index.ts';

/**
 * A proxy between till and service, on real sockets: TCP and TLS, with the training service's own
 * certificate. It reads each request whole, and a fate says what becomes of it.
 */
export interface FaultProxy {
  readonly baseUrl: string;
  /** The next requests that move money meet these, in order; after them all goes well. */
  readonly money: Fate[];
  /** What every read meets while it is set. */
  reads: Fate | null;
  /** What the next connection meets; those that are open stay as they are. */
  setConnectionState(door: ConnectionState): Promise<void>;
  /** All faults end; what is on its way stays on its way. */
  release(): Promise<void>;
  /** Requests that move money as they came from the till, whole. */
  readonly arrived: readonly ReceivedRequest[];
  /** Whether this request of the till can only go on when time does. */
  holds(request: string): boolean;
  /** Something here goes on without time. */
  readonly isBusy: boolean;
  close(): Promise<void>;
}

export type ConnectionState =
  | 'open'
  /** Nobody listens at the port, until the door is open again. */
  | 'shut'
  /** The connection opens, and encryption is never agreed on. */
  | 'mute'
  /** It is cut while encryption is being agreed on. */
  | 'cut'
  /** It is reset when it has opened, and nothing of a request is read. */
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

/** One request, in the hands of its fate. A fate that ends without a word leaves it in silence. */
export interface PendingRequest {
  readonly arrived: ReceivedRequest;
  /** Puts it to the service, and brings what the service answers. */
  deliver(options?: { readonly withoutKey: boolean }): Promise<Answer>;
  answer(answer: Answer): void;
  /** The answer's head, which promises the whole body; then bytes of it. */
  head(answer: Answer): void;
  write(bytes: Uint8Array): void;
  /** Everything has been written. */
  end(): void;
  /** The connection breaks. */
  reset(): void;
  /** The till is not there any more. */
  readonly isClosed: boolean;
  wait(milliseconds: number): Promise<void>;
}

export type Fate = (passing: PendingRequest) => Promise<void> | void;

export const passThrough: Fate = async (passing) => passing.answer(await passing.deliver());

/** What tells requests apart, for whoever asks whether one is held. */
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
  /** The TCP connection under each encrypted one. */
  const carriers = new Map<Socket, Socket>();
  const mute = new Set<Socket>();
  const held = new Set<string>();
  const arrived: ReceivedRequest[] = [];
  /** For reads alone: a kept connection that has gone costs them nothing. */
  const kept = new Agent({ keepAlive: true });
  let running = 0;
  let door: ConnectionState = 'open';
  let isShut = false;

  // The HTTP of the proxy: it keeps connections for as long as the till does.
  const http = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    void meet(request, response);
  });
  let tcp = createTcpServer(welcome);
  const port = await listen(0);

  function listen(wanted: number): Promise<number> {
    return new Promise((resolve, reject) => {
      tcp.once('error', reject);
      tcp.listen(wanted, '127.0.0.1', () => {
        const address: AddressInfo | string | null = tcp.address();
        resolve(typeof address === 'object' && address ? address.port : wanted);
      });
    });
  }

  function welcome(carrier: Socket): void {
    const met = door;
    door = 'open';
    carrier.on('error', () => {});
    carrier.setNoDelay(true);
    if (met === 'mute') {
      mute.add(carrier);
      carrier.once('close', () => mute.delete(carrier));
      return void carrier.resume();
    }
    if (met === 'cut') return void carrier.once('data', () => carrier.destroy());
    // Through a pair of streams: a socket that TLS has taken over cannot be reset any more.
    const [plain, wrapped] = duplexPair();
    carrier.pipe(plain).pipe(carrier);
    const tls = new TLSSocket(wrapped, { isServer: true, secureContext });
    for (const stream of [plain, wrapped, tls]) stream.on('error', () => {});
    carriers.set(tls, carrier);
    carrier.once('close', () => {
      carriers.delete(tls);
      tls.destroy();
    });
    tls.once('secure', () => {
      if (met === 'reset') breakOff(tls);
      else http.emit('connection', tls);
    });
  }

  function breakOff(tls: Socket): void {
    carriers.get(tls)?.resetAndDestroy();
    tls.destroy();
  }

  async function meet(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readAll(request);
    if (body === null) return;
    const { method = '', url: target = '', headers } = request;
    const { 'idempotency-key': key, date = '' } = headers;
    const one: ReceivedRequest = {
      method,
      target,
      date,
      body,
      key: typeof key === 'string' ? key : null,
    };
    if (one.key !== null) arrived.push(one);
    const fate = (one.key === null ? proxy.reads : proxy.money.shift()) ?? passThrough;
    const name = getRequestName(method, target, {
      date,
      'idempotency-key': one.key ?? '',
    });
    response.once('close', () => held.delete(name));
    response.on('error', () => {});
    const passing = pass(request, response, one, name);
    running += 1;
    try {
      await fate(passing);
    } catch {
      // The service is gone with the test: nobody is left to answer.
      response.destroy();
    }
    running -= 1;
    if (!response.writableEnded && !response.destroyed) held.add(name);
  }

  function pass(
    request: IncomingMessage,
    response: ServerResponse,
    one: ReceivedRequest,
    name: string,
  ): PendingRequest {
    const head = (made: Answer): void => {
      if (response.destroyed) return;
      response.sendDate = false;
      response.writeHead(made.status, {
        ...made.headers,
        'content-length': String(made.body.byteLength),
      });
      response.flushHeaders();
    };
    const passing: PendingRequest = {
      arrived: one,
      deliver: ({ withoutKey } = { withoutKey: false }) =>
        deliver(one, removeHopByHopHeaders(request.rawHeaders, withoutKey)),
      head,
      write: (bytes) => {
        if (!response.destroyed) response.write(bytes);
      },
      end: () => response.end(),
      answer: (made) => {
        head(made);
        response.end(made.body);
      },
      reset: () => breakOff(request.socket),
      get isClosed() {
        return response.destroyed;
      },
      wait: async (milliseconds) => {
        held.add(name);
        running -= 1;
        await new Promise<void>((resolve) => {
          clock.after(milliseconds, resolve);
        });
        running += 1;
        held.delete(name);
      },
    };
    return passing;
  }

  function deliver(one: ReceivedRequest, headers: string[]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const address = new URL(service.baseUrl);
      const forward = httpsRequest(
        {
          host: address.hostname,
          port: address.port,
          ca: service.caPem,
          method: one.method,
          path: one.target,
          headers,
          agent: one.key === null ? kept : false,
        },
        (answer) => {
          readAll(answer).then((body) => {
            if (body === null) return reject(new Error('the service has gone'));
            resolve({ status: answer.statusCode ?? 0, headers: toPlainHeaders(answer), body });
          }, reject);
        },
      );
      forward.on('error', reject);
      forward.end(one.body);
    });
  }

  const proxy: FaultProxy = {
    baseUrl: `https://127.0.0.1:${port}`,
    money: [],
    reads: null,
    arrived,
    get isBusy() {
      return running > 0;
    },
    holds: (name) => held.has(name) || mute.size > 0,
    setConnectionState: async (wanted) => {
      door = wanted;
      if (isShut === (wanted === 'shut')) return;
      isShut = !isShut;
      if (isShut) return void tcp.close();
      tcp = createTcpServer(welcome);
      await listen(port);
    },
    release: async () => {
      proxy.money.length = 0;
      proxy.reads = null;
      await proxy.setConnectionState('open');
    },
    close: async () => {
      tcp.close();
      for (const carrier of [...carriers.values(), ...mute]) carrier.destroy();
      kept.destroy();
      http.close();
    },
  };
  return proxy;
}

/** Null where it broke off before it was whole. */
async function readAll(message: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  try {
    for await (const part of message) parts.push(Buffer.from(part));
  } catch {
    return null;
  }
  return Buffer.concat(parts);
}

const HOP_BY_HOP_HEADERS = ['connection', 'keep-alive', 'transfer-encoding'];

/** The headers as they came, byte for byte, but for those that are about this connection alone. */
function removeHopByHopHeaders(raw: readonly string[], withoutKey: boolean): string[] {
  const kept: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] ?? '';
    const isKey = name.toLowerCase() === 'idempotency-key';
    if (HOP_BY_HOP_HEADERS.includes(name.toLowerCase()) || (withoutKey && isKey)) continue;
    kept.push(name, raw[at + 1] ?? '');
  }
  return kept;
}

function toPlainHeaders(answer: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(answer.headers)
      .filter(([name]) => !HOP_BY_HOP_HEADERS.includes(name))
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}
