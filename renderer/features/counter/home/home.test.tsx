import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fail, ok, type Payment } from '../../../../shared/contract/index.ts';
import { describeProblem } from '../../../../shared/i18n/index.ts';
import {
  createFakeCashier,
  type FakeCashier,
  freezeClock,
} from '../../../app/testing/fake-cashier.ts';
import { createBiller, createPayment } from '../../../app/testing/fake-values.ts';

freezeClock();

const chosen = () =>
  screen
    .getAllByRole('option')
    .filter((row) => row.getAttribute('aria-selected') === 'true')
    .map((row) => row.textContent);

it('begins in the search field, with what is at hand', async () => {
  const cashier = await createFakeCashier();
  expect(document.activeElement).toBe(screen.getByRole('combobox'));
  await cashier.waitForText('Favoritas y recientes');
  await screen.findByRole('option', { name: /CFE Calificados/ });
});

it('takes nothing by Enter alone: a run of Enters ends here', async () => {
  const cashier = await createFakeCashier();
  await screen.findAllByRole('option');
  await cashier.press('Enter', 'Enter');
  expect(screen.getByRole('combobox')).toBeTruthy();
  expect(chosen()).toEqual([]);
});

it('marks what was typed, says type and rule, and offers every kind', async () => {
  const cashier = await createFakeCashier();
  await cashier.type('cfe');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
  const [row] = screen.getAllByRole('option');
  expect(row?.querySelector('mark')?.textContent).toBe('CFE');
  expect(row?.textContent).toContain('Luz');
  expect(row?.textContent).toContain('consulta, total');
  expect(cashier.fake.getInputs('catalog.search').at(-1)).toMatchObject({
    text: 'cfe',
    kinds: ['utility', 'partner', 'top-up', 'gift-card'],
  });
});

it('moves by arrows around the ends, and Enter takes the row', async () => {
  const cashier = await createFakeCashier();
  await cashier.type('cfe');
  await waitFor(() => expect(chosen()).toHaveLength(1));
  await cashier.press('ArrowUp');
  expect(chosen()[0]).toContain('CFE Calificados');
  await cashier.press('Enter');
  await cashier.waitForHeading(/CFE Calificados/);
});

it('empties the field with Esc', async () => {
  const cashier = await createFakeCashier();
  await cashier.type('agua');
  await cashier.press('Escape');
  expect(screen.getByRole('combobox')).toHaveProperty('value', '');
});

it('says that nothing matches, and what to try', async () => {
  const cashier = await createFakeCashier();
  await cashier.type('zzz');
  await cashier.waitForText('Nada coincide con «zzz».');
});

it('says why the search failed', async () => {
  const cashier = await createFakeCashier();
  const problem = { kind: 'storage', reason: 'failed', file: 'ledger' } as const;
  cashier.fake.answer('catalog.search', () => fail(problem));
  await cashier.type('cfe');
  await cashier.waitForText(describeProblem(problem, 'es-MX').happened);
});

it('shows how far the first download is, and the age of a list that could not be refreshed', async () => {
  const cashier = await createFakeCashier();
  const catalog = cashier.fake.shop.catalog;
  const lists = catalog.lists.map((list) => ({ ...list, count: 0, refreshedAt: null }));
  cashier.fake.emit('catalog.changed', {
    ...catalog,
    lists,
    refreshing: { kind: 'utility', done: 1500, total: 6000 },
  });
  await cashier.waitForText('1,500 de 6,000');
  cashier.fake.emit('catalog.changed', {
    ...catalog,
    isStale: true,
    lastFailure: { at: '2026-03-14T15:00:00Z', problem: 'service-unreadable' },
  });
  await cashier.waitForText('La última actualización de la lista falló, a las 09:00.');
  await cashier.waitForText('La lista de empresas es del 12 mar');
});

it('has its favourites first, and F1 at the account puts one there or takes it out', async () => {
  const cashier = await createFakeCashier();
  const rows = () => screen.getAllByRole('option').map((row) => row.textContent ?? '');
  await cashier.find('agua');
  await cashier.waitForText('Favorita');
  await cashier.press('Control+F');
  await cashier.waitForText('Quitar favorita');
  await cashier.press('F2');
  await screen.findByText(/favorita ·/);
  expect(rows()[0]).toContain('Agua y Drenaje');
  expect(rows()[0]).toContain('favorita');
  await cashier.find('agua');
  await cashier.press('Control+F');
  await cashier.waitForText('Favorita');
  await cashier.press('F2');
  await waitFor(() => expect(rows()[0]).not.toContain('Agua y Drenaje'));
});

