import { describe, expect, it } from 'vitest';
import {
  ANA,
  ANSWER_LOST,
  createRefusal,
  expectOk,
  NEVER_ARRIVES,
  SUCCEEDS,
} from '../testing/index.ts';
import { createBasketCounter, MINUTE } from './basket-calls.fixture.ts';
import { markBasketsRestored } from './basket-rows.ts';

/** The change is known with the last outcome, and not every outcome prints a receipt. */

const at = createBasketCounter();
const { getBasket, pay, sendRest, states, fillBasket } = at;
const REFUSED = { ...SUCCEEDS, answer: createRefusal('R2') };

/** Lists the queued drawer pulses, each by the item number of its payment. */
function listPulses(basketId: string): readonly unknown[] {
  const jobs = at.counter.rows("SELECT intent_id FROM print_jobs WHERE kind = 'change'");
  const ids = getBasket(basketId).items.map(({ payment }) => payment?.id);
  return jobs.map((row) => ids.indexOf(Object.values(row ?? {})[0]) + 1);
}

describe('opening the drawer for change', () => {
  it('opens the drawer at the last outcome, also if it is a refusal, and not before', async () => {
    at.counter.service.fates.push(SUCCEEDS, REFUSED);
    const { id } = await fillBasket('100.00', '200.00');
    pay(id, '500.00');
    expect(listPulses(id)).toEqual([]);
    await at.counter.advance(1000);
    expect(getBasket(id)).toMatchObject({ state: 'settled', giveBack: { amount: '400.00' } });
    expect(listPulses(id)).toEqual([1]);
  });

  it.each(['written', 'sent', 'sent again'])(
    'waits for an item that is being %s when a look-up resolves another',
    async (how) => {
      const { service } = at.counter;
      const { lookUp } = service;
      const slow = { arrives: 20, answers: 50_000 };
      service.fates.push(ANSWER_LOST, ...(how === 'sent again' ? [NEVER_ARRIVES, slow] : [slow]));
      const { id } = await fillBasket('100.00', '200.00');
      const [first] = pay(id, '400.00').items;
      let isHidden = true;
      service.lookUp = async (externalId) =>
        isHidden && externalId === first?.payment?.externalId
          ? { kind: 'failed', problem: { kind: 'service-silent', seconds: 60 } }
          : lookUp(externalId);
      await at.counter.advance(65_000);
      sendRest(id);
      if (how === 'sent again') {
        await at.counter.advance(2 * MINUTE);
        expectOk(await at.counter.sendAgain(getBasket(id).items[1]?.payment?.id ?? ''));
      }
      if (how === 'written') {
        at.counter.database
          .prepare("UPDATE outcomes SET state = 'intent' WHERE intent_id = ?")
          .run(getBasket(id).items[1]?.payment?.id ?? '');
      }
      isHidden = false;
      const paymentId = first?.payment?.id ?? '';
      const pendingLookUp = at.counter.payments.lookUpNow({ paymentId }, ANA);
      await at.counter.advance(1000);
      expectOk(await pendingLookUp);
      expect(states(getBasket(id))).toEqual(['paid', 'sending']);
      expect(listPulses(id)).toEqual([]);
      await at.counter.advance(MINUTE);
      expect(getBasket(id)).toMatchObject({ state: 'settled', giveBack: { amount: '100.00' } });
      expect(listPulses(id)).toEqual([1]);
    },
  );

  it('opens the drawer once when a cashier stops the basket', async () => {
    at.counter.service.fates.push(SUCCEEDS, ANSWER_LOST);
    const { id } = await fillBasket('100.00', '200.00', '50.00');
    pay(id, '350.00');
    await at.counter.advance(5 * MINUTE);
    expect(getBasket(id)).toMatchObject({ state: 'waiting' });
    expect(listPulses(id)).toEqual([]);
    expectOk(at.counter.payments.basket.discardRest({ basketId: id }, ANA));
    expect(getBasket(id)).toMatchObject({ state: 'settled', giveBack: { amount: '50.00' } });
    expect(listPulses(id)).toEqual([1]);
    expectOk(at.counter.payments.basket.discardRest({ basketId: id }, ANA));
    expect(listPulses(id)).toEqual([1]);
  });

  it('opens the drawer when a late look-up resolves the last item as not performed', async () => {
    at.counter.service.fates.push(SUCCEEDS, NEVER_ARRIVES);
    const { id } = await fillBasket('100.00', '200.00');
    pay(id, '300.00');
    await at.counter.advance(5 * MINUTE);
    expect(listPulses(id)).toEqual([]);
    await at.counter.advance(20 * MINUTE);
    expect(getBasket(id).state).toBe('settled');
    expect(listPulses(id)).toEqual([1]);
  });
});

describe('keeping the drawer shut', () => {
  it('keeps the drawer shut if no item was paid', async () => {
    at.counter.service.fates.push(REFUSED, REFUSED);
    const { id } = await fillBasket('100.00', '200.00');
    pay(id, '500.00');
    await at.counter.advance(1000);
    expect(getBasket(id)).toMatchObject({ state: 'settled', giveBack: { amount: '500.00' } });
    expect(listPulses(id)).toEqual([]);
  });

  it('prints nothing for an item that was sent again before the basket was left once more', async () => {
    at.counter.service.fates.push(NEVER_ARRIVES, ANSWER_LOST);
    const { id } = await fillBasket('100.00');
    pay(id, '150.00');
    await at.counter.advance(2 * MINUTE);
    const [item] = expectOk(at.counter.payments.basket.leave({ basketId: id }, ANA)).items;
    const paymentId = item?.payment?.id ?? '';
    expectOk(await at.counter.payments.sendAgain({ paymentId }, ANA));
    expectOk(at.counter.payments.basket.leave({ basketId: id }, ANA));
    await at.counter.advance(5 * MINUTE);
    expect(getBasket(id)).toMatchObject({ state: 'settled', giveBack: { amount: '50.00' } });
    expect(at.counter.rows('SELECT kind FROM print_jobs')).toEqual([]);
    expectOk(at.counter.payments.basket.end({ basketId: id }, ANA));
    expect(listPulses(id)).toEqual([1]);
  });

  it('keeps the drawer shut for a restored basket, whose change may have been handed out', async () => {
    at.counter.service.fates.push(SUCCEEDS, NEVER_ARRIVES);
    const { id } = await fillBasket('100.00', '200.00', '50.00');
    pay(id, '350.00');
    await at.counter.advance(65_000);
    at.counter.database.commit(() => markBasketsRestored(at.counter.database, 'now'));
    expectOk(at.counter.payments.basket.discardRest({ basketId: id }, ANA));
    await at.counter.advance(30 * MINUTE);
    expect(getBasket(id)).toMatchObject({ state: 'settled', giveBack: null });
    expect(listPulses(id)).toEqual([]);
  });

  it('keeps the drawer closed when there is no change', async () => {
    const { id } = await fillBasket('100.00', '200.00');
    pay(id, '300.00');
    await at.counter.advance(1000);
    expect(getBasket(id)).toMatchObject({ state: 'settled', giveBack: { amount: '0.00' } });
    expect(listPulses(id)).toEqual([]);
  });
});
