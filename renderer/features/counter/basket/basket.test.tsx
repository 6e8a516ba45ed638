import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type Basket, fail, ok } from '../../../../shared/contract/index.ts';
import {
  createFakeCashier,
  type FakeCashier,
  freezeClock,
} from '../../../app/testing/fake-cashier.ts';
import { createBasket, mxn } from '../../../app/testing/fake-values.ts';
import { getCashFigure } from '../pay/pay.fixture.ts';
import {
  createSettledBasket,
  openBasket,
  PAID_PAYMENT,
  pressUntil,
  REFUSED_PAYMENT,
  SECOND_PAID_PAYMENT,
  UNKNOWN_PAYMENT,
} from './basket.fixture.ts';

freezeClock();

const shares = {
  paid: mxn('0.00'),
  refused: mxn('0.00'),
  unknown: mxn('0.00'),
  notSent: mxn('0.00'),
  over: mxn('0.00'),
};
const NOT_SENT = { ...REFUSED_PAYMENT, isNotSent: true, code: null, httpStatus: null };

describe('links to unfinished baskets', () => {
  const createUnfinishedBasket = (id: string, changes: Partial<Basket>): Basket =>
    createBasket([UNKNOWN_PAYMENT, null], { id, ...changes });

  it('shows the most urgent basket on the home screen with the number of others', async () => {
    const openBasketOfLuis = createUnfinishedBasket('open', {
      state: 'open',
      cashierName: 'Luis',
      cashierId: 'luis',
    });
    const settledBasketOfLuis = createUnfinishedBasket('his', {
      state: 'settled',
      cashierName: 'Luis',
      cashierId: 'luis',
      number: 8,
    });
    const ownBasket = createUnfinishedBasket('hers', { number: 9 });
    const cashier = await openBasket(ownBasket, [openBasketOfLuis, settledBasketOfLuis]);
    await cashier.waitForHeading('Todavía no dé cambio: faltan pagos por enviar');
    expect(cashier.fake.getInputs('basket.get')[0]).toEqual({ basketId: 'hers' });
    await cashier.press('F9');
    await cashier.waitForText('Pagos pendientes');
    await screen.findByRole('option', { name: /Canasta 7 de Luis/ });
    const rows = screen.getAllByRole('option');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/Canasta 7 de Luis.*falta saber de un pago/),
      expect.stringMatching(/Canasta 8 de Luis.*falta decir el cambio/),
      expect.stringMatching(/Canasta 9 de Ana.*faltan pagos por enviar/),
    ]);
    await cashier.press('ArrowDown', 'Enter');
    await waitFor(() =>
      expect(cashier.fake.getInputs('basket.get').at(-1)).toEqual({ basketId: 'his' }),
    );
  });

  it('counts the other unfinished baskets while one is being collected', async () => {
    const cashier = await createFakeCashier();
    const collectingBasket = createBasket([null], {
      id: 'new',
      state: 'collecting',
      number: null,
      cash: null,
    });
    cashier.fake.answer('basket.current', () => ok(collectingBasket));
    cashier.fake.answer('basket.unfinished', () =>
      ok([createUnfinishedBasket('a', {}), createUnfinishedBasket('b', {})]),
    );
    cashier.fake.emit('basket.changed', { basketId: 'new' });
    await cashier.waitForText('Hay otras 2 canastas sin terminar');
  });
});

