import { describe, expect, it, vi } from 'vitest';
import { type Basket, fail, ok } from '../../../../shared/contract/index.ts';
import {
  createFakeCashier,
  type FakeCashier,
  freezeClock,
} from '../../../app/testing/fake-cashier.ts';
import { createBasket } from '../../../app/testing/fake-values.ts';
import { recordTones } from '../../../app/testing/record-tones.ts';
import {
  createSettledBasket,
  PAID_PAYMENT,
  pressUntil,
  REFUSED_PAYMENT,
  SECOND_PAID_PAYMENT,
  UNKNOWN_PAYMENT,
} from './basket.fixture.ts';

freezeClock();

/** Main has these baskets that were sent; `change` gives one another state. */
async function withBaskets(
  baskets: readonly Basket[],
): Promise<FakeCashier & { readonly change: (basket: Basket) => void }> {
  const cashier = await createFakeCashier();
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
  fake.getInputs('customerScreen.show').filter(({ what }) => what === 'basket');

async function fromTheList(cashier: FakeCashier): Promise<void> {
  await cashier.press('F9');
  await cashier.waitForText('Canasta 7 de Ana');
  await cashier.press('Enter');
}

describe('the customer’s screen', () => {
  it('is given the basket of the customer at the counter, whom the home screen calls back to', async () => {
    const basket = createBasket([UNKNOWN_PAYMENT, null]);
    const cashier = await withBaskets([basket]);
    cashier.fake.answer('basket.current', () => ok(basket));
    cashier.fake.emit('basket.changed', { basketId: basket.id });
    await cashier.waitForHeading('Todavía no dé cambio: faltan pagos por enviar');
    await vi.waitFor(() =>
      expect(named(cashier)).toEqual([{ what: 'basket', basketId: 'basket-1', cash: null }]),
    );
  });

  it('is given what was collected there, from its cash to its change', async () => {
    const collected = createBasket([null, null], {
      state: 'collecting',
      number: null,
      cash: null,
      shares: null,
    });
    const cashier = await withBaskets([collected]);
    cashier.fake.answer('basket.current', () => ok(collected));
    cashier.fake.emit('basket.changed', { basketId: collected.id });
    await cashier.waitForText('Cobrar la canasta');
    await cashier.press('Control+O');
    await cashier.waitForHeading(/¿Con cuánto paga la canasta?/);
    const before = named(cashier).length;
    cashier.change(createBasket([UNKNOWN_PAYMENT, null]));
    await cashier.waitForHeading('Todavía no dé cambio: faltan pagos por enviar');
    await vi.waitFor(() => expect(named(cashier).length).toBeGreaterThan(before));
  });

  it('is never given another customer’s, looked up in a list', async () => {
    const cashier = await withBaskets([createBasket([UNKNOWN_PAYMENT, null])]);
    await fromTheList(cashier);
    await cashier.waitForHeading('Todavía no dé cambio: faltan pagos por enviar');
    expect(named(cashier)).toEqual([]);
  });

  it('is never given one that comes from a backup', async () => {
    const basket = createSettledBasket([PAID_PAYMENT, null], { isRestored: true, giveBack: null });
    const cashier = await withBaskets([basket]);
    cashier.fake.answer('basket.current', () => ok(basket));
    cashier.fake.emit('basket.changed', { basketId: basket.id });
    await cashier.waitForHeading('No dé dinero sin comparar antes con el servicio');
    expect(named(cashier)).toEqual([]);
  });
});

describe('what is heard', () => {
  const heard = recordTones();

  it('is nothing of a basket that had ended so before it was opened', async () => {
    const cashier = await withBaskets([createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT])]);
    await fromTheList(cashier);
    await cashier.waitForHeading(/Entregue/);
    expect(heard).toEqual([]);
  });

  it('is nothing where it waits and all is known, and the end when that comes', async () => {
    const cashier = await withBaskets([createBasket([PAID_PAYMENT, null], { state: 'sending' })]);
    await fromTheList(cashier);
    await cashier.waitForHeading(/Enviando/);
    cashier.change(createBasket([PAID_PAYMENT, null]));
    await cashier.waitForHeading('Todavía no dé cambio: faltan pagos por enviar');
    expect(heard).toEqual([]);
    cashier.change(createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT]));
    await cashier.waitForHeading(/Entregue/);
    await vi.waitFor(() => expect(heard).toEqual([660, 990]));
  });
});

describe('F12', () => {
  it('sends no other item than the one that was read', async () => {
    let now = 1_000_000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    try {
      const cashier = await withBaskets([createBasket([PAID_PAYMENT, null, null])]);
      await fromTheList(cashier);
      await cashier.waitForHeading('Todavía no dé cambio: faltan pagos por enviar');
      const sent = () => cashier.fake.getInputs('basket.goOn').map(({ next }) => next);
      const failed = createBasket([PAID_PAYMENT, REFUSED_PAYMENT, null]);
      cashier.fake.answer('basket.goOn', () => {
        cashier.change(failed);
        return ok(failed);
      });
      now += 1_000;
      await pressUntil(cashier, 'F12', () => expect(sent()).toEqual([2]));
      await cashier.waitForText('✕ Rechazado');
      await cashier.press('F12', 'F12');
      expect(sent()).toEqual([2]);
      now += 1_000;
      await pressUntil(cashier, 'F12', () => expect(sent()).toEqual([2, 3]));
    } finally {
      vi.restoreAllMocks();
    }
  });
});
