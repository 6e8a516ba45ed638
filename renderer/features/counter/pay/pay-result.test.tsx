import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ok, type Payment, type PaymentRowStatus } from '../../../../shared/contract/index.ts';
import { createFakeCashier, freezeClock } from '../../../app/testing/fake-cashier.ts';
import { createPayment } from '../../../app/testing/fake-values.ts';
import { goToResult, goToSent, PAID_CHANGES } from './pay.fixture.ts';

freezeClock();

describe('a refused payment', () => {
  it.each([
    ['R2', 'Invalid Account Number', 'La cuenta no existe en CFE.'],
    ['R100', 'Insufficient balance', /saldo/],
    ['R126', 'Acuda a una sucursal bancaria', '«Acuda a una sucursal bancaria»'],
    ['R777', 'Something new', '«Something new»'],
  ])('%s: what happened, that nothing moved, what to do', async (code, message, words) => {
    const cashier = await createFakeCashier();
    await goToSent(cashier);
    cashier.bills.recordOutcome({ state: 'rejected', code, message, httpStatus: 422 });
    await goToResult(cashier, /Devuelva \$600\.00 al cliente/);
    await cashier.waitForText(words);
    await cashier.waitForText(code);
    await cashier.waitForText('Rechazado');
    await cashier.press(code === 'R2' ? 'Escape' : 'Enter');
    await screen.findByRole('combobox');
  });
});

it('that the service took for a double says which other shop of the chain paid', async () => {
  const cashier = await createFakeCashier();
  cashier.fake.answer('payments.paidElsewhere', () =>
    ok([
      {
        shop: 'La Esquina',
        posNumber: '11',
        at: '2026-03-02T16:42:10Z',
        amount: { amount: '549.00', currency: 'MXN' },
        isSameAmount: true,
        isPaid: true,
      },
    ]),
  );
  await goToSent(cashier);
  cashier.bills.recordOutcome({ state: 'rejected', code: 'R36', httpStatus: 422 });
  await goToResult(cashier, /Devuelva \$600\.00 al cliente/);
  await cashier.waitForText('La Esquina, caja 11');
});

describe('a payment that the service turned away at the door', () => {
  it.each([
    [30, 'El servicio pide esperar 30 segundos. Después, intente otra vez.'],
    [1, 'El servicio pide esperar 1 segundo. Después, intente otra vez.'],
    [600, 'El servicio pide esperar 10 minutos. Después, intente otra vez.'],
    [null, 'Espere un minuto e intente otra vez.'],
  ])('429: how long to wait, where it says so: %s', async (retryAfterSeconds, words) => {
    const cashier = await createFakeCashier();
    await goToSent(cashier);
    cashier.bills.recordOutcome({ state: 'rejected', httpStatus: 429, retryAfterSeconds });
    await goToResult(cashier, /Devuelva \$600\.00 al cliente/);
    await cashier.waitForText(words);
  });

  it('401: that the address may have to be allowed, as on a read', async () => {
    const cashier = await createFakeCashier();
    await goToSent(cashier);
    cashier.bills.recordOutcome({ state: 'rejected', httpStatus: 401 });
    await goToResult(cashier, /Devuelva \$600\.00 al cliente/);
    await cashier.waitForText('pedir al servicio que autorice la dirección');
  });
});

describe('a payment that is certain not to have been made, whatever its answer left open', () => {
  const OPEN = ['no haga nada con el dinero', 'Todavía no se sabe', 'salir de la caja'];

  it.each([
    [
      'a row that the service gave up',
      { httpStatus: 201, serviceStatus: 'crashed' },
      'El servicio lo recibió y no lo pudo hacer.',
    ],
    [
      'such a row that a look-up found',
      { serviceStatus: 'crashed' },
      'El servicio lo recibió y no lo pudo hacer.',
    ],
    ['a code beside a 500', { httpStatus: 500, code: 'R2' }, 'La cuenta no existe en CFE.'],
    ['a code that leaves it open', { httpStatus: 422, code: 'R24' }, 'No se cobró nada en CFE.'],
  ])('%s', async (_what, changes, words) => {
    const cashier = await createFakeCashier();
    await goToSent(cashier);
    cashier.bills.recordOutcome({ state: 'rejected', ...changes });
    await goToResult(cashier, /Devuelva \$600\.00 al cliente/);
    await cashier.waitForText(words);
    const page = document.body.textContent ?? '';
    for (const open of OPEN) expect(page).not.toContain(open);
  });
});

