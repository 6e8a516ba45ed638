import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  createLostResult,
  createTestTransport,
  READ_REQUEST,
  registerTransportCleanup,
  sendRequest,
  startTestHttps,
  startTestTls,
} from './transport.fixture.ts';

registerTransportCleanup();

describe('connections', () => {
  it('reuses connections for reads and never for payments', async () => {
    const requestLines: string[] = [];
    const server = await startTestHttps((request, response) => {
      requestLines.push(`${request.url} ${request.headers.connection}`);
      request.resume().on('end', () => response.end('{}'));
    });
    const transport = createTestTransport(server.port);
    for (let count = 0; count < 6; count += 1) await sendRequest(transport, READ_REQUEST);
    // A connection is freed one event-loop turn after its answer resolves, so a second one may be
    // opened.
    const readConnections = server.connections();
    expect(readConnections).toBeLessThan(3);
    await sendRequest(transport);
    await sendRequest(transport);
    expect(server.connections()).toBe(readConnections + 2);
    expect(requestLines.filter((line) => line.startsWith('/bill/pay'))).toEqual([
      '/bill/pay close',
      '/bill/pay close',
    ]);
  });

  it('answers unknown when a stale keep-alive connection breaks', async () => {
    let requests = 0;
    const server = await startTestTls((socket) => {
      socket.on('data', () => {
        requests += 1;
        if (requests === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
        else socket.destroy();
      });
    });
    const transport = createTestTransport(server.port);
    expect(await sendRequest(transport, READ_REQUEST)).toMatchObject({ kind: 'answered' });
    expect(await sendRequest(transport, READ_REQUEST)).toEqual(createLostResult());
    expect(requests).toBe(2);
  });

  it('sends one request at a time on each connection', async () => {
    const openResponses: (() => void)[] = [];
    const bothArrived = Promise.withResolvers<void>();
    const server = await startTestHttps((_request, response) => {
      openResponses.push(() => response.end('{}'));
      if (openResponses.length === 2) bothArrived.resolve();
    });
    const transport = createTestTransport(server.port);
    const pendingReads = [
      sendRequest(transport, READ_REQUEST),
      sendRequest(transport, READ_REQUEST),
    ];
    await bothArrived.promise;
    expect(server.connections()).toBe(2);
    for (const end of openResponses) end();
    expect(await Promise.all(pendingReads)).toMatchObject([
      { kind: 'answered' },
      { kind: 'answered' },
    ]);
  });

  it('opens at most eight connections for reads, also while none of them is open', async () => {
    const sockets: Socket[] = [];
    let reportConnections = (): void => {};
    // It accepts connections and never answers the TLS handshake.
    const silentServer = createServer((socket) => {
      sockets.push(socket.on('error', () => {}));
      reportConnections();
    }).listen(0, '127.0.0.1');
    await once(silentServer, 'listening');
    const address = silentServer.address();
    const transport = createTestTransport(
      typeof address === 'object' && address !== null ? address.port : 0,
    );
    const aborted = new AbortController();
    const reads = Array.from({ length: 30 }, (_unused, index) =>
      transport.exchange({
        ...READ_REQUEST,
        headers: {},
        signal: index % 2 === 0 ? aborted.signal : new AbortController().signal,
      }),
    );
    await expect.poll(() => sockets.length).toBe(8);
    // Whoever gives up leaves the connections that are being opened.
    aborted.abort();
    const results = await Promise.all(reads.filter((_read, index) => index % 2 === 0));
    expect(results.every(({ kind }) => kind === 'unknown')).toBe(true);
    expect(sockets).toHaveLength(8);
    const wave = new Promise<void>((resolve) => {
      reportConnections = () => {
        if (sockets.length === 15) resolve();
      };
    });
    // Each connection that fails makes room for one of the reads that wait.
    for (const socket of sockets.slice()) socket.destroy();
    await wave;
    expect(sockets.filter(({ destroyed }) => !destroyed).length).toBeLessThanOrEqual(8);
    const closed = transport.close();
    silentServer.close();
    for (const socket of sockets) socket.destroy();
    await Promise.all([closed, ...reads]);
  });

  it('sends target, headers and body byte for byte', async () => {
    const receivedRequest = Promise.withResolvers<IncomingMessage>();
    const body = Promise.withResolvers<Buffer>();
    const server = await startTestHttps((request, response) => {
      receivedRequest.resolve(request);
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        body.resolve(Buffer.concat(chunks));
        response.end();
      });
    });
    const date = 'Fri, 20 Jan 2017 18:11:04 GMT';
    const bytes = Buffer.from('{"account_number":"ñ","amount":150.00}');
    const target = '/transactions?q%5Bexternal_id_eq%5D=a%2Bb&page=2';
    await sendRequest(createTestTransport(server.port), {
      target,
      body: bytes,
      headers: { Date: date },
    });
    const request = await receivedRequest.promise;
    expect(request.url).toBe(target);
    expect(request.headers.date).toBe(date);
    expect(await body.promise).toEqual(bytes);
  });

  it('sends no body for a request without one', async () => {
    const text = Promise.withResolvers<string>();
    const server = await startTestTls((socket) =>
      socket.once('data', (chunk) => {
        text.resolve(chunk.toString());
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
      }),
    );
    await sendRequest(createTestTransport(server.port), READ_REQUEST);
    expect(await text.promise).toMatch(/^GET \/account HTTP\/1\.1\r\n/);
    expect(await text.promise).not.toMatch(/content-length|transfer-encoding/i);
    expect(await text.promise).toMatch(/\r\n\r\n$/);
  });
});
