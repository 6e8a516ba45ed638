import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMoney } from '../../../shared/money/index.ts';
import {
  CONNECTION_LOST,
  createDateHeader,
  createTestAnswer,
  createTestService,
  type RespondToTestRequest,
} from '../test-exchange.ts';
import type { HttpExchangeResult } from '../transport/index.ts';
import type { MoneyAnswer, MoneyOperation } from '../types.ts';
import { toWireAmount } from './send-money.ts';

const EXTERNAL_ID = '5f0d7b1e-8f3c-4c39-9d5e-1f2a3b4c5d6e';
const KEY = '0b9c8d7e-6f5a-4b3c-8d1e-0f9a8b7c6d5e';
const PAY: MoneyOperation = {
  kind: 'pay',
  billerId: 40,
  accountNumber: '501000000007',
  nameOnAccount: null,
  amount: createMoney('549', 'MXN'),
  externalId: EXTERNAL_ID,
  posNumber: '07',
  billId: null,
};
const CANCEL: MoneyOperation = { kind: 'cancel', transactionId: '48586' };

async function send(respond: RespondToTestRequest, operation: MoneyOperation = PAY) {
  const { service, clock, requests, runUntilSettled } = createTestService(respond);
  const date = service.getRequestDate();
  const request = service.compose(operation);
  const result = await runUntilSettled(
    service.send(request, { idempotencyKey: KEY, requestDate: date }),
  );
  return { result, seen: requests, service, clock, date, runUntilSettled };
}
const getAnswer = async (
  response: HttpExchangeResult,
  operation: MoneyOperation = PAY,
): Promise<MoneyAnswer> => (await send(() => response, operation)).result;

describe('sending money', () => {
  it('sends a payment once, on its own connection, with the recorded key, Date and bytes', async () => {
    const { service, requests, clock, runUntilSettled } = createTestService((request) =>
      createTestAnswer(
        201,
        { id: 1, external_id: EXTERNAL_ID },
        createDateHeader(request.at + 300_000),
      ),
    );
    const request = service.compose(PAY);
    const date = service.getRequestDate();
    await clock.advance(5000);
    await runUntilSettled(service.send(request, { idempotencyKey: KEY, requestDate: date }));
    await runUntilSettled(
      service.send(request, { idempotencyKey: KEY, requestDate: service.getRequestDate() }),
    );
    await runUntilSettled(
      service.send(request, { idempotencyKey: KEY, requestDate: service.getRequestDate() }),
    );
    const [first, second, third] = requests;
    expect(first).toMatchObject({
      method: 'POST',
      target: '/bill/pay',
      needsOwnConnection: true,
      body: request.body,
    });
    expect(first?.headers).toMatchObject({
      'Idempotency-Key': KEY,
      Date: new Date(date).toUTCString(),
      Accept: 'application/vnd.acme.v1.6+json',
    });
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['Idempotency-Key']).toBe(KEY);
    // One answer does not change the request Date; the second one confirms it.
    const getDateShift = (request: typeof first) =>
      Date.parse(request?.headers.Date ?? '') - Date.parse(first?.headers.Date ?? '');
    expect(getDateShift(second)).toBeLessThan(10_000);
    expect(getDateShift(third)).toBeGreaterThan(290_000);
  });

  it('never retries a payment after any answer', async () => {
    const responses: HttpExchangeResult[] = [
      CONNECTION_LOST,
      { kind: 'not-sent', reason: 'refused' },
      createTestAnswer(401, '', createDateHeader(0)),
      createTestAnswer(429, '', { 'retry-after': '1' }),
      createTestAnswer(500, ''),
      createTestAnswer(503, { message: 'x' }),
      createTestAnswer(201, 'half {'),
    ];
    for (const response of responses) {
      const { seen } = await send(() => response);
      expect(seen, JSON.stringify(response)).toHaveLength(1);
    }
  });

  it('returns unknown for a payment at the deadline', async () => {
    const { result, clock, date } = await send(() => 'silence');
    expect(result).toEqual({ kind: 'unknown', reason: 'timed-out', httpStatus: null, raw: null });
    expect(clock.now() - date).toBeLessThanOrEqual(60_200);
  });

  it('answers unknown when the transport throws', async () => {
    const { result } = await send(() => Promise.reject(new Error('a fault of the program')));
    expect(result).toMatchObject({ kind: 'unknown', reason: 'connection-lost' });
  });
});