describe('basket that is being collected', () => {
  const collectingBasket = createBasket([null, null], {
    id: 'new',
    state: 'collecting',
    number: null,
    cash: null,
    shares: null,
  });
  async function goToCash(basket: Basket = collectingBasket): Promise<FakeCashier> {
    const cashier = await createFakeCashier();
    cashier.fake.answer('basket.current', () => ok(basket));
    cashier.fake.answer('basket.get', () => ok(basket));
    cashier.fake.emit('basket.changed', { basketId: 'new' });
    await cashier.waitForText('Cobrar la canasta');
    await cashier.press('Control+O');
    await cashier.waitForHeading(/¿Con cuánto paga la canasta?/);
    return cashier;
  }

  it('warns of a lost connection before the cash of a basket and before F12', async () => {
    const cashier = await goToCash();
    cashier.loseService();
    await cashier.waitForText('No reciba dinero todavía.');
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Todo correcto?');
    await cashier.waitForText('No reciba dinero todavía.');
    const unreachable = { kind: 'service-unreachable', reason: 'refused' } as const;
    cashier.fake.answer('basket.pay', () => fail(unreachable));
    await cashier.press('F12');
    await waitFor(() => expect(cashier.fake.getInputs('basket.pay')).toHaveLength(1));
    await cashier.waitForHeading('¿Todo correcto?');
  });

  it('shows each item’s fee at the cash field, and the total and change before F12', async () => {
    const [first, ...others] = collectingBasket.items;
    if (first === undefined) throw new Error('no item');
    const withFee = { ...first, amount: mxn('92.00'), fee: mxn('8.00') };
    const cashier = await goToCash({ ...collectingBasket, items: [withFee, ...others] });
    // The fee is already shown at the cash field.
    await cashier.waitForText('$92.00 más $8.00 de comisión');
    await cashier.type('500');
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Todo correcto?');
    expect(getCashFigure()).toBe('Cambio $200.00');
    await cashier.waitForText('Total a cobrar $300.00');
    await cashier.waitForText('$92.00 más $8.00 de comisión');
  });

  it('shows the cash and the change on the tape as they become known', async () => {
    const cashier = await goToCash();
    const rows = () =>
      within(screen.getByRole('article', { name: 'Ticket' }))
        .getAllByRole('term')
        .map((term) => `${term.textContent} ${term.nextElementSibling?.textContent ?? ''}`)
        .slice(-2);
    await cashier.type('500');
    await waitFor(() => expect(rows()).toEqual(['Total $300.00', 'Efectivo $500.00']));
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Todo correcto?');
    expect(rows()).toEqual(['Efectivo $500.00', 'Cambio $200.00']);
    await cashier.press('Escape');
    await cashier.waitForHeading(/¿Con cuánto paga la canasta?/);
    expect(rows()).toEqual(['Total $300.00', 'Efectivo $500.00']);
  });

  it('shows no change for an implausible sum until it is confirmed', async () => {
    const cashier = await goToCash();
    await cashier.type('50000');
    expect(getCashFigure()).toBe('Total a cobrar $300.00');
    await cashier.press('Enter');
    await cashier.waitForText(/Es más de diez veces lo que se cobra/);
    expect(getCashFigure()).toBe('Cambio $49,700.00');
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Todo correcto?');
  });

  it('asks before it is left once cash was entered, and not before another payment', async () => {
    const cashier = await goToCash();
    await cashier.type('500');
    await cashier.press('Escape');
    await screen.findByRole('dialog', { name: '¿Salir sin pagar?' });
    await cashier.waitForText('El cliente entregó $500.00.');
    await cashier.press('Enter');
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Todo correcto?');
    await cashier.press('F2');
    await screen.findByRole('dialog', { name: '¿Salir sin pagar?' });
    await cashier.press('Enter', 'Escape');
    await cashier.waitForHeading(/¿Con cuánto paga la canasta?/);
    await cashier.press('Insert');
    await screen.findByRole('combobox');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says what is missing when F12 is pressed before the confirmation', async () => {
    const cashier = await goToCash();
    await cashier.press('F12');
    await cashier.waitForText('Todavía no se paga: presione Enter para revisar.');
    await cashier.type('200');
    expect(getCashFigure()).toBe('Faltan $100.00');
    await cashier.press('F12');
    await cashier.waitForText('Faltan $100.00. Pídalos al cliente');
    expect(cashier.fake.getInputs('basket.pay')).toEqual([]);
  });

  it('asks the next cashier for the cash of a basket after a take-over', async () => {
    const cashier = await goToCash();
    await cashier.type('500');
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Todo correcto?');
    await cashier.lockForLuis();
    // Main does not return another cashier’s basket.
    cashier.fake.answer('basket.current', () => ok(null));
    cashier.fake.answer('basket.takeOverCandidate', () => ok(collectingBasket));
    cashier.fake.answer('basket.takeOver', () => ok(collectingBasket));
    await cashier.waitForHeading('¿Qué va a pagar?');
    cashier.fake.emit('basket.changed', { basketId: 'new' });
    await cashier.waitForText(/Ana llevaba 2 pagos en la canasta/);
    await cashier.press('Control+O');
    await cashier.waitForHeading(/¿Con cuánto paga la canasta?/);
    expect(cashier.fake.getInputs('basket.takeOver')).toEqual([{ basketId: 'new' }]);
    expect(screen.queryByDisplayValue('500')).toBeNull();
  });

  it('shows why a basket cannot be taken over after it expired', async () => {
    const cashier = await createFakeCashier();
    cashier.fake.answer('basket.takeOverCandidate', () => ok(collectingBasket));
    cashier.fake.answer('basket.takeOver', () => fail({ kind: 'not-found', what: 'basket' }));
    cashier.fake.emit('basket.changed', { basketId: 'new' });
    await cashier.waitForText(/Ana llevaba 2 pagos en la canasta/);
    await cashier.press('Control+O');
    await cashier.waitForText('Esta canasta ya no está.');
  });
});

