import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect as connectTcp } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../platform/index.ts';
import {
  createTestCertificate,
  createUntrustedTestCertificate,
  findFreePort,
  startHttpsServer,
  startTlsServer,
} from './test-server.ts';
import {
  advanceAfter,
  certificate,
  createLostResult,
  createNotSentResult,
  createTestTransport,
  createTimedOutResult,
  registerTransportCleanup,
  sendRequest,
  startTestHttps,
  startTestTcp,
  startTestTls,
  stopAfterTest,
} from './transport.fixture.ts';

registerTransportCleanup();

const CUT_GZIP = gzipSync('{"id":81346}').subarray(0, -9);
/** The first byte of the checksum is another. */
const WRONG_GZIP = gzipSync('{"id":81346}');
WRONG_GZIP.writeUInt8(WRONG_GZIP.readUInt8(WRONG_GZIP.length - 8) ^ 1, WRONG_GZIP.length - 8);

/** The same stream with an extra field, a name and a comment in its header. */
function withGzipFields(stream: Buffer): Buffer {
  const header = Buffer.from(stream.subarray(0, 10));
  header.writeUInt8(4 | 8 | 16, 3);
  return Buffer.concat([
    header,
    Buffer.from('\x02\0ab' + 'name\0' + 'text\0'),
    stream.subarray(10),
  ]);
}

const DAY_MS = 24 * 3_600_000;