it('says why a favourite could not be noted', async () => {
  const cashier = await createFakeCashier();
  const problem = { kind: 'storage', reason: 'full', file: 'ledger' } as const;
  cashier.fake.answer('catalog.setFavourite', () => fail(problem));
  await cashier.find('agua');
  await cashier.waitForText('Favorita');
  await cashier.press('Control+F');
  await cashier.waitForText(describeProblem(problem, 'es-MX').happened);
});

/** At the home screen once more, with main's answer about what is in hand still on its way. */
async function withLateAnswer(cashier: FakeCashier): Promise<(payment: Payment) => void> {
  const late = Promise.withResolvers<Payment>();
  cashier.fake.answer('payments.inHand', async () => ok(await late.promise));
  await cashier.press('F8', 'F2');
  await screen.findByRole('combobox');
  return late.resolve;
}

it('stands where a payment stands that main has in hand', async () => {
  const cashier = await createFakeCashier();
  (await withLateAnswer(cashier))(createPayment({ state: 'unknown' }));
  await cashier.waitForHeading(/No cobre ni devuelva nada/);
});

it('tears nobody away from what she has begun, however late main names a payment', async () => {
  const cashier = await createFakeCashier();
  const answer = await withLateAnswer(cashier);
  await cashier.type('cfe');
  answer(createPayment({ state: 'unknown' }));
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
  expect(screen.getByRole('combobox')).toHaveProperty('value', 'cfe');
  // The flow that is opened asks once more, and the open payment comes before a new one.
  await cashier.press('Enter');
  await cashier.waitForHeading(/No cobre ni devuelva nada/);
});

it('moves nobody who has left it', async () => {
  const cashier = await createFakeCashier();
  const answer = await withLateAnswer(cashier);
  await cashier.press('F9');
  await cashier.waitForHeading('Pagos pendientes');
  answer(createPayment({ state: 'unknown' }));
  await new Promise((resolve) => setTimeout(resolve, 0));
  await cashier.waitForHeading('Pagos pendientes');
});

function manyBillers(cashier: FakeCashier, count: number): void {
  const billers = Array.from({ length: count }, (_, index) => ({
    biller: createBiller({ id: 700 + index, name: `Agua ${index + 1}` }),
    matches: [],
    uses: 0,
  }));
  cashier.fake.answer('catalog.search', ({ limit }) => ok(billers.slice(0, limit)));
}

it('says that there is more than it shows, and shows it by PgDn', async () => {
  const cashier = await createFakeCashier();
  manyBillers(cashier, 19);
  await cashier.type('agua');
  await cashier.waitForText(/Hay más empresas/);
  expect(screen.getAllByRole('option')).toHaveLength(8);
  await cashier.press('PageDown');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(16));
  expect(chosen()[0]).toContain('Agua 9');
  expect(document.activeElement).toBe(screen.getByRole('combobox'));
  await cashier.press('PageDown');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(19));
  expect(screen.queryByText(/Hay más empresas/)).toBeNull();
  expect(chosen()[0]).toContain('Agua 17');
  await cashier.press('PageDown', 'PageUp');
  expect(chosen()[0]).toContain('Agua 11');
  await cashier.type('s');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(8));
  expect(chosen()[0]).toContain('Agua 1');
});

it('shows more by a touch, and keeps the field', async () => {
  const cashier = await createFakeCashier();
  manyBillers(cashier, 10);
  await cashier.type('agua');
  await userEvent.click(await screen.findByRole('button', { name: /Hay más empresas/ }));
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(10));
  expect(document.activeElement).toBe(screen.getByRole('combobox'));
});

it('asks again for what was typed before: what the shop uses may have changed', async () => {
  const cashier = await createFakeCashier();
  await cashier.type('cfe');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
  await cashier.press('F8');
  const asked = () =>
    cashier.fake.getInputs('catalog.search').filter(({ text }) => text === 'cfe').length;
  const before = asked();
  await cashier.press('F2');
  await screen.findByRole('combobox');
  await cashier.type('cfe');
  await waitFor(() => expect(asked()).toBe(before + 1));
});
