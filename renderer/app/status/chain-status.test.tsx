import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  getChainStatusLevel,
  type StatusLine,
  toStatusColor,
} from '../../../shared/contract/index.ts';
import {
  createFakeShop,
  createFakeStatusLine,
  createFakeTill,
  renderApp,
} from '../testing/index.ts';

const CASHIER = { id: 'ana', name: 'Ana', role: 'cashier' } as const;
const now = Date.parse(createFakeStatusLine().now);
const getTimeAgo = (seconds: number): string => new Date(now - seconds * 1_000).toISOString();

async function renderStatus(chain: StatusLine['chain']): Promise<void> {
  const shop = createFakeShop({ session: { cashier: CASHIER } });
  shop.status = createFakeStatusLine({ chain });
  renderApp(createFakeTill(shop));
  await screen.findByRole('button', { name: /Impresora/ });
}

const getChainText = (): string | null =>
  screen.getByRole('button', { name: /^Cadena/ }).textContent;

test('shows no chain indicator without a chain', async () => {
  await renderStatus(null);
  expect(screen.queryByRole('button', { name: /Cadena/ })).toBeNull();
});

test.each([
  [{ light: 'sent', sentAt: getTimeAgo(12), unsent: 0, overdueDay: null }, /Enviado hace 1[23] s/],
  [
    { light: 'unreachable', sentAt: getTimeAgo(2 * 3_600), unsent: 213, overdueDay: null },
    /213 sin enviar, 2 ?h/,
  ],
  [{ light: 'unreachable', sentAt: getTimeAgo(60), unsent: 0, overdueDay: null }, /Sin conexión/],
  [
    { light: 'too-many', sentAt: getTimeAgo(3 * 86_400), unsent: 1, overdueDay: null },
    /1 sin enviar, 3 ?d/,
  ],
  [{ light: 'full', sentAt: getTimeAgo(3 * 86_400), unsent: 1, overdueDay: null }, /Llena/],
  [
    { light: 'older', sentAt: getTimeAgo(3 * 86_400), unsent: 1, overdueDay: null },
    /Versión anterior/,
  ],
  [{ light: 'refused', sentAt: null, unsent: 4, overdueDay: null }, /Rechazada/],
  [
    { light: 'daily-file-late', sentAt: getTimeAgo(12), unsent: 0, overdueDay: '2026-03-14' },
    /Archivo diario/,
  ],
] as const)('shows the chain status of %j', async (chain, expected) => {
  await renderStatus(chain);
  expect(getChainText()).toMatch(expected);
});

test('shows an unreachable chain in yellow, at the counter and in remote management', () => {
  for (const light of ['unreachable', 'full', 'failed', 'older'] as const) {
    expect(getChainStatusLevel(light)).toBe('warning');
    expect(toStatusColor(getChainStatusLevel(light))).toBe('yellow');
  }
  expect(getChainStatusLevel('refused')).toBe('bad');
});

test('shows a daily file that the chain has not sent in yellow, and in red after a day', () => {
  expect(getChainStatusLevel('daily-file-late')).toBe('warning');
  expect(getChainStatusLevel('daily-file-missing')).toBe('bad');
});

test.each(['daily-file-late', 'daily-file-missing'] as const)(
  'says which day is missing and what to do: %s',
  async (light) => {
    const overdueDay = '2026-03-14';
    await renderStatus({ light, sentAt: getTimeAgo(12), unsent: 0, overdueDay });
    await userEvent.click(screen.getByRole('button', { name: /^Cadena/ }));
    const dialog = await screen.findByRole('dialog');
    for (const text of [/14 de marzo de 2026, no se ha enviado/, /cobra como siempre/, /Avise hoy/])
      expect(within(dialog).getByText(text)).toBeTruthy();
  },
);

test('explains the reason, that the till can sell, and who can help', async () => {
  await renderStatus({
    light: 'session-taken',
    sentAt: getTimeAgo(7_200),
    unsent: 213,
    overdueDay: null,
  });
  await userEvent.click(screen.getByRole('button', { name: /^Cadena/ }));
  const dialog = await screen.findByRole('dialog');
  for (const text of [/Otra caja usa el nombre/, /cobra como siempre/, /Avise/, /213 cambios/]) {
    expect(within(dialog).getByText(text)).toBeTruthy();
  }
});
