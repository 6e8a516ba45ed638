import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

/** A server of update feeds on this computer, with a temporary certificate. */
export interface FeedServer {
  /** The address of the feed's folder. */
  readonly url: string;
  /** The same folder under another name of the host. */
  readonly otherUrl: string;
  /** The address of a second server without TLS. */
  readonly plainUrl: string;
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
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
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
  const server: FeedServer = {
    url: `https://localhost:${getPort(https)}/till/`,
    otherUrl: `https://127.0.0.1:${getPort(https)}/till/`,
    plainUrl: `http://localhost:${getPort(http)}/till/`,
    certificate: certificate.cert,
    files,
    requestedPaths,
    handleRequest: () => false,
    close: async () => {
      for (const listener of [https, http]) {
        listener.closeAllConnections();
        await new Promise<void>((callback) => listener.close(() => callback()));
      }
    },
  };
  return server;
}
