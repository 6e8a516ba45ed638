import { describe, expect, it } from 'vitest';
import { ANA, expectOk, expectProblem, LUIS, LUIS_PIN } from '../payments/testing/index.ts';
import { watchingShop } from './refunds.fixture.ts';

const shop = watchingShop();
const { paid, cashedOut, givenBack, owed, settle, decide, movements } = shop;

describe('what is owed to a customer', () => {
  it('is handed back once, with the shop’s fee, by name, from the drawer of that moment', async () => {
    shop.counter.settings.customerFee = {
      kind: 'fixed',
      utility: '8.00',
      'top-up': '0',
      'gift-card': '0',
      partner: '0',
    };
    const payment = await paid();
    expect(payment.due.amount).toBe('108.00');
    await givenBack(payment);
    const settled = expectOk(await settle(payment.id));
    expect(settled.payment.refund?.settled).toMatchObject({ how: 'handed-back', by: 'Ana' });
    expect(movements().at(-1)).toEqual({
      kind: 'hand-back',
      amount: '-108.00',
      intent_id: payment.id,
    });
    expect(owed()).toEqual([]);
    expect(expectProblem(await settle(payment.id, LUIS))).toEqual({
      kind: 'refund',
      reason: 'settled',
    });
    expect(expectProblem(await decide(payment.id))).toEqual({ kind: 'refund', reason: 'settled' });
    expect(movements().filter((one) => Object(one).kind === 'hand-back')).toHaveLength(1);
    expect(
      shop.counter.rows("SELECT cashier_id FROM audit WHERE kind = 'refund-handed-back'"),
    ).toEqual([{ cashier_id: 'ana' }]);
  });

  it('is handed back once when a supervisor decides at the same moment', async () => {
    const payment = await paid();
    await givenBack(payment);
    const deciding = decide(payment.id);
    const problem = expectProblem(await settle(payment.id));
    expectOk(await deciding);
    expect(problem).toEqual({ kind: 'refund', reason: 'settled' });
  });

  it('is decided by a supervisor with a reason, and nothing moves', async () => {
    const payment = await paid();
    await givenBack(payment);
    const before = movements();
    expect(expectProblem(await decide(payment.id, '0000'))).toMatchObject({ kind: 'wrong-pin' });
    expect(owed()).toEqual([payment.id]);
    expect(expectOk(await decide(payment.id)).payment.refund?.settled).toMatchObject({
      how: 'decided',
      by: 'Ana',
      approvedBy: 'Luis',
      reason: 'never came',
    });
    expect(movements()).toEqual(before);
    expect(expectProblem(await settle(payment.id))).toEqual({ kind: 'refund', reason: 'settled' });
  });

  it.each(['before-commit', 'after-commit'])(
    'is handed back once where the till dies %s',
    async (when) => {
      const payment = await paid();
      await givenBack(payment);
      // The row is read first, in a commit of its own.
      let commits = 0;
      shop.counter.fault = (call) => {
        commits += call === when ? 1 : 0;
        if (commits === 2) throw new Error('the power is cut');
      };
      await expect(settle(payment.id)).rejects.toThrow('the power is cut');
      shop.counter.fault = () => {};
      shop.counter.restart();
      const again = await settle(payment.id);
      expect(again.ok).toBe(when === 'before-commit');
      expect(owed()).toEqual([]);
      const moved = movements().filter((one) => Object(one).kind === 'hand-back');
      expect(moved).toHaveLength(1);
    },
  );

  it('rejects a hand-back when the service reports the payment as paid again', async () => {
    const payment = await paid();
    await givenBack(payment);
    shop.counter.service.giveBack(payment.externalId, 'fulfilled');
    for (const pin of [null, LUIS_PIN]) {
      const refused = { kind: 'refund', reason: 'stands' };
      expect(expectProblem(await settle(payment.id, ANA, pin))).toEqual(refused);
    }
    expect(movements().filter((one) => Object(one).kind === 'hand-back')).toEqual([]);
    expect(owed()).toEqual([payment.id]);
    expectOk(await decide(payment.id));
    expect(owed()).toEqual([]);
  });

  it.each(['failed', 'throws', 'empty'] as const)(
    'waits for a supervisor’s PIN where the row cannot be read: %s',
    async (fate) => {
      const payment = await paid();
      await givenBack(payment);
      const asking = (): void => void shop.counter.service.lookUpFates.push(fate, fate);
      asking();
      const refused = { kind: 'refund', reason: 'not-confirmed' };
      expect(expectProblem(await settle(payment.id))).toEqual(refused);
      shop.counter.service.lookUpFates.length = 0;
      asking();
      expect(expectProblem(await settle(payment.id, ANA, '0000'))).toMatchObject({
        kind: 'wrong-pin',
      });
      expect(owed()).toEqual([payment.id]);
      expect(
        expectOk(await settle(payment.id, ANA, LUIS_PIN)).payment.refund?.settled,
      ).toMatchObject({ how: 'handed-back', by: 'Ana', approvedBy: 'Luis' });
    },
  );

  it('waits for a shift where the shop wants one', async () => {
    const payment = await paid();
    await givenBack(payment);
    shop.counter.shifts = 'required';
    shop.counter.rows(`UPDATE shifts SET closed_at = '2026-01-16T00:00:00.000Z' RETURNING id`);
    expect(expectProblem(await settle(payment.id))).toEqual({ kind: 'shift', reason: 'needed' });
    expect(owed()).toEqual([payment.id]);
  });

  it('answers nothing-owed for a payment that was not refunded', async () => {
    const payment = await paid();
    expect(expectProblem(await settle(payment.id))).toEqual({
      kind: 'refund',
      reason: 'nothing-owed',
    });
    expect(expectProblem(await decide(payment.id))).toEqual({
      kind: 'refund',
      reason: 'nothing-owed',
    });
  });
});

describe('a cash-out that is given back', () => {
  it('is owed to the shop, and received back once', async () => {
    const payment = await cashedOut(true);
    expect((await givenBack(payment, 'reversed')).refund).toMatchObject({
      owedTo: 'shop',
      isHandedOver: true,
    });
    expectOk(await settle(payment.id));
    expect(movements().at(-1)).toEqual({
      kind: 'take-in',
      amount: '100.00',
      intent_id: payment.id,
    });
    expect(expectProblem(await settle(payment.id))).toEqual({ kind: 'refund', reason: 'settled' });
  });

  it('before its cash was handed over is not handed over any more', async () => {
    const payment = await cashedOut(false);
    expect(payment.handOver).toBe('now');
    expect(await givenBack(payment, 'reversed')).toMatchObject({
      handOver: 'never',
      refund: { owedTo: 'shop', isHandedOver: false },
    });
    expect(shop.counter.payments.unresolvedCount()).toBe(0);
    expect(
      expectProblem(shop.counter.payments.handedOver({ paymentId: payment.id }, ANA)),
    ).toMatchObject({ kind: 'payment-state' });
    expect(expectProblem(await settle(payment.id))).toEqual({
      kind: 'refund',
      reason: 'not-handed-over',
    });
    expectOk(await decide(payment.id));
    expect(owed()).toEqual([]);
  });
});
