import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createFakeCashier, freezeClock } from '../testing/fake-cashier.ts';
import { createFakeShop, createFakeTill, renderApp } from '../testing/index.ts';

freezeClock();

const listKeysIn = (section: string): string[] =>
  within(
    within(screen.getByRole('dialog', { name: 'Teclas' })).getByRole('region', { name: section }),
  )
    .getAllByRole('listitem')
    .map((row) => row.textContent ?? '');

it('lists each key of the screen and of the key bar with its button’s label', async () => {
  const cashier = await createFakeCashier();
  await cashier.find('agua');
  await cashier.waitForText('Favorita');
  const buttons = screen.getAllByRole('button').flatMap((button) => {
    if (button.getAttribute('aria-keyshortcuts') === null) return [];
    const cap = button.querySelector('[aria-hidden="true"]')?.textContent ?? '';
    return [`${cap}${(button.textContent ?? '').replace(cap, '')}`];
  });
  await cashier.press('Control+K');
  const screenKeys = listKeysIn('En esta pantalla');
  expect(screenKeys).toEqual(
    expect.arrayContaining(['EscVolver', 'Ctrl FFavorita', 'EnterSeguir']),
  );
  const globalKeys = listKeysIn('En toda la caja');
  expect(globalKeys).toEqual(expect.arrayContaining(['F8Historial', 'Ctrl KVer las teclas']));
  // Every button's key is listed, and no other. Two keys have no button with the same label in the
  // frame.
  const withoutButton = /^Ctrl (K|F11)/;
  const omitButtonless = (keys: readonly string[]) =>
    keys.filter((key) => !withoutButton.test(key)).sort();
  expect(omitButtonless([...screenKeys, ...globalKeys])).toEqual(omitButtonless(buttons));
});

it('blocks the keys beneath the sheet and closes by its own key and by Esc', async () => {
  const cashier = await createFakeCashier();
  await cashier.press('Control+K');
  await screen.findByRole('dialog');
  await cashier.press('F8', 'F2');
  expect(screen.getByRole('dialog')).toBeTruthy();
  await cashier.press('Control+K');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await cashier.press('Control+K');
  await screen.findByRole('dialog');
  await cashier.press('Escape');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await cashier.press('F8');
  await cashier.waitForHeading('Historial');
});

it('opens by touch and over a dialog, whose keys it lists and blocks', async () => {
  const cashier = await createFakeCashier();
  await userEvent.click(screen.getByRole('button', { name: /Teclas/ }));
  await screen.findByRole('dialog', { name: 'Teclas' });
  await cashier.press('Escape');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: /^Servicio/ }));
  const [beneath] = await screen.findAllByRole('dialog');
  await cashier.press('Control+K');
  await screen.findByRole('dialog', { name: 'Teclas' });
  expect(listKeysIn('En esta ventana').join()).toContain('Esc');
  expect(listKeysIn('En toda la caja')).toEqual(['Ctrl KVer las teclas']);
  await cashier.press('F1', 'Escape');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Teclas' })).toBeNull());
  expect(document.body.contains(beneath ?? null)).toBe(true);
});

it('closes at an automatic lock so that a PIN can be typed immediately', async () => {
  const cashier = await createFakeCashier();
  await cashier.press('Control+K');
  await screen.findByRole('dialog', { name: 'Teclas' });
  const { fake } = cashier;
  const { cashier: ana } = fake.shop.state.session;
  if (ana === null) throw new Error('nobody is signed in');
  const lock = { because: 'idle', at: '2026-03-14T16:42:00Z', cashier: ana } as const;
  fake.shop.state = { ...fake.shop.state, session: { cashier: null }, lock };
  fake.emit('till.changed', {});
  await screen.findByLabelText('PIN');
  expect(screen.queryByRole('dialog')).toBeNull();
  await cashier.type('1111');
  await cashier.press('Enter');
  await waitFor(() => expect(screen.queryByLabelText('PIN')).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('opens before the sign-in', async () => {
  const fake = createFakeTill(createFakeShop());
  renderApp(fake);
  await screen.findByRole('option', { name: /Ana/ });
  await userEvent.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: 'Teclas' });
});
