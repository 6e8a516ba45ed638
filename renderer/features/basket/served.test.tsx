import { describe, expect, it, vi } from 'vitest';
import { type Basket, fail, ok } from '../../../shared/contract/index.ts';
import { type FakeCashier, fakeCashier, standingClock } from '../../app/testing/fake-cashier.ts';
import { aBasket } from '../../app/testing/fake-values.ts';
import { heardTones } from '../../app/testing/heard-tones.ts';
import { PAID, PAID_TOO, pressUntil, REFUSED, settled, UNKNOWN } from './basket.fixture.ts';

standingClock();

/** Main has these baskets that were sent; `change` gives one another state. */
async function withBaskets(
  baskets: readonly Basket[],
): Promise<FakeCashier & { readonly change: (basket: Basket) => void }> {
  const cashier = await fakeCashier();
  const { fake } = cashier;
  let now = baskets;
  fake.answer('customerScreen.show', () => ok({}));
  fake.answer('customerScreen.state', () =>
    ok({ window: 'open', displays: [], language: 'es-MX' }),
  );
  fake.answer('basket.unfinished', () => ok(now.filter(({ state }) => state !== 'collecting')));
  fake.answer('basket.get', ({ basketId }) => {
    const found = now.find(({ id }) => id === basketId);
    return found ? ok(found) : fail({ kind: 'not-found', what: 'basket' });
  });
  fake.shop.state = { ...fake.shop.state, hasCustomerScreen: true, sounds: true };
  fake.emit('till.changed', {});
  return {
    ...cashier,
    change: (basket) => {
      now = now.map((one) => (one.id === basket.id ? basket : one));
      fake.emit('basket.changed', { basketId: basket.id });
    },
  };
}

const named = ({ fake }: FakeCashier) =>
  fake.inputsOf('customerScreen.show').filter(({ what }) => what === 'basket');

async function fromTheList(cashier: FakeCashier): Promise<void> {
  await cashier.press('F9');
  await cashier.see('Canasta 7 de Ana');
  await cashier.press('Enter');
}

describe('the customer’s screen', () => {
  it('is given the basket of the customer at the counter, whom the home screen calls back to', async () => {
    const basket = aBasket([UNKNOWN, null]);
    const cashier = await withBaskets([basket]);
    cashier.fake.answer('basket.current', () => ok(basket));
    cashier.fake.emit('basket.changed', { basketId: basket.id });
    await cashier.arrive('Todavía no dé cambio: faltan pagos por enviar');
    await vi.waitFor(() =>
      expect(named(cashier)).toEqual([{ what: 'basket', basketId: 'basket-1', cash: null }]),
    );
  });

  it('is given what was collected there, from its cash to its change', async () => {
    const collected = aBasket([null, null], {
      state: 'collecting',
      number: null,
      cash: null,
      shares: null,
    });
    const cashier = await withBaskets([collected]);
    cashier.fake.answer('basket.current', () => ok(collected));
    cashier.fake.emit('basket.changed', { basketId: collected.id });
    await cashier.see('Cobrar la canasta');
    await cashier.press('Control+O');
    await cashier.arrive(/¿Con cuánto paga la canasta?/);
    const before = named(cashier).length;
    cashier.change(aBasket([UNKNOWN, null]));
    await cashier.arrive('Todavía no dé cambio: faltan pagos por enviar');
    await vi.waitFor(() => expect(named(cashier).length).toBeGreaterThan(before));
  });

  it('is never given another customer’s, looked up in a list', async () => {
    const cashier = await withBaskets([aBasket([UNKNOWN, null])]);
    await fromTheList(cashier);
    await cashier.arrive('Todavía no dé cambio: faltan pagos por enviar');
    expect(named(cashier)).toEqual([]);
  });

  it('is never given one that comes from a backup', async () => {
    const basket = settled([PAID, null], { isRestored: true, giveBack: null });
    const cashier = await withBaskets([basket]);
    cashier.fake.answer('basket.current', () => ok(basket));
    cashier.fake.emit('basket.changed', { basketId: basket.id });
    await cashier.arrive('No dé dinero sin comparar antes con el servicio');
    expect(named(cashier)).toEqual([]);
  });
});

describe('what is heard', () => {
  const heard = heardTones();

  it('is nothing of a basket that had ended so before it was opened', async () => {
    const cashier = await withBaskets([settled([PAID, PAID_TOO])]);
    await fromTheList(cashier);
    await cashier.arrive(/Entregue/);
    expect(heard).toEqual([]);
  });

  it('is nothing where it waits and all is known, and the end when that comes', async () => {
    const cashier = await withBaskets([aBasket([PAID, null], { state: 'sending' })]);
    await fromTheList(cashier);
    await cashier.arrive(/Enviando/);
    cashier.change(aBasket([PAID, null]));
    await cashier.arrive('Todavía no dé cambio: faltan pagos por enviar');
    expect(heard).toEqual([]);
    cashier.change(settled([PAID, PAID_TOO]));
    await cashier.arrive(/Entregue/);
    await vi.waitFor(() => expect(heard).toEqual([660, 990]));
  });
});

describe('F12', () => {
  it('sends no other item than the one that was read', async () => {
    let now = 1_000_000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    try {
      const cashier = await withBaskets([aBasket([PAID, null, null])]);
      await fromTheList(cashier);
      await cashier.arrive('Todavía no dé cambio: faltan pagos por enviar');
      const sent = () => cashier.fake.inputsOf('basket.goOn').map(({ next }) => next);
      const failed = aBasket([PAID, REFUSED, null]);
      cashier.fake.answer('basket.goOn', () => {
        cashier.change(failed);
        return ok(failed);
      });
      now += 1_000;
      await pressUntil(cashier, 'F12', () => expect(sent()).toEqual([2]));
      await cashier.see('✕ Rechazado');
      await cashier.press('F12', 'F12');
      expect(sent()).toEqual([2]);
      now += 1_000;
      await pressUntil(cashier, 'F12', () => expect(sent()).toEqual([2, 3]));
    } finally {
      vi.restoreAllMocks();
    }
  });
});
