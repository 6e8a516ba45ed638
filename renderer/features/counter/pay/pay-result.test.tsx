import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ok } from '../../../../shared/contract/index.ts';
import { createFakeCashier, freezeClock } from '../../../app/testing/fake-cashier.ts';
import { goToResult, goToSent, PAID_CHANGES } from './pay.fixture.ts';

freezeClock();

describe('refused payment', () => {
  it.each([
    ['R2', 'Invalid Account Number', 'La cuenta no existe en CFE.'],
    ['R100', 'Insufficient balance', /saldo/],
    ['R126', 'Acuda a una sucursal bancaria', '«Acuda a una sucursal bancaria»'],
    ['R777', 'Something new', '«Something new»'],
  ])(
    '%s: shows what happened, that no money moved, and what to do',
    async (code, message, words) => {
      const cashier = await createFakeCashier();
      await goToSent(cashier);
      cashier.bills.recordOutcome({ state: 'rejected', code, message, httpStatus: 422 });
      await goToResult(cashier, /Devuelva \$600\.00 al cliente/);
      await cashier.waitForText(words);
      await cashier.waitForText(code);
      await cashier.waitForText('Rechazado');
      const [toReturn, ...otherFigures] = document.querySelectorAll('[data-sum="huge"]');
      expect(toReturn?.textContent).toBe('A devolver$600.00');
      expect(otherFigures).toEqual([]);
      // A small window does not show what is below a long notice.
      const notice = screen.getByText('Rechazado');
      expect(toReturn?.compareDocumentPosition(notice)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
      await cashier.press(code === 'R2' ? 'Escape' : 'Enter');
      await screen.findByRole('combobox');
    },
  );
});

it('shows which other shop paid when the service refuses a duplicate', async () => {
  const cashier = await createFakeCashier();
  cashier.fake.answer('payments.paidAtOtherTills', () =>
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

describe('payment that the service rejected before processing', () => {
  it.each([
    [30, 'El servicio pide esperar 30 segundos. Después, intente otra vez.'],
    [1, 'El servicio pide esperar 1 segundo. Después, intente otra vez.'],
    [600, 'El servicio pide esperar 10 minutos. Después, intente otra vez.'],
    [null, 'Espere un minuto e intente otra vez.'],
  ])('429: shows how long to wait, if known: %s', async (retryAfterSeconds, words) => {
    const cashier = await createFakeCashier();
    await goToSent(cashier);
    cashier.bills.recordOutcome({ state: 'rejected', httpStatus: 429, retryAfterSeconds });
    await goToResult(cashier, /Devuelva \$600\.00 al cliente/);
    await cashier.waitForText(words);
  });

  it('401: shows that the service may have to allow the address', async () => {
    const cashier = await createFakeCashier();
    await goToSent(cashier);
    cashier.bills.recordOutcome({ state: 'rejected', httpStatus: 401 });
    await goToResult(cashier, /Devuelva \$600\.00 al cliente/);
    await cashier.waitForText('pedir al servicio que autorice la dirección');
  });
});

describe('payment that was certainly not made', () => {
  const OPEN_OUTCOME_TEXTS = [
    'no haga nada con el dinero',
    'Todavía no se sabe',
    'salir de la caja',
  ];

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
  ])('shows that nothing was paid after %s', async (_what, changes, words) => {
    const cashier = await createFakeCashier();
    await goToSent(cashier);
    cashier.bills.recordOutcome({ state: 'rejected', ...changes });
    await goToResult(cashier, /Devuelva \$600\.00 al cliente/);
    await cashier.waitForText(words);
    const page = document.body.textContent ?? '';
    for (const openText of OPEN_OUTCOME_TEXTS) expect(page).not.toContain(openText);
  });
});

describe('unknown payment', () => {
  const UNKNOWN = {
    state: 'unknown',
    unknownBecause: 'timed-out',
    certainAt: '2026-03-02T17:00:00Z',
  } as const;

  it('looks up an unknown payment on F1, and shows it as paid', async () => {
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

  it('asks to return the cash when an unknown payment was not performed', async () => {
    const cashier = await createFakeCashier();
    await goToSent(cashier);
    cashier.bills.recordOutcome(UNKNOWN);
    await cashier.waitForHeading(/No cobre ni devuelva nada/);
    cashier.bills.recordOutcome({ state: 'not-performed' });
    await goToResult(cashier, /Devuelva \$600\.00 al cliente/);
    await cashier.waitForText('No realizado');
  });

  it('sends an unknown payment again only if main allows it', async () => {
    const cashier = await createFakeCashier();
    await goToSent(cashier);
    cashier.bills.recordOutcome(UNKNOWN);
    await goToResult(cashier, /No cobre ni devuelva nada/);
    await cashier.press('Control+E');
    expect(cashier.fake.getInputs('payments.sendAgain')).toEqual([]);
    cashier.bills.lookUp = () => PAID_CHANGES;
    cashier.bills.recordOutcome({ canResend: true });
    await cashier.waitForText('Enviar otra vez');
    await cashier.press('Control+E');
    await cashier.waitForHeading(/Entregue/);
    expect(cashier.fake.getInputs('payments.sendAgain')).toHaveLength(1);
  });

  it('keeps an unknown payment in the unresolved list after Escape', async () => {
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

describe('result that is left with a frame key', () => {
  it('marks a result as seen when it is left, and does not open it again', async () => {
    const cashier = await createFakeCashier();
    await goToSent(cashier);
    cashier.bills.recordOutcome(PAID_CHANGES);
    await goToResult(cashier, /Entregue/);
    await cashier.press('F2');
    await screen.findByRole('combobox');
    expect(cashier.fake.getInputs('payments.acknowledge')).toHaveLength(1);
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
    expect(cashier.fake.getInputs('payments.acknowledge')).toEqual([]);
  });
});

it('offers the next customer, and nothing about a refund, right after a payment', async () => {
  const cashier = await createFakeCashier();
  await goToSent(cashier);
  cashier.bills.recordOutcome(PAID_CHANGES);
  await goToResult(cashier, /Entregue/);
  const footer = within(screen.getByRole('main')).getAllByRole('button');
  expect(footer.map(({ textContent }) => textContent)).toEqual(['Siguiente clienteEnter']);
  await cashier.press('F1');
  expect(cashier.fake.getInputs('refunds.checkNow')).toEqual([]);
});

describe('reload during a payment', () => {
  it('resumes the payment in its current state after a reload', async () => {
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
