import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type Earnings, type EarningsSum, fail, ok } from '../../../../shared/contract/index.ts';
import { createFakeShop, createFakeTill, renderApp } from '../../../app/testing/index.ts';
import { EarningsPage } from './index.ts';

const CARMEN = { id: 'carmen', name: 'Carmen', role: 'owner' as const };

function createSum(changes: Partial<EarningsSum> = {}): EarningsSum {
  return {
    count: 10,
    amount: '1000.00',
    fee: '50.00',
    earned: '75.50',
    notReported: 0,
    takenBack: 0,
    cashOuts: { count: 0, amount: '0.00' },
    ...changes,
  };
}

const EMPTY_SUM = createSum({ count: 0, amount: '0.00', fee: '0.00', earned: null });

function createEarnings(changes: Partial<Earnings> = {}): Earnings {
  return {
    from: '2026-03-08',
    to: '2026-03-14',
    before: { from: '2026-03-01', to: '2026-03-07' },
    isRunning: true,
    readAt: '2026-03-14T16:00:00Z',
    currency: 'MXN',
    total: {
      now: createSum(),
      before: createSum({ amount: '800.00', earned: null, notReported: 8 }),
    },
    by: {
      day: [
        { id: '2026-03-13', name: '', now: createSum({ amount: '400.00' }), before: createSum() },
        { id: '2026-03-14', name: '', now: createSum({ amount: '600.00' }), before: EMPTY_SUM },
      ],
      cashier: [{ id: 'ana', name: 'Ana', now: createSum(), before: EMPTY_SUM }],
      biller: [
        {
          id: '40',
          name: 'CFE',
          now: createSum({ earned: null, notReported: 10 }),
          before: createSum(),
        },
        { id: null, name: '', now: createSum({ amount: '5.00' }), before: EMPTY_SUM },
      ],
      kind: [
        { id: 'bill', name: '', now: createSum(), before: createSum() },
        {
          id: 'cash-out',
          name: '',
          now: { ...EMPTY_SUM, cashOuts: { count: 2, amount: '300.00' } },
          before: EMPTY_SUM,
        },
      ],
    },
    inOtherCurrencies: 0,
    ...changes,
  };
}

async function openEarningsPage(earnings: Earnings = createEarnings()) {
  const fake = createFakeTill(createFakeShop({ session: { cashier: CARMEN } }));
  fake.answer('earnings.read', () => ok(earnings));
  fake.answer('earnings.export', () => ok({ file: '/exports/earnings.csv', rows: 3 }));
  renderApp(fake, { features: { earnings: EarningsPage }, route: { name: 'earnings' } });
  await screen.findByLabelText('Totales');
  return fake;
}

const findTotals = () => screen.getByLabelText('Totales');

test('shows three figures, each with its change from the previous period', async () => {
  await openEarningsPage();
  expect(findTotals().textContent).toMatch(/Vendido\$\s?1,000\.00.*▲ 25\s?% más/);
  expect(findTotals().textContent).toMatch(/Ganancia\$\s?75\.50/);
  expect(findTotals().textContent).toMatch(/Comisiones\$\s?50\.00.*igual/);
  expect(screen.getByText(/hasta esta misma hora/)).toBeTruthy();
});

test('shows once that the previous period had no sales', async () => {
  await openEarningsPage(createEarnings({ total: { now: createSum(), before: EMPTY_SUM } }));
  expect(findTotals().textContent).toMatch(/1,000\.00antes nada/);
  expect(findTotals().textContent).not.toMatch(/0\.00.*antes \$\s?0\.00/);
});

test('shows that the service does not report earnings, and estimates nothing', async () => {
  await openEarningsPage(
    createEarnings({
      total: { now: createSum({ earned: null, notReported: 10 }), before: createSum() },
    }),
  );
  expect(findTotals().textContent).toContain('Sin dato');
  expect(screen.getByText(/El servicio no dice cuánto deja/)).toBeTruthy();
  expect(findTotals().textContent).not.toMatch(/75\.50/);
});

