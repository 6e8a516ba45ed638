import { describe, expect, it } from 'vitest';
import { type Balance, fail, ok } from '../../../../shared/contract/index.ts';
import { markBillSaved } from '../../bills/index.ts';
import { ANA, expectOk, expectProblem, type Fate, LUIS, NEVER_ARRIVES } from '../testing/index.ts';
import { createBasketCounter, MINUTE, toPesos } from './basket-calls.fixture.ts';
import { markBasketsRestored } from './basket-rows.ts';

const at = createBasketCounter();
const { getBasket, add, pay, sendRest, states, fillBasket } = at;

const UNREACHABLE = { kind: 'service-unreachable', reason: 'no-network' } as const;
const NOT_SENT: Fate = { arrives: null, answers: null, isNotSent: true };
const readBasketColumns = (columns: string): unknown =>
  at.counter.rows(`SELECT ${columns} FROM baskets`)[0];

describe('F12', () => {
  it('ignores an F12 for an item number that is no longer the next', async () => {
    const { id } = await fillBasket('100.00', '200.00', '300.00');
    at.counter.service.fates.push(NEVER_ARRIVES, NEVER_ARRIVES);
    pay(id, '600.00');
    await at.counter.advance(65_000);
    sendRest(id);
    await at.counter.advance(65_000);
    expect(states(getBasket(id))).toEqual(['unknown', 'unknown', null]);
    expectOk(at.counter.payments.basket.sendRest({ basketId: id, next: 2 }, ANA));
    await at.counter.advance(MINUTE);
    expect(at.counter.service.sentRequests).toHaveLength(2);
    sendRest(id);
    await at.counter.advance(1000);
    expect(states(getBasket(id))[2]).toBe('paid');
  });
});

describe('an unreachable service', () => {
  it('probes an unreachable service before anything is recorded, and keeps the items', async () => {
    const { id } = await fillBasket('100.00', '200.00');
    at.counter.service.problem = UNREACHABLE;
    at.counter.service.accountAnswer = { result: fail(UNREACHABLE), after: 10 };
    const pendingPayment = at.counter.payments.basket.pay(
      { basketId: id, cash: toPesos('300.00') },
      ANA,
    );
    await at.counter.advance(1000);
    expect(expectProblem(await pendingPayment)).toEqual(UNREACHABLE);
    expect(at.counter.rows('SELECT id FROM baskets')).toEqual([]);
    expect(getBasket(id)).toMatchObject({ state: 'collecting', cash: null });
    at.counter.service.problem = null;
    pay(id, '300.00');
    await at.counter.advance(1000);
    expect(getBasket(id).state).toBe('settled');
  });

  it('sends nothing for an F12 before a lock when the probe succeeds after it', async () => {
    const { id } = await fillBasket('100.00');
    at.counter.service.problem = UNREACHABLE;
    const pendingPayment = at.counter.payments.basket.pay(
      { basketId: id, cash: toPesos('100.00') },
      ANA,
    );
    at.counter.payments.handleSessionChange();
    at.counter.service.problem = null;
    await at.counter.advance(MINUTE);
    expect(expectProblem(await pendingPayment)).toEqual({ kind: 'session-changed' });
    expect(at.counter.service.sentRequests).toEqual([]);
    expect(at.counter.rows('SELECT id FROM baskets')).toEqual([]);
    pay(id, '100.00');
    await at.counter.advance(1000);
    expect(getBasket(id).state).toBe('settled');
  });

  it.each(['put in', 'taken out'])(
    'sends nothing for an F12 if an item was %s during the probe',
    async (change) => {
      const { id, items } = await fillBasket('100.00', '200.00');
      const more = await at.counter.order({ amount: '50.00', account: '9' });
      at.counter.service.problem = UNREACHABLE;
      const pendingPayment = at.counter.payments.basket.pay(
        { basketId: id, cash: toPesos('500.00') },
        ANA,
      );
      const orderId = items[1]?.orderId ?? '';
      if (change === 'put in') add(more);
      else expectOk(at.counter.payments.basket.remove({ orderId }, ANA));
      at.counter.service.problem = null;
      await at.counter.advance(MINUTE);
      const due = toPesos(change === 'put in' ? '350.00' : '100.00');
      expect(expectOk(await pendingPayment)).toMatchObject({ id, state: 'collecting', due });
      expect(at.counter.service.sentRequests).toEqual([]);
      expect(at.counter.rows('SELECT id FROM baskets')).toEqual([]);
    },
  );

  it('returns the sent basket to a second F12 during the same probe', async () => {
    const { id } = await fillBasket('100.00');
    at.counter.service.problem = UNREACHABLE;
    const press = () =>
      at.counter.payments.basket.pay({ basketId: id, cash: toPesos('100.00') }, ANA);
    const both = [press(), press()];
    at.counter.service.problem = null;
    await at.counter.advance(MINUTE);
    for (const paid of both) expect(expectOk(await paid)).toMatchObject({ id, number: 1 });
    expect(at.counter.service.sentRequests).toHaveLength(1);
  });

  it('probes an unreachable service before each item, and stops without an intent for the next', async () => {
    const { id } = await fillBasket('100.00', '200.00');
    pay(id, '300.00');
    at.counter.service.problem = UNREACHABLE;
    at.counter.service.accountAnswer = { result: fail(UNREACHABLE), after: 10 };
    await at.counter.advance(1000);
    expect(states(getBasket(id))).toEqual(['paid', null]);
    expect(getBasket(id)).toMatchObject({ state: 'waiting', stoppedBy: UNREACHABLE });
    expect(at.counter.rows('SELECT id FROM intents')).toHaveLength(1);
  });

  it('counts an item that never left the till as not sent, not as refused', async () => {
    const { id } = await fillBasket('100.00', '200.00');
    at.counter.service.fates.push(NOT_SENT);
    pay(id, '300.00');
    await at.counter.advance(1000);
    const waiting = getBasket(id);
    expect(waiting.items[0]?.payment?.isNotSent).toBe(true);
    expect(waiting).toMatchObject({
      state: 'waiting',
      stoppedBy: UNREACHABLE,
      shares: { notSent: toPesos('300.00'), refused: toPesos('0.00') },
    });
    sendRest(id);
    await at.counter.advance(1000);
    expect(getBasket(id)).toMatchObject({
      state: 'settled',
      giveBack: toPesos('100.00'),
      shares: { paid: toPesos('200.00'), notSent: toPesos('100.00'), refused: toPesos('0.00') },
    });
    expect(at.counter.service.sentRequests).toHaveLength(1);
  });
});

