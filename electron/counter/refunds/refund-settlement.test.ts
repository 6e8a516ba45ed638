import { describe, expect, it } from 'vitest';
import { ANA, expectOk, expectProblem, LUIS, LUIS_PIN } from '../payments/testing/index.ts';
import { createRefundShop } from './refunds.fixture.ts';

const shop = createRefundShop();
const { paid, cashedOut, givenBack, owed, settle, decide, movements } = shop;

describe('refund owed to a customer', () => {
  it('hands back a refund once, with the shop’s fee, and records the cashier', async () => {
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
    expect(movements().filter((movement) => Object(movement).kind === 'hand-back')).toHaveLength(1);
    expect(
      shop.counter.rows("SELECT cashier_id FROM audit WHERE kind = 'refund-handed-back'"),
    ).toEqual([{ cashier_id: 'ana' }]);
  });

  it('settles a refund once if a cashier and a supervisor act at the same time', async () => {
    const payment = await paid();
    await givenBack(payment);
    const deciding = decide(payment.id);
    const problem = expectProblem(await settle(payment.id));
    expectOk(await deciding);
    expect(problem).toEqual({ kind: 'refund', reason: 'settled' });
  });

  it('records a supervisor’s decision with a reason and without moving cash', async () => {
    const payment = await paid();
    await givenBack(payment);
    const movementsBefore = movements();
    expect(expectProblem(await decide(payment.id, '0000'))).toMatchObject({ kind: 'wrong-pin' });
    expect(owed()).toEqual([payment.id]);
    expect(expectOk(await decide(payment.id)).payment.refund?.settled).toMatchObject({
      how: 'decided',
      by: 'Ana',
      approvedBy: 'Luis',
      reason: 'never came',
    });
    expect(movements()).toEqual(movementsBefore);
    expect(expectProblem(await settle(payment.id))).toEqual({ kind: 'refund', reason: 'settled' });
  });

  it.each(['before-commit', 'after-commit'])(
    'hands back a refund once if the till crashes %s',
    async (when) => {
      const payment = await paid();
      await givenBack(payment);
      // The row is read first, in a separate commit.
      let commits = 0;
      shop.counter.fault = (call) => {
        commits += call === when ? 1 : 0;
        if (commits === 2) throw new Error('the power is cut');
      };
      await expect(settle(payment.id)).rejects.toThrow('the power is cut');
      shop.counter.fault = () => {};
      shop.counter.restart();
      const secondResult = await settle(payment.id);
      expect(secondResult.ok).toBe(when === 'before-commit');
      expect(owed()).toEqual([]);
      const handBacks = movements().filter((movement) => Object(movement).kind === 'hand-back');
      expect(handBacks).toHaveLength(1);
    },
  );

  it('rejects a hand-back when the service reports the payment as paid again', async () => {
    const payment = await paid();
    await givenBack(payment);
    shop.counter.service.giveBack(payment.externalId, 'fulfilled');
    for (const pin of [null, LUIS_PIN]) {
      const refusal = { kind: 'refund', reason: 'stands' };
      expect(expectProblem(await settle(payment.id, ANA, pin))).toEqual(refusal);
    }
    expect(movements().filter((movement) => Object(movement).kind === 'hand-back')).toEqual([]);
    expect(owed()).toEqual([payment.id]);
    expectOk(await decide(payment.id));
    expect(owed()).toEqual([]);
  });

  it.each(['failed', 'throws', 'empty'] as const)(
    'requires a supervisor’s PIN to hand back a refund if the row cannot be read: %s',
    async (fate) => {
      const payment = await paid();
      await givenBack(payment);
      const failNextLookUps = (): void => void shop.counter.service.lookUpFates.push(fate, fate);
      failNextLookUps();
      const refusal = { kind: 'refund', reason: 'not-confirmed' };
      expect(expectProblem(await settle(payment.id))).toEqual(refusal);
      shop.counter.service.lookUpFates.length = 0;
      failNextLookUps();
      expect(expectProblem(await settle(payment.id, ANA, '0000'))).toMatchObject({
        kind: 'wrong-pin',
      });
      expect(owed()).toEqual([payment.id]);
      expect(
        expectOk(await settle(payment.id, ANA, LUIS_PIN)).payment.refund?.settled,
      ).toMatchObject({ how: 'handed-back', by: 'Ana', approvedBy: 'Luis' });
    },
  );

  it('refuses to hand back a refund without an open shift if the shop requires one', async () => {
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

describe('refunded cash-out', () => {
  it('takes in the cash of a refunded cash-out for the shop once', async () => {
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

  it('refuses to hand over a cash-out that was refunded before', async () => {
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
