import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toIsoTime } from '../../../platform/index.ts';
import {
  ANA,
  createRefusal,
  createTestBiller,
  createTestCounter,
  expectOk,
  expectProblem,
  SUCCEEDS,
  type TestCounter,
} from '../testing/index.ts';
import type { OtherTillPayment } from '../types.ts';
import { findBlockingOtherTillPayments, findOtherTillWarning } from './other-till-payments.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let counter: TestCounter;
beforeEach(() => {
  counter = createTestCounter();
});
afterEach(() => counter.close());

const buildOtherTillPayment = (
  minutes: number,
  over: Partial<OtherTillPayment> = {},
): OtherTillPayment => ({
  at: toIsoTime(counter.clock.now() - minutes * MINUTE),
  amount: { amount: '549.00', currency: 'MXN' },
  isPaid: true,
  shop: 'La Esquina',
  posNumber: '11',
  isOfThisTill: false,
  ...over,
});
const prepareAndGetWarnings = async (changes: Parameters<TestCounter['order']>[0] = {}) =>
  (await counter.order({ amount: '549', ...changes })).warnings;

describe('a payment in another shop of the chain', () => {
  it('warns of another till’s payment of the same bill for one day, with shop, time and amount', async () => {
    counter.otherTillPayments = [
      buildOtherTillPayment(3 * 60, { amount: { amount: '20.00', currency: 'MXN' } }),
      buildOtherTillPayment(20 * 60),
    ];
    expect(await prepareAndGetWarnings()).toEqual([
      {
        kind: 'paid-elsewhere',
        shop: 'La Esquina',
        posNumber: '11',
        at: counter.otherTillPayments[1]?.at,
        amount: { amount: '549.00', currency: 'MXN' },
        isSameAmount: true,
        isPaid: true,
      },
    ]);
    expect(counter.prefetchedAccounts).toContainEqual({
      billerId: 40,
      accountNumber: '501000000007',
    });
    counter.otherTillPayments = [buildOtherTillPayment(24 * 60 + 1)];
    expect(await prepareAndGetWarnings()).toEqual([]);
    counter.otherTillPayments = [buildOtherTillPayment(10, { isPaid: false })];
    expect(await prepareAndGetWarnings()).toMatchObject([{ isPaid: false }]);
  });

  it('rejects F12 until the warning of another till’s payment is acknowledged', async () => {
    counter.otherTillPayments = [buildOtherTillPayment(10)];
    const { id: orderId, due } = await counter.order({ amount: '549' });
    const pay = (acknowledged: 'paid-elsewhere'[]) =>
      counter.payments.pay({ orderId, cash: due, acknowledged }, ANA);
    const refused = pay([]);
    expect(refused instanceof Promise ? null : expectProblem(refused)).toMatchObject({
      field: 'acknowledged',
      reason: 'paid-elsewhere',
    });
    expect(counter.service.sentRequests).toHaveLength(0);
    const done = pay(['paid-elsewhere']);
    expect(done instanceof Promise ? null : expectOk(done)).toMatchObject({ state: 'sending' });
  });

  it.each(['top-up', 'gift-card'] as const)(
    'warns of another till’s %s only while the service would block it',
    async (kind) => {
      counter.billers.set(
        8,
        createTestBiller({ id: 8, kind, name: 'Tiempo aire', canCheckBalance: false }),
      );
      const request = { kind, billerId: 8, account: '5512345678' };
      counter.otherTillPayments = [buildOtherTillPayment(59)];
      expect(await prepareAndGetWarnings(request)).toMatchObject([{ kind: 'paid-elsewhere' }]);
      counter.otherTillPayments = [buildOtherTillPayment(61)];
      expect(await prepareAndGetWarnings(request)).toEqual([]);
      counter.otherTillPayments = [buildOtherTillPayment(4)];
      expect(await prepareAndGetWarnings({ ...request, amount: '30' })).toMatchObject([
        { isSameAmount: false },
      ]);
      counter.otherTillPayments = [buildOtherTillPayment(6)];
      expect(await prepareAndGetWarnings({ ...request, amount: '30' })).toEqual([]);
    },
  );

  it('warns of another till’s cash-out', async () => {
    counter.billers.set(7, createTestBiller({ id: 7, kind: 'partner', name: 'Banco' }));
    counter.settings.cashOutBillers = [7];
    counter.otherTillPayments = [buildOtherTillPayment(5)];
    const order = expectOk(await counter.prepare({ kind: 'cash-out', billerId: 7, amount: '549' }));
    expect(order.warnings).toMatchObject([{ kind: 'paid-elsewhere', shop: 'La Esquina' }]);
  });

  it('warns of a payment that the chain lists as this till’s only if the ledger lacks it', async () => {
    const { id } = await counter.payBill({ amount: '549' });
    await counter.advance(2 * 60 * MINUTE);
    const { createdAt } = counter.get(id);
    counter.otherTillPayments = [buildOtherTillPayment(0, { at: createdAt, isOfThisTill: true })];
    expect(await prepareAndGetWarnings()).toEqual([]);
    counter.otherTillPayments = [
      buildOtherTillPayment(30, { isOfThisTill: true, shop: 'Centro', posNumber: '07' }),
    ];
    expect(await prepareAndGetWarnings()).toMatchObject([{ shop: 'Centro', posNumber: '07' }]);
    counter.otherTillPayments = [buildOtherTillPayment(3 * 60, { isOfThisTill: true })];
    expect(await prepareAndGetWarnings()).toHaveLength(1);
  });

  it('does not take its own payment that was given back for one of another till', async () => {
    const { id } = await counter.payBill({ amount: '549' });
    await counter.advance(10 * MINUTE);
    const { createdAt: at } = counter.get(id);
    counter.database.commit(() =>
      counter.database
        .prepare("UPDATE outcomes SET service_status = 'refunded' WHERE intent_id = ?")
        .run(id),
    );
    counter.otherTillPayments = [buildOtherTillPayment(0, { at, isOfThisTill: true })];
    expect(await prepareAndGetWarnings()).toEqual([]);
  });

  it('warns of another till’s payment of the same moment as one of this till', async () => {
    const { id } = await counter.payBill({ amount: '549' });
    await counter.advance(2 * HOUR);
    const { createdAt: at } = counter.get(id);
    counter.otherTillPayments = [
      buildOtherTillPayment(0, { at, isOfThisTill: true }),
      buildOtherTillPayment(0, { at }),
    ];
    expect(await prepareAndGetWarnings()).toMatchObject([{ shop: 'La Esquina' }]);
  });

  it.each([
    ['bill', '100.00', 'MXN', 24 * HOUR],
    ['bill', '30.00', 'MXN', 24 * HOUR],
    ['top-up', '100.00', 'MXN', HOUR],
    ['top-up', '30.00', 'MXN', 5 * MINUTE],
    ['top-up', '100.00', 'USD', 5 * MINUTE],
  ] as const)('warns of a %s of %s %s until its time ends', (kind, amount, currency, ms) => {
    const now = counter.clock.now();
    const findOfAge = (age: number) =>
      findOtherTillWarning(
        [buildOtherTillPayment(0, { at: toIsoTime(now - age), amount: { amount, currency } })],
        { kind, billerId: 40, amount: { amount: '100.00', currency: 'MXN' } },
        { database: counter.database, now },
      );
    const isSameAmount = amount === '100.00' && currency === 'MXN';
    expect(findOfAge(ms - 1)).toMatchObject([{ isSameAmount }]);
    expect(findOfAge(ms)).toEqual([]);
  });
});

