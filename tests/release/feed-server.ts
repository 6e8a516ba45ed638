import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

/** A server of update feeds on this computer, with a temporary certificate. */
export interface FeedServer {
  /** The address of the feed's folder. */
  readonly url: string;
  /** The address of a second server without TLS. */
  readonly plainUrl: string;
  readonly agent: Agent;
  readonly certificate: string;
  readonly files: Map<string, Buffer>;
  /** The requested paths. */
  readonly requestedPaths: string[];
  /** Handles a request in place of the server; returns false to let the server answer. */
  handleRequest: (path: string, request: IncomingMessage, response: ServerResponse) => boolean;
  close(): Promise<void>;
}

export async function startFeedServer(): Promise<FeedServer> {
  const certificate = await generate([{ name: 'commonName', value: 'localhost' }], {
    algorithm: 'sha256',
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  });
  const files = new Map<string, Buffer>();
  const requestedPaths: string[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname } = new URL(request.url ?? '/', 'https://localhost');
    requestedPaths.push(pathname);
    if (server.handleRequest(pathname, request, response)) return;
    const file = files.get(pathname.replace('/till/', ''));
    if (file === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-length': file.length }).end(file);
  };
  const https = createServer({ key: certificate.private, cert: certificate.cert }, answer);
  const http = createHttp(answer);
  for (const listener of [https, http]) {
    await new Promise<void>((callback) => listener.listen(0, '127.0.0.1', callback));
  }
  const getPort = (listener: typeof http | typeof https) =>
    (listener.address() as AddressInfo).port;
  const agent = new Agent({
    ca: certificate.cert,
    lookup: (_host, _options, callback) => resolveToLocalhost(callback),
  });
  const server: FeedServer = {
    url: `https://localhost:${getPort(https)}/till/`,
    plainUrl: `http://localhost:${getPort(http)}/till/`,
    agent,
    certificate: certificate.cert,
    files,
    requestedPaths,
    handleRequest: () => false,
    close: async () => {
      agent.destroy();
      for (const listener of [https, http]) {
        listener.closeAllConnections();
        await new Promise<void>((callback) => listener.close(() => callback()));
      }
    },
  };
  return server;
}

/** Resolves every host name to 127.0.0.1, where the server listens. */
function resolveToLocalhost(
  callback: (error: null, address: { address: string; family: number }[]) => void,
): void {
  callback(null, [{ address: '127.0.0.1', family: 4 }]);
}

export interface FeedKey {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

export function createFeedKey(): FeedKey {
  return generateKeyPairSync('ed25519');
}

export function createFileEntry(name: string, content: Buffer) {
  const sha512 = createHash('sha512').update(content).digest('base64');
  return { name, size: content.length, sha512 };
}

/** Signs a feed, which may be wrong on purpose. */
export function signFeed(
  feed: Readonly<Record<string, unknown>>,
  key: FeedKey,
): { readonly raw: Buffer; readonly signature: Buffer } {
  const raw = Buffer.from(JSON.stringify(feed));
  return { raw, signature: Buffer.from(`${sign(null, raw, key.privateKey).toString('base64')}\n`) };
}
