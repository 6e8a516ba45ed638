import type { IncomingMessage, ServerResponse } from 'node:http';
import { createOneTimeTokens, createSecret, isSameSecret } from './tokens.ts';

/**
 * Decides who is let in. Every program and web page of this machine can reach the port, so a request
 * needs the exact Host, and our own Origin if one is sent. That gets it the page's files, which are
 * the same in every installation and hold nothing of the shop. The till itself is behind the
 * WebSocket, which also needs a token that works once, or the session's secret that replaces it. The
 * page keeps that secret in its own origin's storage: a cookie would go to every port of this
 * machine, and so to every program that listens on one.
 */
export type Admission =
  | { readonly kind: 'page' }
  | { readonly kind: 'new-address' }
  | { readonly kind: 'not-open' }
  | { readonly kind: 'refused'; readonly status: number; readonly text: string };

export interface RequestAuth {
  readonly port: number;
  readonly origin: string;
  readonly secret: string;
  createAddress(): string;
  /** Null where the path leads elsewhere, or nowhere. */
  parseUrl(incoming: IncomingMessage): URL | null;
  authorize(incoming: IncomingMessage, url: URL | null): Admission;
  /** Null: not let in. A page that came with a token is told the secret that replaces it. */
  authorizeSocket(incoming: IncomingMessage): { readonly secretToTell: string | null } | null;
  sendVerdict(outgoing: ServerResponse, verdict: Admission): void;
}

/** A second copy of the till asks here for an address to show. */
export const NEW_ADDRESS_PATH = '/__shell/again';

/** The name of the WebSocket's protocol; behind it stand the secrets that its page has. */
export const SOCKET_PROTOCOL = 'mostrador';

export function createRequestAuth(address: string, port: number): RequestAuth {
  const host = `${address}:${port}`;
  const origin = `http://${host}`;
  const session = createSecret();
  const secret = createSecret();
  const tokens = createOneTimeTokens(4);

  const createAddress = (): string => `${origin}/?token=${tokens.issue()}`;
  const refused = (status: number, text: string): Admission => ({ kind: 'refused', status, text });

  const authorize = (incoming: IncomingMessage, url: URL): Admission => {
    const { headers, method } = incoming;
    if (headers.host !== host) return refused(421, 'wrong host');
    if (url === null) return refused(400, 'no such address');
    if (url.pathname === NEW_ADDRESS_PATH) {
      const given = headers['x-till-secret'];
      const isAllowed =
        method === 'POST' && headers.origin === undefined && typeof given === 'string';
      return isAllowed && isSameSecret(secret, given)
        ? { kind: 'new-address' }
        : refused(403, 'refused');
    }
    if (headers.origin !== undefined && headers.origin !== origin) {
      return refused(403, 'wrong origin');
    }
    const destination = headers['sec-fetch-dest'];
    if (destination === 'iframe' || destination === 'frame' || destination === 'object') {
      return refused(403, 'not in a frame');
    }
    return { kind: 'page' };
  };

  return {
    port,
    origin,
    secret,
    createAddress,
    parseUrl: (incoming) => {
      const url = URL.parse(incoming.url ?? '/', origin);
      return url?.origin === origin && url.username === '' ? url : null;
    },
    authorize,
    authorizeSocket: ({ headers }) => {
      // A browser always sends the origin of a WebSocket.
      if (headers.host !== host || headers.origin !== origin) return null;
      const given = (headers['sec-websocket-protocol'] ?? '').split(',').map((one) => one.trim());
      if (given.some((one) => tokens.spend(one))) return { secretToTell: session };
      return given.some((one) => isSameSecret(session, one)) ? { secretToTell: null } : null;
    },
    sendVerdict: (outgoing, verdict) => {
      switch (verdict.kind) {
        case 'new-address':
          return sendText(outgoing, 200, createAddress());
        case 'not-open':
          return sendText(outgoing, 503, 'Mostrador: …');
        case 'refused':
          return sendText(outgoing, verdict.status, verdict.text);
        case 'page':
          throw new Error('nothing to refuse');
      }
    },
  };
}

function sendText(outgoing: ServerResponse, status: number, content: string): void {
  outgoing.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  });
  outgoing.end(content);
}
