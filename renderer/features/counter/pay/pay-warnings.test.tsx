import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fail, type ScannedBill } from '../../../../shared/contract/index.ts';
import {
  createFakeCashier,
  type FakeCashier,
  freezeClock,
} from '../../../app/testing/fake-cashier.ts';
import { createFakeShop } from '../../../app/testing/fake-shop.ts';
import { createFakeTill } from '../../../app/testing/fake-till.ts';
import { createBiller, createOrder, mxn } from '../../../app/testing/fake-values.ts';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { createPaymentDraft } from './flow/index.ts';
import { WarningsScreen } from './form/index.ts';
import { ScannedBillCard } from './form/scanned-bill-card.tsx';

freezeClock();

async function goToWarning(cashier: FakeCashier): Promise<void> {
  await cashier.find('cfe');
  await cashier.waitForHeading(/CFE/);
  await cashier.type('501000000007');
  await cashier.press('Enter');
}

describe('order warnings', () => {
  it('shows an earlier payment, and Enter does not pay again', async () => {
    const cashier = await createFakeCashier();
    cashier.bills.warnings = [
      {
        kind: 'looks-like-earlier',
        paymentId: 'payment-1',
        at: '2026-03-02T16:42:10Z',
        amount: mxn('549.00'),
        isSameAmount: true,
      },
    ];
    await goToWarning(cashier);
    await cashier.waitForHeading('¿Es otro pago, o es el mismo?');
    await cashier.press('Enter');
    await screen.findByRole('combobox');
    expect(cashier.fake.getInputs('payments.pay')).toEqual([]);
  });

  it('shows which shop paid and when, and Enter does not pay again', async () => {
    const cashier = await createFakeCashier();
    cashier.bills.warnings = [
      {
        kind: 'paid-elsewhere',
        shop: 'La Esquina',
        posNumber: '11',
        at: '2026-03-02T16:42:10Z',
        amount: mxn('549.00'),
        isSameAmount: true,
        isPaid: false,
      },
    ];
    const goToDuplicateWarning = async (): Promise<void> => {
      await cashier.find('cfe');
      await cashier.type('501000000007');
      await cashier.press('Enter');
      await cashier.waitForHeading('¿Es otro pago, o es el mismo?');
    };
    await goToDuplicateWarning();
    await cashier.waitForText('La tienda La Esquina de la cadena ya tiene un pago de esta cuenta');
    await cashier.waitForText('La Esquina, caja 11');
    await cashier.press('Enter');
    await screen.findByRole('combobox');
    expect(cashier.fake.getInputs('payments.pay')).toEqual([]);
    await goToDuplicateWarning();
    await cashier.press('ArrowDown', 'Enter');
    await cashier.waitForHeading('¿Con cuánto paga el cliente?');
    await cashier.press('Enter', 'F12');
    await waitFor(() =>
      expect(cashier.fake.getInputs('payments.pay')).toMatchObject([
        { acknowledged: ['paid-elsewhere'] },
      ]),
    );
  });

  it('acknowledges each warning when the cashier continues', async () => {
    const cashier = await createFakeCashier();
    cashier.bills.warnings = [
      { kind: 'large-amount', usd: { amount: '1600.00', currency: 'USD' } },
      {
        kind: 'looks-like-earlier',
        paymentId: 'payment-0',
        at: '2026-03-02T16:42:10Z',
        amount: mxn('549.00'),
        isSameAmount: false,
      },
    ];
    await goToWarning(cashier);
    await cashier.waitForHeading('¿El importe es correcto?');
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Es otro pago, o es el mismo?');
    await cashier.press('ArrowDown', 'Enter');
    await cashier.waitForHeading('¿Con cuánto paga el cliente?');
    await cashier.press('Enter', 'F12');
    await waitFor(() =>
      expect(cashier.fake.getInputs('payments.pay')).toMatchObject([
        { cash: mxn('549.00'), acknowledged: ['large-amount', 'looks-like-earlier'] },
      ]),
    );
  });
});