describe('R36', () => {
  it.each([
    ['explained by the same amount in another shop', {}, 'rejected'],
    [
      'not explained by another amount',
      { amount: { amount: '20.00', currency: 'MXN' } },
      'unclear',
    ],
    ['not explained by an unresolved payment', { isPaid: false }, 'unclear'],
    ['not explained by this till’s own payment', { isOfThisTill: true }, 'unclear'],
  ] as const)('resolves R36 to a resend with a chain payment: %s', async (_what, over, state) => {
    const id = await counter.loseBill();
    const { amount } = counter.get(id);
    counter.otherTillPayments = [buildOtherTillPayment(20, { amount, ...over })];
    counter.service.fates.push({ ...SUCCEEDS, answer: createRefusal('R36') });
    expectOk(await counter.sendAgain(id));
    await counter.advance(66 * MINUTE);
    expect(counter.get(id)).toMatchObject({ state, code: 'R36' });
  });

  it('explains R36 by a chain payment within the hour before the request, plus or minus the clock skew', async () => {
    counter.service.fates.push({ ...SUCCEEDS, answer: createRefusal('R36') });
    const { id } = await counter.payBill();
    const { amount } = counter.get(id);
    const at = counter.clock.now();
    await counter.advance(2 * MINUTE);
    const explains = async (minutes: number): Promise<boolean> => {
      counter.otherTillPayments = [
        buildOtherTillPayment(0, { amount, at: toIsoTime(at - minutes * MINUTE) }),
      ];
      const request = counter.payments.paidAtOtherTills({ paymentId: id }, ANA);
      return expectOk(await request).length > 0;
    };
    for (const minutes of [64, 30, 0, -4]) expect(await explains(minutes)).toBe(true);
    // An earlier payment no longer blocks; a later one is itself blocked.
    expect(await explains(66)).toBe(false);
    expect(await explains(-6)).toBe(false);
    expect(await explains(-60)).toBe(false);
  });

  it('compares with the last request that was answered with R36', async () => {
    const requestDate = counter.clock.now();
    const amount = { amount: '100.00', currency: 'MXN' };
    const countAt = async (ms: number, over: Partial<OtherTillPayment> = {}) => {
      const payment = buildOtherTillPayment(0, {
        at: toIsoTime(requestDate + ms),
        amount,
        ...over,
      });
      const blocking = await findBlockingOtherTillPayments(
        {
          otherTillPayments: {
            prefetchPayments: () => {},
            listPaymentsOfLastDay: async () => [payment],
          },
        },
        {
          intent: { amount },
          sends: [
            { code: 'R36', requestDate: toIsoTime(requestDate - 10 * HOUR) },
            { code: 'R36', requestDate: toIsoTime(requestDate) },
            { code: null, requestDate: toIsoTime(requestDate + 10 * HOUR) },
          ],
        } as unknown as Parameters<typeof findBlockingOtherTillPayments>[1],
      );
      return blocking.length;
    };
    expect(await countAt(-65 * MINUTE)).toBe(1);
    expect(await countAt(-65 * MINUTE - 1)).toBe(0);
    expect(await countAt(5 * MINUTE)).toBe(1);
    expect(await countAt(5 * MINUTE + 1)).toBe(0);
    expect(await countAt(0, { amount: { ...amount, currency: 'USD' } })).toBe(0);
  });

  it('lists no payment of another shop without R36', async () => {
    const { id } = await counter.payBill();
    await counter.advance(1000);
    counter.otherTillPayments = [buildOtherTillPayment(1, { amount: counter.get(id).amount })];
    const request = counter.payments.paidAtOtherTills({ paymentId: id }, ANA);
    expect(expectOk(await request)).toEqual([]);
  });

  it('lists the shop that paid after R36 to a first request', async () => {
    counter.service.fates.push({ ...SUCCEEDS, answer: createRefusal('R36') });
    const { id } = await counter.payBill();
    const { amount } = counter.get(id);
    counter.otherTillPayments = [
      buildOtherTillPayment(20, { amount }),
      buildOtherTillPayment(2 * 60, { amount }),
      buildOtherTillPayment(3, { isOfThisTill: true, amount }),
    ];
    await counter.advance(2 * MINUTE);
    expect(counter.get(id)).toMatchObject({ state: 'rejected', code: 'R36' });
    const request = counter.payments.paidAtOtherTills({ paymentId: id }, ANA);
    expect(expectOk(await request)).toMatchObject([{ shop: 'La Esquina', isSameAmount: true }]);
    expect((await counter.payments.paidAtOtherTills({ paymentId: 'nobody' }, ANA)).ok).toBe(false);
  });

  it('records that another shop’s payment explains R36', async () => {
    const id = await counter.loseBill();
    counter.otherTillPayments = [buildOtherTillPayment(20, { amount: counter.get(id).amount })];
    counter.service.fates.push({ ...SUCCEEDS, answer: createRefusal('R36') });
    expectOk(await counter.sendAgain(id));
    await counter.advance(66 * MINUTE);
    expect(counter.rows("SELECT detail FROM payment_events WHERE kind = 'look-up-empty'")).toEqual([
      { detail: '{"why":null,"isPaidAtOtherTill":true,"state":"rejected"}' },
    ]);
  });

  it('does not explain a row that contradicts the payment after R36 by a chain payment', async () => {
    const id = await counter.loseBill();
    counter.otherTillPayments = [buildOtherTillPayment(20, { amount: counter.get(id).amount })];
    counter.service.fates.push({
      ...SUCCEEDS,
      answersTransaction: { performs: true, change: (row) => row },
      answerAfterPerforming: createRefusal('R36'),
    });
    counter.service.lookUpFates.push({
      rows: (own) => own.map((row) => ({ ...row, amount: '1.00' })),
    });
    expectOk(await counter.sendAgain(id));
    await counter.advance(1000);
    expect(counter.get(id)).toMatchObject({ state: 'unclear', code: 'R36' });
    counter.service.lookUpFates.push(...Array.from({ length: 200 }, () => 'empty' as const));
    await counter.advance(66 * MINUTE);
    expect(counter.get(id).state).toBe('unclear');
  });

  it('explains no code other than R36 by chain payments', async () => {
    const id = await counter.loseBill();
    counter.otherTillPayments = [buildOtherTillPayment(20, { amount: counter.get(id).amount })];
    counter.service.fates.push({ ...SUCCEEDS, answer: createRefusal('R49') });
    expectOk(await counter.sendAgain(id));
    await counter.advance(66 * MINUTE);
    expect(counter.get(id).state).toBe('unclear');
  });
});

