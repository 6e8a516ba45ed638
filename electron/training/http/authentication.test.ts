import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/index.ts';
import {
  createInProcessTraining,
  type InProcessTraining,
  signTestRequest,
} from '../test-support.ts';
import { createTrainingService } from '../training-service.ts';
import { parseRequestDate } from './authentication.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

describe('signatures of recorded traffic', () => {
  it.each([
    [
      'testing',
      'GET',
      '/account',
      '',
      '',
      'Fri, 20 Jan 2017 18:11:04 GMT',
      'YDpYhv97Qh0AuuLQapyoxGO5iMU=',
      'v3.3',
      200,
    ],
    [
      'bogus',
      'GET',
      '/account',
      '',
      '',
      'Fri, 20 Jan 2017 18:11:05 GMT',
      'gSJIVZF0g4/dghXvqR8NzEwZfkg=',
      'v3.3',
      401,
    ],
    [
      'testing',
      'GET',
      '/transactions?q%5Bid_eq%5D=1',
      '',
      '',
      'Fri, 20 Jan 2017 18:13:46 GMT',
      '/Z+CR7cSNha7SQkeeTB+Tgo2Alc=',
      'v3.3',
      200,
    ],
    [
      'testing',
      'POST',
      '/bills',
      '{"biller_id":2,"account_number":"8081969"}',
      'HACXtG3Wd6zozvcZfojLgg==',
      'Fri, 20 Jan 2017 18:19:25 GMT',
      '0qG2SymJcJiXDNWk2i5JziM6Hew=',
      'v3.3',
      200,
    ],
    [
      'testing',
      'POST',
      '/account',
      '{}',
      'mZFLkyvTelC5g8XnyQrpOw==',
      'Tue, 01 Aug 2017 20:07:58 GMT',
      'Ndn3KufYvnjzc/I5YRkhW8VYBr8=',
      'v1.6',
      200,
    ],
  ])(
    'checks the recorded signature with secret %s: %s %s',
    async (_secret, method, target, body, md5, date, signature, version, status) => {
      const time = parseRequestDate(date) ?? 0;
      const service = createTrainingService({
        apiKey: 'testing',
        secretKey: 'testing',
        clock: { ...systemClock, now: () => time },
      });
      const reply = await service.handle({
        method,
        target,
        headers: {
          accept: `application/vnd.mostrador.${version}+json`,
          'content-type': 'application/json',
          date,
          authorization: `APIAuth testing:${signature}`,
          ...(md5 === '' ? {} : { 'content-md5': md5 }),
        },
        body: Buffer.from(body),
      });
      service.close();
      expect(reply).toMatchObject({ kind: 'answer', status });
    },
  );
});

describe('isAuthentic', () => {
  let till: InProcessTraining;
  afterEach(() => till.close());

  const getStatus = async (
    headers: Record<string, string>,
    method = 'GET',
    target = '/account',
    body = '',
  ): Promise<number> => {
    const reply = await till.service.handle({ method, target, headers, body: Buffer.from(body) });
    if (reply.kind === 'cut') throw new Error('cut');
    if (reply.status === 401) expect(reply.body).toBe('{"message":"Unauthorized"}');
    expect(reply.headers).toMatchObject(SECURITY_HEADERS);
    return reply.status;
  };

  it.each([
    [-900, 200],
    [-901, 401],
    [900, 200],
    [901, 401],
  ])('answers a request whose Date differs by %i seconds with %i', async (seconds, status) => {
    till = createInProcessTraining();
    const { headers } = signTestRequest(
      till.keys,
      'GET',
      '/account',
      till.clock.now() + seconds * 1000,
      {
        version: 'v3.mx',
      },
    );
    expect(await getStatus(headers)).toBe(status);
  });

  it('refuses a request without headers or with another key', async () => {
    till = createInProcessTraining();
    expect(await getStatus({})).toBe(401);
    const { headers } = signTestRequest(
      { ...till.keys, apiKey: 'other' },
      'GET',
      '/account',
      till.clock.now(),
    );
    expect(await getStatus(headers)).toBe(401);
  });

  it('refuses a signature over another target than the sent one', async () => {
    till = createInProcessTraining();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('', '?page=2', '?q%5Bid_eq%5D=1', '?q[id_eq]=1'),
        fc.constantFrom('', '?page=2', '?q%5Bid_eq%5D=1', '?q[id_eq]=1'),
        async (signedQuery, sentQuery) => {
          const { headers } = signTestRequest(
            till.keys,
            'GET',
            `/transactions${signedQuery}`,
            till.clock.now(),
            {
              version: 'v3.3',
            },
          );
          const status = await getStatus(headers, 'GET', `/transactions${sentQuery}`);
          expect(status).toBe(signedQuery === sentQuery ? 200 : 401);
        },
      ),
    );
  });

  it('refuses a signed Content-MD5 that does not match the body', async () => {
    till = createInProcessTraining();
    const { headers, body } = signTestRequest(till.keys, 'POST', '/account', till.clock.now());
    expect(await getStatus(headers, 'POST', '/account', body)).toBe(200);
    expect(await getStatus(headers, 'POST', '/account', `${body} `)).toBe(401);
  });

  it('checks the signature first, then the version, then the path', async () => {
    till = createInProcessTraining();
    const now = till.clock.now();
    const wrongKeys = { ...till.keys, secretKey: 'x' };
    expect(
      await getStatus(
        signTestRequest(wrongKeys, 'GET', '/nothing', now).headers,
        'GET',
        '/nothing',
      ),
    ).toBe(401);
    const unknownVersion = signTestRequest(till.keys, 'GET', '/nothing', now, {
      headers: { accept: 'application/vnd.mostrador.v2.0+json' },
    });
    expect(await getStatus(unknownVersion.headers, 'GET', '/nothing')).toBe(400);
    expect(
      await getStatus(
        signTestRequest(till.keys, 'GET', '/nothing', now).headers,
        'GET',
        '/nothing',
      ),
    ).toBe(404);
  });

  it('refuses a Content-Type other than the signed one', async () => {
    till = createInProcessTraining();
    const { headers } = signTestRequest(till.keys, 'GET', '/account', till.clock.now(), {
      version: 'v3.3',
    });
    expect(await getStatus({ ...headers, 'content-type': 'text/plain' })).toBe(401);
  });
});

describe('parseHttpDate', () => {
  it('parses a day with one digit and returns null for an invalid date', () => {
    expect(parseRequestDate('Tue, 1 Aug 2017 20:07:58 GMT')).toBe(Date.UTC(2017, 7, 1, 20, 7, 58));
    expect(parseRequestDate('Fri, 31 Feb 2017 20:07:58 GMT')).toBeNull();
    expect(parseRequestDate('2017-08-01T20:07:58Z')).toBeNull();
    expect(parseRequestDate('Tue, 01 Aug 2017 20:07:58 +0000')).toBeNull();
  });
});
