import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../../shared/contract/index.ts';
import { describeProblem } from '../../../../shared/i18n/index.ts';
import { createFakeBalance } from '../../../app/testing/fake-bills.ts';
import { createFakeCashier, freezeClock } from '../../../app/testing/fake-cashier.ts';
import {
  createBalance,
  createBasket,
  createBiller,
  mxn,
} from '../../../app/testing/fake-values.ts';
import { getCashFigure, goToConfirm, goToResult, goToSent, PAID_CHANGES } from './pay.fixture.ts';

freezeClock();

describe('payment types', () => {
  it('requests a required balance itself, and fixes the amount', async () => {
    const cashier = await createFakeCashier();
    await goToSent(cashier);
    expect(cashier.fake.getInputs('payments.prepare')).toMatchObject([
      { amount: mxn('549.00'), balanceId: 'balance-1' },
    ]);
    cashier.bills.recordOutcome(PAID_CHANGES);
    await goToResult(cashier, /Entregue \$51\.00 de cambio/);
    await cashier.waitForText('48586');
    await cashier.press('Enter');
    await screen.findByRole('combobox');
    expect(cashier.fake.getInputs('payments.acknowledge')).toHaveLength(1);
  });

  it('shows whose bill it is and when it is due beside the cash', async () => {
    const cashier = await createFakeCashier();
    cashier.bills.balance = () =>
      ok(createBalance({ nameOnAccount: 'Rosa Díaz', dueDate: '2026-03-20' }));
    await cashier.goToCash();
    await cashier.waitForText('A nombre de Rosa Díaz · Vence: 2026-03-20');
  });

  it('requests an optional balance on Enter, and accepts another amount', async () => {
    const cashier = await createFakeCashier();
    await cashier.find('agua');
    await cashier.waitForText('Consultar el adeudo es opcional');
    await cashier.type('1234567890');
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Cuánto va a pagar?');
    await cashier.press('Enter');
    const field = await screen.findByDisplayValue('549.00');
    expect(document.activeElement).toBe(field);
    await cashier.type('200');
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Con cuánto paga el cliente?');
    expect(cashier.fake.getInputs('payments.prepare')).toMatchObject([{ amount: mxn('200.00') }]);
  });

  it('requests no balance for a biller that accepts any amount', async () => {
    const cashier = await createFakeCashier();
    await cashier.find('calif');
    await cashier.type('1234567');
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Cuánto va a pagar?');
    await cashier.type('80');
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Con cuánto paga el cliente?');
    expect(cashier.fake.getInputs('payments.consult')).toEqual([]);
  });

  it('shows that the shop covers the total, and asks for the name', async () => {
    const cashier = await createFakeCashier();
    await cashier.find('finan');
    await cashier.waitForText('La tienda responde por el total');
    await cashier.type('99887766');
    await cashier.press('Enter');
    await cashier.type('Rosa');
    expect(screen.getByLabelText('Nombre del titular')).toHaveProperty('value', 'Rosa');
    await cashier.press('Enter');
    await cashier.waitForText('Cobre el total que dice el recibo');
    expect(cashier.fake.getInputs('payments.checkAccount')).toMatchObject([
      { accountNumber: '99887766', nameOnAccount: 'Rosa' },
    ]);
  });
});

