import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fail, ok, type UpdateState } from '../../../../shared/contract/index.ts';
import { describeProblem } from '../../../../shared/i18n/index.ts';
import {
  createFakeShop,
  createFakeTill,
  type FakeTill,
  renderApp,
} from '../../../app/testing/index.ts';
import { UpdatesPage } from './index.ts';

const STATE: UpdateState = {
  version: '0.1.0',
  by: 'owner',
  hasFeed: true,
  checkedAt: '2026-03-14T16:00:00Z',
  offered: null,
  later: null,
  refused: null,
  waitsFor: [],
  doing: null,
  percent: null,
};
const READY: Partial<UpdateState> = { offered: { version: '0.2.0', isReady: true } };

async function openUpdatesPage(changes: Partial<UpdateState> = {}): Promise<FakeTill> {
  const cashier = { id: 'carmen', name: 'Carmen', role: 'owner' } as const;
  const fake = createFakeTill(createFakeShop({ session: { cashier } }));
  fake.answer('updates.state', () => ok({ ...STATE, ...changes }));
  fake.answer('updates.check', () => ok({ ...STATE, ...changes }));
  renderApp(fake, { features: { updates: UpdatesPage }, route: { name: 'updates' } });
  await screen.findByRole('heading', { name: 'Actualizaciones' });
  return fake;
}

test('shows that the till is up to date, and looks for updates again', async () => {
  const fake = await openUpdatesPage();
  await screen.findByText('Esta caja usa la versión más nueva.');
  expect(screen.queryByRole('button', { name: /Instalar/ })).toBeNull();
  await userEvent.keyboard('{F1}');
  await waitFor(() => expect(fake.getInputs('updates.check')).toHaveLength(1));
});

test('installs a ready update only after a confirmation, by keyboard', async () => {
  const fake = await openUpdatesPage(READY);
  fake.answer('updates.install', () => ok({}));
  await screen.findByText('La versión 0.2.0 ya se descargó y se revisó.');
  await userEvent.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/El sistema pregunta/)).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(fake.getInputs('updates.install')).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('dialog');
  await userEvent.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(fake.getInputs('updates.install')).toHaveLength(1));
});

test('offers no installation while something blocks it, and shows the reason', async () => {
  await openUpdatesPage({ ...READY, waitsFor: ['open-shift', 'papers'] });
  await screen.findByText(/Hay un turno abierto/);
  await screen.findByText(/Hay tickets que no han salido/);
  expect(screen.queryByRole('button', { name: /Instalar/ })).toBeNull();
});

test('shows why an installation was refused', async () => {
  const fake = await openUpdatesPage(READY);
  fake.answer('updates.install', () => fail({ kind: 'update', reason: 'swapped' }));
  await screen.findByText('La versión 0.2.0 ya se descargó y se revisó.');
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('dialog');
  await userEvent.keyboard('{Control>}s{/Control}');
  const { title } = describeProblem({ kind: 'update', reason: 'swapped' }, 'es-MX');
  await screen.findByText(title);
});

test.each([
  ['fleet', /La instala el programa que cuida las cajas/],
  ['system', /La instala el sistema de esta computadora/],
  ['hand', /Pida el instalador/],
] as const)(
  'offers no installation when another program installs updates: %s',
  async (by, message) => {
    await openUpdatesPage({ by, offered: { version: '0.2.0', isReady: false } });
    await screen.findByText(message);
    expect(screen.queryByRole('button', { name: /Instalar/ })).toBeNull();
  },
);

test.each([
  [{ refused: 'not-publisher' as const }, /Windows no encontró/],
  [{ later: '0.2.0' }, /todavía no le toca/],
  [{ hasFeed: false, checkedAt: null }, /Nadie ha dicho dónde/],
  [{ doing: 'downloading' as const, percent: 42 }, /42 %/],
])('shows the state of updates: %j', async (changes, message) => {
  await openUpdatesPage(changes);
  await screen.findByText(message);
});

test('tells a cashier of a new version in the status line, without a link to the page', async () => {
  const cashier = { id: 'ana', name: 'Ana', role: 'cashier' } as const;
  const fake = createFakeTill(createFakeShop({ session: { cashier } }));
  const by = 'owner' as const;
  const update = { version: '0.2.0', isReady: true, refused: null, waitsFor: [], by };
  fake.shop.status = { ...fake.shop.status, update };
  renderApp(fake);
  await userEvent.click(await screen.findByRole('button', { name: /Versión 0\.2\.0/ }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('La versión 0.2.0 ya se descargó');
  expect(dialog.textContent).toContain('Avise al dueño.');
  expect(within(dialog).queryByRole('button', { name: /Abrir/ })).toBeNull();
});