test('shows the number of unreported earnings, reversals and cash-outs', async () => {
  const now = createSum({ notReported: 3, takenBack: 2, cashOuts: { count: 2, amount: '300.00' } });
  await openEarningsPage(
    createEarnings({ total: { now, before: createSum() }, inOtherCurrencies: 1 }),
  );
  expect(screen.getByRole('main').textContent).toMatch(/De 3 operaciones el servicio no informa/);
  expect(screen.getByRole('main').textContent).toMatch(
    /2 operaciones canceladas o devueltas, ya restadas/,
  );
  expect(screen.getByRole('main').textContent).toMatch(
    /Salieron del cajón \$\s?300\.00.* en 2 retiros/,
  );
  expect(screen.getByRole('main').textContent).toMatch(/1 venta en otra moneda no está sumada/);
});

test('draws days, kinds and billers with their figures as text', async () => {
  await openEarningsPage();
  const days = screen.getByRole('list', { name: 'Día' });
  expect(within(days).getByText(/13 .*mar.*: \$\s?400\.00.*; antes \$\s?1,000\.00/)).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Por'), 'kind');
  const kinds = screen.getByRole('list', { name: 'Operación' });
  expect(kinds.textContent).toMatch(/Retiro.*\(sale del cajón\)\$\s?300\.00/);
  await userEvent.selectOptions(screen.getByLabelText('Por'), 'biller');
  await userEvent.selectOptions(screen.getByLabelText('Ver'), 'earned');
  const billers = screen.getByRole('list', { name: 'Empresa' });
  expect(billers.textContent).toMatch(/CFESin dato/);
  expect(billers.textContent).toMatch(/Las demás empresas/);
});

test('shows a table, changes the period, and exports a file, all by keyboard', async () => {
  const fake = await openEarningsPage();
  await userEvent.keyboard('{Control>}m{/Control}');
  const row = screen.getByRole('row', { name: /14 .*mar/ });
  expect(row.textContent).toMatch(/600\.00/);
  await userEvent.selectOptions(screen.getByLabelText('Periodo'), '28');
  await waitFor(() =>
    expect(fake.getInputs('earnings.read').at(-1)).toEqual({ days: 28, to: null }),
  );
  await userEvent.keyboard('{Control>}g{/Control}');
  expect(await screen.findByText('/exports/earnings.csv')).toBeTruthy();
  expect(fake.getInputs('earnings.export')).toEqual([{ days: 28, to: null }]);
});

test('shows that nothing was sold, and why a query failed', async () => {
  const fake = await openEarningsPage(
    createEarnings({ total: { now: EMPTY_SUM, before: EMPTY_SUM } }),
  );
  expect(screen.getByText('No se vendió nada')).toBeTruthy();
  fake.answer('earnings.read', () =>
    fail({ kind: 'invalid-input', field: 'to', reason: 'too early' }),
  );
  await userEvent.selectOptions(screen.getByLabelText('Periodo'), '1');
  expect(await screen.findByText(/no entendió el dato/)).toBeTruthy();
});

test.each([
  ['es-MX', 'vie 13', '$1.23 M'],
  ['en', 'Fri 13', '$1.23M'],
] as const)(
  'formats days and millions for the language %s',
  async (language, day, compactValue) => {
    const earnings = createEarnings();
    const [first, second] = earnings.by.day;
    if (first === undefined || second === undefined) throw new Error('two days');
    const largeDay = { ...first, now: createSum({ amount: '1234567.89' }) };
    const fake = createFakeTill(createFakeShop({ session: { cashier: CARMEN }, language }));
    fake.answer('earnings.read', () =>
      ok({ ...earnings, by: { ...earnings.by, day: [largeDay, second] } }),
    );
    renderApp(fake, { features: { earnings: EarningsPage }, route: { name: 'earnings' } });
    const column = (await screen.findByText(day)).closest('li');
    const figure = within(column ?? document.body).getByText((content) => content.startsWith('$'), {
      ignore: ':not([aria-hidden])',
    });
    expect(figure.textContent?.replaceAll('\u00a0', ' ')).toBe(compactValue);
  },
);
