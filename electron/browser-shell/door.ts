import type { IncomingMessage, ServerResponse } from 'node:http';
import { createOneTimeNames, isSame, newSecret } from './tokens.ts';

/**
 * Decides who is let in. Every program and web page of this machine can reach the port, so it
 * requires the exact Host, our own Origin if one is sent, a token that works once, and then the
 * cookie that replaces the token.
 */
export type Verdict =
  | { readonly kind: 'inside' }
  | { readonly kind: 'let-in' }
  | { readonly kind: 'new-address' }
  | { readonly kind: 'not-open' }
  | { readonly kind: 'refused'; readonly status: number; readonly text: string };

export interface Door {
  readonly port: number;
  readonly origin: string;
  readonly secret: string;
  newAddress(): string;
  judge(incoming: IncomingMessage, url: URL): Verdict;
  isOwnSocket(incoming: IncomingMessage): boolean;
  send(outgoing: ServerResponse, verdict: Verdict): void;
}

/** A second copy of the till asks here for an address to show. */
export const AGAIN_PATH = '/__shell/again';

const SPENT = [
  'Esta dirección ya se usó o no es de este Mostrador. Inícielo otra vez para recibir una nueva.',
  'This address was used before, or is not of this Mostrador. Start it again for a new one.',
].join('\n');

export function createDoor(address: string, port: number): Door {
  const host = `${address}:${port}`;
  const origin = `http://${host}`;
  const cookieName = `till-${port}`;
  const session = newSecret();
  const secret = newSecret();
  const tokens = createOneTimeNames(4);

  const newAddress = (): string => `${origin}/?token=${tokens.issue()}`;
  const hasCookie = (incoming: IncomingMessage): boolean =>
    (incoming.headers.cookie ?? '').split(';').some((pair) => {
      const [name, value] = pair.trim().split('=');
      return name === cookieName && isSame(session, value);
    });
  const refused = (status: number, text: string): Verdict => ({ kind: 'refused', status, text });

  const judge = (incoming: IncomingMessage, url: URL): Verdict => {
    const { headers, method } = incoming;
    if (headers.host !== host) return refused(421, 'wrong host');
    if (url.pathname === AGAIN_PATH) {
      const given = headers['x-till-secret'];
      const isAllowed =
        method === 'POST' && headers.origin === undefined && typeof given === 'string';
      return isAllowed && isSame(secret, given) ? { kind: 'new-address' } : refused(403, 'refused');
    }
    if (headers.origin !== undefined && headers.origin !== origin) {
      return refused(403, 'wrong origin');
    }
    const destination = headers['sec-fetch-dest'];
    if (destination === 'iframe' || destination === 'frame' || destination === 'object') {
      return refused(403, 'not in a frame');
    }
    if (url.searchParams.has('token')) {
      const isRight =
        url.pathname === '/' && method === 'GET' && tokens.spend(url.searchParams.get('token'));
      return isRight ? { kind: 'let-in' } : refused(403, SPENT);
    }
    return hasCookie(incoming) ? { kind: 'inside' } : refused(403, SPENT);
  };

  return {
    port,
    origin,
    secret,
    newAddress,
    judge,
    // A browser always sends the origin of a WebSocket.
    isOwnSocket: (incoming) =>
      incoming.headers.host === host && incoming.headers.origin === origin && hasCookie(incoming),
    send: (outgoing, verdict) => {
      switch (verdict.kind) {
        case 'let-in':
          outgoing.writeHead(303, {
            Location: '/',
            'Set-Cookie': `${cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/`,
            'Cache-Control': 'no-store',
            'Referrer-Policy': 'no-referrer',
          });
          outgoing.end();
          return;
        case 'new-address':
          return text(outgoing, 200, newAddress());
        case 'not-open':
          return text(outgoing, 503, 'Mostrador: …');
        case 'refused':
          return text(outgoing, verdict.status, verdict.text);
        case 'inside':
          throw new Error('nothing to refuse');
      }
    },
  };
}

function text(outgoing: ServerResponse, status: number, content: string): void {
  outgoing.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  });
  outgoing.end(content);
}
