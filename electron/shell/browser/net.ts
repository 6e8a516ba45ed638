import { EventEmitter } from 'node:events';
import type { ClientRequest } from 'node:http';
import { Agent, type RequestOptions, request as sendRequest } from 'node:https';

type BeforeRequestListener = (
  details: { readonly url: string },
  respond: (response: { readonly cancel?: boolean }) => void,
) => void;

/** A session for main's own requests. A proxy that asks for a password is not supported. */
export interface NetSession {
  readonly webRequest: { onBeforeRequest(listener: BeforeRequestListener): void };
  setProxy(config: { readonly proxyRules?: string }): Promise<void>;
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

/** Electron's requests, by Node and https only. As there, a redirect is an event of its own. */
export const net = {
  request: (options: RequestOptions & { readonly session: NetSession }) => new NetRequest(options),
};

class NetRequest extends EventEmitter {
  readonly #options: Parameters<typeof net.request>[0];
  #request: ClientRequest | null = null;

  constructor(options: Parameters<typeof net.request>[0]) {
    super();
    this.#options = options;
  }

  end(): void {
    const { session, ...options } = this.#options;
    const { protocol, hostname, port, path } = options;
    const url = `${protocol}//${hostname}${port ? `:${port}` : ''}${path}`;
    session.beforeRequest({ url }, ({ cancel = false }) => {
      if (cancel) queueMicrotask(() => this.emit('error', new Error('net::ERR_BLOCKED_BY_CLIENT')));
      else this.#send(url, { ...options, agent: session.agent });
    });
  }

  abort(): void {
    this.#request?.destroy();
  }

  #send(url: string, options: RequestOptions): void {
    this.#request = sendRequest(options, (response) => {
      const { statusCode = 0, headers } = response;
      if (statusCode < 300 || statusCode >= 400 || headers.location === undefined) {
        this.emit('response', response);
        return;
      }
      response.destroy();
      this.emit('redirect', statusCode, 'GET', new URL(headers.location, url).href);
    });
    this.#request.on('error', (error) => this.emit('error', error));
    this.#request.end();
  }
}