describe('waiting basket', () => {
  it('continues a basket with the item that is shown as next', async () => {
    const cashier = await openBasket(createBasket([UNKNOWN_PAYMENT, null]));
    await pressUntil(cashier, 'F12', () =>
      expect(cashier.fake.getInputs('basket.sendRest')).toEqual([
        { basketId: 'basket-1', next: 2 },
      ]),
    );
  });

  it('sends nothing of a basket from a restored backup, and shows the reason', async () => {
    const stoppedBy = { kind: 'basket', reason: 'restored' } as const;
    const cashier = await openBasket(
      createBasket([UNKNOWN_PAYMENT, null], { canContinue: false, isRestored: true, stoppedBy }),
    );
    await cashier.waitForText('Esta canasta viene de una copia de respaldo');
    await cashier.waitForText('después no envíe lo que falta');
    expect(document.body.textContent).not.toContain('No se envió nada');
    await cashier.press('F12');
    expect(cashier.fake.getInputs('basket.sendRest')).toEqual([]);
  });

  it('looks up every unknown item, and sends one again if main allows it', async () => {
    const other = { ...UNKNOWN_PAYMENT, id: 'payment-2', canResend: true };
    const cashier = await openBasket(createBasket([UNKNOWN_PAYMENT, other, null]));
    cashier.fake.answer('payments.lookUpNow', () => ok(UNKNOWN_PAYMENT));
    cashier.fake.answer('payments.sendAgain', () => ok(UNKNOWN_PAYMENT));
    await cashier.waitForText('Enviar otra vez');
    await cashier.press('F1');
    await waitFor(() =>
      expect(cashier.fake.getInputs('payments.lookUpNow')).toEqual([
        { paymentId: 'payment-1' },
        { paymentId: 'payment-2' },
      ]),
    );
    await pressUntil(cashier, 'Control+E', () =>
      expect(cashier.fake.getInputs('payments.sendAgain')).toEqual([{ paymentId: 'payment-2' }]),
    );
  });
});

