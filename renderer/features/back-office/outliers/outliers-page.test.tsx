import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  OUTLIER_MEASURES,
  type OutlierFigure,
  type OutlierReport,
  type OutlierRow,
  ok,
} from '../../../../shared/contract/index.ts';
import { createFakeShop, createFakeTill, renderApp } from '../../../app/testing/index.ts';
import { OutliersPage } from './index.ts';

const CARMEN = { id: 'carmen', name: 'Carmen', role: 'owner' as const };

function createFigure(value: string, isOutlier = false): OutlierFigure {
  return { value, usual: { expected: '1.5', limit: '8' }, isOutlier };
}

function createRow(
  from: string,
  to: string,
  figures: Partial<OutlierRow['figures']> = {},
  changes: Partial<OutlierRow> = {},
): OutlierRow {
  const quiet = createFigure('1');
  return {
    from,
    to,
    cashierId: 'ana',
    name: 'Ana',
    payments: 212,
    closedShifts: 6,
    figures: {
      'drawer-opened': quiet,
      cancels: quiet,
      overrides: quiet,
      'closed-by-hand': quiet,
      refunds: quiet,
      'count-differences': {
        value: '20.40',
        usual: { expected: '30.00', limit: '350.00' },
        isOutlier: false,
      },
      reprints: quiet,
      'wrong-pins': quiet,
      ...figures,
    },
    overrideKinds: ['pay-out', 'x-report'],
    ...changes,
  };
}

const REPORT: OutlierReport = {
  from: '2026-03-02',
  to: '2026-03-15',
  readAt: '2026-03-14T16:00:00Z',
  currency: 'MXN',
  rows: [
    createRow('2026-03-09', '2026-03-15', {
      overrides: createFigure('14', true),
      'wrong-pins': createFigure('12', true),
    }),
    createRow(
      '2026-03-09',
      '2026-03-15',
      {
        'count-differences': {
          value: '1400.00',
          usual: { expected: '30.00', limit: '350.00' },
          isOutlier: true,
        },
      },
      { cashierId: 'beto', name: 'Beto', closedShifts: 1 },
    ),
    createRow('2026-03-02', '2026-03-08', { reprints: null }),
  ],
};

async function openOutliersPage(report: OutlierReport = REPORT) {
  const fake = createFakeTill(createFakeShop({ session: { cashier: CARMEN } }));
  fake.answer('outliers.read', () => ok(report));
  fake.answer('outliers.export', () => ok({ file: '/exports/outliers.csv', rows: 24 }));
  const { navigation } = renderApp(fake, {
    features: { outliers: OutliersPage },
    route: { name: 'outliers' },
  });
  await screen.findByText(/Lo usual sale de un año/);
  return { fake, navigation };
}

test('lists what is above the usual with its figures', async () => {
  await openOutliersPage();
  const list = screen.getByRole('listbox', { name: /Arriba de lo usual/ });
  const rows = within(list).getAllByRole('option');
  expect(rows.map((row) => row.textContent?.replaceAll('\u00a0', ' '))).toEqual([
    expect.stringMatching(
      /^Ana: Otras autorizaciones 9–15 de mar · usual 1.5, a lo más 8 · 212 operaciones 14$/,
    ),
    expect.stringMatching(/^Ana: PIN equivocados .* 12$/),
    expect.stringMatching(
      /^Beto: Diferencias al contar .*usual \$30\.00, a lo más \$350\.00 · 1 turno cerrado \$1,400\.00$/,
    ),
  ]);
});

test('opens the entries of a figure in the audit log, and returns to the same view', async () => {
  const { navigation } = await openOutliersPage();
  await userEvent.selectOptions(screen.getByLabelText('Periodo'), '52');
  await screen.findByRole('option', { name: /Ana: Otras/ });
  await userEvent.click(screen.getByRole('option', { name: /Ana: Otras/ }));
  expect(navigation.getState().route).toEqual({
    name: 'audit',
    link: {
      filter: {
        from: '2026-03-09',
        to: '2026-03-15',
        personId: 'ana',
        kinds: ['pay-out', 'x-report'],
      },
      measure: 'overrides',
      personName: 'Ana',
      returnRoute: {
        name: 'outliers',
        view: { weeks: 52, measure: 'drawer-opened', isTable: false },
      },
    },
  });
});

test('opens wrong PINs of everybody, because nobody may have been signed in', async () => {
  const { navigation } = await openOutliersPage();
  await userEvent.click(screen.getByRole('option', { name: /Ana: PIN/ }));
  expect(navigation.getState().route).toMatchObject({
    link: { filter: { personId: null, kinds: ['wrong-pin'] }, personName: null },
  });
});

test('draws the chosen figure of each cashier', async () => {
  await openOutliersPage();
  await userEvent.selectOptions(screen.getByLabelText('Gráfica de'), 'count-differences');
  const chart = screen.getByRole('list', { name: 'Diferencias al contar' });
  const [ana, beto] = within(chart).getAllByRole('listitem');
  expect(ana?.textContent).toMatch(/^Ana\$\s?40\.80$/);
  expect(ana?.querySelectorAll('rect')).toHaveLength(2);
  expect(beto?.textContent).toMatch(/^Beto\$\s?1,400\.00$/);
  expect(beto?.querySelectorAll('rect[class*=above]')).toHaveLength(1);
});

test('shows all figures as a table, and exports them, by keyboard', async () => {
  const { fake } = await openOutliersPage();
  await userEvent.keyboard('{Control>}m{/Control}');
  const rows = screen.getAllByRole('row');
  expect(rows).toHaveLength(1 + REPORT.rows.length);
  expect(within(rows[0] ?? document.body).getAllByRole('columnheader')).toHaveLength(
    2 + OUTLIER_MEASURES.length,
  );
  expect(rows[1]?.textContent).toMatch(/^Ana · 9–15 de mar212.*14 ▲ más de 8/);
  // Not recorded.
  expect(rows[3]?.textContent).toMatch(/–1$/);
  await userEvent.keyboard('{Control>}g{/Control}');
  expect(await screen.findByText('/exports/outliers.csv')).toBeTruthy();
  expect(fake.getInputs('outliers.export')).toEqual([{ weeks: 13 }]);
  await userEvent.selectOptions(screen.getByLabelText('Periodo'), '4');
  await waitFor(() => expect(fake.getInputs('outliers.read').at(-1)).toEqual({ weeks: 4 }));
});

test('shows that nothing is above the usual', async () => {
  await openOutliersPage({ ...REPORT, rows: [createRow('2026-03-09', '2026-03-15')] });
  expect(screen.getByText('Nada sale de lo usual')).toBeTruthy();
  expect(screen.getByText(/en la gráfica y en la tabla/)).toBeTruthy();
});

test('shows that there is too little history to compare', async () => {
  const figures = Object.fromEntries(
    OUTLIER_MEASURES.map((measure) => [measure, { value: '40', usual: null, isOutlier: false }]),
  );
  await openOutliersPage({ ...REPORT, rows: [createRow('2026-03-09', '2026-03-15', figures)] });
  expect(screen.getByText(/Todavía no hay cuatro semanas/)).toBeTruthy();
});
