import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fail, ok, type Role } from '../../../../shared/contract/index.ts';
import { describeProblem } from '../../../../shared/i18n/index.ts';
import { createFakeShop, createFakeTill, renderApp } from '../../../app/testing/index.ts';
import { BackupPage } from './index.ts';

const SINCE = '2026-03-14T16:00:00Z';
const OWNER = { cashierId: 'carmen', pin: '3333' };

async function openRecoveryPage(confirmedAt: string | null, keptBy: 'vault' | 'file' = 'vault') {
  const cashier = { id: 'carmen', name: 'Carmen', role: 'owner' as Role };
  const fake = createFakeTill(createFakeShop({ session: { cashier } }));
  let state = { confirmedAt, keptBy };
  fake.answer('staff.names', () => ok([cashier]));
  fake.answer('recovery.state', () => ok(state));
  fake.answer('recovery.confirm', ({ end }) => {
    if (end !== 'vvvv dddd') return fail({ kind: 'recovery-key', reason: 'other-end' });
    state = { ...state, confirmedAt: SINCE };
    return ok(state);
  });
  renderApp(fake, {
    features: { backup: BackupPage },
    route: { name: 'backup', section: 'recovery' },
  });
  await screen.findByRole('heading', { name: 'Clave de recuperación' });
  return fake;
}

const pressKeys = async (text: string): Promise<void> => {
  await userEvent.keyboard(text);
};

test('warns when no recovery key is confirmed, and makes one with an owner’s PIN', async () => {
  const fake = await openRecoveryPage(null);
  expect(await screen.findByText(/No hay clave de recuperación confirmada/)).toBeTruthy();
  expect(screen.getByText('todavía no')).toBeTruthy();
  await pressKeys('{Insert}');
  await screen.findByRole('dialog');
  expect(fake.getInputs('recovery.createKey')).toEqual([]);
  await pressKeys('3333{Enter}');
  await screen.findByRole('heading', { name: 'Su clave de recuperación' });
  expect(fake.getInputs('recovery.createKey')).toEqual([{ approval: OWNER }]);
  await pressKeys('{Control>}p{/Control}');
  expect(await screen.findByText(/La clave salió en el papel/)).toBeTruthy();
  await pressKeys('{Enter}');
  await screen.findByRole('heading', { name: '¿Cómo termina la clave?' });
  await pressKeys('otra cosa{Enter}');
  const { title } = describeProblem({ kind: 'recovery-key', reason: 'other-end' }, 'es-MX');
  expect(await screen.findByText(title)).toBeTruthy();
  await userEvent.clear(screen.getByLabelText('Final de la clave'));
  await pressKeys('vvvv dddd{Enter}');
  await screen.findByRole('heading', { name: 'Clave de recuperación' });
  expect(await screen.findByText(/Los respaldos se abren con la llave de esta caja/)).toBeTruthy();
});

test('does not confirm a recovery key that was only shown', async () => {
  const fake = await openRecoveryPage(SINCE);
  expect(await screen.findByText(/con la clave del papel/)).toBeTruthy();
  await pressKeys('{Insert}');
  await screen.findByRole('dialog');
  await pressKeys('3333{Enter}');
  await screen.findByRole('heading', { name: 'Su clave de recuperación' });
  await pressKeys('{Escape}');
  await screen.findByRole('heading', { name: 'Clave de recuperación' });
  await waitFor(() => expect(fake.getInputs('recovery.state').length).toBeGreaterThan(1));
  expect(fake.getInputs('recovery.confirm')).toEqual([]);
});

test('makes no recovery key after a wrong PIN, and shows the problem', async () => {
  const fake = await openRecoveryPage(SINCE);
  fake.answer('recovery.createKey', () => fail({ kind: 'wrong-pin', waitSeconds: 0 }));
  await pressKeys('{Insert}');
  await screen.findByRole('dialog');
  await pressKeys('0000{Enter}');
  expect(await screen.findByText('El PIN no es correcto.')).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Su clave de recuperación' })).toBeNull();
});

test('shows that the till’s key is stored in a file without a system key store', async () => {
  await openRecoveryPage(SINCE, 'file');
  expect(await screen.findByText(/esta computadora no tiene llavero/)).toBeTruthy();
});
