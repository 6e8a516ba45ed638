/** For this folder's tests: real servers on free ports, with generated certificates. */

import type { RequestListener } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from 'node:tls';

export interface TestCertificate {
  readonly key: string;
  readonly cert: string;
}

const generateCertificate: typeof import('selfsigned').generate = async (...options) => {
  // Loading it takes longer than most tests that only need the servers.
  const { generate } = await import('selfsigned');
  return await generate(...options);
};

/** A self-signed certificate, by default for localhost and 127.0.0.1. */
export async function createTestCertificate(
  name = 'localhost',
  validity: { readonly notBeforeDate?: Date; readonly notAfterDate?: Date } = {},
): Promise<TestCertificate> {
  const generated = await generateCertificate([{ name: 'commonName', value: name }], {
    ...validity,
    algorithm: 'sha256',
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: name },
          ...(name === 'localhost' ? [{ type: 7 as const, ip: '127.0.0.1' }] : []),
        ],
      },
    ],
  });
  return { key: generated.private, cert: generated.cert };
}

/** A certificate signed by an authority that the till does not get. */
export async function createUntrustedTestCertificate(): Promise<TestCertificate> {
  const generated = await generateCertificate([{ name: 'commonName', value: 'authority' }], {
    algorithm: 'sha256',
    keyType: 'ec',
    clientCertificate: { cn: 'localhost', keyType: 'ec', algorithm: 'sha256' },
  });
  return { key: generated.clientprivate ?? '', cert: generated.clientcert ?? '' };
}

export interface RunningTestServer {
  readonly port: number;
  /** Number of connections opened so far. */
  readonly connections: () => number;
  /** Stops the server and closes all connections. */
  stop(): Promise<void>;
}

function startServer(server: Server | HttpsServer): Promise<RunningTestServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({
        port,
        connections: () => connections,
        stop: () =>
          new Promise((done) => {
            for (const socket of sockets) socket.destroy();
            server.close(() => done());
          }),
      });
    });
  });
}

/** Starts an HTTPS server; `listener` answers the requests. */
export function startHttpsServer(
  certificate: TestCertificate,
  listener: RequestListener,
): Promise<RunningTestServer> {
  return startServer(createHttpsServer({ ...certificate }, listener));
}

/** Starts a TLS server; the test reads and writes the bytes itself. */
export function startTlsServer(
  options: TlsOptions,
  onSocket: (socket: TLSSocket) => void,
): Promise<RunningTestServer> {
  const server = createTlsServer(options, (socket) => {
    socket.on('error', () => {});
    onSocket(socket);
  });
  server.on('tlsClientError', () => {});
  return startServer(server);
}

/** Starts a plain TCP server. */
export function startTcpServer(onSocket: (socket: Socket) => void): Promise<RunningTestServer> {
  return startServer(createTcpServer(onSocket));
}

/** A port without a listener: it was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const server = await startTcpServer(() => {});
  await server.stop();
  return server.port;
}
