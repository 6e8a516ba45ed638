import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildSignatureHeaders,
  computeContentMd5,
  computeSignature,
  formatHttpDate,
} from './signature.ts';

const toBytes = (text: string) => new TextEncoder().encode(text);

describe('signature', () => {
  it.each([
    ['testing', '/account', null, 'Fri, 20 Jan 2017 18:11:04 GMT', 'YDpYhv97Qh0AuuLQapyoxGO5iMU='],
    ['bogus', '/account', null, 'Fri, 20 Jan 2017 18:11:05 GMT', 'gSJIVZF0g4/dghXvqR8NzEwZfkg='],
    [
      'testing',
      '/transactions?q%5Bid_eq%5D=1',
      null,
      'Fri, 20 Jan 2017 18:13:46 GMT',
      '/Z+CR7cSNha7SQkeeTB+Tgo2Alc=',
    ],
    [
      'testing',
      '/bills',
      '{"biller_id":2,"account_number":"8081969"}',
      'Fri, 20 Jan 2017 18:19:25 GMT',
      '0qG2SymJcJiXDNWk2i5JziM6Hew=',
    ],
    ['testing', '/account', '{}', 'Tue, 01 Aug 2017 20:07:58 GMT', 'Ndn3KufYvnjzc/I5YRkhW8VYBr8='],
  ])('builds the recorded signature of %s %s %s', (secretKey, target, body, date, expected) => {
    const headers = buildSignatureHeaders(
      { apiKey: 'testing', secretKey },
      { target, body: body === null ? null : toBytes(body), dateMs: Date.parse(date) },
    );
    expect(headers.Authorization).toBe(`APIAuth testing:${expected}`);
    expect(headers.Date).toBe(date);
    expect(headers['Content-Type']).toBe('application/json');
  });

  it('computes Content-MD5 from the exact bytes of the body', () => {
    expect(computeContentMd5(toBytes('{}'))).toBe('mZFLkyvTelC5g8XnyQrpOw==');
    expect(computeContentMd5(toBytes('{"biller_id":2,"account_number":"8081969"}'))).toBe(
      'HACXtG3Wd6zozvcZfojLgg==',
    );
  });

  it('sends Content-MD5 with an empty body and omits it without one', () => {
    const keys = { apiKey: 'k', secretKey: 's' };
    const buildHeaders = (body: Uint8Array | null) =>
      buildSignatureHeaders(keys, { target: '/x', body, dateMs: 0 });
    expect(buildHeaders(null)).not.toHaveProperty('Content-MD5');
    expect(buildHeaders(toBytes(''))['Content-MD5']).toBe('1B2M2Y8AsgTpgAmY7PhCfg==');
  });

  it('signs the values of its own headers for any request and time', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.webPath(),
        fc.option(fc.string({ unit: 'binary' })),
        fc.integer({ min: 0, max: 4_102_444_800_000 }),
        (secretKey, target, body, date) => {
          const headers = buildSignatureHeaders(
            { apiKey: 'key', secretKey },
            { target, body: body === null ? null : toBytes(body), dateMs: date },
          );
          const text = `application/json,${headers['Content-MD5'] ?? ''},${target},${headers.Date}`;
          const expected = createHmac('sha1', secretKey).update(text).digest('base64');
          expect(headers.Authorization).toBe(`APIAuth key:${expected}`);
          expect(Date.parse(headers.Date ?? '')).toBe(Math.floor(date / 1000) * 1000);
        },
      ),
    );
  });

  it('changes the signature with each of its parts', () => {
    const parts = { contentMd5: 'm', target: '/a?x=1', date: formatHttpDate(0) };
    const signatures = [
      computeSignature('s', parts),
      computeSignature('t', parts),
      computeSignature('s', { ...parts, contentMd5: '' }),
      computeSignature('s', { ...parts, target: '/a' }),
      computeSignature('s', { ...parts, date: formatHttpDate(1000) }),
    ];
    expect(new Set(signatures).size).toBe(signatures.length);
  });
});