describe('the answer to a payment', () => {
  it.each([200, 201, 202])('returns done for status %i with a transaction', async (status) => {
    const body = '{"id":81346,"external_id":null,"ticket_text":" Auth: 1\\n"}';
    expect(await getAnswer(createTestAnswer(status, body))).toMatchObject({
      kind: 'done',
      httpStatus: status,
      transaction: { id: '81346', externalId: null, ticketText: ' Auth: 1\n' },
      raw: body,
    });
  });

  it.each([
    ['HTML', '<html>ok</html>'],
    ['half a JSON', '{"id":81346,"ticket'],
    ['an empty body', ''],
    ['no id', '{"external_id":"x"}'],
    ['a null id', '{"id":null}'],
    ['a list', '[{"id":1}]'],
    ['null', 'null'],
    ['an error code', '{"id":8389,"code":"R2","message":"Invalid"}'],
    ['R200', '{"id":8389,"code":"R200","status":"sent"}'],
    ['an error_code beside the id', '{"id":8389,"error_code":"R9","status":"sent"}'],
    ['a numeric error_code', '{"id":8389,"error_code":24}'],
    ['an error text', '{"id":8389,"error":"declined"}'],
    ['an error flag', '{"id":8389,"error":true}'],
    ['an error object', '{"id":8389,"error":{"code":"R2"}}'],
    ['a list of errors', '{"id":8389,"errors":[{"code":"R2"}]}'],
    ['a list of error texts', '{"id":8389,"errors":["Invalid"]}'],
    ["somebody else's external_id", '{"id":1,"external_id":"another"}'],
  ])('returns unknown for a 2xx with %s', async (_name, body) => {
    expect(await getAnswer(createTestAnswer(201, body))).toEqual({
      kind: 'unknown',
      reason: 'unreadable-answer',
      httpStatus: 201,
      raw: body,
    });
  });

  it.each([
    ['R0', { code: 'R0' }],
    ['blank error fields', { error_code: null, error: '' }],
    ['error fields that deny an error', { error_code: 0, error: false }],
    ['our external_id in capitals', { external_id: EXTERNAL_ID.toUpperCase() }],
    ['our external_id in braces', { external_id: `{${EXTERNAL_ID}}` }],
  ])('returns done for a transaction with %s', async (_name, fields) => {
    expect(await getAnswer(createTestAnswer(201, { id: 81346, ...fields }))).toMatchObject({
      kind: 'done',
      transaction: { id: '81346' },
    });
  });

  it('returns refused with the unchanged code for an R code', async () => {
    for (const code of ['R2', 'R24', 'R36', 'R777', 'X']) {
      const body = JSON.stringify({ code, message: 'why', mode: 'STAGING' });
      expect(await getAnswer(createTestAnswer(422, body))).toEqual({
        kind: 'refused',
        httpStatus: 422,
        code,
        message: 'why',
        raw: body,
        retryAfterSeconds: null,
        dateDifferenceMs: null,
        isTimeDisputed: false,
      });
    }
  });

  it.each([
    ['an error object', { error: { code: 'R2', message: 'Invalid' } }, 'R2', 'Invalid'],
    ['a list of errors', { errors: [{ code: 'R2', message: 'Invalid' }] }, 'R2', 'Invalid'],
    ['a message beside the error', { message: 'Top', error: { code: 'R2' } }, 'R2', 'Top'],
    ['a code beside the error', { code: 'R3', error: { code: 'R2' } }, 'R3', null],
  ])('returns refused for a 4xx with %s', async (_name, body, code, message) => {
    const answer = await getAnswer(createTestAnswer(422, body));
    expect(answer).toMatchObject({ kind: 'refused', httpStatus: 422, code, message });
  });

  it.each([
    { error: {} },
    { errors: [] },
    { error: 'Invalid' },
    { error: { message: 'Bad request' } },
    { errors: ['Invalid'] },
    { error: null },
  ])('returns unknown for a 4xx with the envelope %j, which has no code', async (body) => {
    expect(await getAnswer(createTestAnswer(422, body))).toMatchObject({ kind: 'unknown' });
  });

  it('returns refused for a 4xx with a JSON message and no code', async () => {
    for (const status of [400, 403, 404, 422]) {
      expect(await getAnswer(createTestAnswer(status, { message: 'no' }))).toMatchObject({
        kind: 'refused',
        httpStatus: status,
        code: null,
        message: 'no',
      });
    }
  });

  it('returns refused for 401 and 429 with any body, and the Retry-After of a 429', async () => {
    expect(await getAnswer(createTestAnswer(401, '<html>'))).toMatchObject({
      kind: 'refused',
      code: null,
    });
    expect(await getAnswer(createTestAnswer(429, '', { 'retry-after': '30' }))).toMatchObject({
      kind: 'refused',
      httpStatus: 429,
      retryAfterSeconds: 30,
    });
  });

  it('reports a wrong clock after a 401 and corrects it after a second one', async () => {
    const { service, runUntilSettled } = await send((request) =>
      createTestAnswer(401, '', createDateHeader(request.at + 1_200_000)),
    );
    expect(service.health.problem).toEqual({ kind: 'clock-off', minutes: 20 });
    expect(service.health.clockOffsetMs).toBe(0);
    await runUntilSettled(service.readAccount());
    expect(service.health.clockOffsetMs).toBeGreaterThan(1_190_000);
  });

  it('returns unknown for a 4xx that the service itself did not send', async () => {
    for (const status of [400, 403, 404, 413, 422]) {
      for (const body of ['<html>', '', '"no"', '[]', 'null']) {
        expect(await getAnswer(createTestAnswer(status, body)), `${status} ${body}`).toMatchObject({
          kind: 'unknown',
          reason: 'unreadable-answer',
          httpStatus: status,
        });
      }
    }
  });

  it('returns unknown for a 5xx and for a timeout of a gateway with any body', async () => {
    for (const status of [408, 499, 500, 502, 503, 504, 599]) {
      for (const body of ['<html>', '{"code":"R2"}', '{"id":1}']) {
        expect(await getAnswer(createTestAnswer(status, body))).toMatchObject({
          kind: 'unknown',
          reason: 'server-error',
          httpStatus: status,
          raw: body,
        });
      }
    }
  });

  it.each([
    [createTestAnswer(201, { id: 1 }), null],
    [createTestAnswer(422, { code: 'R2', message: 'no' }), null],
    [createTestAnswer(422, '<html>'), { kind: 'service-unreadable', httpStatus: 422 }],
    [createTestAnswer(401, ''), { kind: 'keys-refused' }],
    [
      createTestAnswer(429, { message: 'slow' }),
      { kind: 'service-refused', httpStatus: 429, code: null, message: 'slow' },
    ],
    [
      createTestAnswer(500, { code: 'R99' }),
      { kind: 'service-refused', httpStatus: 500, code: 'R99', message: null },
    ],
    [
      createTestAnswer(503, '<html>'),
      { kind: 'service-refused', httpStatus: 503, code: null, message: null },
    ],
    [
      createTestAnswer(502, '[]'),
      { kind: 'service-refused', httpStatus: 502, code: null, message: null },
    ],
    [createTestAnswer(499, '{}'), null],
    [CONNECTION_LOST, { kind: 'service-unreachable', reason: 'other' }],
  ])('shows after %j the problem %j of the connection', async (response, problem) => {
    expect((await send(() => response)).service.health.problem).toEqual(problem);
  });

  it('returns with a refusal how the clocks differ, and whole seconds to wait', async () => {
    const { service, clock, runUntilSettled } = createTestService((request) =>
      createTestAnswer(429, '', {
        ...createDateHeader(request.at + 1_200_000),
        'retry-after': createDateHeader(request.at + 30_000).date,
      }),
    );
    await clock.advance(500);
    const request = service.compose(PAY);
    const requestDate = service.getRequestDate();
    expect(
      await runUntilSettled(service.send(request, { idempotencyKey: KEY, requestDate })),
    ).toMatchObject({
      retryAfterSeconds: 30,
      dateDifferenceMs: expect.closeTo(1_200_000, -4),
      isTimeDisputed: false,
    });
  });

  it('returns unknown for a 4xx with a blank message', async () => {
    expect(await getAnswer(createTestAnswer(422, { message: ' ' }))).toMatchObject({
      kind: 'unknown',
    });
  });

  it.each(['', { code: 'R2', message: 'no' }])(
    'returns unknown for a 3xx with %j',
    async (body) => {
      expect(await getAnswer(createTestAnswer(307, body))).toMatchObject({
        kind: 'unknown',
        reason: 'unreadable-answer',
      });
    },
  );

  it('returns not-sent if the connection never opened and unknown if it did', async () => {
    expect(await getAnswer({ kind: 'not-sent', reason: 'tls' })).toEqual({
      kind: 'not-sent',
      problem: { kind: 'service-unreachable', reason: 'tls' },
    });
    expect(await getAnswer(CONNECTION_LOST)).toMatchObject({
      kind: 'unknown',
      reason: 'connection-lost',
    });
    expect(
      await getAnswer({ kind: 'unknown', reason: 'connection-lost', status: 201 }),
    ).toMatchObject({ kind: 'unknown', httpStatus: 201 });
  });

  it('returns neither refused nor done for an unreadable answer', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 200, max: 599 }),
        fc.oneof(
          fc.string(),
          fc.jsonValue().map((value) => JSON.stringify(value)),
        ),
        async (status, body) => {
          const result = await getAnswer(createTestAnswer(status, body));
          if (result.kind === 'done') {
            expect(status).toBeLessThan(300);
            expect(result.transaction?.id).toMatch(/./);
          } else if (result.kind === 'refused') {
            expect(status).toBeGreaterThanOrEqual(400);
            expect(status).toBeLessThan(500);
            if (![401, 429].includes(status)) expect(body.trim()).toMatch(/^\{/);
          } else {
            expect(result.kind).toBe('unknown');
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the answer to a cancellation', () => {
  it('returns done for the confirmation of a cancellation', async () => {
    expect(
      await getAnswer(
        createTestAnswer(200, { code: 'R0', message: 'Transaction successful' }),
        CANCEL,
      ),
    ).toMatchObject({ kind: 'done', transaction: null });
  });

  it('returns unknown for any other 2xx to a cancellation', async () => {
    for (const body of [
      { code: 'R26' },
      { code: 'R200' },
      { code: 'R200', id: 48586, status: 'reversed' },
      { code: 'R777', message: 'Transaction successful' },
      { code: 'R0', status: 'failed' },
      { code: 'R0', error_code: 'R25' },
      { id: 48586, status: 'reversed', error_code: 'R25' },
      { id: 48586, status: 'reversed', error: 'declined' },
      { status: 'reversed' },
      { message: 'fine' },
      {},
      'ok',
    ]) {
      const answer = await getAnswer(createTestAnswer(200, body), CANCEL);
      expect(answer, JSON.stringify(body)).toMatchObject({ kind: 'unknown' });
    }
  });

  it('returns the transaction for a 2xx that is one, to be judged', async () => {
    for (const body of [
      { id: 48586, status: 'sent' },
      { id: 1, status: 'reversed' },
      { id: 48586 },
      { id: 48586, external_id: EXTERNAL_ID },
      { code: 'R0', id: 48586, status: 'failed' },
    ]) {
      const answer = await getAnswer(createTestAnswer(200, body), CANCEL);
      expect(answer, JSON.stringify(body)).toMatchObject({
        kind: 'done',
        transaction: { id: String(body.id), status: body.status ?? null },
      });
    }
  });

  it('returns done without a transaction for R0 beside an id without a status', async () => {
    expect(await getAnswer(createTestAnswer(200, { code: 'R0', id: 99 }), CANCEL)).toMatchObject({
      kind: 'done',
      transaction: null,
    });
  });

  it('returns refused for an error code to a cancellation', async () => {
    expect(await getAnswer(createTestAnswer(422, { code: 'R103' }), CANCEL)).toMatchObject({
      kind: 'refused',
      code: 'R103',
    });
  });
});

describe('toWireAmount', () => {
  it('writes an amount with exactly two decimals and the same value', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), (cents) => {
        const text = cents.toString().padStart(3, '0');
        const amount = `${text.slice(0, -2)}.${text.slice(-2)}`;
        expect(toWireAmount(createMoney(amount, 'MXN')).source).toBe(amount);
      }),
    );
    expect(toWireAmount({ amount: '5', currency: 'MXN' }).source).toBe('5.00');
    expect(toWireAmount({ amount: '5.100', currency: 'MXN' }).source).toBe('5.10');
  });

  it('throws for an amount that cannot be sent', () => {
    for (const amount of ['0.001', '-1.00', 'x']) {
      expect(() => toWireAmount({ amount, currency: 'MXN' }), amount).toThrow(TypeError);
    }
  });
});
