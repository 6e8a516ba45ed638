import { describe, expect, it } from 'vitest';
import { ANA, ANSWER_LOST, expectOk, NEVER_ARRIVES, refusal, WELL } from '../testing/index.ts';
import { basketCounter, MINUTE } from './basket-calls.fixture.ts';

/** What goes back is told with the last outcome, and not every outcome has a receipt. */

const at = basketCounter();
const { basketOf, pay, collect } = at;
const REFUSED = { ...WELL, says: refusal('R2') };

/** The drawer's pulses that were asked for, each for the payment of this item. */
function pulses(basketId: string): readonly unknown[] {
  const asked = at.counter.rows("SELECT intent_id FROM print_jobs WHERE kind = 'change'");
  const ids = basketOf(basketId).items.map(({ payment }) => payment?.id);
  return asked.map((row) => ids.indexOf(Object.values(row ?? {})[0]) + 1);
}

describe('the drawer is asked to open for the change', () => {
  it('with the last outcome, also if it is a refusal, and not before', async () => {
    at.counter.service.fates.push(WELL, REFUSED);
    const { id } = await collect('100.00', '200.00');
    pay(id, '500.00');
    expect(pulses(id)).toEqual([]);
    await at.counter.advance(1000);
    expect(basketOf(id)).toMatchObject({ state: 'settled', giveBack: { amount: '400.00' } });
    expect(pulses(id)).toEqual([1]);
  });

  it('when the rest is not sent', async () => {
    at.counter.service.fates.push(WELL, ANSWER_LOST);
    const { id } = await collect('100.00', '200.00', '50.00');
    pay(id, '350.00');
    await at.counter.advance(5 * MINUTE);
    expect(basketOf(id)).toMatchObject({ state: 'waiting' });
    expect(pulses(id)).toEqual([]);
    expectOk(at.counter.payments.basket.stop({ basketId: id }, ANA));
    expect(basketOf(id)).toMatchObject({ state: 'settled', giveBack: { amount: '50.00' } });
    expect(pulses(id)).toEqual([1]);
    expectOk(at.counter.payments.basket.stop({ basketId: id }, ANA));
    expect(pulses(id)).toEqual([1]);
  });

  it('when a look-up says long after that the last one was never made', async () => {
    at.counter.service.fates.push(WELL, NEVER_ARRIVES);
    const { id } = await collect('100.00', '200.00');
    pay(id, '300.00');
    await at.counter.advance(5 * MINUTE);
    expect(pulses(id)).toEqual([]);
    await at.counter.advance(20 * MINUTE);
    expect(basketOf(id).state).toBe('settled');
    expect(pulses(id)).toEqual([1]);
  });
});

describe('it stays shut', () => {
  it('where nothing was paid: the cash was never in it', async () => {
    at.counter.service.fates.push(REFUSED, REFUSED);
    const { id } = await collect('100.00', '200.00');
    pay(id, '500.00');
    await at.counter.advance(1000);
    expect(basketOf(id)).toMatchObject({ state: 'settled', giveBack: { amount: '500.00' } });
    expect(pulses(id)).toEqual([]);
  });

  it('keeps the drawer closed when there is no change', async () => {
    const { id } = await collect('100.00', '200.00');
    pay(id, '300.00');
    await at.counter.advance(1000);
    expect(basketOf(id)).toMatchObject({ state: 'settled', giveBack: { amount: '0.00' } });
    expect(pulses(id)).toEqual([]);
  });
});