describe('a refresh of a payment', () => {
  const refreshPayment = async (id: string) => {
    const refresh = counter.payments.refreshPayment(id);
    await counter.advance(200);
    return await refresh;
  };

  it('records once that a rejected payment was performed after all, and keeps its outcome', async () => {
    counter.service.fates.push({ ...SUCCEEDS, answerAfterPerforming: createRefusal('R19') });
    const { id } = await counter.payBill();
    await counter.advance(1000);
    expect(counter.get(id).state).toBe('rejected');
    const before = counter.rows('SELECT * FROM outcomes');
    expect(expectOk(await refreshPayment(id))).toMatchObject({
      kind: 'performed-after-all',
      performedSecond: expect.any(Number),
    });
    await refreshPayment(id);
    expect(counter.rows('SELECT * FROM outcomes')).toEqual(before);
    expect(
      counter.rows("SELECT count(*) AS n FROM payment_events WHERE kind = 'performed-after-all'"),
    ).toEqual([{ n: 1 }]);
    expect(
      counter.rows("SELECT count(*) AS n FROM audit WHERE kind = 'performed-after-all'"),
    ).toEqual([{ n: 1 }]);
    expect(counter.rows('SELECT * FROM print_jobs')).toEqual([]);
  });

  it('changes nothing for a payment that the service did not perform either', async () => {
    counter.service.fates.push({ ...SUCCEEDS, answer: createRefusal('R19') });
    const { id } = await counter.payBill();
    await counter.advance(1000);
    expect(expectOk(await refreshPayment(id))).toEqual({ kind: 'not-made' });
    expect(counter.rows("SELECT 1 FROM payment_events WHERE kind = 'performed-after-all'")).toEqual(
      [],
    );
    counter.service.lookUpFates.push('failed');
    expect((await refreshPayment(id)).ok).toBe(false);
  });

  it('looks up an open payment on a refresh, and only reports a paid one', async () => {
    const { id } = await counter.payBill();
    await counter.advance(1000);
    expect(expectOk(await refreshPayment(id))).toEqual({ kind: 'paid' });
    const lost = await counter.loseBill();
    const before = counter.service.lookUps;
    expect(expectOk(await refreshPayment(lost))).toEqual({ kind: 'looked-up' });
    expect(counter.service.lookUps).toBeGreaterThan(before);
    expect((await refreshPayment('nobody')).ok).toBe(false);
  });
});
