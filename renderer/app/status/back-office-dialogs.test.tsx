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

/** What each light's dialog says, and to whom. */
async function open(
  light: RegExp,
  status: Partial<StatusLine>,
  role: Role = 'cashier',
): Promise<HTMLElement> {
  const shop = createFakeShop({ session: { cashier: { id: 'ana', name: 'Ana', role } } });
  shop.status = createFakeStatusLine(status);
  const Room = () => <h1>Respaldo: {role}</h1>;
  renderApp(createFakeTill(shop), { features: { backup: Room } });
  await userEvent.click(await screen.findByRole('button', { name: light }));
  return await screen.findByRole('dialog');
}

const NOTHING = { settingsEditedAt: null, settingsEdited: [], fileLeft: null };

test('offers only an owner the way to an unconfirmed recovery key', async () => {
  const cashiers = await open(/Clave de recuperación/, { hasRecoveryKey: false });
  expect(within(cashiers).getByText(/Avise al dueño/)).toBeTruthy();
  await userEvent.keyboard('{Enter}{Escape}');
  expect(screen.queryByText(/^Respaldo/)).toBeNull();
});

test('an owner opens that room with Enter', async () => {
  const owners = await open(/Clave de recuperación/, { hasRecoveryKey: false }, 'owner');
  expect(within(owners).getByText(/Si se pierde o la roban/)).toBeTruthy();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('Respaldo: owner')).toBeTruthy();
});

test.each([true, null])(
  'there is no such light where one is confirmed, or none is needed: %s',
  async (has) => {
    const shop = createFakeShop({
      session: { cashier: { id: 'ana', name: 'Ana', role: 'owner' } },
    });
    shop.status = createFakeStatusLine({ hasRecoveryKey: has });
    renderApp(createFakeTill(shop));
    await screen.findByRole('button', { name: /Impresora/ });
    expect(screen.queryByRole('button', { name: /Clave de recuperación/ })).toBeNull();
  },
);

test('settings that were edited outside, with the fields, and a file left behind, by its name', async () => {
  const warned = {
    settingsEditedAt: '2026-03-14T16:00:00Z',
    settingsEdited: ['baseUrl', 'printer'],
    fileLeft: 'till.json',
  };
  const dialog = await open(/Ajustes|Configuración/, { warned });
  expect(within(dialog).getByText(/baseUrl, printer/)).toBeTruthy();
  expect(within(dialog).getByText(/El archivo till\.json, con claves y PIN/)).toBeTruthy();
});

test('a file left behind alone is named', async () => {
  const dialog = await open(/Archivo olvidado/, { warned: { ...NOTHING, fileLeft: 'till.json' } });
  expect(within(dialog).getByText(/till\.json/)).toBeTruthy();
});

test.each([
  ['low', /Disco.*Casi lleno/],
  ['full', /Disco.*Lleno/],
] as const)('a disk that is %s says how much is free', async (light, button) => {
  const dialog = await open(button, { disk: { light, freeMegabytes: 412 } });
  expect(within(dialog).getByText(/412/)).toBeTruthy();
});
