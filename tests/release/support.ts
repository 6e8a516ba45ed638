import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

/** A server of feeds on this computer, with a certificate and keys that are thrown away. */
export interface FeedServer {
  /** The folder of the feed. */
  readonly url: string;
  /** Of another server, without encryption. */
  readonly plainUrl: string;
  readonly agent: Agent;
  readonly certificate: string;
  readonly files: Map<string, Buffer>;
  /** The paths that were asked for. */
  readonly asked: string[];
  /** True if it answered by itself. */
  behave: (path: string, request: IncomingMessage, response: ServerResponse) => boolean;
  close(): Promise<void>;
}

export async function serveFeeds(): Promise<FeedServer> {
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    algorithm: 'sha256',
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  });
  const files = new Map<string, Buffer>();
  const asked: string[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname } = new URL(request.url ?? '/', 'https://localhost');
    asked.push(pathname);
    if (server.behave(pathname, request, response)) return;
    const file = files.get(pathname.replace('/till/', ''));
    if (file === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-length': file.length }).end(file);
  };
  const https = createServer({ key: made.private, cert: made.cert }, answer);
  const http = createHttp(answer);
  for (const one of [https, http]) {
    await new Promise<void>((done) => one.listen(0, '127.0.0.1', done));
  }
  const portOf = (one: typeof http | typeof https) => (one.address() as AddressInfo).port;
  const agent = new Agent({ ca: made.cert, lookup: (_host, _options, done) => here(done) });
  const server: FeedServer = {
    url: `https://localhost:${portOf(https)}/till/`,
    plainUrl: `http://localhost:${portOf(http)}/till/`,
    agent,
    certificate: made.cert,
    files,
    asked,
    behave: () => false,
    close: async () => {
      agent.destroy();
      for (const one of [https, http]) {
        one.closeAllConnections();
        await new Promise<void>((done) => one.close(() => done()));
      }
    },
  };
  return server;
}

/** Wherever a name leads on this computer, the server is at 127.0.0.1. */
function here(done: (error: null, address: { address: string; family: number }[]) => void): void {
  done(null, [{ address: '127.0.0.1', family: 4 }]);
}

export interface FeedKey {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

export function makeFeedKey(): FeedKey {
  return generateKeyPairSync('ed25519');
}

export function fileEntry(name: string, content: Buffer) {
  const sha512 = createHash('sha512').update(content).digest('base64');
  return { name, size: content.length, sha512 };
}

/** A feed as it is signed; `changes` may make it wrong on purpose. */
export function signedFeed(
  feed: Readonly<Record<string, unknown>>,
  key: FeedKey,
): { readonly raw: Buffer; readonly signature: Buffer } {
  const raw = Buffer.from(JSON.stringify(feed));
  return { raw, signature: Buffer.from(`${sign(null, raw, key.privateKey).toString('base64')}\n`) };
}
