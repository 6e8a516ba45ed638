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

async function openStaffPage(role: Role, environment: 'training' | 'production' = 'training') {
  const cashier = { id: 'carmen', name: 'Carmen', role };
  const fake = createFakeTill(createFakeShop({ session: { cashier }, environment }));
  fake.answer('staff.list', () => ok([...STAFF]));
  const toChanged = (id: string) =>
    ok({ id, name: 'Changed', role: 'cashier' as const, disabledAt: null, lockedOut: null });
  fake.answer('staff.add', ({ id }) => toChanged(id ?? 'ana'));
  fake.answer('staff.change', ({ id }) => toChanged(id));
  fake.answer('staff.disable', ({ id }) => toChanged(id));
  fake.answer('staff.enable', ({ id }) => toChanged(id));
  fake.answer('staff.releaseLockOut', () => ok({}));
  renderApp(fake, { features: { staff: StaffPage }, route: { name: 'staff' } });
  await screen.findByRole('heading', { name: 'Personal' });
  return fake;
}

const pressKeys = (text: string) => userEvent.keyboard(text);
const findTitle = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const openMember = async (name: RegExp) => {
  await userEvent.click(await screen.findByRole('option', { name }));
};

/** Starts adding a person, up to the question after the role. */
const goToName = async (): Promise<void> => {
  await screen.findByRole('option', { name: /Ana/ });
  await pressKeys('{Insert}');
  await findTitle('¿Qué puesto tendrá?');
  await pressKeys('{Enter}');
  await findTitle('¿Cómo se llama?');
};

test('lets an owner add a person by keyboard: role, name, and the PIN twice', async () => {
  const fake = await openStaffPage('owner');
  await goToName();
  await pressKeys('{Enter}');
  expect(await screen.findByText(/Escriba el nombre/)).toBeTruthy();
  await pressKeys('Dora{Enter}');
  await findTitle('PIN nuevo de Dora');
  await pressKeys('12{Enter}');
  expect(await screen.findByText('El PIN lleva de 4 a 8 dígitos.')).toBeTruthy();
  await pressKeys('34');
  expect(await screen.findByText(/Se adivina pronto/)).toBeTruthy();
  await pressKeys('{Enter}');
  await pressKeys('1235{Enter}');
  expect(await screen.findByText(/No es el mismo/)).toBeTruthy();
  await pressKeys('1234{Enter}');
  await waitFor(() =>
    expect(fake.getInputs('staff.add')).toEqual([
      { id: null, name: 'Dora', role: 'cashier', pin: '1234' },
    ]),
  );
  expect(await screen.findByText(/Dora ya puede entrar/)).toBeTruthy();
});

test('lets a supervisor add only cashiers, and change nobody with a higher role', async () => {
  await openStaffPage('supervisor');
  await screen.findByRole('option', { name: /Luis/ });
  await pressKeys('{Insert}');
  await findTitle('¿Cómo se llama?');
  await pressKeys('{Escape}');
  await openMember(/Luis/);
  await findTitle('Luis');
  expect(screen.queryByRole('option')).toBeNull();
});

test('shows a cashier no staff', async () => {
  const fake = await openStaffPage('cashier');
  expect(screen.queryByRole('option')).toBeNull();
  expect(fake.getInputs('staff.list')).toEqual([]);
});

test('refuses a supervisor’s obvious PIN in production without sending it', async () => {
  const fake = await openStaffPage('owner', 'production');
  await openMember(/Luis/);
  await userEvent.click(await screen.findByRole('option', { name: /PIN nuevo/ }));
  await findTitle('PIN nuevo de Luis');
  await pressKeys('1111{Enter}');
  expect(await screen.findByText(/Quien autoriza necesita/)).toBeTruthy();
  expect(fake.getInputs('staff.change')).toEqual([]);
});

test('asks for a new PIN when a cashier becomes a supervisor', async () => {
  const fake = await openStaffPage('owner');
  await openMember(/Ana/);
  await userEvent.click(await screen.findByRole('option', { name: /Cambiar el puesto/ }));
  await userEvent.click(await screen.findByRole('option', { name: /Supervisor/ }));
  await findTitle('PIN nuevo de Ana');
  await pressKeys('907162{Enter}');
  await pressKeys('907162{Enter}');
  await waitFor(() =>
    expect(fake.getInputs('staff.change')).toEqual([
      { id: 'ana', name: 'Ana', role: 'supervisor', pin: '907162' },
    ]),
  );
});

test('asks to confirm disabling a person, and shows why main refuses it', async () => {
  const fake = await openStaffPage('owner');
  fake.answer('staff.disable', () => fail({ kind: 'staff', reason: 'last-owner' }));
  await openMember(/Ana/);
  await userEvent.click(await screen.findByRole('option', { name: /Desactivar/ }));
  await findTitle('¿Desactivar a Ana?');
  await pressKeys('{Enter}');
  expect(fake.getInputs('staff.disable')).toEqual([]);
  await pressKeys('{Delete}');
  expect(await screen.findByText(/Es el único dueño activo/)).toBeTruthy();
  await pressKeys('{Escape}');
  await findTitle('Ana');
});

test('enables a disabled cashier, and releases a locked-out name', async () => {
  const fake = await openStaffPage('owner');
  await openMember(/Rosa/);
  await userEvent.click(await screen.findByRole('option', { name: /Activar otra vez/ }));
  await waitFor(() => expect(fake.getInputs('staff.enable')).toEqual([{ id: 'rosa', pin: null }]));
  await pressKeys('{Escape}');
  await openMember(/Luis/);
  await userEvent.click(await screen.findByRole('option', { name: /Desbloquear/ }));
  await waitFor(() =>
    expect(fake.getInputs('staff.releaseLockOut')).toEqual([{ id: 'luis', approval: null }]),
  );
});

test('clears a partly typed PIN after a lock', async () => {
  const fake = await openStaffPage('owner');
  await goToName();
  await pressKeys('Dora{Enter}');
  await findTitle('PIN nuevo de Dora');
  await pressKeys('1235');
  const cashier = { id: 'carmen', name: 'Carmen', role: 'owner' } as const;
  act(() => {
    const lock = { cashier, because: 'sleep', at: '2026-03-14T16:00:00Z' } as const;
    fake.shop.state = { ...fake.shop.state, session: { cashier: null }, lock };
    fake.emit('till.changed', {});
  });
  await userEvent.type(await screen.findByLabelText('PIN'), '3333{Enter}');
  await findTitle('PIN nuevo de Dora');
  expect(screen.queryByDisplayValue('1235')).toBeNull();
});
