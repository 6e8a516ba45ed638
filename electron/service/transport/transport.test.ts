import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect as connectTcp } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../platform/index.ts';
import {
  freePort,
  makeCertificate,
  makeSignedCertificate,
  runHttps,
  runTls,
} from './test-server.ts';
import {
  afterwards,
  certificate,
  endsWithItsTest,
  https,
  kept,
  LOST,
  NOT_SENT,
  send,
  TIMED_OUT,
  tcp,
  tls,
  transportTo,
} from './transport.fixture.ts';

endsWithItsTest();

const DAY_MS = 24 * 3_600_000;

describe.each([
  ['money, on a connection of its own', true],
  ['reads, on kept connections', false],
])('nothing reaches the wire (%s)', (_name, needsOwnConnection) => {
  const more = { needsOwnConnection };

  it('over plain http, whatever listens there', async () => {
    const server = await tcp((socket) => socket.destroy());
    const transport = transportTo(`http://localhost:${server.port}`);
    expect(await send(transport, more)).toEqual(NOT_SENT('insecure-address'));
    expect(await send(transportTo('no address'), more)).toEqual(NOT_SENT('insecure-address'));
    expect(server.connections()).toBe(0);
  });

  it('answers not-sent when the port refuses the connection', async () => {
    expect(await send(transportTo(await freePort()), more)).toEqual(NOT_SENT('refused'));
  });

  it('when the name is not known', async () => {
    const result = await send(transportTo('https://mostrador.invalid'), more);
    // A machine without any name server says that it could not ask.
    expect([NOT_SENT('name-not-found'), NOT_SENT('no-network')]).toContainEqual(result);
  });

  it('answers not-sent for a self-signed certificate', async () => {
    let requests = 0;
    const server = await https((_request, response) => {
      requests += 1;
      response.end();
    });
    const transport = transportTo(server.port, { caPem: null });
    expect(await send(transport, more)).toEqual(NOT_SENT('tls-self-signed'));
    expect(requests).toBe(0);
  });

  it('answers not-sent for an untrusted certificate authority', async () => {
    const foreign = await makeSignedCertificate();
    const server = kept(await runHttps(foreign, (_request, response) => response.end()));
    expect(await send(transportTo(server.port), more)).toEqual(NOT_SENT('tls-authority'));
  });

  it.each([
    ['tls-expired', -2 * DAY_MS, -DAY_MS],
    ['tls-not-yet-valid', DAY_MS, 2 * DAY_MS],
  ])('when the certificate is out of its time: %s', async (reason, from, until) => {
    const valid = {
      notBeforeDate: new Date(Date.now() + from),
      notAfterDate: new Date(Date.now() + until),
    };
    const other = await makeCertificate('localhost', valid);
    const server = kept(await runHttps(other, (_request, response) => response.end()));
    const transport = transportTo(server.port, { caPem: other.cert });
    expect(await send(transport, more)).toEqual(NOT_SENT(reason));
  });

  it('when the certificate is for another name', async () => {
    const other = await makeCertificate('other.example');
    const server = kept(await runHttps(other, (_request, response) => response.end()));
    const transport = transportTo(server.port, { caPem: other.cert });
    expect(await send(transport, more)).toEqual(NOT_SENT('tls-name'));
  });

  it('answers not-sent when the server supports only TLS 1.1', async () => {
    const server = kept(
      await runTls(
        {
          ...certificate,
          minVersion: 'TLSv1',
          maxVersion: 'TLSv1.1',
          ciphers: 'DEFAULT@SECLEVEL=0',
        },
        () => {},
      ),
    );
    expect(await send(transportTo(server.port), more)).toEqual(NOT_SENT('tls'));
  });

  it('answers not-sent when the TLS handshake fails', async () => {
    const chatty = await tcp((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
    expect(await send(transportTo(chatty.port), more)).toEqual(NOT_SENT('tls'));
    const rude = await tcp((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await send(transportTo(rude.port), more)).toEqual(NOT_SENT('tls'));
  });

  it('when the certificate that the shop trusts cannot be read', async () => {
    const server = await https((_request, response) => response.end());
    const transport = transportTo(server.port, { caPem: '-----BEGIN CERTIFICATE-----\nno' });
    expect(await send(transport, more)).toEqual(NOT_SENT('tls-self-signed'));
  });

  it('when the handshake does not end in time', async () => {
    const clock = createVirtualClock();
    const connected = Promise.withResolvers<Socket>();
    const server = await tcp((socket) => connected.resolve(socket));
    const pending = send(transportTo(server.port, { clock }), more, clock, 600_000);
    await afterwards(clock, connected.promise);
    expect(await pending).toEqual(NOT_SENT('other'));
  });
});

describe('the deadline before the connection is open', () => {
  it('is not sent, and nothing is sent afterwards either', async () => {
    const clock = createVirtualClock();
    const received: Buffer[] = [];
    const connected = Promise.withResolvers<Socket>();
    const backend = await tls((socket) => socket.on('data', (chunk) => received.push(chunk)));
    // Holds the handshake back until the till has given up, and lets it through then.
    const gate = await tcp((socket) => connected.resolve(socket.pause()));
    const pending = send(transportTo(gate.port, { clock }), {}, clock, 5000);
    const held = await connected.promise;
    await clock.advance(5000);
    expect(await pending).toEqual(NOT_SENT('other'));
    const through = connectTcp(backend.port, '127.0.0.1');
    through.on('error', () => {});
    held.pipe(through).pipe(held);
    await once(held, 'close');
    expect(received).toEqual([]);
  });
});

describe.each([
  ['money', true],
  ['reads', false],
])('the connection had opened (%s)', (_name, needsOwnConnection) => {
  const more = { needsOwnConnection };

  it('and was reset before the request was read', async () => {
    const server = await tls((socket) => socket.destroy());
    expect(await send(transportTo(server.port), more)).toEqual(LOST());
  });

  it('and was reset after the request was read; it is sent once', async () => {
    let requests = 0;
    const server = await tls((socket) => {
      socket.once('data', () => {
        requests += 1;
        socket.destroy();
      });
    });
    expect(await send(transportTo(server.port), more)).toEqual(LOST());
    expect(requests).toBe(1);
    expect(server.connections()).toBe(1);
  });

  it('and was closed in good order without an answer', async () => {
    const server = await tls((socket) => socket.once('data', () => socket.end()));
    expect(await send(transportTo(server.port), more)).toEqual(LOST());
    expect(server.connections()).toBe(1);
  });

  it('and stayed silent past the deadline', async () => {
    const clock = createVirtualClock();
    const read = Promise.withResolvers<Buffer>();
    const server = await tls((socket) => socket.once('data', read.resolve));
    const pending = send(transportTo(server.port, { clock }), more, clock);
    await afterwards(clock, read.promise);
    expect(await pending).toEqual(TIMED_OUT());
  });

  it.each([
    ['by its length', 'Content-Length: 40\r\n\r\n{"id":81'],
    ['by its chunks', 'Transfer-Encoding: chunked\r\n\r\n8\r\n{"id":81\r\n'],
  ])('and half an answer came, %s', async (_way, rest) => {
    const server = await tls((socket) =>
      socket.once('data', () => socket.end(`HTTP/1.1 201 Created\r\n${rest}`)),
    );
    expect(await send(transportTo(server.port), more)).toEqual(LOST(201));
  });

  it('answers unknown when the connection breaks within the response head', async () => {
    const server = await tls((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 201 Created\r\nDate: Fri')),
    );
    expect(await send(transportTo(server.port), more)).toEqual(LOST());
  });

  it('and something that is not HTTP came', async () => {
    const server = await tls((socket) => socket.once('data', () => socket.end('SSH-2.0-x\r\n')));
    expect(await send(transportTo(server.port), more)).toEqual(LOST());
  });

  it('and a trickle of an answer does not end', async () => {
    const clock = createVirtualClock();
    const begun = Promise.withResolvers<void>();
    const server = await https((_request, response) => {
      response.writeHead(200, { 'Content-Length': '1000' });
      response.write('{"id"', () => begun.resolve());
    });
    const pending = send(transportTo(server.port, { clock }), more, clock);
    await begun.promise;
    // The head has been written; it is read by the client in its own time.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await clock.advance(60_000);
    const result = await pending;
    expect([TIMED_OUT(200), TIMED_OUT()]).toContainEqual(result);
  });

  it('answers unknown when the till closes the connection', async () => {
    const read = Promise.withResolvers<Buffer>();
    const server = await tls((socket) => socket.once('data', read.resolve));
    const transport = transportTo(server.port);
    const pending = send(transport, more);
    await read.promise;
    await transport.close();
    expect(await pending).toEqual(LOST());
  });

  it('and the answer is longer than any that can be right', async () => {
    const server = await https((_request, response) => response.end('x'.repeat(5000)));
    expect(await send(transportTo(server.port, { maxBytes: 4000 }), more)).toEqual(LOST(200));
  });

  it('and an answer came byte by byte', async () => {
    const text = '{"id":81346,"ticket_text":"Ñandú ₡ €"}';
    const server = await https((_request, response) => {
      const bytes = [...Buffer.from(text)];
      const next = (): void => {
        const byte = bytes.shift();
        if (byte === undefined) response.end();
        else response.write(Buffer.from([byte]), () => setImmediate(next));
      };
      next();
    });
    const result = await send(transportTo(server.port), more);
    expect(result).toMatchObject({ kind: 'answered', status: 200, body: text });
  });

  it.each([
    [200, 'text/html', '<html>Wartung</html>'],
    [503, 'text/html', '<h1>503</h1>'],
    [201, 'application/json', ''],
    [422, 'application/json', '{"code":"R2"}'],
    [302, 'text/plain', 'elsewhere'],
  ])('and an answer is one, whatever it holds: %i %s', async (status, type, body) => {
    let requests = 0;
    const server = await https((_request, response) => {
      requests += 1;
      response.writeHead(status, { 'Content-Type': type, 'X-Own': 'yes', Location: '/else' });
      response.end(body);
    });
    const result = await send(transportTo(server.port), more);
    expect(result).toMatchObject({ kind: 'answered', status, body, headers: { 'x-own': 'yes' } });
    expect(requests).toBe(1);
  });

  it('and bytes that are no UTF-8 leave a visible gap', async () => {
    const server = await https((_request, response) => response.end(Buffer.from([0x7b, 0xf1])));
    expect(await send(transportTo(server.port), more)).toMatchObject({ body: '{\ufffd' });
  });
});