describe('balance', () => {
  it('ends the flow without a payment when the balance is zero', async () => {
    const cashier = await createFakeCashier();
    cashier.bills.balance = () => createFakeBalance('0.00');
    await cashier.find('cfe');
    await cashier.type('501000000007');
    await cashier.press('Enter');
    await cashier.waitForHeading('Esta cuenta no debe nada');
    await cashier.press('Enter');
    await screen.findByRole('combobox');
  });

  it.each([
    ['zero', () => createFakeBalance('0.00'), 'Esta cuenta no debe nada'],
    [
      'not available',
      () => fail({ kind: 'service-refused', httpStatus: 422, code: 'R22', message: '' }),
      'CFE está en mantenimiento.',
    ],
  ] as const)(
    'returns to the basket of the same customer when the balance is %s',
    async (_what, balance, title) => {
      const cashier = await createFakeCashier();
      const basket = createBasket([null], {
        state: 'collecting',
        number: null,
        cash: null,
        shares: null,
      });
      cashier.fake.answer('basket.current', () => ok(basket));
      cashier.fake.answer('basket.get', () => ok(basket));
      cashier.bills.balance = balance;
      await cashier.find('cfe');
      await cashier.waitForHeading('¿Es del cliente de la canasta?');
      await cashier.press('ArrowDown', 'Enter');
      await cashier.waitForHeading(/CFE/);
      await cashier.type('501000000007');
      await cashier.press('Enter');
      await cashier.waitForHeading(title);
      expect(document.body.textContent).not.toContain('Siguiente cliente');
      await cashier.waitForText('Volver a la canasta');
      await cashier.press('Enter');
      await cashier.waitForHeading(/¿Con cuánto paga la canasta?/);
    },
  );

  it('shows the code of a refused balance and lets the number be corrected', async () => {
    const cashier = await createFakeCashier();
    cashier.bills.balance = () =>
      fail({ kind: 'service-refused', httpStatus: 422, code: 'R2', message: 'Invalid' });
    await cashier.find('cfe');
    await cashier.type('501000000004');
    await cashier.press('Enter');
    // The cause is the title, and is said once.
    await cashier.waitForHeading('La cuenta no existe en CFE.');
    expect(document.body.textContent?.split('La cuenta no existe en CFE.')).toHaveLength(2);
    await cashier.waitForText('R2');
    await cashier.press('Escape');
    expect(await screen.findByDisplayValue('501000000004')).toBe(document.activeElement);
  });
});

describe('fee of the shop', () => {
  it('includes the fee in the total, in the confirmation and in the result', async () => {
    const cashier = await createFakeCashier();
    cashier.bills.balance = () => ok(createBalance({ serviceFee: mxn('3.00') }));
    cashier.bills.fee = mxn('3.00');
    cashier.fake.shop.state = { ...cashier.fake.shop.state, customerFee: { kind: 'service' } };
    await cashier.reload();
    await screen.findByRole('combobox');
    await cashier.find('cfe');
    await cashier.waitForHeading(/CFE/);
    await cashier.type('501000000007');
    await cashier.press('Enter');
    await cashier.waitForHeading('Total a pagar');
    await cashier.waitForText(/Total a cobrar\s?\$552\.00.*Adeudo\s?\$549\.00.*Comisión\s?\$3\.00/);
    const tape = screen.getByRole('complementary');
    expect(tape.textContent).toMatch(/Comisión\s*\$3\.00.*Total\s*\$552\.00/);
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Con cuánto paga el cliente?');
    await cashier.type('600');
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Todo correcto?');
    await cashier.waitForText(
      'Se pagan $549.00 a CFE, cuenta 501000000007, más $3.00 de comisión: $552.00 en total. Recibe $600.00 y entrega $48.00 de cambio.',
    );
    await cashier.waitForText('Total a cobrar $552.00');
    await cashier.press('F12');
    await cashier.waitForHeading('Enviando el pago');
    cashier.bills.recordOutcome(PAID_CHANGES);
    await goToResult(cashier, /Entregue \$48\.00 de cambio/);
    await cashier.waitForText('Se pagaron $549.00 a CFE, más $3.00 de comisión: $552.00 en total.');
  });

  it('adds a fixed fee to the amount while it is typed', async () => {
    const cashier = await createFakeCashier();
    const fixed = { kind: 'fixed', utility: '8.00', 'top-up': '0', 'gift-card': '0' } as const;
    cashier.fake.shop.state = {
      ...cashier.fake.shop.state,
      customerFee: { ...fixed, partner: '0' },
    };
    await cashier.reload();
    await screen.findByRole('combobox');
    await cashier.find('calif');
    await cashier.type('1234567');
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Cuánto va a pagar?');
    await cashier.type('80');
    await cashier.waitForText('Más $8.00 de comisión: $88.00 en total.');
  });
});