describe.each([
  ['payments on their own connection', true],
  ['reads on kept-alive connections', false],
])('before the connection opens (%s)', (_name, needsOwnConnection) => {
  const overrides = { needsOwnConnection };

  it('answers not-sent for plain http', async () => {
    const server = await startTestTcp((socket) => socket.destroy());
    const transport = createTestTransport(`http://localhost:${server.port}`);
    expect(await sendRequest(transport, overrides)).toEqual(
      createNotSentResult('insecure-address'),
    );
    expect(await sendRequest(createTestTransport('no address'), overrides)).toEqual(
      createNotSentResult('insecure-address'),
    );
    expect(server.connections()).toBe(0);
  });

  it('answers not-sent when the port refuses the connection', async () => {
    expect(await sendRequest(createTestTransport(await findFreePort()), overrides)).toEqual(
      createNotSentResult('refused'),
    );
  });

  it('answers not-sent when the host name is unknown', async () => {
    const result = await sendRequest(createTestTransport('https://mostrador.invalid'), overrides);
    // A machine without a name server reports that it could not ask.
    expect([
      createNotSentResult('name-not-found'),
      createNotSentResult('no-network'),
    ]).toContainEqual(result);
  });

  it('answers not-sent for a self-signed certificate', async () => {
    let requests = 0;
    const server = await startTestHttps((_request, response) => {
      requests += 1;
      response.end();
    });
    const transport = createTestTransport(server.port, { caPem: null });
    expect(await sendRequest(transport, overrides)).toEqual(createNotSentResult('tls-self-signed'));
    expect(requests).toBe(0);
  });

  it('answers not-sent for an untrusted certificate authority', async () => {
    const untrustedCertificate = await createUntrustedTestCertificate();
    const server = stopAfterTest(
      await startHttpsServer(untrustedCertificate, (_request, response) => response.end()),
    );
    expect(await sendRequest(createTestTransport(server.port), overrides)).toEqual(
      createNotSentResult('tls-authority'),
    );
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
      const certificateForTest = await createTestCertificate('localhost', valid);
      const server = stopAfterTest(
        await startHttpsServer(certificateForTest, (_request, response) => response.end()),
      );
      const transport = createTestTransport(server.port, { caPem: certificateForTest.cert });
      expect(await sendRequest(transport, overrides)).toEqual(createNotSentResult(reason));
    },
  );

  it('answers not-sent when the certificate is for another name', async () => {
    const certificateForTest = await createTestCertificate('other.example');
    const server = stopAfterTest(
      await startHttpsServer(certificateForTest, (_request, response) => response.end()),
    );
    const transport = createTestTransport(server.port, { caPem: certificateForTest.cert });
    expect(await sendRequest(transport, overrides)).toEqual(createNotSentResult('tls-name'));
  });

  it('answers not-sent when the server supports only TLS 1.1', async () => {
    const server = stopAfterTest(
      await startTlsServer(
        {
          ...certificate,
          minVersion: 'TLSv1',
          maxVersion: 'TLSv1.1',
          ciphers: 'DEFAULT@SECLEVEL=0',
        },
        () => {},
      ),
    );
    expect(await sendRequest(createTestTransport(server.port), overrides)).toEqual(
      createNotSentResult('tls'),
    );
  });

  it('answers not-sent when the TLS handshake fails', async () => {
    const plainHttp = await startTestTcp((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
    expect(await sendRequest(createTestTransport(plainHttp.port), overrides)).toEqual(
      createNotSentResult('tls'),
    );
    const resetting = await startTestTcp((socket) =>
      socket.once('data', () => socket.resetAndDestroy()),
    );
    expect(await sendRequest(createTestTransport(resetting.port), overrides)).toEqual(
      createNotSentResult('tls'),
    );
  });

  it('answers not-sent when the trusted certificate cannot be parsed', async () => {
    const server = await startTestHttps((_request, response) => response.end());
    const transport = createTestTransport(server.port, {
      caPem: '-----BEGIN CERTIFICATE-----\nno',
    });
    expect(await sendRequest(transport, overrides)).toEqual(createNotSentResult('tls-self-signed'));
  });

  it('answers not-sent when the TLS handshake does not end in time', async () => {
    const clock = createVirtualClock();
    const connected = Promise.withResolvers<Socket>();
    const server = await startTestTcp((socket) => connected.resolve(socket));
    const pending = sendRequest(
      createTestTransport(server.port, { clock }),
      overrides,
      clock,
      600_000,
    );
    await advanceAfter(clock, connected.promise);
    expect(await pending).toEqual(createNotSentResult('other'));
  });
});

it('answers not-sent for a header that HTTP does not allow, and leaves no connection open', async () => {
  let connections = 0;
  const server = await startTestTcp(() => {
    connections += 1;
  });
  const headers = { 'X-Key': 'abc–def' };
  const transport = createTestTransport(server.port);
  expect(await sendRequest(transport, { headers })).toEqual(createNotSentResult('other'));
  expect(await sendRequest(transport, { needsOwnConnection: false, headers })).toMatchObject({
    kind: 'unknown',
  });
  expect(connections).toBe(0);
});

describe('the deadline before the connection is open', () => {
  it('answers not-sent at the deadline and sends nothing afterwards', async () => {
    const clock = createVirtualClock();
    const received: Buffer[] = [];
    const connected = Promise.withResolvers<Socket>();
    const backend = await startTestTls((socket) =>
      socket.on('data', (chunk) => received.push(chunk)),
    );
    // Delays the handshake until the till has given up, and forwards it then.
    const gate = await startTestTcp((socket) => connected.resolve(socket.pause()));
    const pending = sendRequest(createTestTransport(gate.port, { clock }), {}, clock, 5000);
    const gateSocket = await connected.promise;
    await clock.advance(5000);
    expect(await pending).toEqual(createNotSentResult('other'));
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
    const server = await startTestTls((socket) => socket.destroy());
    expect(await sendRequest(createTestTransport(server.port), overrides)).toEqual(
      createLostResult(),
    );
  });

  it('answers unknown and sends once when the connection is reset after the request is read', async () => {
    let requests = 0;
    const server = await startTestTls((socket) => {
      socket.once('data', () => {
        requests += 1;
        socket.destroy();
      });
    });
    expect(await sendRequest(createTestTransport(server.port), overrides)).toEqual(
      createLostResult(),
    );
    expect(requests).toBe(1);
    expect(server.connections()).toBe(1);
  });

  it('answers unknown when the server closes the connection without an answer', async () => {
    const server = await startTestTls((socket) => socket.once('data', () => socket.end()));
    expect(await sendRequest(createTestTransport(server.port), overrides)).toEqual(
      createLostResult(),
    );
    expect(server.connections()).toBe(1);
  });

  it('answers unknown when the server does not answer before the deadline', async () => {
    const clock = createVirtualClock();
    const requestRead = Promise.withResolvers<Buffer>();
    const server = await startTestTls((socket) => socket.once('data', requestRead.resolve));
    const pending = sendRequest(createTestTransport(server.port, { clock }), overrides, clock);
    await advanceAfter(clock, requestRead.promise);
    expect(await pending).toEqual(createTimedOutResult());
  });

  it.each([
    ['according to its length', 'Content-Length: 40\r\n\r\n{"id":81'],
    ['according to its chunks', 'Transfer-Encoding: chunked\r\n\r\n8\r\n{"id":81\r\n'],
  ])('answers unknown for half an answer %s', async (_name, rest) => {
    const server = await startTestTls((socket) =>
      socket.once('data', () => socket.end(`HTTP/1.1 201 Created\r\n${rest}`)),
    );
    expect(await sendRequest(createTestTransport(server.port), overrides)).toEqual(
      createLostResult(201),
    );
  });

  it('answers unknown when the connection breaks within the response head', async () => {
    const server = await startTestTls((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 201 Created\r\nDate: Fri')),
    );
    expect(await sendRequest(createTestTransport(server.port), overrides)).toEqual(
      createLostResult(),
    );
  });

  it('answers unknown for an answer that is not HTTP', async () => {
    const server = await startTestTls((socket) =>
      socket.once('data', () => socket.end('SSH-2.0-x\r\n')),
    );
    expect(await sendRequest(createTestTransport(server.port), overrides)).toEqual(
      createLostResult(),
    );
  });

  it('answers unknown when a slow answer does not end before the deadline', async () => {
    const clock = createVirtualClock();
    const answerStarted = Promise.withResolvers<void>();
    const server = await startTestHttps((_request, response) => {
      response.writeHead(200, { 'Content-Length': '1000' });
      response.write('{"id"', () => answerStarted.resolve());
    });
    const pending = sendRequest(createTestTransport(server.port, { clock }), overrides, clock);
    await answerStarted.promise;
    // The server has sent the head; the client needs some time to read it.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await clock.advance(60_000);
    const result = await pending;
    expect([createTimedOutResult(200), createTimedOutResult()]).toContainEqual(result);
  });

  it('answers unknown when the till closes the connection', async () => {
    const requestRead = Promise.withResolvers<Buffer>();
    const server = await startTestTls((socket) => socket.once('data', requestRead.resolve));
    const transport = createTestTransport(server.port);
    const pending = sendRequest(transport, overrides);
    await requestRead.promise;
    await transport.close();
    expect(await pending).toEqual(createLostResult());
  });

  it('answers unknown when the answer exceeds the maximum size', async () => {
    const server = await startTestHttps((_request, response) => response.end('x'.repeat(5000)));
    expect(
      await sendRequest(createTestTransport(server.port, { maxBytes: 4000 }), overrides),
    ).toEqual(createLostResult(200));
  });

  it('returns an answer that arrives byte by byte', async () => {
    const text = '{"id":81346,"ticket_text":"Ñandú ₡ €"}';
    const server = await startTestHttps((_request, response) => {
      const bytes = [...Buffer.from(text)];
      const writeNext = (): void => {
        const byte = bytes.shift();
        if (byte === undefined) response.end();
        else response.write(Buffer.from([byte]), () => setImmediate(writeNext));
      };
      writeNext();
    });
    const result = await sendRequest(createTestTransport(server.port), overrides);
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
    const server = await startTestHttps((_request, response) => {
      requests += 1;
      response.writeHead(status, { 'Content-Type': type, 'X-Own': 'yes', Location: '/else' });
      response.end(body);
    });
    const result = await sendRequest(createTestTransport(server.port), overrides);
    expect(result).toMatchObject({ kind: 'answered', status, body, headers: { 'x-own': 'yes' } });
    expect(requests).toBe(1);
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['gzip', gzipSync],
    ['X-GZIP', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['deflate, gzip', (bytes) => gzipSync(deflateSync(bytes))],
    ['identity', (bytes) => bytes],
    // Bytes behind a complete stream, which is read whatever its header holds.
    ['gzip', (bytes) => Buffer.concat([gzipSync(bytes), Buffer.from('junk')])],
    ['gzip', (bytes) => Buffer.concat([gzipSync(bytes), Buffer.from([0x1f, 0x8b, 1])])],
    ['gzip', (bytes) => Buffer.concat([gzipSync(bytes), Buffer.alloc(9)])],
    ['gzip', (bytes) => Buffer.concat([withGzipFields(gzipSync(bytes)), Buffer.from('junk')])],
    ['deflate', (bytes) => Buffer.concat([deflateSync(bytes), Buffer.from('junk')])],
    ['br', (bytes) => Buffer.concat([brotliCompressSync(bytes), Buffer.from('junk')])],
    // As a proxy leaves it that decodes the body and not its header.
    ['gzip', (bytes) => bytes],
    ['br', (bytes) => bytes],
  ])(
    'asks for an answer as it is, and decodes one with Content-Encoding %s',
    async (encoding, encode) => {
      const text = '{"id":81346,"ticket_text":"Ñandú ₡ €"}';
      let acceptedEncoding: string | string[] | undefined;
      const server = await startTestHttps((request, response) => {
        acceptedEncoding = request.headers['accept-encoding'];
        response.writeHead(201, { 'Content-Encoding': encoding });
        response.end(encode(Buffer.from(text)));
      });
      const result = await sendRequest(createTestTransport(server.port), overrides);
      expect(result).toMatchObject({ kind: 'answered', status: 201, body: text });
      expect(acceptedEncoding).toBe('identity');
    },
  );

  it.each<[string, string, Buffer]>([
    ['is cut off', 'gzip', gzipSync('{"id":81346}').subarray(0, -9)],
    ['is cut off before junk', 'gzip', Buffer.concat([CUT_GZIP, Buffer.from('junk'.repeat(9))])],
    ['has another checksum', 'gzip', Buffer.concat([WRONG_GZIP, Buffer.from('junk')])],
    ['is damaged', 'br', Buffer.from([0xff, 0xff, 0xff])],
    ['is empty of its encoding', 'deflate', Buffer.from([0x78])],
    ['has an unknown encoding', 'compress', Buffer.from([0x1f, 0x9d, 0x90])],
    ['is encoded without end', 'gzip, gzip, gzip, gzip', gzipSync('{}')],
    ['expands to more than the maximum', 'gzip', gzipSync(Buffer.alloc(1_000_000, ' '))],
    ['expands before junk', 'gzip', Buffer.concat([gzipSync(Buffer.alloc(50_000)), CUT_GZIP])],
    ['expands in two steps', 'br, gzip', gzipSync(brotliCompressSync(Buffer.alloc(50_000)))],
  ])('answers unknown when the encoded body %s', async (_name, encoding, bytes) => {
    const server = await startTestHttps((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': encoding }).end(bytes);
    });
    expect(
      await sendRequest(createTestTransport(server.port, { maxBytes: 10_000 }), overrides),
    ).toEqual(createLostResult(200));
  });

  it.each([
    ['HTTP/1.1 100 Continue\r\n\r\n'],
    ['HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 102 Processing\r\nX-Step: 2\r\n\r\n'],
    ['HTTP/1.1 103 Early Hints\r\nLink: </x>\r\nContent-Length: 5\r\n\r\nHTTP/1.1 100 \r\n\r\n'],
    ['HTTP/1.1 199 Own\r\n\r\n'],
  ])('skips interim answers: %j', async (interim) => {
    const server = await startTestTls((socket) =>
      socket.once('data', () => {
        socket.write(interim);
        socket.end('HTTP/1.1 201 Created\r\nContent-Length: 11\r\n\r\n{"id":8134}');
      }),
    );
    const result = await sendRequest(createTestTransport(server.port), overrides);
    expect(result).toMatchObject({ kind: 'answered', status: 201, body: '{"id":8134}' });
  });

  it.each([
    ['no answer follows', null, 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['they do not end', null, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100)],
    ['the protocol is to be switched', 101, 'HTTP/1.1 101 Own\r\nUpgrade: x\r\n\r\n'],
    [
      'the protocol is switched',
      101,
      'HTTP/1.1 101 Own\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    ],
  ])('answers unknown after interim answers when %s', async (_name, status, bytes) => {
    const server = await startTestTls((socket) =>
      socket.once('data', () => {
        socket.write(bytes);
        if (bytes.length < 100) socket.end();
      }),
    );
    expect(await sendRequest(createTestTransport(server.port), overrides)).toEqual(
      createLostResult(status),
    );
  });

  it.each([
    ['text', 'junk'],
    ['a zero byte', '\0'],
    ['the same answer', 'HTTP/1.1 201 Created\r\nContent-Length: 11\r\n\r\n{"id":8134}'],
  ])('returns a complete answer that is followed by %s', async (_name, surplus) => {
    const server = await startTestTls((socket) =>
      socket.once('data', () => {
        socket.end(`HTTP/1.1 201 Created\r\nContent-Length: 11\r\n\r\n{"id":8134}${surplus}`);
      }),
    );
    const result = await sendRequest(createTestTransport(server.port), overrides);
    expect(result).toMatchObject({ kind: 'answered', status: 201, body: '{"id":8134}' });
  });

  it.each<[string, Buffer]>([
    ['application/json; charset=ISO-8859-1', Buffer.from('{"ticket_text":"Año"}', 'latin1')],
    ['application/json;Charset="windows-1252"', Buffer.from('{"ticket_text":"Año"}', 'latin1')],
    ['application/json; charset=utf-16le', Buffer.from('{"ticket_text":"Año"}', 'utf16le')],
    ['application/json', Buffer.from('\ufeff{"ticket_text":"Año"}', 'utf16le')],
    ['application/json', Buffer.from('\ufeff{"ticket_text":"Año"}', 'utf16le').swap16()],
    ['text/json; charset=utf-16', Buffer.from('\ufeff{"ticket_text":"Año"}', 'utf16le').swap16()],
    ['text/json; charset=utf-8', Buffer.from('\ufeff{"ticket_text":"Año"}', 'utf16le').swap16()],
    [
      'application/json; charset=utf-16be',
      Buffer.from('{"ticket_text":"Año"}', 'utf16le').swap16(),
    ],
    ['application/json; charset=UTF-8', Buffer.from('{"ticket_text":"Año"}')],
    // The default of the server, and not true.
    ['application/json; charset=iso-8859-1', Buffer.from('{"ticket_text":"Año"}')],
    ['application/json; charset=', Buffer.from('{"ticket_text":"Año"}')],
    ['application/json; charset=none-such', Buffer.from('{"ticket_text":"Año"}')],
    ['application/json', Buffer.from('\ufeff{"ticket_text":"Año"}')],
  ])('decodes the charset that the answer declares: %s', async (type, bytes) => {
    const server = await startTestHttps((_request, response) =>
      response.writeHead(201, { 'Content-Type': type }).end(bytes),
    );
    const result = await sendRequest(createTestTransport(server.port), overrides);
    expect(result).toMatchObject({ kind: 'answered', body: '{"ticket_text":"Año"}' });
  });

  it.each(['application/json', 'application/json; charset=utf-16'])(
    'replaces bytes that are not UTF-8 with U+FFFD, declared as %s',
    async (type) => {
      const server = await startTestHttps((_request, response) =>
        response.writeHead(201, { 'Content-Type': type }).end(Buffer.from([0x7b, 0xf1])),
      );
      expect(await sendRequest(createTestTransport(server.port), overrides)).toMatchObject({
        body: '{\ufffd',
      });
    },
  );
});
