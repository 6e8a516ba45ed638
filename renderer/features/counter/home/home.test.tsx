import { act, screen, waitFor } from '@testing-library/react';
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

const getChosenRows = () =>
  screen
    .getAllByRole('option')
    .filter((row) => row.getAttribute('aria-selected') === 'true')
    .map((row) => row.textContent);

it('focuses the search field, and lists favourite and recent billers', async () => {
  const cashier = await createFakeCashier();
  expect(document.activeElement).toBe(screen.getByRole('combobox'));
  await cashier.waitForText('Favoritas y recientes');
  await screen.findByRole('option', { name: /CFE Calificados/ });
});

it.each([
  ['training', /CFE 501000000007.*CFE 501000000004.*Telcel 55 1234 5678.*Práctica/],
  ['production', /primeras letras.*cuenta del cliente.*presione F12/],
] as const)('shows the first steps in %s while nothing is listed', async (environment, steps) => {
  const { fake, reload } = await createFakeCashier();
  fake.shop.state = { ...fake.shop.state, environment };
  fake.answer('catalog.search', () => ok([]));
  await reload();
  await waitFor(() => expect(screen.getByRole('main').textContent).toMatch(steps));
});

it('selects nothing when Enter is pressed repeatedly', async () => {
  const cashier = await createFakeCashier();
  await screen.findAllByRole('option');
  await cashier.press('Enter', 'Enter');
  expect(screen.getByRole('combobox')).toBeTruthy();
  expect(getChosenRows()).toEqual([]);
});

