import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SERVICE_CODES, SERVICE_VERSIONS } from '../../../../shared/rules/index.ts';
import {
  expectOk,
  refusal,
  type TestCounter,
  testBiller,
  testCounter,
  unknownAnswer,
  WELL,
} from '../testing/index.ts';

const MINUTE = 60_000;

let counter: TestCounter;
beforeEach(() => {
  counter = testCounter();
});
afterEach(() => counter.close());

describe('answers to the first request', () => {
  const OPEN = ['R9', 'R20', 'R24', 'R35', 'R47', 'R48', 'R99', 'R299', 'R200', 'R49', 'R777'];

  /** The service guards against doing something twice: perhaps against what it has just done. */
  const GUARDS = ['R8', 'R12', 'R36', 'R50', 'R103'];

  it.each(SERVICE_CODES.filter((code) => !OPEN.includes(code) && !GUARDS.includes(code)))(
    '%s is a refusal, and certain',
    async (code) => {
      counter.service.fates.push({ ...WELL, says: refusal(code) });
      const payment = await counter.payBill();
      await counter.advance(100);
      expect(counter.get(payment.id)).toMatchObject({
        state: 'rejected',
        code,
        message: `message of ${code}`,
        httpStatus: 422,
        unknownBecause: null,
      });
      expect(counter.service.lookUps).toBe(0);
      const slips = ['R126', 'R127'].includes(code) ? [{ kind: 'failed' }] : [];
      expect(counter.rows('SELECT kind FROM print_jobs')).toEqual(slips);
    },
  );

  describe.each(GUARDS)('%s', (code) => {
    it.each(SERVICE_VERSIONS)('is a refusal in %s once a look-up has found nothing', async (of) => {
      counter.close();
      counter = testCounter({ version: of });
      counter.service.fates.push({ ...WELL, says: refusal(code) });
      const payment = await counter.payBill();
      await counter.advance(60);
      expect(counter.get(payment.id)).toMatchObject({
        state: 'unknown',
        unknownBecause: 'checking-refusal',
        code,
        certainAt: null,
        maySendAgain: false,
      });
      await counter.advance(1000);
      expect(counter.get(payment.id)).toMatchObject({
        state: 'rejected',
        code,
        message: `message of ${code}`,
        unknownBecause: null,
      });
      expect(counter.service.lookUps).toBe(1);
      expect(counter.rows('SELECT resolved_by FROM outcomes')).toEqual([{ resolved_by: 'answer' }]);
      expect(counter.rows('SELECT id FROM print_jobs')).toEqual([]);
    });

    it.each(SERVICE_VERSIONS)('with the payment done is found paid in %s', async (of) => {
      counter.close();
      counter = testCounter({ version: of });
      const status = of === 'v1.6' ? null : 'sent';
      counter.service.fates.push({ ...WELL, status, saysAfter: refusal(code) });
      const payment = await counter.payBill();
      await counter.advance(1000);
      expect(counter.get(payment.id)).toMatchObject({ state: 'paid', code });
      expect(counter.rows('SELECT kind FROM print_jobs')).toEqual([{ kind: 'original' }]);
    });

    it('is not believed while no look-up is answered, nor by the next run of the till', async () => {
      counter.service.fates.push({ ...WELL, saysAfter: refusal(code) });
      counter.service.lookUpFates.push('failed', 'failed', 'throws', 'nameless', 'failed');
      const payment = await counter.payBill();
      await counter.advance(5000);
      expect(['unknown', 'unclear']).toContain(counter.get(payment.id).state);
      counter.restart();
      await counter.advance(5000);
      expect(counter.get(payment.id).state).not.toBe('rejected');
      await counter.advance(MINUTE);
      expect(counter.get(payment.id).state).toBe('paid');
    });

    it('beside a row of ours that disagrees is for a person to decide', async () => {
      counter.service.fates.push({ ...WELL, saysAfter: refusal(code) });
      counter.service.lookUpFates.push({
        rows: (own) => own.map((row) => ({ ...row, amount: '1.00' })),
      });
      counter.service.lookUpFates.push(...Array.from({ length: 40 }, () => 'empty' as const));
      const payment = await counter.payBill();
      await counter.advance(30 * MINUTE);
      expect(counter.get(payment.id).state).toBe('unclear');
    });
  });

  it('R36 to a cash-out is looked up before the slip says that there is no money', async () => {
    counter.billers.set(20001, testBiller({ id: 20001, kind: 'partner' }));
    counter.settings.cashOutBillers = [20001];
    counter.service.fates.push({ ...WELL, saysAfter: refusal('R36') });
    const done = expectOk(await counter.payOut({ billerId: 20001 }));
    await counter.advance(1000);
    expect(counter.get(done.id)).toMatchObject({ state: 'paid', handOver: 'paper-first' });
    counter.service.fates.push({ ...WELL, says: refusal('R36') });
    const refused = expectOk(await counter.payOut({ billerId: 20001, account: '7' }));
    await counter.advance(1000);
    expect(counter.get(refused.id)).toMatchObject({ state: 'rejected', handOver: 'never' });
  });

  it('R49 with nothing at the service is not performed, once every signature has died', async () => {
    counter.service.fates.push({ ...WELL, says: refusal('R49') });
    const payment = await counter.payBill();
    await counter.advance(15 * MINUTE);
    expect(counter.get(payment.id)).toMatchObject({ state: 'unknown', maySendAgain: false });
    await counter.advance(2 * MINUTE);
    expect(counter.get(payment.id)).toMatchObject({ state: 'not-performed', code: 'R49' });
    expect(counter.rows('SELECT id FROM print_jobs')).toEqual([]);
  });

  it.each([
    ['disagrees', { amount: '1.00' }],
    ['is not at its end', { status: 'timeout' }],
  ])('R49 and a row of ours that %s is never ended by time', async (_, changes) => {
    counter.service.fates.push({ ...WELL, saysAfter: refusal('R49') });
    counter.service.lookUpFates.push({ rows: (own) => own.map((row) => ({ ...row, ...changes })) });
    counter.service.lookUpFates.push(...Array.from({ length: 60 }, () => 'empty' as const));
    const payment = await counter.payBill();
    await counter.advance(60 * MINUTE);
    expect(counter.get(payment.id).state).toBe('unclear');
  });

  it.each(['R9', 'R20', 'R24', 'R35', 'R47', 'R48', 'R99', 'R299', 'R777', 'R200'])(
    '%s leaves it open; empty to the end it is rejected, and never offered again',
    async (code) => {
      counter.service.fates.push({ ...WELL, says: refusal(code) });
      const payment = await counter.payBill();
      await counter.advance(3 * MINUTE);
      expect(counter.get(payment.id)).toMatchObject({
        state: 'unknown',
        unknownBecause: 'open-code',
        code,
        maySendAgain: false,
      });
      await counter.advance(14 * MINUTE);
      expect(counter.get(payment.id)).toMatchObject({ state: 'rejected', code });
      expect(counter.rows('SELECT resolved_by FROM outcomes')).toEqual([
        { resolved_by: 'signature-died' },
      ]);
    },
  );

  it('R24 with the payment done is found paid', async () => {
    counter.service.fates.push({ ...WELL, saysAfter: refusal('R24') });
    const payment = await counter.payBill();
    await counter.advance(1000);
    expect(counter.get(payment.id)).toMatchObject({ state: 'paid', code: 'R24' });
  });

  it.each([400, 401, 403, 404, 422, 429])('%i without a code is a refusal', async (status) => {
    counter.service.fates.push({ ...WELL, says: refusal(null, status) });
    const payment = await counter.payBill();
    await counter.advance(100);
    expect(counter.get(payment.id)).toMatchObject({ state: 'rejected', httpStatus: status });
  });

  it.each([302, 408, 409, 418, 500, 503])('%i says nothing', async (status) => {
    counter.service.fates.push({ ...WELL, says: refusal(null, status) });
    const payment = await counter.payBill();
    await counter.advance(1000);
    expect(counter.get(payment.id)).toMatchObject({ state: 'unknown', httpStatus: status });
  });

  it('a connection that never opened is a failure, and certain', async () => {
    counter.service.fates.push({ ...WELL, isNotSent: true });
    const payment = await counter.payBill();
    await counter.advance(100);
    expect(counter.get(payment.id)).toMatchObject({ state: 'rejected', httpStatus: null });
    expect(counter.rows('SELECT resolved_by FROM outcomes')).toEqual([
      { resolved_by: 'never-sent' },
    ]);
  });

  it.each(['timed-out', 'connection-lost', 'server-error', 'unreadable-answer'] as const)(
    '%s is unknown, never a failure',
    async (reason) => {
      counter.service.fates.push({ ...WELL, saysAfter: unknownAnswer(reason, 500) });
      counter.service.lookUpFates.push('failed');
      const payment = await counter.payBill();
      await counter.advance(200);
      expect(counter.get(payment.id)).toMatchObject({ state: 'unknown', unknownBecause: reason });
      await counter.advance(MINUTE);
      expect(counter.get(payment.id).state).toBe('paid');
    },
  );

  it('a client that breaks is unknown', async () => {
    counter.service.fates.push({ ...WELL, throws: true });
    const payment = await counter.payBill();
    await counter.advance(100);
    expect(counter.get(payment.id)).toMatchObject({
      state: 'unknown',
      unknownBecause: 'connection-lost',
    });
  });

  it('R49 is evidence at once: our own external_id was used, so a copy arrived', async () => {
    counter.service.fates.push({ ...WELL, saysAfter: refusal('R49') });
    const payment = await counter.payBill();
    await counter.advance(1000);
    expect(counter.get(payment.id)).toMatchObject({
      state: 'paid',
      unknownBecause: 'evidence-of-earlier',
    });
  });

  it('an answer with the status crashed is rejected; with timeout it is looked up', async () => {
    counter.service.fates.push({ ...WELL, status: 'crashed' });
    const crashed = await counter.payBill({ account: '1' });
    counter.service.fates.push({ ...WELL, status: 'timeout' });
    const waiting = await counter.payBill({ account: '2' });
    await counter.advance(1000);
    expect(counter.get(crashed.id)).toMatchObject({ state: 'rejected', serviceStatus: 'crashed' });
    expect(counter.get(waiting.id)).toMatchObject({ state: 'unknown', serviceStatus: 'timeout' });
  });

  it('stores an answer with another external_id as unclear', async () => {
    const stranger = {
      id: '1',
      externalId: 'another',
      billerId: null,
      accountNumber: null,
      amount: null,
      currency: null,
      createdAt: null,
      status: 'sent',
      ticketText: null,
      fee: null,
      hoursToFulfill: null,
      earned: null,
    };
    counter.service.fates.push({
      ...WELL,
      says: { kind: 'done', httpStatus: 201, transaction: stranger, raw: '' },
    });
    const payment = await counter.payBill();
    await counter.advance(20 * MINUTE);
    expect(counter.get(payment.id)).toMatchObject({ state: 'unclear', maySendAgain: false });
  });
});
