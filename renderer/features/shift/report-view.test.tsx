import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createFakeReport } from '../../app/testing/fake-cash.ts';
import { createFakeShop } from '../../app/testing/fake-shop.ts';
import { createFakeTill } from '../../app/testing/fake-till.ts';
import { renderApp } from '../../app/testing/render-app.tsx';
import { ReportView } from './report-view.tsx';

afterEach(cleanup);

const ANA = { id: 'ana', name: 'Ana', role: 'cashier' } as const;

function createCount(approvedBy: string | null) {
  const sums = { counted: '1100.00', expected: '1100.00', difference: '0.00' };
  const money = [{ currency: 'MXN', pieces: [], other: '1100.00', ...sums }];
  return { at: '2026-03-02T20:00:00Z', by: 'Ana', approvedBy, money };
}

it('shows the result first, and the supervisor of a second count', async () => {
  const report = createFakeReport({
    kind: 'z',
    number: 4,
    counts: [createCount(null), createCount('Luis')],
  });
  renderApp(createFakeTill(createFakeShop({ session: { cashier: ANA } })), {
    features: { home: () => <ReportView report={report} /> },
  });
  const money = await screen.findByRole('region', { name: 'MXN' });
  const names = within(money)
    .getAllByRole('term')
    .map(({ textContent }) => textContent);
  expect(names[0]).toBe('Sin diferencia');
  expect(names.filter((name) => name === 'Sin diferencia')).toHaveLength(1);
  expect(screen.getByText('Autorizó').nextElementSibling?.textContent).toBe('Luis');
  expect(screen.getByText('Contó').nextElementSibling?.textContent).toContain('Ana');
});

it('lists drops without a reason, and the open claims with their day', async () => {
  const report = createFakeReport({
    drops: [
      {
        at: '2026-03-02T20:00:00Z',
        amount: { amount: '1000.00', currency: 'MXN' },
        reason: '',
        by: 'Ana',
        approvedBy: null,
      },
    ],
    claims: [
      {
        number: 3,
        billerName: 'CFE',
        account: '**** 0007',
        amount: { amount: '549.00', currency: 'MXN' },
        followUpOn: '2026-03-14',
      },
    ],
  });
  renderApp(createFakeTill(createFakeShop({ session: { cashier: ANA } })), {
    features: { home: () => <ReportView report={report} /> },
  });
  const drops = await screen.findByRole('region', { name: 'Efectivo a la caja fuerte' });
  expect(drops.textContent).toMatch(/1,000\.00 · 2 mar/);
  const claims = screen.getByRole('region', { name: 'Reclamos abiertos' });
  expect(claims.textContent).toMatch(/3 · CFE \*{4} 0007 .*549\.00.*14 de mar/);
});
