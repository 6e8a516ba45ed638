import { waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { type Basket, fail, ok } from '../../../../shared/contract/index.ts';
import {
  createFakeCashier,
  type FakeCashier,
  freezeClock,
} from '../../../app/testing/fake-cashier.ts';
import { createBasket } from '../../../app/testing/fake-values.ts';
import { recordSpeech } from '../../../app/testing/record-speech.ts';
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

/** Gives main these sent baskets; `change` updates one of them. */
async function openTill(
  baskets: readonly Basket[],
): Promise<FakeCashier & { readonly change: (basket: Basket) => void }> {
  const cashier = await createFakeCashier();
  const { fake } = cashier;
  let currentBaskets = baskets;
  fake.answer('customerScreen.show', () => ok({}));
  fake.answer('customerScreen.state', () =>
    ok({ window: 'open', displays: [], language: 'es-MX' }),
  );
  fake.answer('basket.unfinished', () =>
    ok(currentBaskets.filter(({ state }) => state !== 'collecting')),
  );
  fake.answer('basket.get', ({ basketId }) => {
    const basket = currentBaskets.find(({ id }) => id === basketId);
    return basket ? ok(basket) : fail({ kind: 'not-found', what: 'basket' });
  });
  fake.shop.state = { ...fake.shop.state, hasCustomerScreen: true, sounds: true };
  fake.emit('till.changed', {});
  return {
    ...cashier,
    change: (basket) => {
      currentBaskets = currentBaskets.map((currentBasket) =>
        currentBasket.id === basket.id ? basket : currentBasket,
      );
      fake.emit('basket.changed', { basketId: basket.id });
    },
  };
}

const getShownBaskets = ({ fake }: FakeCashier) =>
  fake.getInputs('customerScreen.show').filter(({ what }) => what === 'basket');

async function openFromList(cashier: FakeCashier): Promise<void> {
  await cashier.press('F9');
  await cashier.waitForText('Canasta 7 de Ana');
  await cashier.press('Enter');
}

describe('customer screen of a basket', () => {
  it('shows the basket of the customer at the counter on the customer screen', async () => {
    const basket = createBasket([UNKNOWN_PAYMENT, null]);
    const cashier = await openTill([basket]);
    cashier.fake.answer('basket.current', () => ok(basket));
    cashier.fake.emit('basket.changed', { basketId: basket.id });
    await cashier.waitForHeading('Todavía no dé cambio: faltan pagos por enviar');
    await waitFor(() =>
      expect(getShownBaskets(cashier)).toEqual([
        { what: 'basket', basketId: 'basket-1', cash: null },
      ]),
    );
  });

  it('shows a basket on the customer screen from its cash to its change', async () => {
    const collectingBasket = createBasket([null, null], {
      state: 'collecting',
      number: null,
      cash: null,
      shares: null,
    });
    const cashier = await openTill([collectingBasket]);
    cashier.fake.answer('basket.current', () => ok(collectingBasket));
    cashier.fake.emit('basket.changed', { basketId: collectingBasket.id });
    await cashier.waitForText('Cobrar la canasta');
    await cashier.press('Control+O');
    await cashier.waitForHeading(/¿Con cuánto paga la canasta?/);
    const countBefore = getShownBaskets(cashier).length;
    cashier.change(createBasket([UNKNOWN_PAYMENT, null]));
    await cashier.waitForHeading('Todavía no dé cambio: faltan pagos por enviar');
    await waitFor(() => expect(getShownBaskets(cashier).length).toBeGreaterThan(countBefore));
  });

  it('does not show a basket opened from a list on the customer screen', async () => {
    const cashier = await openTill([createBasket([UNKNOWN_PAYMENT, null])]);
    await openFromList(cashier);
    await cashier.waitForHeading('Todavía no dé cambio: faltan pagos por enviar');
    expect(getShownBaskets(cashier)).toEqual([]);
  });

  it('does not show a basket from a restored backup on the customer screen', async () => {
    const basket = createSettledBasket([PAID_PAYMENT, null], { isRestored: true, giveBack: null });
    const cashier = await openTill([basket]);
    cashier.fake.answer('basket.current', () => ok(basket));
    cashier.fake.emit('basket.changed', { basketId: basket.id });
    await cashier.waitForHeading('No dé dinero sin comparar antes con el servicio');
    expect(getShownBaskets(cashier)).toEqual([]);
  });
});

describe('sounds of a basket', () => {
  const playedTones = recordTones();
  const speech = recordSpeech();

  it('says that not everything was paid, once the basket is settled', async () => {
    const cashier = await openTill([createBasket([PAID_PAYMENT, null], { state: 'sending' })]);
    cashier.fake.shop.state = { ...cashier.fake.shop.state, speech: true };
    cashier.fake.emit('till.changed', {});
    await openFromList(cashier);
    await cashier.waitForHeading(/Enviando/);
    cashier.change(createSettledBasket([PAID_PAYMENT, REFUSED_PAYMENT]));
    await waitFor(() => expect(speech.sentences).toEqual(['es-MX: No todo se pagó.']));
    expect(playedTones).toEqual([330, 220]);
  });

  it('plays no sound for a basket that had ended before it was opened', async () => {
    const cashier = await openTill([createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT])]);
    await openFromList(cashier);
    await cashier.waitForHeading(/Entregue/);
    expect(playedTones).toEqual([]);
  });

  it('plays no sound while a basket waits without unknown items, and one when it is settled', async () => {
    const cashier = await openTill([createBasket([PAID_PAYMENT, null], { state: 'sending' })]);
    await openFromList(cashier);
    await cashier.waitForHeading(/Enviando/);
    cashier.change(createBasket([PAID_PAYMENT, null]));
    await cashier.waitForHeading('Todavía no dé cambio: faltan pagos por enviar');
    expect(playedTones).toEqual([]);
    cashier.change(createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT]));
    await cashier.waitForHeading(/Entregue/);
    await waitFor(() => expect(playedTones).toEqual([660, 990]));
  });
});

describe('F12', () => {
  it('sends with F12 only the item that was displayed long enough', async () => {
    let now = 1_000_000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    try {
      const cashier = await openTill([createBasket([PAID_PAYMENT, null, null])]);
      await openFromList(cashier);
      await cashier.waitForHeading('Todavía no dé cambio: faltan pagos por enviar');
      const getSentItems = () => cashier.fake.getInputs('basket.sendRest').map(({ next }) => next);
      const failed = createBasket([PAID_PAYMENT, REFUSED_PAYMENT, null]);
      cashier.fake.answer('basket.sendRest', () => {
        cashier.change(failed);
        return ok(failed);
      });
      now += 1_000;
      await pressUntil(cashier, 'F12', () => expect(getSentItems()).toEqual([2]));
      await cashier.waitForText('✕ Rechazado');
      await cashier.press('F12', 'F12');
      expect(getSentItems()).toEqual([2]);
      now += 1_000;
      await pressUntil(cashier, 'F12', () => expect(getSentItems()).toEqual([2, 3]));
    } finally {
      vi.restoreAllMocks();
    }
  });
});