describe('an unknown payment', () => {
  const UNKNOWN = {
    state: 'unknown',
    unknownBecause: 'timed-out',
    certainAt: '2026-03-02T17:00:00Z',
  } as const;

  it('is looked up by F1 and turns out paid', async () => {
    const cashier = await createFakeCashier();
    cashier.bills.lookUp = () => PAID_CHANGES;
    await goToSent(cashier);
    cashier.bills.recordOutcome(UNKNOWN);
    await goToResult(cashier, /No cobre ni devuelva nada/);
    await cashier.waitForText('Diga al cliente');
    await cashier.press('F1');
    await cashier.waitForHeading(/Entregue \$51\.00/);
    expect(cashier.fake.getInputs('payments.pay')).toHaveLength(1);
  });

  it('turns out not performed, and the money goes back', async () => {
    const cashier = await createFakeCashier();
    await goToSent(cashier);
    cashier.bills.recordOutcome(UNKNOWN);
    await cashier.waitForHeading(/No cobre ni devuelva nada/);
    cashier.bills.recordOutcome({ state: 'not-performed' });
    await goToResult(cashier, /Devuelva \$600\.00 al cliente/);
    await cashier.waitForText('No realizado');
  });

  it('is sent again only where main offers it', async () => {
    const cashier = await createFakeCashier();
    await goToSent(cashier);
    cashier.bills.recordOutcome(UNKNOWN);
    await goToResult(cashier, /No cobre ni devuelva nada/);
    await cashier.press('Control+E');
    expect(cashier.fake.getInputs('payments.sendAgain')).toEqual([]);
    cashier.bills.lookUp = () => PAID_CHANGES;
    cashier.bills.recordOutcome({ maySendAgain: true });
    await cashier.waitForText('Enviar otra vez');
    await cashier.press('Control+E');
    await cashier.waitForHeading(/Entregue/);
    expect(cashier.fake.getInputs('payments.sendAgain')).toHaveLength(1);
  });

  it('is left with Esc, and stays among the unresolved', async () => {
    const cashier = await createFakeCashier();
    await goToSent(cashier);
    cashier.bills.recordOutcome(UNKNOWN);
    await goToResult(cashier, /No cobre ni devuelva nada/);
    await cashier.press('Escape');
    await screen.findByRole('combobox');
    await cashier.press('F9');
    await cashier.waitForHeading('Pagos pendientes');
    await screen.findByRole('option', { name: /CFE/ });
    await cashier.press('Enter');
    await cashier.waitForText('Diga al cliente');
    await cashier.press('F1');
    await waitFor(() => expect(cashier.fake.getInputs('payments.lookUpNow')).toHaveLength(1));
  });
});

describe('a result that is left by a key of the frame', () => {
  it('was seen, and does not call the cashier back', async () => {
    const cashier = await createFakeCashier();
    await goToSent(cashier);
    cashier.bills.recordOutcome(PAID_CHANGES);
    await goToResult(cashier, /Entregue/);
    await cashier.press('F2');
    await screen.findByRole('combobox');
    expect(cashier.fake.getInputs('payments.seen')).toHaveLength(1);
    await cashier.type('cfe');
    await screen.findAllByRole('option');
    expect(screen.getByRole('combobox')).toHaveProperty('value', 'cfe');
  });

  it('shows a result again when it was left before it could be read', async () => {
    const cashier = await createFakeCashier();
    await goToSent(cashier);
    cashier.bills.recordOutcome(PAID_CHANGES);
    await cashier.waitForHeading(/Entregue/);
    await cashier.press('F2');
    await cashier.waitForHeading(/Entregue/);
    expect(cashier.fake.getInputs('payments.seen')).toEqual([]);
  });
});

describe('the row of a paid payment, by F1 on its result', () => {
  const refund = {
    serviceStatus: 'refunded',
    foundAt: '2026-03-14T16:00:00Z',
    owedTo: 'customer',
    isHandedOver: false,
    amount: { amount: '600.00', currency: 'MXN' },
    settled: null,
  } as const;
  const cancelled = (state: Payment['state']): Partial<Payment> => ({
    cancelledBy: { paymentId: 'c', state },
  });

  it.each<[string, PaymentRowStatus, Partial<Payment>, RegExp]>([
    ['stands', 'stands', {}, /El pago sigue en pie/],
    ['was given back', 'given-back', { refund }, /El servicio lo devolvió\.Código refunded/],
    ['stands again', 'stands', { refund }, /No entregue el dinero/],
    ['goes by a cancel that is open', 'given-back', cancelled('unknown'), /Todavía no se sabe/],
    [
      'went by our own cancel',
      'given-back',
      cancelled('paid'),
      /devuelto por nuestra propia cancelación/,
    ],
  ])('%s', async (_name, says, changes, words) => {
    const cashier = await createFakeCashier();
    await goToSent(cashier);
    cashier.bills.recordOutcome(PAID_CHANGES);
    await goToResult(cashier, /Entregue/);
    cashier.fake.answer('refunds.readNow', () =>
      ok({ says, status: 'refunded', payment: createPayment({ state: 'paid', ...changes }) }),
    );
    await cashier.press('F1');
    await cashier.waitForText(words);
    expect(cashier.fake.getInputs('refunds.readNow')).toHaveLength(1);
  });
});

describe('a reload in the middle', () => {
  it('stands where the payment stands', async () => {
    const cashier = await createFakeCashier();
    await goToSent(cashier);
    await cashier.reload();
    await cashier.waitForHeading('Enviando el pago');
    cashier.bills.recordOutcome({ state: 'unknown', unknownBecause: 'connection-lost' });
    await cashier.waitForHeading(/No cobre ni devuelva nada/);
    await cashier.reload();
    await cashier.waitForHeading(/No cobre ni devuelva nada/);
    expect(cashier.fake.getInputs('payments.pay')).toHaveLength(1);
  });
});
