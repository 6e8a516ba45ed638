import { EventEmitter } from 'node:events';
import type { ClientRequest, IncomingHttpHeaders } from 'node:http';
import { Agent, request as sendRequest } from 'node:https';
import type Electron from 'electron';
import type { CheckedEvents, CheckedPart } from '../electron-events.ts';

type BeforeRequestListener = (
  details: Pick<Electron.OnBeforeRequestListenerDetails, 'url'>,
  respond: (decision: Pick<Electron.CallbackResponse, 'cancel'>) => void,
) => void;

type SessionPart = CheckedPart<
  Electron.Session,
  {
    readonly webRequest: { onBeforeRequest(listener: BeforeRequestListener): void };
    setProxy(config: Pick<Electron.ProxyConfig, 'proxyRules'>): Promise<void>;
  }
>;

/** A session for main's own requests. A proxy that asks for a password is not supported. */
export interface NetSession extends SessionPart {
  readonly beforeRequest: BeforeRequestListener;
  readonly agent: Agent;
}

export function createNetSession(): NetSession {
  let beforeRequest: BeforeRequestListener = (_details, respond) => respond({});
  let agent = new Agent();
  return {
    webRequest: {
      onBeforeRequest: (listener) => {
        beforeRequest = listener;
      },
    },
    setProxy: async ({ proxyRules }) => {
      agent = new Agent(proxyRules ? { proxyEnv: { HTTPS_PROXY: proxyRules } } : {});
    },
    get beforeRequest() {
      return beforeRequest;
    },
    get agent() {
      return agent;
    },
  };
}

type RequestOptions = Pick<
  Electron.ClientRequestConstructorOptions,
  'method' | 'headers' | 'protocol' | 'hostname' | 'port' | 'path'
>;

type RequestEvents = CheckedEvents<
  Electron.ClientRequest,
  {
    response: [Pick<Electron.IncomingMessage, 'statusCode' | 'headers'>];
    redirect: [number, string, string, Record<string, string[]>];
    /** Only emitted by tests: there is no proxy with a password. */
    login: [Pick<Electron.AuthInfo, 'isProxy'>, (username?: string, password?: string) => void];
    error: [Error];
  }
>;

/** Electron's `end` returns its whole request. */
type EndPart = Pick<Electron.ClientRequest, 'end'>;

class NetRequest
  extends EventEmitter<RequestEvents>
  implements Pick<Electron.ClientRequest, 'abort'>, Record<keyof EndPart, unknown>
{
  readonly #options: RequestOptions;
  readonly #session: NetSession;
  #request: ClientRequest | null = null;

  constructor({ session, ...options }: RequestOptions & { readonly session: NetSession }) {
    super();
    this.#options = options;
    this.#session = session;
  }

  end(): this {
    const { protocol, hostname, port, path } = this.#options;
    const url = `${protocol}//${hostname}${port ? `:${port}` : ''}${path}`;
    this.#session.beforeRequest({ url }, ({ cancel = false }) => {
      if (cancel) queueMicrotask(() => this.emit('error', new Error('net::ERR_BLOCKED_BY_CLIENT')));
      else this.#send(url);
    });
    return this;
  }

  abort(): void {
    this.#request?.destroy();
  }

  #send(url: string): void {
    const options = { ...this.#options, agent: this.#session.agent };
    this.#request = sendRequest(options, (response) => {
      const { statusCode = 0, headers } = response;
      if (statusCode < 300 || statusCode >= 400 || headers.location === undefined) {
        const parts = { statusCode, headers: toHeaders(headers) };
        this.emit('response', Object.assign(response, parts));
        return;
      }
      response.destroy();
      const target = new URL(headers.location, url).href;
      this.emit('redirect', statusCode, 'GET', target, toHeaderLists(headers));
    });
    this.#request.on('error', (error) => this.emit('error', error));
    this.#request.end();
  }
}

/** Electron's requests, by Node and https only. As there, a redirect is an event of its own. */
export const net = {
  request: (options: RequestOptions & { readonly session: NetSession }) => new NetRequest(options),
} satisfies Record<keyof Pick<Electron.Net, 'request'>, unknown>;

function toHeaders(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}

function toHeaderLists(headers: IncomingHttpHeaders): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(toHeaders(headers)).map(([name, value]) => [name, [value].flat()]),
  );
}
