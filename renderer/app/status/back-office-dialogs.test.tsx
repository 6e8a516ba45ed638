import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Role, StatusLine } from '../../../shared/contract/index.ts';
import {
  createFakeShop,
  createFakeStatusLine,
  createFakeTill,
  renderApp,
} from '../testing/index.ts';

/** Opens the dialog of a status indicator for a role. */
async function openDialog(
  light: RegExp,
  status: Partial<StatusLine>,
  role: Role = 'cashier',
): Promise<HTMLElement> {
  const shop = createFakeShop({ session: { cashier: { id: 'ana', name: 'Ana', role } } });
  shop.status = createFakeStatusLine(status);
  const BackupScreen = () => <h1>Respaldo: {role}</h1>;
  renderApp(createFakeTill(shop), { features: { backup: BackupScreen } });
  await userEvent.click(await screen.findByRole('button', { name: light }));
  return await screen.findByRole('dialog');
}

const NO_WARNING = { settingsEditedAt: null, settingsEdited: [], fileLeft: null };

test('does not offer a cashier the screen of an unconfirmed recovery key', async () => {
  const cashierDialog = await openDialog(/Clave de recuperación/, { hasRecoveryKey: false });
  expect(within(cashierDialog).getByText(/Avise al dueño/)).toBeTruthy();
  await userEvent.keyboard('{Enter}{Escape}');
  expect(screen.queryByText(/^Respaldo/)).toBeNull();
});

test('opens the recovery screen with Enter for an owner', async () => {
  const ownerDialog = await openDialog(/Clave de recuperación/, { hasRecoveryKey: false }, 'owner');
  expect(within(ownerDialog).getByText(/Si se pierde o la roban/)).toBeTruthy();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('Respaldo: owner')).toBeTruthy();
});

test.each([true, null])(
  'shows no recovery key indicator if one is confirmed or none is needed: %s',
  async (hasRecoveryKey) => {
    const shop = createFakeShop({
      session: { cashier: { id: 'ana', name: 'Ana', role: 'owner' } },
    });
    shop.status = createFakeStatusLine({ hasRecoveryKey: hasRecoveryKey });
    renderApp(createFakeTill(shop));
    await screen.findByRole('button', { name: /Impresora/ });
    expect(screen.queryByRole('button', { name: /Clave de recuperación/ })).toBeNull();
  },
);

test('shows manually edited settings with their fields and a leftover file with its name', async () => {
  const warned = {
    settingsEditedAt: '2026-03-14T16:00:00Z',
    settingsEdited: ['baseUrl', 'printer'],
    fileLeft: 'till.json',
  };
  const dialog = await openDialog(/Ajustes|Configuración/, { warned });
  expect(within(dialog).getByText(/baseUrl, printer/)).toBeTruthy();
  expect(within(dialog).getByText(/El archivo till\.json, con claves y PIN/)).toBeTruthy();
});

test('names a leftover file', async () => {
  const dialog = await openDialog(/Archivo olvidado/, {
    warned: { ...NO_WARNING, fileLeft: 'till.json' },
  });
  expect(within(dialog).getByText(/till\.json/)).toBeTruthy();
});

test.each([
  ['low', /Disco.*Casi lleno/],
  ['full', /Disco.*Lleno/],
] as const)('shows the free space of a disk that is %s', async (light, button) => {
  const dialog = await openDialog(button, { disk: { light, freeMegabytes: 412 } });
  expect(within(dialog).getByText(/412/)).toBeTruthy();
});