it('highlights the typed text, shows type and rule, and searches every kind', async () => {
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

it('wraps the selection with the arrows, and opens the row with Enter', async () => {
  const cashier = await createFakeCashier();
  await cashier.type('cfe');
  await waitFor(() => expect(getChosenRows()).toHaveLength(1));
  await cashier.press('ArrowUp');
  expect(getChosenRows()[0]).toContain('CFE Calificados');
  await cashier.press('Enter');
  await cashier.waitForHeading(/CFE Calificados/);
});

it('clears the search field with Escape', async () => {
  const cashier = await createFakeCashier();
  await cashier.type('agua');
  await cashier.press('Escape');
  expect(screen.getByRole('combobox')).toHaveProperty('value', '');
});

it('shows that nothing matches the search', async () => {
  const cashier = await createFakeCashier();
  await cashier.type('zzz');
  await cashier.waitForText('Nada coincide con «zzz».');
});

it('shows why the search failed', async () => {
  const cashier = await createFakeCashier();
  const problem = { kind: 'storage', reason: 'failed', file: 'ledger' } as const;
  cashier.fake.answer('catalog.search', () => fail(problem));
  await cashier.type('cfe');
  await cashier.waitForText(describeProblem(problem, 'es-MX').title);
});

it('shows the progress of the first download, and the age of a list after a failed refresh', async () => {
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

it('shows only the lost connection if the lists are missing, too', async () => {
  const cashier = await createFakeCashier();
  const { catalog } = cashier.fake.shop;
  const lists = catalog.lists.map((list) => ({ ...list, count: 0, refreshedAt: null }));
  act(() => cashier.fake.emit('catalog.changed', { ...catalog, lists }));
  const title = 'Todavía no hay lista de empresas.';
  await cashier.waitForText(title);
  await cashier.waitForText('Revise la conexión a internet y presione Actualizar la lista.');
  act(() => void cashier.loseService());
  await waitFor(() => expect(screen.queryByText(title)).toBeNull());
});

it('lists favourites first, and Control+F adds or removes one', async () => {
  const cashier = await createFakeCashier();
  const getRows = () => screen.getAllByRole('option').map((row) => row.textContent ?? '');
  await cashier.find('agua');
  await cashier.waitForText('Favorita');
  await cashier.press('Control+F');
  await cashier.waitForText('Quitar favorita');
  await cashier.press('F2');
  await screen.findByText(/favorita ·/);
  expect(getRows()[0]).toContain('Agua y Drenaje');
  expect(getRows()[0]).toContain('favorita');
  await cashier.find('agua');
  await cashier.press('Control+F');
  await cashier.waitForText('Favorita');
  await cashier.press('F2');
  await waitFor(() => expect(getRows()[0]).not.toContain('Agua y Drenaje'));
});

it('shows why a favourite could not be saved', async () => {
  const cashier = await createFakeCashier();
  const problem = { kind: 'storage', reason: 'full', file: 'ledger' } as const;
  cashier.fake.answer('catalog.setFavourite', () => fail(problem));
  await cashier.find('agua');
  await cashier.waitForText('Favorita');
  await cashier.press('Control+F');
  await cashier.waitForText(describeProblem(problem, 'es-MX').title);
});

/** Returns to the home screen while main’s response about the payment in hand is pending. */
async function returnHomeWithPendingCall(
  cashier: FakeCashier,
): Promise<(payment: Payment) => void> {
  const pendingPayment = Promise.withResolvers<Payment>();
  cashier.fake.answer('payments.current', async () => ok(await pendingPayment.promise));
  await cashier.press('F8', 'F2');
  await screen.findByRole('combobox');
  return pendingPayment.resolve;
}

it('opens a payment that main has in hand', async () => {
  const cashier = await createFakeCashier();
  (await returnHomeWithPendingCall(cashier))(createPayment({ state: 'unknown' }));
  await cashier.waitForHeading(/No cobre ni devuelva nada/);
});

it('returns home if the payment in hand was confirmed while it was being opened', async () => {
  const cashier = await createFakeCashier();
  const resolvePayment = await returnHomeWithPendingCall(cashier);
  let isFirstCall = true;
  cashier.fake.answer('payments.current', async () => {
    const isConfirmed = !isFirstCall;
    isFirstCall = false;
    return ok(isConfirmed ? null : createPayment({ state: 'unknown' }));
  });
  const callsBefore = cashier.fake.getInputs('payments.current').length;
  await cashier.press('F8', 'F2');
  await waitFor(() =>
    expect(cashier.fake.getInputs('payments.current').length).toBeGreaterThan(callsBefore + 1),
  );
  expect(await screen.findByRole('combobox')).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: /cuenta|teléfono|servicio/i })).toBeNull();
  resolvePayment(createPayment({ state: 'unknown' }));
});

it('does not interrupt a started search when main reports a payment in hand late', async () => {
  const cashier = await createFakeCashier();
  const resolvePayment = await returnHomeWithPendingCall(cashier);
  await cashier.type('cfe');
  resolvePayment(createPayment({ state: 'unknown' }));
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
  expect(screen.getByRole('combobox')).toHaveProperty('value', 'cfe');
  // The flow that opens asks again, and shows the payment in hand before a new one.
  await cashier.press('Enter');
  await cashier.waitForHeading(/No cobre ni devuelva nada/);
});

it('opens no payment in hand after the home screen was left', async () => {
  const cashier = await createFakeCashier();
  const resolvePayment = await returnHomeWithPendingCall(cashier);
  await cashier.press('F9');
  await cashier.waitForHeading('Pagos pendientes');
  resolvePayment(createPayment({ state: 'unknown' }));
  await new Promise((resolve) => setTimeout(resolve, 0));
  await cashier.waitForHeading('Pagos pendientes');
});

function answerBillers(cashier: FakeCashier, count: number): void {
  const billers = Array.from({ length: count }, (_, index) => ({
    biller: createBiller({ id: 700 + index, name: `Agua ${index + 1}` }),
    matches: [],
    uses: 0,
  }));
  cashier.fake.answer('catalog.search', ({ limit }) => ok(billers.slice(0, limit)));
}

it('shows that there are more results, and adds them with PageDown', async () => {
  const cashier = await createFakeCashier();
  answerBillers(cashier, 19);
  await cashier.type('agua');
  await cashier.waitForText(/Hay más empresas/);
  expect(screen.getAllByRole('option')).toHaveLength(8);
  await cashier.press('PageDown');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(16));
  expect(getChosenRows()[0]).toContain('Agua 9');
  expect(document.activeElement).toBe(screen.getByRole('combobox'));
  await cashier.press('PageDown');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(19));
  expect(screen.queryByText(/Hay más empresas/)).toBeNull();
  expect(getChosenRows()[0]).toContain('Agua 17');
  await cashier.press('PageDown', 'PageUp');
  expect(getChosenRows()[0]).toContain('Agua 11');
  await cashier.type('s');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(8));
  expect(getChosenRows()[0]).toContain('Agua 1');
});

