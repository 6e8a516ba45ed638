import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect as connectTcp, type Socket } from 'node:net';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../platform/index.ts';
import { exchangeWithTimeout } from './exchange.ts';
import {
  createTestCertificate,
  findFreePort,
  startHttpsServer,
  startTcpServer,
  type TestCertificate,
} from './test-server.ts';
import { createHttpTransport } from './transport.ts';

let certificate: TestCertificate;
beforeAll(async () => {
  certificate = await createTestCertificate();
});
const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A proxy that accepts CONNECT, or answers it with the given status; it may connect to another port. */
async function runProxy(refusal: number | null = null, otherPort: number | null = null) {
  const connectRequests: IncomingMessage[] = [];
  const sockets = new Set<Socket>();
  const server = createServer();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  server.on('connect', (request: IncomingMessage, client: Socket) => {
    connectRequests.push(request);
    if (refusal !== null) {
      client.end(`HTTP/1.1 ${refusal} No\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const [host = '', port = ''] = (request.url ?? '').split(':');
    const upstream = connectTcp(otherPort ?? Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on('error', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(
    () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  );
  return { connectRequests, port: (server.address() as AddressInfo).port };
}

async function sendThroughProxy(proxy: string, needsOwnConnection = true, port?: number) {
  const server = await startHttpsServer(certificate, (request, response) => {
    request.resume().on('end', () => response.end('{"id":1}'));
  });
  cleanups.push(server.stop);
  const transport = createHttpTransport({
    origin: `https://localhost:${port ?? server.port}`,
    caPem: certificate.cert,
    proxy,
    clock: systemClock,
  });
  cleanups.push(transport.close);
  const result = await exchangeWithTimeout(transport.exchange, systemClock, 60_000, {
    method: 'POST',
    target: '/bill/pay',
    headers: {},
    body: Buffer.from('{}'),
    needsOwnConnection,
  });
  return { result, server };
}

it.each([true, false])(
  'sends a request through a proxy with its password (own connection: %s)',
  async (needsOwnConnection) => {
    const proxy = await runProxy();
    const { result, server } = await sendThroughProxy(
      `http://caja:p%40ss@127.0.0.1:${proxy.port}`,
      needsOwnConnection,
    );
    expect(result).toMatchObject({ kind: 'answered', status: 200, body: '{"id":1}' });
    expect(proxy.connectRequests.map((request) => request.url)).toEqual([
      `localhost:${server.port}`,
    ]);
    const expected = `Basic ${Buffer.from('caja:p@ss').toString('base64')}`;
    expect(proxy.connectRequests[0]?.headers['proxy-authorization']).toBe(expected);
  },
);

it.each([true, false])(
  'names no port in the Host header of a service on port 443 (own connection: %s)',
  async (needsOwnConnection) => {
    const hosts: (string | undefined)[] = [];
    const server = await startHttpsServer(certificate, (request, response) => {
      hosts.push(request.headers.host);
      request.resume().on('end', () => response.end('{"id":1}'));
    });
    cleanups.push(server.stop);
    const proxy = await runProxy(null, server.port);
    const transport = createHttpTransport({
      origin: 'https://localhost',
      caPem: certificate.cert,
      proxy: `http://127.0.0.1:${proxy.port}`,
      clock: systemClock,
    });
    cleanups.push(transport.close);
    const result = await exchangeWithTimeout(transport.exchange, systemClock, 60_000, {
      method: 'POST',
      target: '/bill/pay',
      headers: {},
      body: Buffer.from('{}'),
      needsOwnConnection,
    });
    expect(result.kind).toBe('answered');
    expect(proxy.connectRequests.map((request) => request.url)).toEqual(['localhost:443']);
    expect(hosts).toEqual(['localhost']);
  },
);

it('accepts a proxy password with a percent sign that starts no escape', async () => {
  const proxy = await runProxy();
  const { result } = await sendThroughProxy(`http://caja:p%ss@127.0.0.1:${proxy.port}`);
  expect(result.kind).toBe('answered');
  const expected = `Basic ${Buffer.from('caja:p%ss').toString('base64')}`;
  expect(proxy.connectRequests[0]?.headers['proxy-authorization']).toBe(expected);
});

it.each([407, 403, 502])('returns not-sent when the proxy answers %i', async (status) => {
  const proxy = await runProxy(status);
  const { result, server } = await sendThroughProxy(`http://127.0.0.1:${proxy.port}`);
  expect(result).toEqual({ kind: 'not-sent', reason: 'proxy' });
  expect(server.connections()).toBe(0);
});

it('returns not-sent when the proxy is unreachable, disconnects, or has an invalid address', async () => {
  const disconnecting = await startTcpServer((socket) => socket.destroy());
  cleanups.push(disconnecting.stop);
  const addresses = [
    `http://127.0.0.1:${await findFreePort()}`,
    `http://127.0.0.1:${disconnecting.port}`,
  ];
  for (const address of [...addresses, 'socks5://localhost:1080', 'no address']) {
    const { result, server } = await sendThroughProxy(address);
    expect(result, address).toEqual({ kind: 'not-sent', reason: 'proxy' });
    expect(server.connections()).toBe(0);
  }
});

it('returns not-sent when the service refuses the connection behind the proxy', async () => {
  const proxy = await runProxy();
  const { result } = await sendThroughProxy(
    `http://127.0.0.1:${proxy.port}`,
    true,
    await findFreePort(),
  );
  expect(result).toEqual({ kind: 'not-sent', reason: 'proxy' });
});

it('returns tls-proxy when the certificate of the proxy itself is invalid', async () => {
  const proxy = await startHttpsServer(certificate, (_request, response) => response.end());
  cleanups.push(proxy.stop);
  const { result } = await sendThroughProxy(`https://localhost:${proxy.port}`);
  expect(result).toEqual({ kind: 'not-sent', reason: 'tls-proxy' });
});
