import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { generate } from 'selfsigned';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectionFault } from '../../../shared/contract/index.ts';
import { createVirtualClock, silentLog, systemClock } from '../../platform/index.ts';
import { createBillPaymentService, type ServiceConfig } from '../../service/index.ts';
import { createConnectionCheck } from './connection-check.ts';
import { diagnoseConnection } from './diagnose-connection.ts';
import { gatherConnectionFacts } from './gather-connection-facts.ts';

let certificate: { readonly key: string; readonly cert: string };
beforeAll(async () => {
  const generated = await generate([{ name: 'commonName', value: 'localhost' }], {
    algorithm: 'sha256',
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  });
  certificate = { key: generated.private, cert: generated.cert };
});

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function listen(server: Server): Promise<number> {
  const sockets = new Set<{ destroy(): unknown }>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

const startHttps = (listener: RequestListener): Promise<number> =>
  listen(createHttpsServer({ ...certificate }, listener));

async function findClosedPort(): Promise<number> {
  const port = await listen(createTcpServer());
  await cleanups.pop()?.();
  return port;
}

const toConfig = (baseUrl: string, changes: Partial<ServiceConfig> = {}): ServiceConfig => ({
  baseUrl,
  vendor: 'lupita',
  version: 'v3.mx',
  apiKey: 'key',
  secretKey: 'secret',
  caPem: certificate.cert,
  deadlineMs: 60_000,
  ...changes,
});

/** Reads the account like the till does, and returns whose fault its failure is. */
async function findFault(config: ServiceConfig): Promise<ConnectionFault | null> {
  const service = createBillPaymentService(config, { clock: systemClock, log: silentLog });
  cleanups.push(() => service.close());
  const connectionCheck = createConnectionCheck({
    // Time does not pass: no probe ends early on a busy machine.
    clock: createVirtualClock(),
    log: silentLog,
    service: () => service,
    getConfig: () => config,
    listOtherServers: () => [],
    onChange: () => {},
  });
  await service.readAccount();
  await connectionCheck.check();
  return connectionCheck.getFault();
}

describe('connection check', () => {
  it('finds no fault while the service answers', async () => {
    const port = await startHttps((_request, response) => {
      response.end('{"name":"Lupita","balance":"500.00","currency":"MXN"}');
    });
    expect(await findFault(toConfig(`https://localhost:${port}`))).toBeNull();
  });

  it.each([500, 503])('blames the service for its answer %s', async (httpStatus) => {
    const port = await startHttps((_request, response) => {
      response.writeHead(httpStatus).end('<html>down</html>');
    });
    expect(await findFault(toConfig(`https://localhost:${port}`))).toEqual({
      kind: 'service',
      httpStatus,
    });
  });

  it.each<[string, 'key' | 'clock', number, number]>([
    ['the key for a 401 at the right time', 'key', 0, 0],
    // The till signs again with the time of the service, so its own clock is not the cause.
    ['the key for a 401 although the clock is off', 'key', -40, 0],
    ['the clock for a 401 at a time that the till cannot correct', 'clock', -40, -40],
  ])('blames %s', async (_title, kind, skewMinutes, minutesPerRequest) => {
    let minutes = skewMinutes;
    const port = await startHttps((_request, response) => {
      response.setHeader('Date', new Date(Date.now() + minutes * 60_000).toUTCString());
      minutes += minutesPerRequest;
      response.writeHead(401).end('{}');
    });
    expect(await findFault(toConfig(`https://localhost:${port}`))).toMatchObject({ kind });
  });

  it.each([
    [200, '<html>Welcome to the Wi-Fi</html>'],
    [302, ''],
  ])('recognizes a page that answers %s in the place of the service', async (status, body) => {
    const port = await startHttps((_request, response) => {
      response.writeHead(status, { Location: 'https://wifi.example/' }).end(body);
    });
    expect(await findFault(toConfig(`https://localhost:${port}`))).toEqual({ kind: 'intercepted' });
  });

  it('recognizes a server with another certificate and one without encryption', async () => {
    const port = await startHttps((_request, response) => response.end('{}'));
    const config = toConfig(`https://localhost:${port}`, { caPem: null });
    expect(await findFault(config)).toEqual({ kind: 'intercepted' });
    const plainPort = await listen(createHttpServer((_request, response) => response.end('hi')));
    expect(await findFault(toConfig(`https://localhost:${plainPort}`))).toEqual({
      kind: 'intercepted',
    });
  });

  it('blames the service if its computer refuses connections', async () => {
    expect(await findFault(toConfig(`https://localhost:${await findClosedPort()}`))).toEqual({
      kind: 'service',
      httpStatus: null,
    });
  });

  it('reports a name without an address', async () => {
    const config = toConfig('https://service.invalid');
    const facts = await gatherConnectionFacts(config, [], systemClock);
    expect(
      diagnoseConnection({
        ...facts,
        hasLink: true,
        problem: { kind: 'service-unreachable', reason: 'name-not-found' },
      }),
    ).toEqual({ kind: 'no-dns' });
  });

  it('blames a proxy that refuses or does not listen', async () => {
    const server = createHttpServer();
    server.on('connect', (_request, socket) =>
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
    );
    for (const port of [await listen(server), await findClosedPort()]) {
      const config = toConfig('https://localhost', { proxy: `http://127.0.0.1:${port}` });
      const facts = await gatherConnectionFacts(config, [], systemClock);
      expect(
        diagnoseConnection({
          ...facts,
          hasLink: true,
          problem: { kind: 'service-unreachable', reason: 'proxy' },
        }),
      ).toEqual({ kind: 'proxy' });
    }
  });

  it('asks the other servers of the till, and counts a refused connection as an answer', async () => {
    const config = toConfig(`https://localhost:${await findClosedPort()}`);
    const host = '127.0.0.1';
    const refusing = { host, port: await findClosedPort() };
    const open = { host, port: await listen(createTcpServer()) };
    for (const servers of [[refusing], [open]]) {
      const facts = await gatherConnectionFacts(config, servers, systemClock);
      expect(facts.otherServers).toBe('answering');
    }
    const sameHost = [{ host: 'localhost', port: open.port }];
    expect((await gatherConnectionFacts(config, sameHost, systemClock)).otherServers).toBe('none');
  });

  it('sends no request, and ends after four seconds if nothing answers', async () => {
    let requestCount = 0;
    const port = await startHttps((_request, response) => {
      requestCount += 1;
      response.end('{}');
    });
    const facts = await gatherConnectionFacts(
      toConfig(`https://localhost:${port}`),
      [],
      systemClock,
    );
    expect(facts.connection).toEqual({ kind: 'opened' });
    expect(requestCount).toBe(0);

    const server = createTcpServer();
    const connected = new Promise((resolve) => server.once('connection', resolve));
    const silentPort = await listen(server);
    const clock = createVirtualClock();
    const gathering = gatherConnectionFacts(toConfig(`https://localhost:${silentPort}`), [], clock);
    await connected;
    await clock.advance(4000);
    expect((await gathering).connection).toEqual({ kind: 'failed', reason: 'other' });
  });
});
