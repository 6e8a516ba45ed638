import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toIsoTime } from '../../../platform/index.ts';
import {
  ANA,
  expectOk,
  expectProblem,
  refusal,
  type TestCounter,
  testBiller,
  testCounter,
  WELL,
} from '../testing/index.ts';
import type { OtherTillPayment } from '../types.ts';

const MINUTE = 60_000;
let counter: TestCounter;
beforeEach(() => {
  counter = testCounter();
});
afterEach(() => counter.close());

const paid = (minutes: number, over: Partial<OtherTillPayment> = {}): OtherTillPayment => ({
  at: toIsoTime(counter.clock.now() - minutes * MINUTE),
  amount: { amount: '549.00', currency: 'MXN' },
  isPaid: true,
  shop: 'La Esquina',
  posNumber: '11',
  isMine: false,
  ...over,
});
const warningsOf = async (changes: Parameters<TestCounter['order']>[0] = {}) =>
  (await counter.order({ amount: '549', ...changes })).warnings;

describe('what another shop of the chain paid', () => {
  it('warns of another till’s payment of the same bill for one day, with shop, time and amount', async () => {
    counter.elsewhere = [
      paid(3 * 60, { amount: { amount: '20.00', currency: 'MXN' } }),
      paid(20 * 60),
    ];
    expect(await warningsOf()).toEqual([
      {
        kind: 'paid-elsewhere',
        shop: 'La Esquina',
        posNumber: '11',
        at: counter.elsewhere[1]?.at,
        amount: { amount: '549.00', currency: 'MXN' },
        isSameAmount: true,
        isPaid: true,
      },
    ]);
    expect(counter.askedElsewhere).toContainEqual({ billerId: 40, accountNumber: '501000000007' });
    counter.elsewhere = [paid(24 * 60 + 1)];
    expect(await warningsOf()).toEqual([]);
    counter.elsewhere = [paid(10, { isPaid: false })];
    expect(await warningsOf()).toMatchObject([{ isPaid: false }]);
  });

  it('has to be decided on before F12 pays', async () => {
    counter.elsewhere = [paid(10)];
    const { id: orderId, due } = await counter.order({ amount: '549' });
    const pay = (acknowledged: 'paid-elsewhere'[]) =>
      counter.payments.pay({ orderId, cash: due, acknowledged }, ANA);
    const refused = pay([]);
    expect(refused instanceof Promise ? null : expectProblem(refused)).toMatchObject({
      field: 'acknowledged',
      reason: 'paid-elsewhere',
    });
    expect(counter.service.sent).toHaveLength(0);
    const done = pay(['paid-elsewhere']);
    expect(done instanceof Promise ? null : expectOk(done)).toMatchObject({ state: 'sending' });
  });

  it.each(['top-up', 'gift-card'] as const)(
    'warns of another till’s %s only while the service would block it',
    async (kind) => {
      counter.billers.set(
        8,
        testBiller({ id: 8, kind, name: 'Tiempo aire', canCheckBalance: false }),
      );
      const asked = { kind, billerId: 8, account: '5512345678' };
      counter.elsewhere = [paid(59)];
      expect(await warningsOf(asked)).toMatchObject([{ kind: 'paid-elsewhere' }]);
      counter.elsewhere = [paid(61)];
      expect(await warningsOf(asked)).toEqual([]);
      counter.elsewhere = [paid(4)];
      expect(await warningsOf({ ...asked, amount: '30' })).toMatchObject([{ isSameAmount: false }]);
      counter.elsewhere = [paid(6)];
      expect(await warningsOf({ ...asked, amount: '30' })).toEqual([]);
    },
  );

  it('warns of another till’s cash-out', async () => {
    counter.billers.set(7, testBiller({ id: 7, kind: 'partner', name: 'Banco' }));
    counter.settings.cashOutBillers = [7];
    counter.elsewhere = [paid(5)];
    const order = expectOk(await counter.prepare({ kind: 'cash-out', billerId: 7, amount: '549' }));
    expect(order.warnings).toMatchObject([{ kind: 'paid-elsewhere', shop: 'La Esquina' }]);
  });

  it('is no news where this till’s own ledger has it, and is where a restored one lacks it', async () => {
    const { id } = await counter.payBill({ amount: '549' });
    await counter.advance(2 * 60 * MINUTE);
    const { createdAt } = counter.get(id);
    counter.elsewhere = [paid(0, { at: createdAt, isMine: true })];
    expect(await warningsOf()).toEqual([]);
    counter.elsewhere = [paid(30, { isMine: true, shop: 'Centro', posNumber: '07' })];
    expect(await warningsOf()).toMatchObject([{ shop: 'Centro', posNumber: '07' }]);
  });
});

