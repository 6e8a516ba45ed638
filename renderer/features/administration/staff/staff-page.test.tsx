import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fail, ok, type Role, type StaffMember } from '../../../../shared/contract/index.ts';
import { createFakeShop, createFakeTill, renderApp } from '../../../app/testing/index.ts';
import { StaffPage } from './index.ts';

const STAFF: readonly StaffMember[] = [
  { id: 'ana', name: 'Ana', role: 'cashier', disabledAt: null, lockedOut: null },
  {
    id: 'luis',
    name: 'Luis',
    role: 'supervisor',
    disabledAt: null,
    lockedOut: { at: '2026-03-14T16:00:00Z', waitSeconds: null },
  },
  {
    id: 'rosa',
    name: 'Rosa',
    role: 'cashier',
    disabledAt: '2026-02-01T00:00:00Z',
    lockedOut: null,
  },
];

async function enter(role: Role, environment: 'training' | 'production' = 'training') {
  const cashier = { id: 'carmen', name: 'Carmen', role };
  const fake = createFakeTill(createFakeShop({ session: { cashier }, environment }));
  fake.answer('staff.list', () => ok([...STAFF]));
  const changed = (id: string) =>
    ok({ id, name: 'Changed', role: 'cashier' as const, disabledAt: null, lockedOut: null });
  fake.answer('staff.add', ({ id }) => changed(id ?? 'ana'));
  fake.answer('staff.change', ({ id }) => changed(id));
  fake.answer('staff.disable', ({ id }) => changed(id));
  fake.answer('staff.enable', ({ id }) => changed(id));
  fake.answer('staff.releaseLockOut', () => ok({}));
  renderApp(fake, { features: { staff: StaffPage }, route: { name: 'staff' } });
  await screen.findByRole('heading', { name: 'Personal' });
  return fake;
}

const keys = (text: string) => userEvent.keyboard(text);
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const openMember = async (name: RegExp) => {
  await userEvent.click(await screen.findByRole('option', { name }));
};

/** Somebody new, up to the question after the role. */
const toTheName = async (): Promise<void> => {
  await screen.findByRole('option', { name: /Ana/ });
  await keys('{Insert}');
  await heading('¿Qué puesto tendrá?');
  await keys('{Enter}');
  await heading('¿Cómo se llama?');
};

test('an owner adds somebody by keyboard: role, name, and the PIN twice', async () => {
  const fake = await enter('owner');
  await toTheName();
  await keys('{Enter}');
  expect(await screen.findByText(/Escriba el nombre/)).toBeTruthy();
  await keys('Dora{Enter}');
  await heading('PIN nuevo de Dora');
  await keys('12{Enter}');
  expect(await screen.findByText('El PIN lleva de 4 a 8 dígitos.')).toBeTruthy();
  await keys('34');
  expect(await screen.findByText(/Se adivina pronto/)).toBeTruthy();
  await keys('{Enter}');
  await keys('1235{Enter}');
  expect(await screen.findByText(/No es el mismo/)).toBeTruthy();
  await keys('1234{Enter}');
  await waitFor(() =>
    expect(fake.getInputs('staff.add')).toEqual([
      { id: null, name: 'Dora', role: 'cashier', pin: '1234' },
    ]),
  );
  expect(await screen.findByText(/Dora ya puede entrar/)).toBeTruthy();
});

test('a supervisor adds cashiers alone, and changes nobody above', async () => {
  await enter('supervisor');
  await screen.findByRole('option', { name: /Luis/ });
  await keys('{Insert}');
  await heading('¿Cómo se llama?');
  await keys('{Escape}');
  await openMember(/Luis/);
  await heading('Luis');
  expect(screen.queryByRole('option')).toBeNull();
});

test('a cashier sees nobody’s name here', async () => {
  const fake = await enter('cashier');
  expect(screen.queryByRole('option')).toBeNull();
  expect(fake.getInputs('staff.list')).toEqual([]);
});

test('where money is real, an obvious PIN of a supervisor is not even sent', async () => {
  const fake = await enter('owner', 'production');
  await openMember(/Luis/);
  await userEvent.click(await screen.findByRole('option', { name: /PIN nuevo/ }));
  await heading('PIN nuevo de Luis');
  await keys('1111{Enter}');
  expect(await screen.findByText(/Quien autoriza necesita/)).toBeTruthy();
  expect(fake.getInputs('staff.change')).toEqual([]);
});

test('whoever is made a supervisor gets a new PIN with it', async () => {
  const fake = await enter('owner');
  await openMember(/Ana/);
  await userEvent.click(await screen.findByRole('option', { name: /Cambiar el puesto/ }));
  await userEvent.click(await screen.findByRole('option', { name: /Supervisor/ }));
  await heading('PIN nuevo de Ana');
  await keys('907162{Enter}');
  await keys('907162{Enter}');
  await waitFor(() =>
    expect(fake.getInputs('staff.change')).toEqual([
      { id: 'ana', name: 'Ana', role: 'supervisor', pin: '907162' },
    ]),
  );
});

test('disabling is asked once more, and what main refuses is said there', async () => {
  const fake = await enter('owner');
  fake.answer('staff.disable', () => fail({ kind: 'staff', reason: 'last-owner' }));
  await openMember(/Ana/);
  await userEvent.click(await screen.findByRole('option', { name: /Desactivar/ }));
  await heading('¿Desactivar a Ana?');
  await keys('{Enter}');
  expect(fake.getInputs('staff.disable')).toEqual([]);
  await keys('{Delete}');
  expect(await screen.findByText(/Es el único dueño activo/)).toBeTruthy();
  await keys('{Escape}');
  await heading('Ana');
});

test('a disabled cashier is enabled, and a name that is locked out is released', async () => {
  const fake = await enter('owner');
  await openMember(/Rosa/);
  await userEvent.click(await screen.findByRole('option', { name: /Activar otra vez/ }));
  await waitFor(() => expect(fake.getInputs('staff.enable')).toEqual([{ id: 'rosa', pin: null }]));
  await keys('{Escape}');
  await openMember(/Luis/);
  await userEvent.click(await screen.findByRole('option', { name: /Desbloquear/ }));
  await waitFor(() =>
    expect(fake.getInputs('staff.releaseLockOut')).toEqual([{ id: 'luis', approval: null }]),
  );
});

test('a PIN that was half typed is gone when the page comes back from a lock', async () => {
  const fake = await enter('owner');
  await toTheName();
  await keys('Dora{Enter}');
  await heading('PIN nuevo de Dora');
  await keys('1235');
  const cashier = { id: 'carmen', name: 'Carmen', role: 'owner' } as const;
  act(() => {
    const lock = { cashier, because: 'sleep', at: '2026-03-14T16:00:00Z' } as const;
    fake.shop.state = { ...fake.shop.state, session: { cashier: null }, lock };
    fake.emit('till.changed', {});
  });
  await userEvent.type(await screen.findByLabelText('PIN'), '3333{Enter}');
  await heading('PIN nuevo de Dora');
  expect(screen.queryByDisplayValue('1235')).toBeNull();
});