it('says that nothing was sent when the printer cannot print a slip that must come out', async () => {
  const cashier = await createFakeCashier();
  cashier.fake.answer('payments.prepare', () => fail({ kind: 'printer', reason: 'paper-out' }));
  await cashier.find('calif');
  await cashier.type('1234567');
  await cashier.press('Enter');
  await cashier.waitForHeading('¿Cuánto va a pagar?');
  await cashier.type('80');
  await cashier.press('Enter');
  await cashier.waitForText('La impresora no tiene papel.');
  await cashier.waitForText(/No se ha enviado nada/);
  expect(screen.queryByText(/El pago no cambia|imprima otra vez/)).toBeNull();
  expect(cashier.fake.getInputs('payments.pay')).toEqual([]);
});

const ANA = { id: 'ana', name: 'Ana', role: 'cashier' } as const;
const ignore = (): void => {};

describe('a sale that looks like an earlier one', () => {
  const billers = {
    'top-up': createBiller({
      id: 81,
      kind: 'top-up',
      name: 'Telcel',
      amounts: { kind: 'list', amounts: ['30'] },
      canCheckBalance: false,
    }),
    'gift-card': createBiller({
      id: 82,
      kind: 'gift-card',
      name: 'Amazon',
      amounts: { kind: 'list', amounts: ['30'] },
      canCheckBalance: false,
    }),
    'cash-out': createBiller({ id: 83, name: 'Banco Azul', canCheckBalance: false }),
  };

  it.each([
    [
      'top-up',
      '¿Es otra recarga, o es la misma?',
      'Este número ya tiene una recarga',
      'Es otra recarga: seguir',
    ],
    [
      'gift-card',
      '¿Es otra tarjeta, o es la misma?',
      'Este cliente ya compró una tarjeta',
      'Es otra tarjeta: seguir',
    ],
    [
      'cash-out',
      '¿Es otro retiro, o es el mismo?',
      'No entregue dinero',
      'Es otro retiro: entregar otra vez',
    ],
  ] as const)(
    'asks about a repeated sale in the words of a %s',
    async (kind, title, happened, other) => {
      const step = {
        step: 'warnings',
        draft: createPaymentDraft(billers[kind], { kind }),
        order: createOrder({
          warnings: [
            {
              kind: 'looks-like-earlier',
              paymentId: 'payment-1',
              at: '2026-03-02T16:42:10Z',
              amount: mxn('30.00'),
              isSameAmount: true,
            },
          ],
        }),
        decidedWarnings: [],
      } as const;
      renderApp(createFakeTill(createFakeShop({ session: { cashier: ANA } })), {
        features: { home: () => <WarningsScreen step={step} dispatch={ignore} press={ignore} /> },
      });
      await screen.findByRole('heading', { name: title });
      const words = screen.getByRole('main').textContent ?? '';
      expect(words).toContain(happened);
      expect(words).toContain(other);
      expect(words).not.toMatch(/\bpago\b/);
    },
  );
});

describe('a scanned bill', () => {
  const bill: ScannedBill = {
    codeId: 'code-1',
    biller: createBiller(),
    accountNumber: '501000000007',
    references: ['501000000007'],
    amount: mxn('549.00'),
    dueDate: '2026-02-28',
    isPastDue: true,
    gln: '7709998005730',
    isGlnValid: true,
    layout: 'certain',
    earlierScan: null,
  };

  async function showCard(changes: Partial<ScannedBill>): Promise<string> {
    const ScannedBillTest = () => <ScannedBillCard bill={{ ...bill, ...changes }} />;
    renderApp(createFakeTill(createFakeShop({ session: { cashier: ANA } })), {
      features: { home: ScannedBillTest },
    });
    const card = await screen.findByText('Vence');
    return card.closest('main')?.textContent ?? '';
  }

  it('shows all warnings in one notice, which fits a small screen', async () => {
    const earlierScan = { at: '2026-03-14T16:00:00Z', paymentId: null };
    const text = await showCard({ earlierScan, isGlnValid: false });
    expect(text).toMatch(/ya se escaneó.*número de control.*venció el sábado, 28 de febrero/s);
    expect(text.match(/Atención/g)).toHaveLength(1);
  });

  it('shows the reference only if the account is a part of it', async () => {
    expect(await showCard({})).not.toContain('Referencia');
    cleanup();
    expect(await showCard({ references: ['00501000000007'] })).toMatch(
      /Referencia.*00501000000007/,
    );
  });
});