describe('a basket of a restored backup', () => {
  it('sends nothing more of a restored basket, and shows no sum to give back', async () => {
    const { id } = await fillBasket('100.00', '200.00');
    at.counter.service.fates.push(NEVER_ARRIVES);
    pay(id, '300.00');
    await at.counter.advance(65_000);
    at.counter.database.commit(() => markBasketsRestored(at.counter.database, 'now'));
    at.counter.restart();
    const restored = { kind: 'basket', reason: 'restored' };
    expect(getBasket(id)).toMatchObject({
      state: 'waiting',
      canContinue: false,
      isRestored: true,
      stoppedBy: restored,
    });
    const going = at.counter.payments.basket.sendRest({ basketId: id, next: 2 }, ANA);
    expect(expectProblem(going)).toEqual(restored);
    const { length } = at.counter.service.sentRequests;
    await at.counter.advance(30 * MINUTE);
    expect(at.counter.service.sentRequests).toHaveLength(length);
    expectOk(at.counter.payments.basket.discardRest({ basketId: id }, LUIS));
    expect(getBasket(id)).toMatchObject({ state: 'settled', isRestored: true, giveBack: null });
    expectOk(at.counter.payments.basket.end({ basketId: id }, LUIS));
  });

  it('does not mark an ended basket as restored', async () => {
    const { id } = await fillBasket('100.00');
    pay(id, '100.00');
    await at.counter.advance(1000);
    expectOk(at.counter.payments.basket.end({ basketId: id }, ANA));
    at.counter.database.commit(() => markBasketsRestored(at.counter.database, 'now'));
    expect(getBasket(id).isRestored).toBe(false);
  });
});

describe('basket decisions', () => {
  const listAuditEntries = () =>
    at.counter.rows("SELECT kind, cashier_name FROM audit WHERE kind LIKE 'basket%'");

  it('stores and audits who stopped and who left a basket, once each', async () => {
    const { id } = await fillBasket('100.00', '200.00');
    at.counter.service.fates.push(NEVER_ARRIVES);
    pay(id, '300.00');
    await at.counter.advance(65_000);
    for (const cashier of [LUIS, ANA]) {
      expectOk(at.counter.payments.basket.discardRest({ basketId: id }, cashier));
    }
    expect(readBasketColumns('stopped_by, left_by')).toEqual({ stopped_by: 'luis', left_by: null });
    expectOk(at.counter.payments.basket.leave({ basketId: id }, ANA));
    expect(readBasketColumns('stopped_by, left_by')).toEqual({
      stopped_by: 'luis',
      left_by: 'ana',
    });
    expect(listAuditEntries()).toEqual([
      { kind: 'basket-stopped', cashier_name: 'Luis' },
      { kind: 'basket-left', cashier_name: 'Ana' },
    ]);
  });
});

describe('a saved bill', () => {
  it('reads the balance of a saved bill by its id when its order is prepared again', async () => {
    const balance: Balance = {
      id: 'kept-1',
      billerId: 40,
      accountNumber: '77',
      amount: toPesos('100.00'),
      amountInShopCurrency: null,
      nameOnAccount: null,
      dueDate: null,
      serviceFee: null,
    };
    const billIds: string[] = [];
    at.counter.readSavedBillBalance = async (billId) => {
      billIds.push(billId);
      at.counter.payments.saveBalance({ balance, billId, isSavedBill: true });
      return ok(balance);
    };
    await at.counter.readSavedBillBalance('8390');
    add(await at.counter.order({ account: '1' }));
    const { id } = add(await at.counter.order({ account: '77', balanceId: 'kept-1' }));
    at.counter.database.commit(() => markBillSaved(at.counter.database, '8390', 'now'));
    at.counter.service.fates.push(NEVER_ARRIVES);
    pay(id, '200.00');
    // Existing ledgers use this name, and must stay readable.
    expect(at.counter.rows("SELECT items ->> '$[1].keptBillId' AS id FROM baskets")).toEqual([
      { id: '8390' },
    ]);
    at.counter.restart();
    let consultations = 0;
    const { consult } = at.counter.service;
    at.counter.service.consult = (account) => {
      consultations += 1;
      return consult(account);
    };
    sendRest(id);
    await at.counter.advance(1000);
    expect(states(getBasket(id))[1]).toBe('paid');
    expect(billIds).toEqual(['8390', '8390']);
    expect(consultations).toBe(0);
  });
});
