import { describe, expect, it } from 'vitest';
import { ANA, expectOk, expectProblem, LUIS, LUIS_PIN } from '../payments/testing/index.ts';
import { createRefundShop } from './refunds.fixture.ts';

const shop = createRefundShop();
const { createPaidPayment, createCashOut, giveBack, listOwedIds, settle, decide, listMovements } =
  shop;

describe('refund owed to a customer', () => {
  it('hands back a refund once, with the shop’s fee, and records the cashier', async () => {
    shop.counter.settings.customerFee = {
      kind: 'fixed',
      utility: '8.00',
      'top-up': '0',
      'gift-card': '0',
      partner: '0',
    };
    const payment = await createPaidPayment();
    expect(payment.due.amount).toBe('108.00');
    await giveBack(payment);
    const settled = expectOk(await settle(payment.id));
    expect(settled.payment.refund?.settled).toMatchObject({ how: 'handed-back', by: 'Ana' });
    expect(listMovements().at(-1)).toEqual({
      kind: 'hand-back',
      amount: '-108.00',
      intent_id: payment.id,
    });
    expect(listOwedIds()).toEqual([]);
    expect(expectProblem(await settle(payment.id, LUIS))).toEqual({
      kind: 'refund',
      reason: 'settled',
    });
    expect(expectProblem(await decide(payment.id))).toEqual({ kind: 'refund', reason: 'settled' });
    expect(
      listMovements().filter((movement) => Object(movement).kind === 'hand-back'),
    ).toHaveLength(1);
    expect(
      shop.counter.rows("SELECT cashier_id FROM audit WHERE kind = 'refund-handed-back'"),
    ).toEqual([{ cashier_id: 'ana' }]);
  });

  it('settles a refund once if a cashier and a supervisor act at the same time', async () => {
    const payment = await createPaidPayment();
    await giveBack(payment);
    const deciding = decide(payment.id);
    const problem = expectProblem(await settle(payment.id));
    expectOk(await deciding);
    expect(problem).toEqual({ kind: 'refund', reason: 'settled' });
  });

  it('records a supervisor’s decision with a reason and without moving cash', async () => {
    const payment = await createPaidPayment();
    await giveBack(payment);
    const movementsBefore = listMovements();
    expect(expectProblem(await decide(payment.id, '0000'))).toMatchObject({ kind: 'wrong-pin' });
    expect(listOwedIds()).toEqual([payment.id]);
    expect(expectOk(await decide(payment.id)).payment.refund?.settled).toMatchObject({
      how: 'decided',
      by: 'Ana',
      approvedBy: 'Luis',
      reason: 'never came',
    });
    expect(listMovements()).toEqual(movementsBefore);
    expect(expectProblem(await settle(payment.id))).toEqual({ kind: 'refund', reason: 'settled' });
  });

  it.each(['before-commit', 'after-commit'])(
    'hands back a refund once if the till crashes %s',
    async (when) => {
      const payment = await createPaidPayment();
      await giveBack(payment);
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
      expect(listOwedIds()).toEqual([]);
      const handBacks = listMovements().filter((movement) => Object(movement).kind === 'hand-back');
      expect(handBacks).toHaveLength(1);
    },
  );

  it('rejects a hand-back when the service reports the payment as paid again', async () => {
    const payment = await createPaidPayment();
    await giveBack(payment);
    shop.counter.service.giveBack(payment.externalId, 'fulfilled');
    for (const pin of [null, LUIS_PIN]) {
      const refusal = { kind: 'refund', reason: 'stands' };
      expect(expectProblem(await settle(payment.id, ANA, pin))).toEqual(refusal);
    }
    expect(listMovements().filter((movement) => Object(movement).kind === 'hand-back')).toEqual([]);
    expect(listOwedIds()).toEqual([payment.id]);
    expectOk(await decide(payment.id));
    expect(listOwedIds()).toEqual([]);
  });

  it.each(['failed', 'throws', 'empty'] as const)(
    'requires a supervisor’s PIN to hand back a refund if the row cannot be read: %s',
    async (fate) => {
      const payment = await createPaidPayment();
      await giveBack(payment);
      const failNextLookUps = (): void => void shop.counter.service.lookUpFates.push(fate, fate);
      failNextLookUps();
      const refusal = { kind: 'refund', reason: 'not-confirmed' };
      expect(expectProblem(await settle(payment.id))).toEqual(refusal);
      shop.counter.service.lookUpFates.length = 0;
      failNextLookUps();
      expect(expectProblem(await settle(payment.id, ANA, '0000'))).toMatchObject({
        kind: 'wrong-pin',
      });
      expect(listOwedIds()).toEqual([payment.id]);
      expect(
        expectOk(await settle(payment.id, ANA, LUIS_PIN)).payment.refund?.settled,
      ).toMatchObject({ how: 'handed-back', by: 'Ana', approvedBy: 'Luis' });
    },
  );

  it('refuses to hand back a refund without an open shift if the shop requires one', async () => {
    const payment = await createPaidPayment();
    await giveBack(payment);
    shop.counter.shifts = 'required';
    shop.counter.rows(`UPDATE shifts SET closed_at = '2026-01-16T00:00:00.000Z' RETURNING id`);
    expect(expectProblem(await settle(payment.id))).toEqual({ kind: 'shift', reason: 'needed' });
    expect(listOwedIds()).toEqual([payment.id]);
  });

  it('checks that a refund is owed before the PIN and before the service', async () => {
    const notFound = { kind: 'not-found', what: 'payment' };
    expect(expectProblem(await settle('another', ANA, '0000'))).toEqual(notFound);
    expect(expectProblem(await decide('another', '0000'))).toEqual(notFound);
    const payment = await createPaidPayment();
    await giveBack(payment);
    expectOk(await settle(payment.id));
    const { lookUps } = shop.counter.service;
    const settled = { kind: 'refund', reason: 'settled' };
    expect(expectProblem(await settle(payment.id, ANA, '0000'))).toEqual(settled);
    expect(expectProblem(await settle(payment.id))).toEqual(settled);
    expect(expectProblem(await decide(payment.id, '0000'))).toEqual(settled);
    expect(shop.counter.service.lookUps).toBe(lookUps);
  });

  it('decides once if two supervisors decide at the same time', async () => {
    const payment = await createPaidPayment();
    await giveBack(payment);
    const [first, second] = await Promise.all([decide(payment.id), decide(payment.id)]);
    expectOk(first);
    expect(expectProblem(second)).toEqual({ kind: 'refund', reason: 'settled' });
  });

  it('answers nothing-owed for a payment that was not refunded', async () => {
    const payment = await createPaidPayment();
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
    const payment = await createCashOut(true);
    expect((await giveBack(payment, 'reversed')).refund).toMatchObject({
      owedTo: 'shop',
      isHandedOver: true,
    });
    expectOk(await settle(payment.id));
    expect(listMovements().at(-1)).toEqual({
      kind: 'take-in',
      amount: '100.00',
      intent_id: payment.id,
    });
    expect(expectProblem(await settle(payment.id))).toEqual({ kind: 'refund', reason: 'settled' });
  });

  it('refuses to hand over a cash-out that was refunded before', async () => {
    const payment = await createCashOut(false);
    expect(payment.handOver).toBe('now');
    expect(await giveBack(payment, 'reversed')).toMatchObject({
      handOver: 'never',
      refund: { owedTo: 'shop', isHandedOver: false },
    });
    expect(shop.counter.payments.countUnresolved()).toBe(0);
    expect(
      expectProblem(shop.counter.payments.confirmHandOver({ paymentId: payment.id }, ANA)),
    ).toMatchObject({ kind: 'payment-state' });
    expect(expectProblem(await settle(payment.id))).toEqual({
      kind: 'refund',
      reason: 'not-handed-over',
    });
    expectOk(await decide(payment.id));
    expect(listOwedIds()).toEqual([]);
  });
});