describe('finished basket', () => {
  it('shows the change, and stamps an unsent item as not sent instead of refused', async () => {
    const cashier = await openBasket(createSettledBasket([PAID_PAYMENT, NOT_SENT]));
    await cashier.waitForHeading('Entregue el cambio al cliente');
    await cashier.waitForText('$400.00');
    await cashier.waitForText('– No enviado');
    expect(document.body.textContent).not.toContain('✕ Rechazado');
  });

  it('shows the change of paid bills once, and its parts if an item failed', async () => {
    const exactShares = { ...shares, paid: mxn('600.00'), over: mxn('400.00') };
    const cashier = await openBasket(
      createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT], {
        cash: mxn('1000.00'),
        shares: exactShares,
      }),
    );
    await cashier.waitForHeading('Entregue el cambio al cliente');
    // Rows on the tape look printed, but a basket is never printed, so it has no such stamp.
    expect(document.body.textContent).not.toContain('PAGADO');
    const form = screen.getByRole('main');
    expect(form.textContent?.match(/400\.00/g)).toHaveLength(1);
    const mixedShares = {
      ...shares,
      paid: mxn('600.00'),
      refused: mxn('300.00'),
      over: mxn('100.00'),
    };
    const mixedBasket = createSettledBasket([PAID_PAYMENT, REFUSED_PAYMENT], {
      cash: mxn('1000.00'),
      shares: mixedShares,
    });
    cashier.fake.answer('basket.get', () => ok(mixedBasket));
    cashier.fake.emit('basket.changed', { basketId: mixedBasket.id });
    await cashier.waitForText('Cambio de lo que entregó');
    expect(form.textContent?.match(/400\.00/g)).toHaveLength(1);
  });

  it('does not ask to hand out money for a basket from a restored backup', async () => {
    const cashier = await openBasket(
      createSettledBasket([PAID_PAYMENT, null], { isRestored: true, giveBack: null }),
    );
    await cashier.waitForHeading('No dé dinero sin comparar antes con el servicio');
    await cashier.waitForText('Esta canasta viene de una copia de respaldo');
    await cashier.waitForText('dé solo lo que no se haya entregado');
    expect(document.body.textContent).not.toContain('No se envió nada');
    expect(document.body.textContent).not.toContain('no envíe lo que falta');
  });

  it('corrects a refused item of a basket with all typed data', async () => {
    const cashier = await openBasket(createSettledBasket([PAID_PAYMENT, REFUSED_PAYMENT]));
    await cashier.waitForText('Su parte va en el cambio');
    await pressUntil(cashier, 'Insert', () =>
      expect(cashier.fake.getInputs('basket.end')).toHaveLength(1),
    );
    await waitFor(() => expect(screen.getByDisplayValue('501000000001')).toBeTruthy());
    await cashier.waitForText('R2');
    expect(cashier.fake.getInputs('payments.pay')).toEqual([]);
  });

  it('offers a correction for each of several refused items', async () => {
    const other = { ...REFUSED_PAYMENT, id: 'payment-3' };
    const cashier = await openBasket(createSettledBasket([PAID_PAYMENT, REFUSED_PAYMENT, other]));
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: /Corregir e intentar/ })).toHaveLength(3),
    );
    const last = within(screen.getByRole('main'))
      .getAllByRole('listitem')
      .flatMap((row) => within(row).queryAllByRole('button', { name: 'Corregir e intentar' }))
      .at(-1);
    if (last === undefined) throw new Error('no button');
    await waitFor(async () => {
      await cashier.waitUntilKeysWork();
      await userEvent.click(last);
      expect(cashier.fake.getInputs('basket.end')).toHaveLength(1);
    });
    await waitFor(() => expect(screen.getByDisplayValue('501000000002')).toBeTruthy());
  });

  it('offers no correction if nothing at the counter helps', async () => {
    const cashier = await openBasket(
      createSettledBasket([PAID_PAYMENT, { ...REFUSED_PAYMENT, code: 'R22' }]),
    );
    await cashier.waitForText('✕ Rechazado');
    expect(document.body.textContent).not.toContain('Corregir e intentar');
  });

  it('shows an item’s receipt on the tape for reprinting', async () => {
    const cashier = await openBasket(createSettledBasket([PAID_PAYMENT, REFUSED_PAYMENT]));
    await cashier.waitForText('✓ Pagado');
    const [first] = await screen.findAllByRole('button', { name: 'Ver ticket' });
    if (first === undefined) throw new Error('no receipt is offered');
    await userEvent.click(first);
    await waitFor(() =>
      expect(cashier.fake.getInputs('printing.tape')).toContainEqual({ paymentId: 'payment-1' }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Ver canasta' }));
    await cashier.waitForText('Canasta');
  });
});