it('adds results by touch, and keeps the focus in the field', async () => {
  const cashier = await createFakeCashier();
  answerBillers(cashier, 10);
  await cashier.type('agua');
  await userEvent.click(await screen.findByRole('button', { name: /Hay más empresas/ }));
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(10));
  expect(document.activeElement).toBe(screen.getByRole('combobox'));
});

it('repeats an earlier search, because the usage may have changed', async () => {
  const cashier = await createFakeCashier();
  await cashier.type('cfe');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
  await cashier.press('F8');
  const countSearches = () =>
    cashier.fake.getInputs('catalog.search').filter(({ text }) => text === 'cfe').length;
  const countBefore = countSearches();
  await cashier.press('F2');
  await screen.findByRole('combobox');
  await cashier.type('cfe');
  await waitFor(() => expect(countSearches()).toBe(countBefore + 1));
});

/** Scans at a time after every other key of the test. */
function scan(code: string): void {
  let at = 1_000_000;
  for (const name of [...code, 'Enter']) {
    at += 4;
    const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true });
    Object.defineProperties(event, { isTrusted: { value: true }, timeStamp: { value: at } });
    act(() => void (document.activeElement ?? document.body).dispatchEvent(event));
  }
}

function answerBarcode(cashier: FakeCashier, certainId: number | null): void {
  const billers = [
    { biller: createBiller({ id: 41 }), matches: [], uses: 0 },
    { biller: createBiller({ id: 40 }), matches: [], uses: 0 },
  ];
  cashier.fake.answer('catalog.findByBarcode', () => ok({ billers, certainId }));
}

it('opens the biller of a scanned code that main is certain of, although others fit', async () => {
  const cashier = await createFakeCashier();
  answerBarcode(cashier, 40);
  scan('501000000007');
  await cashier.waitForHeading(/CFE/);
  await screen.findByDisplayValue('501000000007');
});

it('selects the first biller of a scanned code, so that Enter opens it with the code', async () => {
  const cashier = await createFakeCashier();
  answerBarcode(cashier, null);
  scan('501000000007');
  await cashier.waitForHeading(/501000000007/);
  await waitFor(() => expect(getChosenRows()).toHaveLength(1));
  expect(
    screen.getAllByRole('option').indexOf(screen.getByRole('option', { selected: true })),
  ).toBe(0);
  await cashier.press('Enter');
  await screen.findByDisplayValue('501000000007');
});

it('discards a scanned code with F2', async () => {
  const cashier = await createFakeCashier();
  answerBarcode(cashier, null);
  scan('501000000007');
  await cashier.waitForHeading(/501000000007/);
  await cashier.press('F2');
  await waitFor(() => expect(screen.queryByText(/501000000007/)).toBeNull());
});

it('shows owed refunds above the search, so that no list moves them out of sight', async () => {
  const cashier = await createFakeCashier();
  cashier.fake.shop.status = { ...cashier.fake.shop.status, owed: 1 };
  await cashier.press('F8', 'F2');
  const notice = await screen.findByText(/devolv/i, { selector: '[role="status"] *' });
  const field = screen.getByRole('combobox');
  expect(notice.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});
