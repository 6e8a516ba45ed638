import { describe, expect, it } from 'vitest';
import {
  CONNECTION_LOST,
  createDateHeader,
  createTestAnswer,
  createTestService,
  TEST_ACCOUNT,
} from '../test-exchange.ts';

const MINUTE_MS = 60_000;
const SUCCESS = { ok: true, value: { balance: { amount: '100.50', currency: 'MXN' } } };

describe('a read that is retried', () => {
  it.each([
    ['a lost connection', CONNECTION_LOST],
    ['a refused connection', { kind: 'not-sent', reason: 'refused' } as const],
    ['a 500', createTestAnswer(500, '<html>')],
    ['a 503', createTestAnswer(503, { message: 'later' })],
    ['a 429', createTestAnswer(429, 'slow down')],
    ['HTML with 200', createTestAnswer(200, '<html>')],
    ['half a JSON', createTestAnswer(200, '{"name":"Lu')],
    ['an empty body', createTestAnswer(200, '')],
  ])('retries a read and succeeds after %s', async (_name, first) => {
    const { service, requests, runUntilSettled } = createTestService((_request, count) =>
      count < 3 ? first : createTestAnswer(200, TEST_ACCOUNT),
    );
    expect(await runUntilSettled(service.readAccount())).toMatchObject(SUCCESS);
    expect(requests).toHaveLength(3);
    expect(service.health.problem).toBeNull();
  });

  it('waits longer before each retry and gives up after the fourth attempt', async () => {
    const { service, requests, runUntilSettled } = createTestService(() =>
      createTestAnswer(500, ''),
    );
    expect(await runUntilSettled(service.readAccount())).toEqual({
      ok: false,
      problem: { kind: 'service-refused', httpStatus: 500, code: null, message: null },
    });
    const delays = requests
      .slice(1)
      .map((request, index) => request.at - (requests[index]?.at ?? 0));
    expect(delays).toEqual([400, 800, 1600]);
  });

  it('obeys Retry-After in seconds and as a date', async () => {
    const inSeconds = createTestService((_request, count) =>
      count === 1
        ? createTestAnswer(429, '', { 'retry-after': '7' })
        : createTestAnswer(200, TEST_ACCOUNT),
    );
    expect(await inSeconds.runUntilSettled(inSeconds.service.readAccount())).toMatchObject(SUCCESS);
    const [first, second] = inSeconds.requests;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(7000);

    const asDate = createTestService((request, count) =>
      count === 1
        ? createTestAnswer(503, '', { 'retry-after': createDateHeader(request.at + 9000).date })
        : createTestAnswer(200, TEST_ACCOUNT),
    );
    expect(await asDate.runUntilSettled(asDate.service.readAccount())).toMatchObject(SUCCESS);
    expect((asDate.requests[1]?.at ?? 0) - (asDate.requests[0]?.at ?? 0)).toBeGreaterThanOrEqual(
      9000,
    );
  });

  it('does not retry when Retry-After exceeds the deadline', async () => {
    const { service, requests, runUntilSettled } = createTestService(() =>
      createTestAnswer(429, '', { 'retry-after': '61' }),
    );
    expect(await runUntilSettled(service.readAccount())).toMatchObject({
      problem: { kind: 'service-refused', httpStatus: 429 },
    });
    expect(requests).toHaveLength(1);
  });

  it('ends a read at its deadline and does not retry it after a timeout', async () => {
    const { service, requests, clock, runUntilSettled } = createTestService(() => 'silence');
    const startedAt = clock.now();
    expect(await runUntilSettled(service.readAccount())).toEqual({
      ok: false,
      problem: { kind: 'service-silent', seconds: 60 },
    });
    expect(requests).toHaveLength(1);
    expect(clock.now() - startedAt).toBeLessThanOrEqual(60_200);
  });

  it('uses the configured deadline for reads', async () => {
    const { service, runUntilSettled } = createTestService(() => 'silence', { deadlineMs: 5000 });
    expect(await runUntilSettled(service.readAccount())).toMatchObject({
      problem: { kind: 'service-silent', seconds: 5 },
    });
  });
});

