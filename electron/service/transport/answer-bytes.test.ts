import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getNumericSeed, scaleRuns } from '../../../tests/support/sampling.ts';
import { decodeAnswerBody } from './answer-body.ts';
import {
  createTestTransport,
  READ_REQUEST,
  registerTransportCleanup,
  sendRequest,
  startTestTcp,
  startTestTls,
} from './transport.fixture.ts';

/** What a service or a proxy sends, with any bytes. */

registerTransportCleanup();

const MAX_BYTES = 20_000;
const BODY = Buffer.from('{"id":81346,"ticket_text":"Ñandú ₡ €"}');
const anyBytes = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
const encodedBody = fc.constantFrom(
  BODY,
  gzipSync(BODY),
  deflateSync(BODY),
  deflateRawSync(BODY),
  brotliCompressSync(BODY),
  gzipSync(Buffer.alloc(1_000_000)),
);

/** Changes some bytes, cuts the end off or adds some. */
function damage(whole: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> {
  return fc
    .record({
      whole,
      changes: fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 }),
      keptShare: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
      tail: fc.oneof(fc.constant(Buffer.alloc(0)), anyBytes),
    })
    .map(({ whole: bytes, changes, keptShare, tail }) => {
      const damaged = Buffer.from(bytes);
      for (const [at, value] of changes) damaged.writeUInt8(value, at % damaged.length);
      return Buffer.concat([damaged.subarray(0, Math.ceil(keptShare * damaged.length)), tail]);
    });
}

const encoding = fc.oneof(
  fc.constantFrom('', 'identity', 'gzip', 'x-gzip', 'deflate', 'br', 'deflate, gzip', 'compress'),
  fc.string({ maxLength: 20 }),
);
const contentType = fc.oneof(
  fc
    .constantFrom('utf-8', 'ISO-8859-1', 'utf-16', 'utf-16be', 'shift_jis', 'none', '"', '\u0000')
    .map((charset) => `application/json; charset=${charset}`),
  fc.string({ maxLength: 40 }),
);

it('decodes any body to a text of limited length, or throws', () => {
  let decodedCount = 0;
  fc.assert(
    fc.property(fc.oneof(anyBytes, damage(encodedBody)), encoding, contentType, (body, ...rest) => {
      let text: string;
      try {
        text = decodeAnswerBody(body, ...rest, MAX_BYTES);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
        return;
      }
      decodedCount += 1;
      expect(text.length).toBeLessThanOrEqual(Math.max(MAX_BYTES, body.length));
    }),
    { seed: getNumericSeed('answer bodies'), numRuns: scaleRuns(500) },
  );
  expect(decodedCount).toBeGreaterThan(0);
});

const head = fc.constantFrom(
  'HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n{"id":8134}',
  'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 11\r\n\r\n{"id":8134}',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n{"id":8134}\r\n0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n{"id":8134}',
  'HTTP/1.1 429 Busy\r\nRetry-After: 7\r\nDate: Thu, 26 Nov 2026 09:00:00 GMT\r\n\r\n',
);
const answerBytes = fc.oneof(anyBytes, damage(head.map((text) => Buffer.from(text, 'latin1'))));

describe.each([true, false])('on a connection of its own: %s', (needsOwnConnection) => {
  it('answers or says that the outcome is unknown, whatever bytes the service sends', async () => {
    let bytes: Buffer = Buffer.alloc(0);
    const server = await startTestTls((socket) => socket.once('data', () => socket.end(bytes)));
    const transport = createTestTransport(server.port, { maxBytes: MAX_BYTES });
    const kinds = new Set<string>();
    await fc.assert(
      fc.asyncProperty(answerBytes, async (answer) => {
        bytes = answer;
        const result = await sendRequest(transport, needsOwnConnection ? {} : READ_REQUEST);
        kinds.add(result.kind);
        if (result.kind === 'answered') expect(result.status).toBeGreaterThanOrEqual(200);
        else expect(result.kind).toBe('unknown');
      }),
      { seed: getNumericSeed('answer bytes'), numRuns: scaleRuns(60) },
    );
    expect([...kinds].sort()).toEqual(['answered', 'unknown']);
  });

  it('sends nothing through a proxy that answers with any bytes', async () => {
    let bytes: Buffer = Buffer.alloc(0);
    const requests: string[] = [];
    const proxy = await startTestTcp((socket) =>
      socket.once('data', (request) => {
        requests.push(request.toString('latin1').split(' ')[0] ?? '');
        socket.end(bytes);
      }),
    );
    const transport = createTestTransport(1, { proxy: `http://127.0.0.1:${proxy.port}` });
    await fc.assert(
      fc.asyncProperty(answerBytes, async (answer) => {
        bytes = answer;
        const result = await sendRequest(transport, needsOwnConnection ? {} : READ_REQUEST);
        expect(result.kind).toBe('not-sent');
      }),
      { seed: getNumericSeed('proxy bytes'), numRuns: scaleRuns(60) },
    );
    expect(new Set(requests)).toEqual(new Set(['CONNECT']));
  });
});
