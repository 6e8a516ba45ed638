import { describe, expect, it } from 'vitest';
import { ACCOUNT, answer, dated, LOST, rig } from '../test-exchange.ts';

const MINUTE = 60_000;
const FINE = { ok: true, value: { balance: { amount: '100.50', currency: 'MXN' } } };

describe('a read that is repeated', () => {
  it.each([
    ['a lost connection', LOST],
    ['a refused connection', { kind: 'not-sent', reason: 'refused' } as const],
    ['a 500', answer(500, '<html>')],
    ['a 503', answer(503, { message: 'later' })],
    ['a 429', answer(429, 'slow down')],
    ['HTML with 200', answer(200, '<html>')],
    ['half a JSON', answer(200, '{"name":"Lu')],
    ['an empty body', answer(200, '')],
  ])('succeeds after %s', async (_name, first) => {
    const { service, seen, finish } = rig((_request, count) =>
      count < 3 ? first : answer(200, ACCOUNT),
    );
    expect(await finish(service.account())).toMatchObject(FINE);
    expect(seen).toHaveLength(3);
    expect(service.health.trouble).toBeNull();
  });

  it('waits longer each time, and gives up in the end', async () => {
    const { service, seen, finish } = rig(() => answer(500, ''));
    expect(await finish(service.account())).toEqual({
      ok: false,
      problem: { kind: 'service-refused', httpStatus: 500, code: null, message: null },
    });
    const waits = seen.slice(1).map((one, index) => one.at - (seen[index]?.at ?? 0));
    expect(waits).toEqual([400, 800, 1600]);
  });

  it('obeys Retry-After, in seconds and as a date', async () => {
    const inSeconds = rig((_request, count) =>
      count === 1 ? answer(429, '', { 'retry-after': '7' }) : answer(200, ACCOUNT),
    );
    expect(await inSeconds.finish(inSeconds.service.account())).toMatchObject(FINE);
    const [first, second] = inSeconds.seen;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(7000);

    const asDate = rig((request, count) =>
      count === 1
        ? answer(503, '', { 'retry-after': dated(request.at + 9000).date })
        : answer(200, ACCOUNT),
    );
    expect(await asDate.finish(asDate.service.account())).toMatchObject(FINE);
    expect((asDate.seen[1]?.at ?? 0) - (asDate.seen[0]?.at ?? 0)).toBeGreaterThanOrEqual(9000);
  });

  it('does not wait longer than its deadline', async () => {
    const { service, seen, finish } = rig(() => answer(429, '', { 'retry-after': '61' }));
    expect(await finish(service.account())).toMatchObject({
      problem: { kind: 'service-refused', httpStatus: 429 },
    });
    expect(seen).toHaveLength(1);
  });

  it('ends at its deadline in all, and is not repeated after silence', async () => {
    const { service, seen, clock, finish } = rig(() => 'silence');
    const startedAt = clock.now();
    expect(await finish(service.account())).toEqual({
      ok: false,
      problem: { kind: 'service-silent', seconds: 60 },
    });
    expect(seen).toHaveLength(1);
    expect(clock.now() - startedAt).toBeLessThanOrEqual(60_200);
  });

  it('has a deadline that can be set', async () => {
    const { service, finish } = rig(() => 'silence', { deadlineMs: 5000 });
    expect(await finish(service.account())).toMatchObject({
      problem: { kind: 'service-silent', seconds: 5 },
    });
  });
});

describe('a read that is not repeated', () => {
  it.each([
    [{ kind: 'not-sent', reason: 'tls' } as const, { kind: 'service-unreachable', reason: 'tls' }],
    [
      { kind: 'not-sent', reason: 'insecure-address' } as const,
      { kind: 'service-unreachable', reason: 'insecure-address' },
    ],
    [
      answer(422, { code: 'R2', message: 'Invalid Account Number', id: 8389 }),
      {
        kind: 'service-refused',
        httpStatus: 422,
        code: 'R2',
        message: 'Invalid Account Number',
      },
    ],
    [
      answer(422, { code: 'R777', mode: 'STAGING' }),
      { kind: 'service-refused', httpStatus: 422, code: 'R777', message: null },
    ],
    [
      answer(404, { message: "Couldn't find company" }),
      {
        kind: 'service-refused',
        httpStatus: 404,
        code: null,
        message: "Couldn't find company",
      },
    ],
    [
      answer(403, '<html>'),
      { kind: 'service-refused', httpStatus: 403, code: null, message: null },
    ],
    [answer(302, ''), { kind: 'service-unreadable', httpStatus: 302 }],
    [answer(401, { message: 'Unauthorized' }), { kind: 'keys-refused' }],
    [answer(200, { surprise: true }), { kind: 'service-unreadable', httpStatus: 200 }],
  ])('%j', async (response, problem) => {
    const { service, seen, finish } = rig(() => response);
    expect(await finish(service.account())).toEqual({ ok: false, problem });
    expect(seen).toHaveLength(1);
    // A refusal is an answer: it is no trouble of the service.
    const isTrouble = problem.kind !== 'service-refused';
    expect(service.health.trouble).toEqual(isTrouble ? problem : null);
  });
});

