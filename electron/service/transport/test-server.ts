/** For this folder's tests: real servers on free ports, with certificates made for them. */

import type { RequestListener } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from 'node:tls';
import { generate } from 'selfsigned';

export interface TestCertificate {
  readonly key: string;
  readonly cert: string;
}

/** A certificate of its own authority, for localhost and 127.0.0.1 unless told otherwise. */
export async function makeCertificate(
  name = 'localhost',
  valid: { readonly notBeforeDate?: Date; readonly notAfterDate?: Date } = {},
): Promise<TestCertificate> {
  const made = await generate([{ name: 'commonName', value: name }], {
    ...valid,
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
  return { key: made.private, cert: made.cert };
}

/** One that an authority has signed which is not told. */
export async function makeSignedCertificate(): Promise<TestCertificate> {
  const made = await generate([{ name: 'commonName', value: 'authority' }], {
    algorithm: 'sha256',
    keyType: 'ec',
    clientCertificate: { cn: 'localhost', keyType: 'ec', algorithm: 'sha256' },
  });
  return { key: made.clientprivate ?? '', cert: made.clientcert ?? '' };
}

export interface RunningTestServer {
  readonly port: number;
  /** How many connections were opened to it. */
  readonly connections: () => number;
  /** Ends it, with all connections. */
  stop(): Promise<void>;
}

function run(server: Server | HttpsServer): Promise<RunningTestServer> {
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

/** HTTPS, answered by `listener`. */
export function runHttps(
  certificate: TestCertificate,
  listener: RequestListener,
): Promise<RunningTestServer> {
  return run(createHttpsServer({ ...certificate }, listener));
}

/** TLS, with the bytes in the test's hands. */
export function runTls(
  options: TlsOptions,
  onSocket: (socket: TLSSocket) => void,
): Promise<RunningTestServer> {
  const server = createTlsServer(options, (socket) => {
    socket.on('error', () => {});
    onSocket(socket);
  });
  server.on('tlsClientError', () => {});
  return run(server);
}

/** Bare TCP. */
export function runTcp(onSocket: (socket: Socket) => void): Promise<RunningTestServer> {
  return run(createTcpServer(onSocket));
}

/** A port on which nobody listens: it was just free. */
export async function freePort(): Promise<number> {
  const server = await runTcp(() => {});
  await server.stop();
  return server.port;
}