describe('R36', () => {
  it.each([
    ['explained by the same amount in another shop', {}, 'rejected'],
    ['not by another amount', { amount: { amount: '20.00', currency: 'MXN' } }, 'unclear'],
    ['not by one that nobody knows to be paid', { isPaid: false }, 'unclear'],
    ['not by this till, whose ledger says so itself', { isMine: true }, 'unclear'],
  ] as const)('to a request that was sent again is %s', async (_what, over, state) => {
    const id = await counter.loseBill();
    const { amount } = counter.get(id);
    counter.elsewhere = [paid(20, { amount, ...over })];
    counter.service.fates.push({ ...WELL, says: refusal('R36') });
    expectOk(await counter.sendAgain(id));
    await counter.advance(66 * MINUTE);
    expect(counter.get(id)).toMatchObject({ state, code: 'R36' });
  });

  it('is explained by what was paid within the hour before the request, give or take the clocks', async () => {
    counter.service.fates.push({ ...WELL, says: refusal('R36') });
    const { id } = await counter.payBill();
    const { amount } = counter.get(id);
    const at = counter.clock.now();
    await counter.advance(2 * MINUTE);
    const explains = async (minutes: number): Promise<boolean> => {
      counter.elsewhere = [paid(0, { amount, at: toIsoTime(at - minutes * MINUTE) })];
      const asked = counter.payments.paidElsewhere({ paymentId: id }, ANA);
      return expectOk(await asked).length > 0;
    };
    for (const minutes of [64, 30, 0, -4]) expect(await explains(minutes)).toBe(true);
    // Earlier, it blocked nothing any longer; later, it was blocked itself.
    expect(await explains(66)).toBe(false);
    expect(await explains(-6)).toBe(false);
    expect(await explains(-60)).toBe(false);
  });

  it('to a first request names the shop that paid, for the person who asks why', async () => {
    counter.service.fates.push({ ...WELL, says: refusal('R36') });
    const { id } = await counter.payBill();
    const { amount } = counter.get(id);
    counter.elsewhere = [
      paid(20, { amount }),
      paid(2 * 60, { amount }),
      paid(3, { isMine: true, amount }),
    ];
    await counter.advance(2 * MINUTE);
    expect(counter.get(id)).toMatchObject({ state: 'rejected', code: 'R36' });
    const asked = counter.payments.paidElsewhere({ paymentId: id }, ANA);
    expect(expectOk(await asked)).toMatchObject([{ shop: 'La Esquina', isSameAmount: true }]);
    expect((await counter.payments.paidElsewhere({ paymentId: 'nobody' }, ANA)).ok).toBe(false);
  });

  it('of another code nothing is explained by the chain', async () => {
    const id = await counter.loseBill();
    counter.elsewhere = [paid(20, { amount: counter.get(id).amount })];
    counter.service.fates.push({ ...WELL, says: refusal('R49') });
    expectOk(await counter.sendAgain(id));
    await counter.advance(66 * MINUTE);
    expect(counter.get(id).state).toBe('unclear');
  });
});

describe('a payment that the service is said to know better', () => {
  const read = async (id: string) => {
    const reading = counter.payments.readAgain(id);
    await counter.advance(200);
    return await reading;
  };

  it('and that was performed after all becomes a difference, and is never changed', async () => {
    counter.service.fates.push({ ...WELL, saysAfter: refusal('R19') });
    const { id } = await counter.payBill();
    await counter.advance(1000);
    expect(counter.get(id).state).toBe('rejected');
    const before = counter.rows('SELECT * FROM outcomes');
    expect(expectOk(await read(id))).toMatchObject({
      kind: 'performed-after-all',
      second: expect.any(Number),
    });
    await read(id);
    expect(counter.rows('SELECT * FROM outcomes')).toEqual(before);
    expect(
      counter.rows("SELECT count(*) AS n FROM payment_events WHERE kind = 'performed-after-all'"),
    ).toEqual([{ n: 1 }]);
    expect(
      counter.rows("SELECT count(*) AS n FROM audit WHERE kind = 'performed-after-all'"),
    ).toEqual([{ n: 1 }]);
    expect(counter.rows('SELECT * FROM print_jobs')).toEqual([]);
  });

  it('and was not made there either stays as it is', async () => {
    counter.service.fates.push({ ...WELL, says: refusal('R19') });
    const { id } = await counter.payBill();
    await counter.advance(1000);
    expect(expectOk(await read(id))).toEqual({ kind: 'not-made' });
    expect(counter.rows("SELECT 1 FROM payment_events WHERE kind = 'performed-after-all'")).toEqual(
      [],
    );
    counter.service.lookUpFates.push('failed');
    expect((await read(id)).ok).toBe(false);
  });

  it('is looked up while it is open, and is another’s affair once it is paid', async () => {
    const { id } = await counter.payBill();
    await counter.advance(1000);
    expect(expectOk(await read(id))).toEqual({ kind: 'paid' });
    const lost = await counter.loseBill();
    const before = counter.service.lookUps;
    expect(expectOk(await read(lost))).toEqual({ kind: 'looked-up' });
    expect(counter.service.lookUps).toBeGreaterThan(before);
    expect((await read('nobody')).ok).toBe(false);
  });
});