describe('a till whose clock is off', () => {
  const checking = (difference: number) =>
    rig((request) => {
      const now = request.at + difference;
      const age = now - Date.parse(request.headers.Date ?? '');
      return Math.abs(age) > 15 * MINUTE
        ? answer(401, { message: 'Unauthorized' }, dated(now))
        : answer(200, ACCOUNT, dated(now));
    });

  it.each([20, -20, 60 * 24 * 400])(
    'reads with a clock that is %i minutes off',
    async (minutes) => {
      const { service, seen, finish } = checking(minutes * MINUTE);
      expect(await finish(service.account())).toMatchObject(FINE);
      expect(seen).toHaveLength(2);
      expect(service.health.clockOffset).toBe(minutes * MINUTE);
      expect(await finish(service.account())).toMatchObject(FINE);
      expect(seen).toHaveLength(3);
    },
  );

  it('works on while somebody sets the clock', async () => {
    const { service, seen, clock, finish } = checking(0);
    expect(await finish(service.account())).toMatchObject(FINE);
    clock.jump(-3 * 60 * MINUTE);
    expect(await finish(service.account())).toMatchObject(FINE);
    expect(seen).toHaveLength(2);
    expect(Math.abs(service.health.clockOffset - 3 * 60 * MINUTE)).toBeLessThan(1000);
  });

  it('reads and stays as it is where one machine of the service refuses by a clock of its own', async () => {
    let isStrange = false;
    const { service, seen, finish } = rig((request) => {
      const now = request.at + (isStrange ? 20 * MINUTE : 0);
      const isLate = Math.abs(now - Date.parse(request.headers.Date ?? '')) > 15 * MINUTE;
      return isLate ? answer(401, '', dated(now)) : answer(200, ACCOUNT, dated(now));
    });
    expect(await finish(service.account())).toMatchObject(FINE);
    expect(service.health.dateDisputedAt).toBeNull();
    isStrange = true;
    const date = service.requestDate();
    expect(await finish(service.account())).toMatchObject(FINE);
    isStrange = false;
    expect(seen).toHaveLength(3);
    expect(service.health.dateDisputedAt).not.toBeNull();
    expect(await finish(service.account())).toMatchObject(FINE);
    await finish(service.account());
    expect(service.requestDate() - date).toBeLessThan(MINUTE);
    expect(service.getSlowestServiceTime() ?? 0).toBeLessThan(date + MINUTE);
  });

  it('says so when even the corrected Date is refused and the difference stays', async () => {
    const { service, seen, finish } = rig((request, count) =>
      answer(401, '', dated(request.at + count * 20 * MINUTE)),
    );
    expect(await finish(service.account())).toEqual({
      ok: false,
      problem: { kind: 'clock-off', minutes: 20 },
    });
    expect(seen).toHaveLength(2);
  });

  it('is about the keys when the corrected Date is refused as well', async () => {
    const { service, seen, finish } = rig((request) =>
      answer(401, '', dated(request.at + 20 * MINUTE)),
    );
    expect(await finish(service.account())).toMatchObject({ problem: { kind: 'keys-refused' } });
    expect(seen).toHaveLength(2);
  });
});

describe('health', () => {
  it('tells of answers, trouble and the clock', async () => {
    let response = answer(200, ACCOUNT, dated(0));
    const { service, clock, finish } = rig(() => response);
    const heard: unknown[] = [];
    const stop = service.onHealthChange((health) => heard.push(health.trouble));
    expect(service.health).toEqual({
      lastAnswerAt: null,
      lastTroubleAt: null,
      trouble: null,
      quietUntil: null,
      clockOffset: 0,
      dateDisputedAt: null,
    });
    await finish(service.account());
    expect(service.health).toMatchObject({ trouble: null, clockOffset: expect.any(Number) });
    expect(service.health.lastAnswerAt).not.toBeNull();

    response = answer(422, { code: 'R2' });
    await finish(service.account());
    expect(service.health.trouble).toBeNull();

    response = { kind: 'not-sent', reason: 'tls' };
    await finish(service.account());
    expect(service.health.trouble).toEqual({ kind: 'service-unreachable', reason: 'tls' });
    expect(service.health.lastTroubleAt).toBeLessThanOrEqual(clock.now());
    expect(heard).toContainEqual({ kind: 'service-unreachable', reason: 'tls' });
    stop();
    const before = heard.length;
    await finish(service.account());
    expect(heard).toHaveLength(before);
  });
});
