import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SERVICE_CODES, SERVICE_VERSIONS } from '../../../../shared/rules/index.ts';
import {
  createRefusal,
  createTestBiller,
  createTestCounter,
  createUnknownAnswer,
  expectOk,
  type Fate,
  SUCCEEDS,
  type TestCounter,
} from '../testing/index.ts';

const MINUTE = 60_000;

let counter: TestCounter;
beforeEach(() => {
  counter = createTestCounter();
});
afterEach(() => counter.close());

describe('answers to the first request', () => {
  const OPEN_CODES = [
    'R9',
    'R20',
    'R24',
    'R35',
    'R47',
    'R48',
    'R99',
    'R299',
    'R200',
    'R49',
    'R777',
  ];

  /** Codes that block a duplicate, perhaps of the payment that was just performed. */
  const DUPLICATE_CODES = ['R8', 'R12', 'R36', 'R50', 'R103'];

  it.each(
    SERVICE_CODES.filter((code) => !OPEN_CODES.includes(code) && !DUPLICATE_CODES.includes(code)),
  )('rejects a payment answered %s at once', async (code) => {
    counter.service.fates.push({ ...SUCCEEDS, answer: createRefusal(code) });
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
  });

  describe.each(DUPLICATE_CODES)('%s', (code) => {
    it.each(SERVICE_VERSIONS)(
      'rejects a payment in %s after an empty look-up for a duplicate code',
      async (version) => {
        counter.close();
        counter = createTestCounter({ version });
        counter.service.fates.push({ ...SUCCEEDS, answer: createRefusal(code) });
        const payment = await counter.payBill();
        await counter.advance(60);
        expect(counter.get(payment.id)).toMatchObject({
          state: 'unknown',
          unknownBecause: 'checking-refusal',
          code,
          certainAt: null,
          canResend: false,
        });
        await counter.advance(1000);
        expect(counter.get(payment.id)).toMatchObject({
          state: 'rejected',
          code,
          message: `message of ${code}`,
          unknownBecause: null,
        });
        expect(counter.service.lookUps).toBe(1);
        expect(counter.rows('SELECT resolved_by FROM outcomes')).toEqual([
          { resolved_by: 'answer' },
        ]);
        expect(counter.rows('SELECT id FROM print_jobs')).toEqual([]);
      },
    );

    it.each(SERVICE_VERSIONS)(
      'finds a performed payment paid in %s after a duplicate code',
      async (version) => {
        counter.close();
        counter = createTestCounter({ version });
        const status = version === 'v1.6' ? null : 'sent';
        counter.service.fates.push({
          ...SUCCEEDS,
          status,
          answerAfterPerforming: createRefusal(code),
        });
        const payment = await counter.payBill();
        await counter.advance(1000);
        expect(counter.get(payment.id)).toMatchObject({ state: 'paid', code });
        expect(counter.rows('SELECT kind FROM print_jobs')).toEqual([{ kind: 'original' }]);
      },
    );

    it('keeps a payment open after a duplicate code while look-ups fail, also after a restart', async () => {
      counter.service.fates.push({ ...SUCCEEDS, answerAfterPerforming: createRefusal(code) });
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

    it('marks a payment unclear if a duplicate code and a disagreeing row contradict each other', async () => {
      counter.service.fates.push({ ...SUCCEEDS, answerAfterPerforming: createRefusal(code) });
      counter.service.lookUpFates.push({
        rows: (own) => own.map((row) => ({ ...row, amount: '1.00' })),
      });
      counter.service.lookUpFates.push(...Array.from({ length: 40 }, () => 'empty' as const));
      const payment = await counter.payBill();
      await counter.advance(30 * MINUTE);
      expect(counter.get(payment.id).state).toBe('unclear');
    });
  });

  it('looks up a cash-out answered R36 before it prints the failure slip', async () => {
    counter.billers.set(20001, createTestBiller({ id: 20001, kind: 'partner' }));
    counter.settings.cashOutBillers = [20001];
    counter.service.fates.push({ ...SUCCEEDS, answerAfterPerforming: createRefusal('R36') });
    const done = expectOk(await counter.payOut({ billerId: 20001 }));
    await counter.advance(1000);
    expect(counter.get(done.id)).toMatchObject({ state: 'paid', handOver: 'paper-first' });
    counter.service.fates.push({ ...SUCCEEDS, answer: createRefusal('R36') });
    const refused = expectOk(await counter.payOut({ billerId: 20001, account: '7' }));
    await counter.advance(1000);
    expect(counter.get(refused.id)).toMatchObject({ state: 'rejected', handOver: 'never' });
  });

  it('resolves R49 without a row as not performed once every signature expired', async () => {
    counter.service.fates.push({ ...SUCCEEDS, answer: createRefusal('R49') });
    const payment = await counter.payBill();
    await counter.advance(15 * MINUTE);
    expect(counter.get(payment.id)).toMatchObject({ state: 'unknown', canResend: false });
    await counter.advance(2 * MINUTE);
    expect(counter.get(payment.id)).toMatchObject({ state: 'not-performed', code: 'R49' });
    expect(counter.rows('SELECT id FROM print_jobs')).toEqual([]);
  });

  it.each([
    ['disagrees', { amount: '1.00' }],
    ['is not final', { status: 'timeout' }],
  ])('never resolves R49 by time with a row that %s', async (_, changes) => {
    counter.service.fates.push({ ...SUCCEEDS, answerAfterPerforming: createRefusal('R49') });
    counter.service.lookUpFates.push({ rows: (own) => own.map((row) => ({ ...row, ...changes })) });
    counter.service.lookUpFates.push(...Array.from({ length: 60 }, () => 'empty' as const));
    const payment = await counter.payBill();
    await counter.advance(60 * MINUTE);
    expect(counter.get(payment.id).state).toBe('unclear');
  });

  it.each(['R9', 'R20', 'R24', 'R35', 'R47', 'R48', 'R99', 'R299', 'R777', 'R200'])(
    'keeps a payment answered %s open, and rejects it if every look-up is empty',
    async (code) => {
      counter.service.fates.push({ ...SUCCEEDS, answer: createRefusal(code) });
      const payment = await counter.payBill();
      await counter.advance(3 * MINUTE);
      expect(counter.get(payment.id)).toMatchObject({
        state: 'unknown',
        unknownBecause: 'open-code',
        code,
        canResend: false,
      });
      await counter.advance(14 * MINUTE);
      expect(counter.get(payment.id)).toMatchObject({ state: 'rejected', code });
      expect(counter.rows('SELECT resolved_by FROM outcomes')).toEqual([
        { resolved_by: 'signature-died' },
      ]);
    },
  );

  it('finds a performed payment paid after R24', async () => {
    counter.service.fates.push({ ...SUCCEEDS, answerAfterPerforming: createRefusal('R24') });
    const payment = await counter.payBill();
    await counter.advance(1000);
    expect(counter.get(payment.id)).toMatchObject({ state: 'paid', code: 'R24' });
  });

  it.each([400, 401, 403, 404, 422, 429])(
    'rejects a payment answered HTTP %i without a code',
    async (status) => {
      counter.service.fates.push({ ...SUCCEEDS, answer: createRefusal(null, status) });
      const payment = await counter.payBill();
      await counter.advance(100);
      expect(counter.get(payment.id)).toMatchObject({ state: 'rejected', httpStatus: status });
    },
  );

  it.each([302, 408, 409, 418, 500, 503])(
    'keeps a payment answered HTTP %i unknown',
    async (status) => {
      counter.service.fates.push({ ...SUCCEEDS, answer: createRefusal(null, status) });
      const payment = await counter.payBill();
      await counter.advance(1000);
      expect(counter.get(payment.id)).toMatchObject({ state: 'unknown', httpStatus: status });
    },
  );

  it('rejects a payment at once if the connection never opened', async () => {
    counter.service.fates.push({ ...SUCCEEDS, isNotSent: true });
    const payment = await counter.payBill();
    await counter.advance(100);
    expect(counter.get(payment.id)).toMatchObject({ state: 'rejected', httpStatus: null });
    expect(counter.rows('SELECT resolved_by FROM outcomes')).toEqual([
      { resolved_by: 'never-sent' },
    ]);
  });

  it.each(['timed-out', 'connection-lost', 'server-error', 'unreadable-answer'] as const)(
    'marks a payment unknown after %s, never failed',
    async (reason) => {
      counter.service.fates.push({
        ...SUCCEEDS,
        answerAfterPerforming: createUnknownAnswer(reason, 500),
      });
      counter.service.lookUpFates.push('failed');
      const payment = await counter.payBill();
      await counter.advance(200);
      expect(counter.get(payment.id)).toMatchObject({ state: 'unknown', unknownBecause: reason });
      await counter.advance(MINUTE);
      expect(counter.get(payment.id).state).toBe('paid');
    },
  );

  it('marks a payment unknown if the service client throws', async () => {
    counter.service.fates.push({ ...SUCCEEDS, throws: true });
    const payment = await counter.payBill();
    await counter.advance(100);
    expect(counter.get(payment.id)).toMatchObject({
      state: 'unknown',
      unknownBecause: 'connection-lost',
    });
  });

  it('treats R49 to a first send as evidence and finds the payment paid', async () => {
    counter.service.fates.push({ ...SUCCEEDS, answerAfterPerforming: createRefusal('R49') });
    const payment = await counter.payBill();
    await counter.advance(1000);
    expect(counter.get(payment.id)).toMatchObject({
      state: 'paid',
      unknownBecause: 'evidence-of-earlier',
    });
  });

  it('looks up an answer with status crashed or timeout, and judges the row', async () => {
    counter.service.fates.push({ ...SUCCEEDS, status: 'crashed' });
    const crashed = await counter.payBill({ account: '1' });
    counter.service.fates.push({ ...SUCCEEDS, status: 'timeout' });
    const waiting = await counter.payBill({ account: '2' });
    await counter.advance(1000);
    expect(counter.get(crashed.id)).toMatchObject({ state: 'rejected', serviceStatus: 'crashed' });
    expect(counter.get(waiting.id)).toMatchObject({ state: 'unknown', serviceStatus: 'timeout' });
    expect(counter.rows('SELECT DISTINCT intent_id FROM look_ups')).toHaveLength(2);
  });

  describe.each([
    'failed',
    'rejected',
    'error',
    'cancelled',
    'pending',
    'crashed',
    'refunded',
    'sent (error R9)',
  ])('an answer with status %s', (status) => {
    const answerWith = (performs: boolean): Fate => ({
      ...SUCCEEDS,
      answersTransaction: { performs, change: (row) => ({ ...row, status }) },
    });

    it.each([
      ['bill', {}],
      ['top-up', { kind: 'top-up', billerId: 13599, account: '5599999999', amount: '100.00' }],
      [
        'gift card',
        { kind: 'gift-card', billerId: 15001, account: '5599999999', amount: '150.00' },
      ],
    ] as const)('does not make a %s paid before a look-up does', async (_, changes) => {
      counter.billers.set(13599, createTestBiller({ id: 13599, kind: 'top-up' }));
      counter.billers.set(15001, createTestBiller({ id: 15001, kind: 'gift-card' }));
      counter.service.fates.push(answerWith(true));
      counter.service.lookUpFates.push('failed');
      const payment = await counter.payBill(changes);
      await counter.advance(500);
      expect(counter.get(payment.id)).toMatchObject({ state: 'unknown', paper: 'none' });
      expect(counter.rows('SELECT id FROM print_jobs')).toEqual([]);
      await counter.advance(MINUTE);
      expect(counter.get(payment.id)).toMatchObject({ state: 'paid', serviceStatus: 'sent' });
    });

    it('keeps a payment open that an answer denied, if its rows have no status', async () => {
      counter.service.fates.push(answerWith(true));
      counter.service.sendsStatus = false;
      const payment = await counter.payBill();
      await counter.advance(20 * MINUTE);
      expect(['unknown', 'unclear']).toContain(counter.get(payment.id).state);
      expect(counter.rows('SELECT id FROM print_jobs')).toEqual([]);
      counter.service.sendsStatus = true;
      await counter.advance(20 * MINUTE);
      expect(counter.get(payment.id)).toMatchObject({ state: 'paid', serviceStatus: 'sent' });
    });

    it('hands out no cash before a look-up confirms it', async () => {
      counter.billers.set(20001, createTestBiller({ id: 20001, kind: 'partner' }));
      counter.settings.cashOutBillers = [20001];
      counter.service.fates.push(answerWith(true));
      counter.service.lookUpFates.push('failed');
      const payment = expectOk(await counter.payOut({ billerId: 20001 }));
      await counter.advance(500);
      expect(counter.get(payment.id)).toMatchObject({ state: 'unknown', handOver: 'not-yet' });
    });

    it('leaves a payment of which no row is ever listed to a person', async () => {
      counter.service.fates.push(answerWith(false));
      const payment = await counter.payBill();
      await counter.advance(15 * MINUTE);
      expect(counter.get(payment.id)).toMatchObject({ state: 'unknown', canResend: false });
      await counter.advance(60 * MINUTE);
      expect(counter.get(payment.id)).toMatchObject({ state: 'unclear', canCloseByHand: true });
    });

    it('never makes a payment paid if its row repeats the status', async () => {
      counter.service.fates.push({ ...SUCCEEDS, status });
      const payment = await counter.payBill();
      await counter.advance(60 * MINUTE);
      const expected = { crashed: 'rejected', refunded: 'paid' }[status] ?? 'unclear';
      expect(counter.get(payment.id).state).toBe(expected);
    });
  });

  it('stores an answer with another external_id as unclear', async () => {
    const otherTransaction = {
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
      ...SUCCEEDS,
      answer: { kind: 'done', httpStatus: 201, transaction: otherTransaction, raw: '' },
    });
    const payment = await counter.payBill();
    await counter.advance(20 * MINUTE);
    expect(counter.get(payment.id)).toMatchObject({ state: 'unclear', canResend: false });
  });
});
