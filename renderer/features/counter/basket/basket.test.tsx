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

describe('what leads back to an unfinished basket', () => {
  const of = (id: string, changes: Partial<Basket>): Basket =>
    createBasket([UNKNOWN_PAYMENT, null], { id, ...changes });

  it('shows the most urgent basket on the home screen with the number of others', async () => {
    const open = of('open', { state: 'open', cashierName: 'Luis', cashierId: 'luis' });
    const his = of('his', { state: 'settled', cashierName: 'Luis', cashierId: 'luis', number: 8 });
    const hers = of('hers', { number: 9 });
    const cashier = await openBasket(hers, [open, his]);
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

  it('counts the others beside the one that is being collected', async () => {
    const cashier = await createFakeCashier();
    const collected = createBasket([null], {
      id: 'new',
      state: 'collecting',
      number: null,
      cash: null,
    });
    cashier.fake.answer('basket.current', () => ok(collected));
    cashier.fake.answer('basket.unfinished', () => ok([of('a', {}), of('b', {})]));
    cashier.fake.emit('basket.changed', { basketId: 'new' });
    await cashier.waitForText('Hay otras 2 canastas sin terminar');
  });
});

describe('a basket that is collected', () => {
  const collected = createBasket([null, null], {
    id: 'new',
    state: 'collecting',
    number: null,
    cash: null,
    shares: null,
  });
  async function atItsCash(shown: Basket = collected): Promise<FakeCashier> {
    const cashier = await createFakeCashier();
    cashier.fake.answer('basket.current', () => ok(shown));
    cashier.fake.answer('basket.get', () => ok(shown));
    cashier.fake.emit('basket.changed', { basketId: 'new' });
    await cashier.waitForText('Cobrar la canasta');
    await cashier.press('Control+O');
    await cashier.waitForHeading(/¿Con cuánto paga la canasta?/);
    return cashier;
  }

  it('says that there is no connection before its cash is taken, and before F12', async () => {
    const cashier = await atItsCash();
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

  it('asks for the cash with the fee of each item, and before F12 with the total and the change as figures', async () => {
    const [first, ...others] = collected.items;
    if (first === undefined) throw new Error('no item');
    const withFee = { ...first, amount: mxn('92.00'), fee: mxn('8.00') };
    const cashier = await atItsCash({ ...collected, items: [withFee, ...others] });
    // Already where the cash is asked for.
    await cashier.waitForText('$92.00 más $8.00 de comisión');
    await cashier.type('500');
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Todo correcto?');
    const sum = (label: string) => within(screen.getByRole('main')).getByText(label).parentElement;
    expect(sum('Total a cobrar')?.textContent).toMatch(/300\.00$/);
    expect(sum('Total a cobrar')?.dataset.sum).toBe('large');
    expect(sum('Cambio')?.dataset.sum).toBe('huge');
    await cashier.waitForText('$92.00 más $8.00 de comisión');
  });

  it('shows the cash and the change on the tape as they become known', async () => {
    const cashier = await atItsCash();
    const rows = () =>
      within(screen.getByRole('article', { name: 'Recibo' }))
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

  it('shows no change of a sum that no customer hands over, until that is meant', async () => {
    const cashier = await atItsCash();
    await cashier.type('50000');
    const changes = () => screen.getByText('Cambio').parentElement?.textContent;
    expect(changes()).toBe('Cambio$0.00');
    await cashier.press('Enter');
    await cashier.waitForText(/Es más de diez veces lo que se cobra/);
    expect(changes()).toMatch(/^Cambio\$49,700\.00/);
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Todo correcto?');
  });

  it('asks whoever takes the till over for the cash that she counts herself', async () => {
    const cashier = await atItsCash();
    await cashier.type('500');
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Todo correcto?');
    await cashier.lockForLuis();
    // Main knows that it is not hers.
    cashier.fake.answer('basket.current', () => ok(null));
    cashier.fake.answer('basket.toTakeOver', () => ok(collected));
    cashier.fake.answer('basket.takeOver', () => ok(collected));
    await cashier.waitForHeading('¿Qué va a pagar?');
    cashier.fake.emit('basket.changed', { basketId: 'new' });
    await cashier.waitForText(/Ana llevaba 2 pagos en la canasta/);
    await cashier.press('Control+O');
    await cashier.waitForHeading(/¿Con cuánto paga la canasta?/);
    expect(cashier.fake.getInputs('basket.takeOver')).toEqual([{ basketId: 'new' }]);
    expect(screen.queryByDisplayValue('500')).toBeNull();
  });

  it('says why where it was given up before somebody took it over', async () => {
    const cashier = await createFakeCashier();
    cashier.fake.answer('basket.toTakeOver', () => ok(collected));
    cashier.fake.answer('basket.takeOver', () => fail({ kind: 'not-found', what: 'basket' }));
    cashier.fake.emit('basket.changed', { basketId: 'new' });
    await cashier.waitForText(/Ana llevaba 2 pagos en la canasta/);
    await cashier.press('Control+O');
    await cashier.waitForText('Esta canasta ya no está.');
  });
});

describe('a basket that waits', () => {
  it('goes on with the item that is shown as next', async () => {
    const cashier = await openBasket(createBasket([UNKNOWN_PAYMENT, null]));
    await pressUntil(cashier, 'F12', () =>
      expect(cashier.fake.getInputs('basket.goOn')).toEqual([{ basketId: 'basket-1', next: 2 }]),
    );
  });

  it('of a restored backup sends nothing, and says why', async () => {
    const stoppedBy = { kind: 'basket', reason: 'restored' } as const;
    const cashier = await openBasket(
      createBasket([UNKNOWN_PAYMENT, null], { mayGoOn: false, isRestored: true, stoppedBy }),
    );
    await cashier.waitForText('Esta canasta viene de una copia de respaldo');
    await cashier.waitForText('después no envíe lo que falta');
    expect(document.body.textContent).not.toContain('No se envió nada');
    await cashier.press('F12');
    expect(cashier.fake.getInputs('basket.goOn')).toEqual([]);
  });

  it('asks about every item that is not known, and sends one again where main allows it', async () => {
    const other = { ...UNKNOWN_PAYMENT, id: 'payment-2', maySendAgain: true };
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

describe('a basket that is over', () => {
  it('tells the change, and stamps what never left as not sent, never as refused', async () => {
    const cashier = await openBasket(createSettledBasket([PAID_PAYMENT, NOT_SENT]));
    await cashier.waitForHeading('Entregue el cambio al cliente');
    await cashier.waitForText('$400.00');
    await cashier.waitForText('– No enviado');
    expect(document.body.textContent).not.toContain('✕ Rechazado');
  });

  it('says a change of paid bills once, and how one comes to it where not all was paid', async () => {
    const over = { ...shares, paid: mxn('600.00'), over: mxn('400.00') };
    const cashier = await openBasket(
      createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT], {
        cash: mxn('1000.00'),
        shares: over,
      }),
    );
    await cashier.waitForHeading('Entregue el cambio al cliente');
    // What stands on the tape is printed; this one never is.
    expect(document.body.textContent).not.toContain('PAGADO');
    const form = screen.getByRole('main');
    expect(form.textContent?.match(/400\.00/g)).toHaveLength(1);
    const mixed = { ...shares, paid: mxn('600.00'), refused: mxn('300.00'), over: mxn('100.00') };
    const other = createSettledBasket([PAID_PAYMENT, REFUSED_PAYMENT], {
      cash: mxn('1000.00'),
      shares: mixed,
    });
    cashier.fake.answer('basket.get', () => ok(other));
    cashier.fake.emit('basket.changed', { basketId: other.id });
    await cashier.waitForText('Cambio de lo que entregó');
    expect(form.textContent?.match(/400\.00/g)).toHaveLength(1);
  });

  it('of a restored backup gives no order to hand money out', async () => {
    const cashier = await openBasket(
      createSettledBasket([PAID_PAYMENT, null], { isRestored: true, giveBack: null }),
    );
    await cashier.waitForHeading('No dé dinero sin comparar antes con el servicio');
    await cashier.waitForText('Esta canasta viene de una copia de respaldo');
    await cashier.waitForText('dé solo lo que no se haya entregado');
    expect(document.body.textContent).not.toContain('No se envió nada');
    expect(document.body.textContent).not.toContain('no envíe lo que falta');
  });

  it('lets a refused item be corrected, with all that was typed', async () => {
    const cashier = await openBasket(createSettledBasket([PAID_PAYMENT, REFUSED_PAYMENT]));
    await cashier.waitForText('Su parte va en el cambio');
    await pressUntil(cashier, 'Insert', () =>
      expect(cashier.fake.getInputs('basket.end')).toHaveLength(1),
    );
    await waitFor(() => expect(screen.getByDisplayValue('501000000001')).toBeTruthy());
    await cashier.waitForText('R2');
    expect(cashier.fake.getInputs('payments.pay')).toEqual([]);
  });

  it('lets any of several refused items be corrected', async () => {
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
      await userEvent.click(last);
      expect(cashier.fake.getInputs('basket.end')).toHaveLength(1);
    });
    await waitFor(() => expect(screen.getByDisplayValue('501000000002')).toBeTruthy());
  });

  it('offers no correction where nothing at the counter helps', async () => {
    const cashier = await openBasket(
      createSettledBasket([PAID_PAYMENT, { ...REFUSED_PAYMENT, code: 'R22' }]),
    );
    await cashier.waitForText('✕ Rechazado');
    expect(document.body.textContent).not.toContain('Corregir e intentar');
  });

  it('shows the paper of an item, to be printed again', async () => {
    const cashier = await openBasket(createSettledBasket([PAID_PAYMENT, REFUSED_PAYMENT]));
    await cashier.waitForText('✓ Pagado');
    const [first] = await screen.findAllByRole('button', { name: 'Ver recibo' });
    if (first === undefined) throw new Error('no receipt is offered');
    await userEvent.click(first);
    await waitFor(() =>
      expect(cashier.fake.getInputs('printing.tape')).toContainEqual({ paymentId: 'payment-1' }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Ver canasta' }));
    await cashier.waitForText('Canasta');
  });
});