describe('a read that is not retried', () => {
  it.each([
    [{ kind: 'not-sent', reason: 'tls' } as const, { kind: 'service-unreachable', reason: 'tls' }],
    [
      { kind: 'not-sent', reason: 'insecure-address' } as const,
      { kind: 'service-unreachable', reason: 'insecure-address' },
    ],
    [
      createTestAnswer(422, { code: 'R2', message: 'Invalid Account Number', id: 8389 }),
      {
        kind: 'service-refused',
        httpStatus: 422,
        code: 'R2',
        message: 'Invalid Account Number',
      },
    ],
    [
      createTestAnswer(422, { code: 'R777', mode: 'STAGING' }),
      { kind: 'service-refused', httpStatus: 422, code: 'R777', message: null },
    ],
    [
      createTestAnswer(404, { message: "Couldn't find company" }),
      {
        kind: 'service-refused',
        httpStatus: 404,
        code: null,
        message: "Couldn't find company",
      },
    ],
    [
      createTestAnswer(403, '<html>'),
      { kind: 'service-refused', httpStatus: 403, code: null, message: null },
    ],
    [createTestAnswer(302, ''), { kind: 'service-unreadable', httpStatus: 302 }],
    [createTestAnswer(401, { message: 'Unauthorized' }), { kind: 'keys-refused' }],
    [createTestAnswer(200, { surprise: true }), { kind: 'service-unreadable', httpStatus: 200 }],
  ])('does not retry after %j', async (response, problem) => {
    const { service, requests, runUntilSettled } = createTestService(() => response);
    expect(await runUntilSettled(service.readAccount())).toEqual({ ok: false, problem });
    expect(requests).toHaveLength(1);
    // A refusal is an answer and not a health problem.
    const isHealthProblem = problem.kind !== 'service-refused';
    expect(service.health.problem).toEqual(isHealthProblem ? problem : null);
  });
});

describe('a till whose clock is wrong', () => {
  const createCheckingRig = (difference: number) =>
    createTestService((request) => {
      const now = request.at + difference;
      const age = now - Date.parse(request.headers.Date ?? '');
      return Math.abs(age) > 15 * MINUTE_MS
        ? createTestAnswer(401, { message: 'Unauthorized' }, createDateHeader(now))
        : createTestAnswer(200, TEST_ACCOUNT, createDateHeader(now));
    });

  it.each([20, -20, 60 * 24 * 400])(
    'reads with a clock that is %i minutes wrong',
    async (minutes) => {
      const { service, requests, runUntilSettled } = createCheckingRig(minutes * MINUTE_MS);
      expect(await runUntilSettled(service.readAccount())).toMatchObject(SUCCESS);
      expect(requests).toHaveLength(2);
      expect(service.health.clockOffsetMs).toBe(minutes * MINUTE_MS);
      expect(await runUntilSettled(service.readAccount())).toMatchObject(SUCCESS);
      expect(requests).toHaveLength(3);
    },
  );

  it('keeps reading while somebody sets the clock', async () => {
    const { service, requests, clock, runUntilSettled } = createCheckingRig(0);
    expect(await runUntilSettled(service.readAccount())).toMatchObject(SUCCESS);
    clock.jump(-3 * 60 * MINUTE_MS);
    expect(await runUntilSettled(service.readAccount())).toMatchObject(SUCCESS);
    expect(requests).toHaveLength(2);
    expect(Math.abs(service.health.clockOffsetMs - 3 * 60 * MINUTE_MS)).toBeLessThan(1000);
  });

  it('keeps its corrected time when one machine of the service refuses because of its own clock', async () => {
    let isClockWrong = false;
    const { service, requests, runUntilSettled } = createTestService((request) => {
      const now = request.at + (isClockWrong ? 20 * MINUTE_MS : 0);
      const isLate = Math.abs(now - Date.parse(request.headers.Date ?? '')) > 15 * MINUTE_MS;
      return isLate
        ? createTestAnswer(401, '', createDateHeader(now))
        : createTestAnswer(200, TEST_ACCOUNT, createDateHeader(now));
    });
    expect(await runUntilSettled(service.readAccount())).toMatchObject(SUCCESS);
    expect(service.health.unconfirmedDateReceivedAt).toBeNull();
    isClockWrong = true;
    const date = service.getRequestDate();
    expect(await runUntilSettled(service.readAccount())).toMatchObject(SUCCESS);
    isClockWrong = false;
    expect(requests).toHaveLength(3);
    expect(service.health.unconfirmedDateReceivedAt).not.toBeNull();
    expect(await runUntilSettled(service.readAccount())).toMatchObject(SUCCESS);
    await runUntilSettled(service.readAccount());
    expect(service.getRequestDate() - date).toBeLessThan(MINUTE_MS);
    expect(service.getSlowestServiceTime() ?? 0).toBeLessThan(date + MINUTE_MS);
  });

  it('reports a wrong clock when the corrected Date is refused and the difference remains', async () => {
    const { service, requests, runUntilSettled } = createTestService((request, count) =>
      createTestAnswer(401, '', createDateHeader(request.at + count * 20 * MINUTE_MS)),
    );
    expect(await runUntilSettled(service.readAccount())).toEqual({
      ok: false,
      problem: { kind: 'clock-off', minutes: 20 },
    });
    expect(requests).toHaveLength(2);
  });

  it('reports refused keys when the corrected Date is also refused', async () => {
    const { service, requests, runUntilSettled } = createTestService((request) =>
      createTestAnswer(401, '', createDateHeader(request.at + 20 * MINUTE_MS)),
    );
    expect(await runUntilSettled(service.readAccount())).toMatchObject({
      problem: { kind: 'keys-refused' },
    });
    expect(requests).toHaveLength(2);
  });
});