describe('F12', () => {
  it('pays only with F12, and only once', async () => {
    const cashier = await createFakeCashier();
    await goToConfirm(cashier);
    await cashier.press('Enter', 'Enter', 'Enter');
    expect(cashier.fake.getInputs('payments.pay')).toEqual([]);
    await cashier.press('F12', 'F12', 'F12');
    await cashier.waitForHeading('Enviando el pago');
    expect(cashier.fake.getInputs('payments.pay')).toHaveLength(1);
  });

  it('shows biller, account, amount, cash and change in one sentence before F12', async () => {
    const cashier = await createFakeCashier();
    await goToConfirm(cashier);
    await cashier.waitForText(
      'Se pagan $549.00 a CFE, cuenta 501000000007. Recibe $600.00 y entrega $51.00 de cambio.',
    );
  });

  it('shows that nothing was sent when main refuses F12', async () => {
    const cashier = await createFakeCashier();
    cashier.fake.answer('payments.pay', () =>
      fail({ kind: 'storage', reason: 'full', file: 'ledger' }),
    );
    await goToConfirm(cashier);
    await cashier.press('F12');
    await cashier.waitForText('este pago se hace una sola vez');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('¿Todo correcto?');
  });

  it('ignores all other keys while a payment is being sent', async () => {
    const cashier = await createFakeCashier();
    await goToSent(cashier);
    await cashier.press('Escape', 'Enter', 'F2', 'F8', 'F9');
    await cashier.waitForHeading('Enviando el pago');
  });
});

describe('payment form', () => {
  it('keeps the form when the biller leaves the list, and shows a warning', async () => {
    const cashier = await createFakeCashier();
    await cashier.find('cfe');
    await cashier.type('5010');
    cashier.bills.departed.add(40);
    cashier.fake.emit('catalog.changed', cashier.fake.shop.catalog);
    await cashier.waitForText('CFE ya no está en la lista del servicio.');
    expect(screen.getByDisplayValue('5010')).toBe(document.activeElement);
  });

  it('counts the digits while typing, without spaces', async () => {
    const cashier = await createFakeCashier();
    await cashier.find('cfe');
    await cashier.type('5010 0000');
    await cashier.waitForText('Lleva 12 dígitos; van 8.');
  });

  it('rejects a biller whose currency is unknown', async () => {
    const cashier = await createFakeCashier();
    cashier.bills.billers = [
      createBiller({ currency: '', name: 'Sin Moneda', canCheckBalance: false }),
    ];
    await cashier.find('sin');
    await cashier.type('501000000007');
    await cashier.press('Enter');
    const unusable = { kind: 'biller-unusable', reason: 'no-currency', billerKind: null } as const;
    await cashier.waitForText(describeProblem(unusable, 'es-MX').title);
    expect(cashier.fake.getInputs('payments.checkAccount')).toEqual([]);
  });
});

