import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type Earnings, type EarningsSum, fail, ok } from '../../../../shared/contract/index.ts';
import { createFakeShop, createFakeTill, renderApp } from '../../../app/testing/index.ts';
import { EarningsPage } from './index.ts';

const CARMEN = { id: 'carmen', name: 'Carmen', role: 'owner' as const };

function sum(changes: Partial<EarningsSum> = {}): EarningsSum {
  return {
    count: 10,
    amount: '1000.00',
    fee: '50.00',
    earned: '75.50',
    untold: 0,
    takenBack: 0,
    cashOuts: { count: 0, amount: '0.00' },
    ...changes,
  };
}

const NONE = sum({ count: 0, amount: '0.00', fee: '0.00', earned: null });

function earnings(changes: Partial<Earnings> = {}): Earnings {
  return {
    from: '2026-03-08',
    to: '2026-03-14',
    before: { from: '2026-03-01', to: '2026-03-07' },
    isRunning: true,
    readAt: '2026-03-14T16:00:00Z',
    currency: 'MXN',
    total: { now: sum(), before: sum({ amount: '800.00', earned: null, untold: 8 }) },
    by: {
      day: [
        { id: '2026-03-13', name: '', now: sum({ amount: '400.00' }), before: sum() },
        { id: '2026-03-14', name: '', now: sum({ amount: '600.00' }), before: NONE },
      ],
      cashier: [{ id: 'ana', name: 'Ana', now: sum(), before: NONE }],
      biller: [
        { id: '40', name: 'CFE', now: sum({ earned: null, untold: 10 }), before: sum() },
        { id: null, name: '', now: sum({ amount: '5.00' }), before: NONE },
      ],
      kind: [
        { id: 'bill', name: '', now: sum(), before: sum() },
        {
          id: 'cash-out',
          name: '',
          now: { ...NONE, cashOuts: { count: 2, amount: '300.00' } },
          before: NONE,
        },
      ],
    },
    inOtherCurrencies: 0,
    ...changes,
  };
}

async function enter(found: Earnings = earnings()) {
  const fake = createFakeTill(createFakeShop({ session: { cashier: CARMEN } }));
  fake.answer('earnings.read', () => ok(found));
  fake.answer('earnings.export', () => ok({ file: '/exports/earnings.csv', rows: 3 }));
  renderApp(fake, { features: { earnings: EarningsPage }, route: { name: 'earnings' } });
  await screen.findByLabelText('Totales');
  return fake;
}

const totals = () => screen.getByLabelText('Totales');

test('answers with three figures, each beside that of the days before', async () => {
  await enter();
  expect(totals().textContent).toMatch(/Vendido\$\s?1,000\.00.*▲ 25\s?% más/);
  expect(totals().textContent).toMatch(/Ganancia\$\s?75\.50/);
  expect(totals().textContent).toMatch(/Comisiones\$\s?50\.00.*igual/);
  expect(screen.getByText(/hasta esta misma hora/)).toBeTruthy();
});

test('says once that there was nothing before', async () => {
  await enter(earnings({ total: { now: sum(), before: NONE } }));
  expect(totals().textContent).toMatch(/1,000\.00antes nada/);
  expect(totals().textContent).not.toMatch(/0\.00.*antes \$\s?0\.00/);
});

test('says that the service does not tell what is earned, and guesses nothing', async () => {
  await enter(earnings({ total: { now: sum({ earned: null, untold: 10 }), before: sum() } }));
  expect(totals().textContent).toContain('No la dice');
  expect(screen.getByText(/El servicio no dice cuánto deja/)).toBeTruthy();
  expect(totals().textContent).not.toMatch(/75\.50/);
});

test('says of how many it is not told, what was taken back and what left the drawer', async () => {
  const now = sum({ untold: 3, takenBack: 2, cashOuts: { count: 2, amount: '300.00' } });
  await enter(earnings({ total: { now, before: sum() }, inOtherCurrencies: 1 }));
  expect(screen.getByRole('main').textContent).toMatch(/De 3 operaciones el servicio no dice/);
  expect(screen.getByRole('main').textContent).toMatch(
    /2 operaciones canceladas o devueltas, ya restadas/,
  );
  expect(screen.getByRole('main').textContent).toMatch(
    /Salieron del cajón \$\s?300\.00.* en 2 retiros/,
  );
  expect(screen.getByRole('main').textContent).toMatch(/1 venta en otra moneda no está sumada/);
});

test('draws days, cashiers, billers and kinds, with the figures in words', async () => {
  await enter();
  const days = screen.getByRole('list', { name: 'Día' });
  expect(within(days).getByText(/13 .*mar.*: \$\s?400\.00.*; antes \$\s?1,000\.00/)).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Por'), 'kind');
  const kinds = screen.getByRole('list', { name: 'Operación' });
  expect(kinds.textContent).toMatch(/Retiro.*\(sale del cajón\)\$\s?300\.00/);
  await userEvent.selectOptions(screen.getByLabelText('Por'), 'biller');
  await userEvent.selectOptions(screen.getByLabelText('Ver'), 'earned');
  const billers = screen.getByRole('list', { name: 'Empresa' });
  expect(billers.textContent).toMatch(/CFENo la dice/);
  expect(billers.textContent).toMatch(/Las demás empresas/);
});

test('shows a table, other days, and a file, all by keyboard', async () => {
  const fake = await enter();
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

test('says that nothing was sold, and why nothing can be read', async () => {
  const fake = await enter(earnings({ total: { now: NONE, before: NONE } }));
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
  'names the days as %s does, and writes millions short too',
  async (language, day, short) => {
    const found = earnings();
    const [first, second] = found.by.day;
    if (first === undefined || second === undefined) throw new Error('two days');
    const much = { ...first, now: sum({ amount: '1234567.89' }) };
    const fake = createFakeTill(createFakeShop({ session: { cashier: CARMEN }, language }));
    fake.answer('earnings.read', () => ok({ ...found, by: { ...found.by, day: [much, second] } }));
    renderApp(fake, { features: { earnings: EarningsPage }, route: { name: 'earnings' } });
    const column = (await screen.findByText(day)).closest('li');
    const over = within(column ?? document.body).getByText((words) => words.startsWith('$'), {
      ignore: ':not([aria-hidden])',
    });
    expect(over.textContent?.replaceAll('\u00a0', ' ')).toBe(short);
  },
);
