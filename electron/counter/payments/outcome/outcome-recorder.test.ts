import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ANA,
  createRefusal,
  createTestBiller,
  createTestCounter,
  expectOk,
  LUIS,
  LUIS_PIN,
  type TestCounter,
} from '../testing/index.ts';

let counter: TestCounter;
beforeEach(() => {
  counter = createTestCounter();
});
afterEach(() => counter.close());

describe('the commission of a payment', () => {
  it.each([
    ['MXN', '2.50'],
    ['USD', null],
    [null, null],
  ])('keeps a commission only in the shop’s currency: %s', async (accountCurrency, earned) => {
    counter.settings.accountCurrency = accountCurrency;
    counter.service.earned = '2.50';
    await counter.payBill();
    await counter.advance(1000);
    expect(counter.rows('SELECT earned FROM outcomes')).toEqual([{ earned }]);
  });
});

describe('an outcome', () => {
  it('reports an outcome before it wakes the printer and counts the use', async () => {
    await counter.payBill();
    const calls: string[] = [];
    counter.portCall = (name) => {
      if (/onChange|wake|recordUse/.test(name)) calls.push(name);
    };
    await counter.advance(1000);
    expect(calls).toEqual(['ports.onChange', 'paper.wake', 'catalog.recordUse']);
  });

  it.each(['ports.onChange', 'paper.wake', 'catalog.recordUse'])(
    'keeps a payment paid and does the other steps if %s fails',
    async (failing) => {
      const errors: unknown[] = [];
      counter.log = { ...counter.log, error: (fields: object) => errors.push(fields) };
      counter.restart();
      const { id } = await counter.payBill();
      const calls: string[] = [];
      counter.portCall = (name) => {
        if (/onChange|wake|recordUse/.test(name)) calls.push(name);
        if (name === failing) throw new Error('broken');
      };
      await counter.advance(1000);
      counter.portCall = () => {};
      expect(counter.get(id).state).toBe('paid');
      expect(calls).toEqual(['ports.onChange', 'paper.wake', 'catalog.recordUse']);
      expect(errors).toMatchObject([{ paymentId: id, err: { message: 'broken' } }]);
    },
  );

  it('counts no use of a biller for a cancel, a cash-out or a refusal', async () => {
    const { id } = await counter.payBill();
    await counter.advance(1000);
    expect(counter.billerUses).toEqual([40]);
    const approval = { cashierId: LUIS.id, pin: LUIS_PIN };
    const cancelling = { paymentId: id, reason: 'wrong account', approval };
    expectOk(await counter.payments.cancel(cancelling, ANA));
    await counter.advance(1000);
    counter.billers.set(7, createTestBiller({ id: 7, kind: 'partner' }));
    counter.settings.cashOutBillers = [7];
    expectOk(await counter.payOut({ billerId: 7 }));
    counter.service.fates.push({ arrives: 20, answers: 30, answer: createRefusal('R2') });
    await counter.payBill({ account: '777' });
    await counter.advance(1000);
    expect(counter.rows("SELECT state FROM outcomes WHERE state = 'paid'")).toHaveLength(3);
    expect(counter.billerUses).toEqual([40]);
  });
});