describe('cash', () => {
  it('has one large figure: the sum due, then what is missing, then the change', async () => {
    const cashier = await createFakeCashier();
    await cashier.goToCash();
    expect(getCashFigure()).toBe('Total a cobrar $549.00');
    await cashier.type('5');
    expect(getCashFigure()).toBe('Faltan $544.00');
    await cashier.type('00');
    expect(getCashFigure()).toBe('Faltan $49.00');
    await cashier.waitForText('Total a cobrar $549.00');
    await cashier.press('Backspace', 'Backspace');
    await cashier.type('49');
    expect(getCashFigure()).toBe('Cambio $0.00');
    await cashier.press('Backspace', 'Backspace');
    await cashier.type('89');
    expect(getCashFigure()).toBe('Cambio $40.00');
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Todo correcto?');
    expect(getCashFigure()).toBe('Cambio $40.00');
  });

  it('shows the sum due, not an empty change, at the confirmation of an exact payment', async () => {
    const cashier = await createFakeCashier();
    await cashier.goToCash();
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Todo correcto?');
    expect(getCashFigure()).toBe('Total a cobrar $549.00');
  });

  it('shows the missing amount of cash on Enter', async () => {
    const cashier = await createFakeCashier();
    await cashier.goToCash();
    await cashier.type('500');
    await cashier.press('Enter');
    await cashier.waitForText('Faltan $49.00. Pídalos al cliente');
  });

  it.each([
    ['', 'Todavía no se paga: presione Enter para revisar.'],
    ['600', 'Todavía no se paga: presione Enter para revisar.'],
    ['500', 'Faltan $49.00. Pídalos al cliente'],
    ['12.345', 'Este número se puede leer de dos maneras.'],
    ['60000', 'Es más de diez veces lo que se cobra'],
  ])('answers F12 before the confirmation, with “%s” typed', async (typed, words) => {
    const cashier = await createFakeCashier();
    await cashier.goToCash();
    if (typed !== '') await cashier.type(typed);
    await cashier.press('F12');
    await cashier.waitForText(words);
    expect(cashier.fake.getInputs('payments.pay')).toEqual([]);
  });
});

describe('experienced cashier', () => {
  it('pays a known bill in at most 12 keys besides the account number and the cash', async () => {
    const cashier = await createFakeCashier();
    await goToSent(cashier);
    cashier.bills.recordOutcome(PAID_CHANGES);
    await goToResult(cashier, /Entregue/);
    await cashier.press('Enter');
    await screen.findByRole('combobox');
    const otherKeys = cashier.keys() - '501000000007'.length - '600'.length;
    expect(otherKeys).toBeLessThanOrEqual(12);
  });

  it('opens the result of the typed search, not the displayed one, when Enter is pressed early', async () => {
    const cashier = await createFakeCashier();
    await cashier.type('cfe');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
    const pendingResponse = Promise.withResolvers<void>();
    cashier.fake.answer('catalog.search', async () => {
      await pendingResponse.promise;
      const biller = createBiller({ id: 50, name: 'Agua y Drenaje de Monterrey' });
      return ok([{ biller, matches: [], uses: 0 }]);
    });
    await cashier.press('Escape');
    await cashier.type('agua');
    await cashier.press('Enter');
    expect(screen.getAllByRole('option')[0]?.textContent).toContain('CFE');
    expect(screen.getByRole('combobox')).toHaveProperty('value', 'agua');
    pendingResponse.resolve();
    await cashier.waitForHeading(/Agua y Drenaje/);
  });
});

describe('payment in each language', () => {
  it.each([
    ['es-MX', '¿Con cuánto paga el cliente?', '¿Todo correcto?', /Entregue .* de cambio/],
    ['es-CO', '¿Con cuánto paga el cliente?', '¿Todo correcto?', /Entregue .* de vueltas/],
    [
      'en',
      'How much cash did you receive?',
      'Is everything right?',
      /Give .* change and the receipt/,
    ],
  ] as const)(
    '%s: shows every screen from the search field to the receipt',
    async (language, cash, confirm, paid) => {
      const cashier = await createFakeCashier(language);
      await cashier.find('cfe');
      await cashier.type('501000000007');
      await cashier.press('Enter');
      await cashier.waitForHeading(cash);
      await cashier.type('600');
      await cashier.press('Enter');
      await cashier.waitForHeading(confirm);
      await cashier.press('F12');
      await waitFor(() => expect(cashier.bills.payments).toHaveLength(1));
      cashier.bills.recordOutcome(PAID_CHANGES);
      await cashier.waitForHeading(paid);
    },
  );
});
