import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect as connectTcp, type Socket } from 'node:net';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../platform/index.ts';
import { withDeadline } from './exchange.ts';
import {
  freePort,
  makeCertificate,
  runHttps,
  runTcp,
  type TestCertificate,
} from './test-server.ts';
import { createTransport } from './transport.ts';

let certificate: TestCertificate;
beforeAll(async () => {
  certificate = await makeCertificate();
});
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A proxy that lets CONNECT through, or answers it with a status of its own. */
async function runProxy(refusal: number | null = null) {
  const asked: IncomingMessage[] = [];
  const sockets = new Set<Socket>();
  const server = createServer();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  server.on('connect', (request: IncomingMessage, client: Socket) => {
    asked.push(request);
    if (refusal !== null) {
      client.end(`HTTP/1.1 ${refusal} No\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const [host = '', port = ''] = (request.url ?? '').split(':');
    const upstream = connectTcp(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on('error', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(
    () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  );
  return { asked, port: (server.address() as AddressInfo).port };
}

async function through(proxy: string, needsOwnConnection = true, port?: number) {
  const server = await runHttps(certificate, (request, response) => {
    request.resume().on('end', () => response.end('{"id":1}'));
  });
  ends.push(server.stop);
  const transport = createTransport({
    origin: `https://localhost:${port ?? server.port}`,
    caPem: certificate.cert,
    proxy,
    clock: systemClock,
  });
  ends.push(transport.close);
  const result = await withDeadline(transport.exchange, systemClock, 60_000, {
    method: 'POST',
    target: '/bill/pay',
    headers: {},
    body: Buffer.from('{}'),
    needsOwnConnection,
  });
  return { result, server };
}

it.each([true, false])(
  'goes through a proxy, signed in to it (own connection: %s)',
  async (own) => {
    const proxy = await runProxy();
    const { result, server } = await through(`http://caja:p%40ss@127.0.0.1:${proxy.port}`, own);
    expect(result).toMatchObject({ kind: 'answered', status: 200, body: '{"id":1}' });
    expect(proxy.asked.map((request) => request.url)).toEqual([`localhost:${server.port}`]);
    const expected = `Basic ${Buffer.from('caja:p@ss').toString('base64')}`;
    expect(proxy.asked[0]?.headers['proxy-authorization']).toBe(expected);
  },
);

it('is signed in to with a password whose percent sign begins no code', async () => {
  const proxy = await runProxy();
  const { result } = await through(`http://caja:p%ss@127.0.0.1:${proxy.port}`);
  expect(result.kind).toBe('answered');
  const expected = `Basic ${Buffer.from('caja:p%ss').toString('base64')}`;
  expect(proxy.asked[0]?.headers['proxy-authorization']).toBe(expected);
});

it.each([407, 403, 502])('is not sent when the proxy answers %i', async (status) => {
  const proxy = await runProxy(status);
  const { result, server } = await through(`http://127.0.0.1:${proxy.port}`);
  expect(result).toEqual({ kind: 'not-sent', reason: 'proxy' });
  expect(server.connections()).toBe(0);
});

it('is not sent when the proxy is not there, hangs up, or has no address', async () => {
  const rude = await runTcp((socket) => socket.destroy());
  ends.push(rude.stop);
  const addresses = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${rude.port}`];
  for (const address of [...addresses, 'socks5://localhost:1080', 'no address']) {
    const { result, server } = await through(address);
    expect(result, address).toEqual({ kind: 'not-sent', reason: 'proxy' });
    expect(server.connections()).toBe(0);
  }
});

it('is not sent when the service refuses behind the proxy', async () => {
  const proxy = await runProxy();
  const { result } = await through(`http://127.0.0.1:${proxy.port}`, true, await freePort());
  expect(result).toEqual({ kind: 'not-sent', reason: 'proxy' });
});

it('says that it is the certificate of the proxy itself', async () => {
  const proxy = await runHttps(certificate, (_request, response) => response.end());
  ends.push(proxy.stop);
  const { result } = await through(`https://localhost:${proxy.port}`);
  expect(result).toEqual({ kind: 'not-sent', reason: 'tls-proxy' });
});