describe('health', () => {
  it('reports answers, problems and the clock in the health', async () => {
    let response = createTestAnswer(200, TEST_ACCOUNT, createDateHeader(0));
    const { service, clock, runUntilSettled } = createTestService(() => response);
    const reportedProblems: unknown[] = [];
    const stop = service.onHealthChange((health) => reportedProblems.push(health.problem));
    expect(service.health).toEqual({
      lastAnswerAt: null,
      lastProblemAt: null,
      problem: null,
      rateLimitedUntilUptime: null,
      clockOffsetMs: 0,
      unconfirmedDateReceivedAt: null,
    });
    await runUntilSettled(service.readAccount());
    expect(service.health).toMatchObject({ problem: null, clockOffsetMs: expect.any(Number) });
    expect(service.health.lastAnswerAt).not.toBeNull();

    response = createTestAnswer(422, { code: 'R2' });
    await runUntilSettled(service.readAccount());
    expect(service.health.problem).toBeNull();

    response = { kind: 'not-sent', reason: 'tls' };
    await runUntilSettled(service.readAccount());
    expect(service.health.problem).toEqual({ kind: 'service-unreachable', reason: 'tls' });
    expect(service.health.lastProblemAt).toBeLessThanOrEqual(clock.now());
    expect(reportedProblems).toContainEqual({ kind: 'service-unreachable', reason: 'tls' });
    stop();
    const countBefore = reportedProblems.length;
    await runUntilSettled(service.readAccount());
    expect(reportedProblems).toHaveLength(countBefore);
  });

  it.each([
    ['86400', 5 * MINUTE_MS],
    ['9'.repeat(400), 5 * MINUTE_MS],
    ['Fri, 01 Jan 2100 00:00:00 GMT', 5 * MINUTE_MS],
    ['7', 7000],
    ['soon', MINUTE_MS],
  ])('bounds the wait after a 429 with Retry-After %s', async (retryAfter, expectedMs) => {
    const { service, clock, runUntilSettled } = createTestService(() =>
      createTestAnswer(429, '', { 'retry-after': retryAfter }),
    );
    await runUntilSettled(service.readAccount());
    const wait = (service.health.rateLimitedUntilUptime ?? 0) - clock.uptime();
    expect(wait).toBeGreaterThan(expectedMs - 1000);
    expect(wait).toBeLessThanOrEqual(expectedMs);
    clock.jump(-3 * 24 * 60 * MINUTE_MS);
    expect((service.health.rateLimitedUntilUptime ?? 0) - clock.uptime()).toBe(wait);
  });

  it.each([
    [200, null],
    [422, null],
    [503, 'kept'],
  ])('ends the wait after a 429 with the next answer of the service: %i', async (status, wait) => {
    const answers = [createTestAnswer(429, '', { 'retry-after': '300' })];
    const { service, runUntilSettled } = createTestService(
      () => answers.shift() ?? createTestAnswer(status, TEST_ACCOUNT),
    );
    await runUntilSettled(service.readAccount());
    expect(service.health.rateLimitedUntilUptime).not.toBeNull();
    await runUntilSettled(service.readAccount());
    if (wait === null) expect(service.health.rateLimitedUntilUptime).toBeNull();
    else expect(service.health.rateLimitedUntilUptime).not.toBeNull();
  });
});
