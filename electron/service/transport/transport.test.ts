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
  ['payments on their own connection', true],
  ['reads on kept-alive connections', false],
])('before the connection opens (%s)', (_name, needsOwnConnection) => {
  const overrides = { needsOwnConnection };

  it('answers not-sent for plain http', async () => {
    const server = await tcp((socket) => socket.destroy());
    const transport = transportTo(`http://localhost:${server.port}`);
    expect(await send(transport, overrides)).toEqual(NOT_SENT('insecure-address'));
    expect(await send(transportTo('no address'), overrides)).toEqual(NOT_SENT('insecure-address'));
    expect(server.connections()).toBe(0);
  });

  it('answers not-sent when the port refuses the connection', async () => {
    expect(await send(transportTo(await freePort()), overrides)).toEqual(NOT_SENT('refused'));
  });

  it('answers not-sent when the host name is unknown', async () => {
    const result = await send(transportTo('https://mostrador.invalid'), overrides);
    // A machine without a name server reports that it could not ask.
    expect([NOT_SENT('name-not-found'), NOT_SENT('no-network')]).toContainEqual(result);
  });

  it('answers not-sent for a self-signed certificate', async () => {
    let requests = 0;
    const server = await https((_request, response) => {
      requests += 1;
      response.end();
    });
    const transport = transportTo(server.port, { caPem: null });
    expect(await send(transport, overrides)).toEqual(NOT_SENT('tls-self-signed'));
    expect(requests).toBe(0);
  });

  it('answers not-sent for an untrusted certificate authority', async () => {
    const untrustedCertificate = await makeSignedCertificate();
    const server = kept(
      await runHttps(untrustedCertificate, (_request, response) => response.end()),
    );
    expect(await send(transportTo(server.port), overrides)).toEqual(NOT_SENT('tls-authority'));
  });

  it.each([
    ['tls-expired', -2 * DAY_MS, -DAY_MS],
    ['tls-not-yet-valid', DAY_MS, 2 * DAY_MS],
  ])(
    'answers not-sent when the certificate is outside its validity: %s',
    async (reason, from, until) => {
      const valid = {
        notBeforeDate: new Date(Date.now() + from),
        notAfterDate: new Date(Date.now() + until),
      };
      const certificateForTest = await makeCertificate('localhost', valid);
      const server = kept(
        await runHttps(certificateForTest, (_request, response) => response.end()),
      );
      const transport = transportTo(server.port, { caPem: certificateForTest.cert });
      expect(await send(transport, overrides)).toEqual(NOT_SENT(reason));
    },
  );

  it('answers not-sent when the certificate is for another name', async () => {
    const certificateForTest = await makeCertificate('other.example');
    const server = kept(await runHttps(certificateForTest, (_request, response) => response.end()));
    const transport = transportTo(server.port, { caPem: certificateForTest.cert });
    expect(await send(transport, overrides)).toEqual(NOT_SENT('tls-name'));
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
    expect(await send(transportTo(server.port), overrides)).toEqual(NOT_SENT('tls'));
  });

  it('answers not-sent when the TLS handshake fails', async () => {
    const plainHttp = await tcp((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
    expect(await send(transportTo(plainHttp.port), overrides)).toEqual(NOT_SENT('tls'));
    const resetting = await tcp((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await send(transportTo(resetting.port), overrides)).toEqual(NOT_SENT('tls'));
  });

  it('answers not-sent when the trusted certificate cannot be parsed', async () => {
    const server = await https((_request, response) => response.end());
    const transport = transportTo(server.port, { caPem: '-----BEGIN CERTIFICATE-----\nno' });
    expect(await send(transport, overrides)).toEqual(NOT_SENT('tls-self-signed'));
  });

  it('answers not-sent when the TLS handshake does not end in time', async () => {
    const clock = createVirtualClock();
    const connected = Promise.withResolvers<Socket>();
    const server = await tcp((socket) => connected.resolve(socket));
    const pending = send(transportTo(server.port, { clock }), overrides, clock, 600_000);
    await afterwards(clock, connected.promise);
    expect(await pending).toEqual(NOT_SENT('other'));
  });
});

describe('the deadline before the connection is open', () => {
  it('answers not-sent at the deadline and sends nothing afterwards', async () => {
    const clock = createVirtualClock();
    const received: Buffer[] = [];
    const connected = Promise.withResolvers<Socket>();
    const backend = await tls((socket) => socket.on('data', (chunk) => received.push(chunk)));
    // Delays the handshake until the till has given up, and forwards it then.
    const gate = await tcp((socket) => connected.resolve(socket.pause()));
    const pending = send(transportTo(gate.port, { clock }), {}, clock, 5000);
    const gateSocket = await connected.promise;
    await clock.advance(5000);
    expect(await pending).toEqual(NOT_SENT('other'));
    const backendSocket = connectTcp(backend.port, '127.0.0.1');
    backendSocket.on('error', () => {});
    gateSocket.pipe(backendSocket).pipe(gateSocket);
    await once(gateSocket, 'close');
    expect(received).toEqual([]);
  });
});

describe.each([
  ['payments', true],
  ['reads', false],
])('after the connection opened (%s)', (_name, needsOwnConnection) => {
  const overrides = { needsOwnConnection };

  it('answers unknown when the connection is reset before the request is read', async () => {
    const server = await tls((socket) => socket.destroy());
    expect(await send(transportTo(server.port), overrides)).toEqual(LOST());
  });

  it('answers unknown and sends once when the connection is reset after the request is read', async () => {
    let requests = 0;
    const server = await tls((socket) => {
      socket.once('data', () => {
        requests += 1;
        socket.destroy();
      });
    });
    expect(await send(transportTo(server.port), overrides)).toEqual(LOST());
    expect(requests).toBe(1);
    expect(server.connections()).toBe(1);
  });

  it('answers unknown when the server closes the connection without an answer', async () => {
    const server = await tls((socket) => socket.once('data', () => socket.end()));
    expect(await send(transportTo(server.port), overrides)).toEqual(LOST());
    expect(server.connections()).toBe(1);
  });

  it('answers unknown when the server does not answer before the deadline', async () => {
    const clock = createVirtualClock();
    const requestRead = Promise.withResolvers<Buffer>();
    const server = await tls((socket) => socket.once('data', requestRead.resolve));
    const pending = send(transportTo(server.port, { clock }), overrides, clock);
    await afterwards(clock, requestRead.promise);
    expect(await pending).toEqual(TIMED_OUT());
  });

  it.each([
    ['according to its length', 'Content-Length: 40\r\n\r\n{"id":81'],
    ['according to its chunks', 'Transfer-Encoding: chunked\r\n\r\n8\r\n{"id":81\r\n'],
  ])('answers unknown for half an answer %s', async (_name, rest) => {
    const server = await tls((socket) =>
      socket.once('data', () => socket.end(`HTTP/1.1 201 Created\r\n${rest}`)),
    );
    expect(await send(transportTo(server.port), overrides)).toEqual(LOST(201));
  });

  it('answers unknown when the connection breaks within the response head', async () => {
    const server = await tls((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 201 Created\r\nDate: Fri')),
    );
    expect(await send(transportTo(server.port), overrides)).toEqual(LOST());
  });

  it('answers unknown for an answer that is not HTTP', async () => {
    const server = await tls((socket) => socket.once('data', () => socket.end('SSH-2.0-x\r\n')));
    expect(await send(transportTo(server.port), overrides)).toEqual(LOST());
  });

  it('answers unknown when a slow answer does not end before the deadline', async () => {
    const clock = createVirtualClock();
    const answerStarted = Promise.withResolvers<void>();
    const server = await https((_request, response) => {
      response.writeHead(200, { 'Content-Length': '1000' });
      response.write('{"id"', () => answerStarted.resolve());
    });
    const pending = send(transportTo(server.port, { clock }), overrides, clock);
    await answerStarted.promise;
    // The server has sent the head; the client needs some time to read it.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await clock.advance(60_000);
    const result = await pending;
    expect([TIMED_OUT(200), TIMED_OUT()]).toContainEqual(result);
  });

  it('answers unknown when the till closes the connection', async () => {
    const requestRead = Promise.withResolvers<Buffer>();
    const server = await tls((socket) => socket.once('data', requestRead.resolve));
    const transport = transportTo(server.port);
    const pending = send(transport, overrides);
    await requestRead.promise;
    await transport.close();
    expect(await pending).toEqual(LOST());
  });

  it('answers unknown when the answer exceeds the maximum size', async () => {
    const server = await https((_request, response) => response.end('x'.repeat(5000)));
    expect(await send(transportTo(server.port, { maxBytes: 4000 }), overrides)).toEqual(LOST(200));
  });

  it('returns an answer that arrives byte by byte', async () => {
    const text = '{"id":81346,"ticket_text":"Ñandú ₡ €"}';
    const server = await https((_request, response) => {
      const bytes = [...Buffer.from(text)];
      const writeNext = (): void => {
        const byte = bytes.shift();
        if (byte === undefined) response.end();
        else response.write(Buffer.from([byte]), () => setImmediate(writeNext));
      };
      writeNext();
    });
    const result = await send(transportTo(server.port), overrides);
    expect(result).toMatchObject({ kind: 'answered', status: 200, body: text });
  });

  it.each([
    [200, 'text/html', '<html>Wartung</html>'],
    [503, 'text/html', '<h1>503</h1>'],
    [201, 'application/json', ''],
    [422, 'application/json', '{"code":"R2"}'],
    [302, 'text/plain', 'elsewhere'],
  ])('returns an answer with any status and content: %i %s', async (status, type, body) => {
    let requests = 0;
    const server = await https((_request, response) => {
      requests += 1;
      response.writeHead(status, { 'Content-Type': type, 'X-Own': 'yes', Location: '/else' });
      response.end(body);
    });
    const result = await send(transportTo(server.port), overrides);
    expect(result).toMatchObject({ kind: 'answered', status, body, headers: { 'x-own': 'yes' } });
    expect(requests).toBe(1);
  });

  it('replaces bytes that are not UTF-8 with U+FFFD', async () => {
    const server = await https((_request, response) => response.end(Buffer.from([0x7b, 0xf1])));
    expect(await send(transportTo(server.port), overrides)).toMatchObject({ body: '{\ufffd' });
  });
});
