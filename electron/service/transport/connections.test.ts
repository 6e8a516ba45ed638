import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { endsWithItsTest, https, LOST, READ, send, tls, transportTo } from './transport.fixture.ts';

endsWithItsTest();

describe('connections', () => {
  it('are kept for reads and never used for money', async () => {
    const seen: string[] = [];
    const server = await https((request, response) => {
      seen.push(`${request.url} ${request.headers.connection}`);
      request.resume().on('end', () => response.end('{}'));
    });
    const transport = transportTo(server.port);
    for (let count = 0; count < 6; count += 1) await send(transport, READ);
    // An answer frees its connection a turn later than it resolves, so a second one may be opened.
    const ofReads = server.connections();
    expect(ofReads).toBeLessThan(3);
    await send(transport);
    await send(transport);
    expect(server.connections()).toBe(ofReads + 2);
    expect(seen.filter((line) => line.startsWith('/bill/pay'))).toEqual([
      '/bill/pay close',
      '/bill/pay close',
    ]);
  });

  it('answers unknown when a stale keep-alive connection breaks', async () => {
    let requests = 0;
    const server = await tls((socket) => {
      socket.on('data', () => {
        requests += 1;
        if (requests === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
        else socket.destroy();
      });
    });
    const transport = transportTo(server.port);
    expect(await send(transport, READ)).toMatchObject({ kind: 'answered' });
    expect(await send(transport, READ)).toEqual(LOST());
    expect(requests).toBe(2);
  });

  it('carry one request at a time', async () => {
    const open: (() => void)[] = [];
    const bothArrived = Promise.withResolvers<void>();
    const server = await https((_request, response) => {
      open.push(() => response.end('{}'));
      if (open.length === 2) bothArrived.resolve();
    });
    const transport = transportTo(server.port);
    const both = [send(transport, READ), send(transport, READ)];
    await bothArrived.promise;
    expect(server.connections()).toBe(2);
    for (const end of open) end();
    expect(await Promise.all(both)).toMatchObject([{ kind: 'answered' }, { kind: 'answered' }]);
  });

  it('carry target, headers and body byte for byte', async () => {
    const seen = Promise.withResolvers<IncomingMessage>();
    const body = Promise.withResolvers<Buffer>();
    const server = await https((request, response) => {
      seen.resolve(request);
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
    await send(transportTo(server.port), { target, body: bytes, headers: { Date: date } });
    const request = await seen.promise;
    expect(request.url).toBe(target);
    expect(request.headers.date).toBe(date);
    expect(await body.promise).toEqual(bytes);
  });

  it('carry no body where there is none', async () => {
    const text = Promise.withResolvers<string>();
    const server = await tls((socket) =>
      socket.once('data', (chunk) => {
        text.resolve(chunk.toString());
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
      }),
    );
    await send(transportTo(server.port), READ);
    expect(await text.promise).toMatch(/^GET \/account HTTP\/1\.1\r\n/);
    expect(await text.promise).not.toMatch(/content-length|transfer-encoding/i);
    expect(await text.promise).toMatch(/\r\n\r\n$/);
  });
});
