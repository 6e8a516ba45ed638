import type { IncomingMessage, ServerResponse } from 'node:http';
import { createOneTimeTokens, createSecret, isSameSecret } from './tokens.ts';

/**
 * Authorizes requests. Every program and web page on this machine can reach the port, so a request
 * needs the exact Host, and our own Origin if one is sent. That grants access to the page's files,
 * which are the same in every installation and contain nothing of the shop. The till itself is
 * behind the WebSocket, which also needs a one-time token or the session secret that replaces it.
 * The page stores that secret in its own origin's storage, because a cookie would be sent to every
 * port of this machine, and so to every program that listens on one.
 */
export type RequestAdmission =
  | { readonly kind: 'page' }
  | { readonly kind: 'new-address' }
  | { readonly kind: 'not-open' }
  | { readonly kind: 'refused'; readonly status: number; readonly text: string };

export interface RequestAuth {
  readonly port: number;
  readonly origin: string;
  readonly secret: string;
  createOneTimeUrl(): string;
  /** Null if the path is invalid or belongs to another origin. */
  parseUrl(incoming: IncomingMessage): URL | null;
  authorize(incoming: IncomingMessage, url: URL | null): RequestAdmission;
  /**
   * Null: refused. A page that connects with a token receives the session secret that replaces it.
   */
  authorizeSocket(incoming: IncomingMessage): { readonly secretToSend: string | null } | null;
  sendVerdict(outgoing: ServerResponse, verdict: RequestAdmission): void;
}

/** A second copy of the till requests an address here. */
export const NEW_ADDRESS_PATH = '/__shell/again';

/** The name of the WebSocket's subprotocol; the page's secrets follow it in the same header. */
export const SOCKET_PROTOCOL = 'mostrador';

export function createRequestAuth(address: string, port: number): RequestAuth {
  const host = `${address}:${port}`;
  const origin = `http://${host}`;
  const session = createSecret();
  const secret = createSecret();
  const tokens = createOneTimeTokens(4);

  const createOneTimeUrl = (): string => `${origin}/?token=${tokens.issue()}`;
  const reject = (status: number, text: string): RequestAdmission => ({
    kind: 'refused',
    status,
    text,
  });

  const authorize = (incoming: IncomingMessage, url: URL): RequestAdmission => {
    const { headers, method } = incoming;
    if (headers.host !== host) return reject(421, 'wrong host');
    if (url === null) return reject(400, 'no such address');
    if (url.pathname === NEW_ADDRESS_PATH) {
      const givenSecrets = headers['x-till-secret'];
      const isAllowed =
        method === 'POST' && headers.origin === undefined && typeof givenSecrets === 'string';
      return isAllowed && isSameSecret(secret, givenSecrets)
        ? { kind: 'new-address' }
        : reject(403, 'refused');
    }
    if (headers.origin !== undefined && headers.origin !== origin) {
      return reject(403, 'wrong origin');
    }
    const destination = headers['sec-fetch-dest'];
    if (destination === 'iframe' || destination === 'frame' || destination === 'object') {
      return reject(403, 'not in a frame');
    }
    return { kind: 'page' };
  };

  return {
    port,
    origin,
    secret,
    createOneTimeUrl,
    parseUrl: (incoming) => {
      const url = URL.parse(incoming.url ?? '/', origin);
      return url?.origin === origin && url.username === '' ? url : null;
    },
    authorize,
    authorizeSocket: ({ headers }) => {
      // A browser always sends the origin of a WebSocket.
      if (headers.host !== host || headers.origin !== origin) return null;
      const givenSecrets = (headers['sec-websocket-protocol'] ?? '')
        .split(',')
        .map((secretCandidate) => secretCandidate.trim());
      if (givenSecrets.some((secretCandidate) => tokens.consume(secretCandidate)))
        return { secretToSend: session };
      return givenSecrets.some((secretCandidate) => isSameSecret(session, secretCandidate))
        ? { secretToSend: null }
        : null;
    },
    sendVerdict: (outgoing, verdict) => {
      switch (verdict.kind) {
        case 'new-address':
          return sendText(outgoing, 200, createOneTimeUrl());
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
