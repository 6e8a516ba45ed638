import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createFakeCashier, freezeClock } from '../testing/fake-cashier.ts';
import { createFakeShop, createFakeTill, renderApp } from '../testing/index.ts';

freezeClock();

const told = (section: string): string[] =>
  within(
    within(screen.getByRole('dialog', { name: 'Teclas' })).getByRole('region', { name: section }),
  )
    .getAllByRole('listitem')
    .map((row) => row.textContent ?? '');

it('tells each key of the screen and of the bar in the words of its button', async () => {
  const cashier = await createFakeCashier();
  await cashier.find('agua');
  await cashier.waitForText('Favorita');
  const buttons = screen.getAllByRole('button').flatMap((button) => {
    if (button.getAttribute('aria-keyshortcuts') === null) return [];
    const cap = button.querySelector('[aria-hidden="true"]')?.textContent ?? '';
    return [`${cap}${(button.textContent ?? '').replace(cap, '')}`];
  });
  await cashier.press('Control+K');
  const here = told('En esta pantalla');
  expect(here).toEqual(expect.arrayContaining(['EscVolver', 'Ctrl FFavorita', 'EnterSeguir']));
  const everywhere = told('En toda la caja');
  expect(everywhere).toEqual(expect.arrayContaining(['F8Historial', 'Ctrl KVer las teclas']));
  // Not one is missing, and none is made up.
  // These two have no button of their own word in the frame.
  const apart = /^Ctrl (K|F11)/;
  const others = (keys: readonly string[]) => keys.filter((one) => !apart.test(one)).sort();
  expect(others([...here, ...everywhere])).toEqual(others(buttons));
});

it('lets no key through to what is beneath, and closes by its own key and by Esc', async () => {
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

it('opens by a touch, and over a dialog, whose keys it tells and holds back', async () => {
  const cashier = await createFakeCashier();
  await userEvent.click(screen.getByRole('button', { name: /Teclas/ }));
  await screen.findByRole('dialog', { name: 'Teclas' });
  await cashier.press('Escape');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: /^Servicio/ }));
  const [beneath] = await screen.findAllByRole('dialog');
  await cashier.press('Control+K');
  await screen.findByRole('dialog', { name: 'Teclas' });
  expect(told('En esta ventana').join()).toContain('Esc');
  expect(told('En toda la caja')).toEqual(['Ctrl KVer las teclas']);
  await cashier.press('F1', 'Escape');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Teclas' })).toBeNull());
  expect(document.body.contains(beneath ?? null)).toBe(true);
});

it('makes room for the lock that comes by itself: the PIN is typed at once', async () => {
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

it('works before anybody has signed in', async () => {
  const fake = createFakeTill(createFakeShop());
  renderApp(fake);
  await screen.findByRole('option', { name: /Ana/ });
  await userEvent.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: 'Teclas' });
});
