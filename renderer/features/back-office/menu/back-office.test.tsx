import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createFakeShop, createFakeTill, renderApp } from '../../../app/testing/index.ts';
import { BackOffice } from './index.ts';

const OWNER = { id: 'carmen', name: 'Carmen', role: 'owner' as const };

test.each([
  ['not to an owner without one', OWNER, false, false],
  ['not to a supervisor', { ...OWNER, role: 'supervisor' as const }, true, false],
  ['to an owner', OWNER, true, true],
])('shows the chain entry %s', async (_who, cashier, hasChain, isOffered) => {
  const fake = createFakeTill(createFakeShop({ session: { cashier }, hasChain }));
  renderApp(fake, { features: { 'back-office': BackOffice }, route: { name: 'back-office' } });
  await screen.findByRole('option', { name: /Bitácora/ });
  expect(screen.queryByRole('option', { name: /^Cadena/ }) !== null).toBe(isOffered);
});

test.each([
  ['an owner', 'owner', true],
  ['a supervisor', 'supervisor', true],
  ['a cashier', 'cashier', false],
] as const)(
  'offers the earnings key to roles with the permission only: %s',
  async (_who, role, isShown) => {
    const fake = createFakeTill(
      createFakeShop({ session: { cashier: { id: 'carmen', name: 'Carmen', role } } }),
    );
    const { navigation } = renderApp(fake, {
      features: { 'back-office': BackOffice },
      route: { name: 'back-office' },
    });
    await screen.findByRole('option', { name: /Turno/ });
    expect(screen.queryAllByRole('option', { name: /Ganancias/ })).toHaveLength(isShown ? 1 : 0);
    await userEvent.keyboard('{Control>}i{/Control}');
    expect(navigation.getState().route.name).toBe(isShown ? 'earnings' : 'back-office');
  },
);
