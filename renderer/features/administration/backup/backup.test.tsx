import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type BackupState, fail, ok, type Role } from '../../../../shared/contract/index.ts';
import { createFakeShop, createFakeTill, renderApp } from '../../../app/testing/index.ts';
import { BackupPage } from './index.ts';

const FILE = 'mostrador-sandbox-20260314T093000Z.sqlite';
const BACKUP = {
  file: FILE,
  madeAt: '2026-03-14T09:30:00Z',
  bytes: 201_000_000,
  payments: 1,
  lastPaymentAt: '2026-03-14T04:00:00Z',
};
const STATE: BackupState = {
  folder: '/media/backup',
  keep: 14,
  isMaking: false,
  last: { file: FILE, at: BACKUP.madeAt, bytes: BACKUP.bytes },
  problem: null,
  nextAt: '2026-03-15T09:30:00Z',
  copies: [BACKUP],
  staged: null,
};

async function openBackupPage(role: Role, state: Partial<BackupState> = {}) {
  const cashier = { id: 'carmen', name: 'Carmen', role };
  const fake = createFakeTill(createFakeShop({ session: { cashier } }));
  fake.answer('staff.names', () =>
    ok([
      { id: 'carmen', name: 'Carmen', role },
      { id: 'luis', name: 'Luis', role: 'supervisor' },
    ]),
  );
  fake.answer('backup.state', () => ok({ ...STATE, ...state }));
  fake.answer('diagnostics.create', () => ok({ file: '/exports/d.zip', bytes: 9 }));
  renderApp(fake, { features: { backup: BackupPage }, route: { name: 'backup' } });
  await screen.findByRole('heading', { name: 'Respaldo y diagnóstico' });
  return fake;
}

const openBackups = async (): Promise<void> => {
  await userEvent.click(await screen.findByRole('option', { name: /Respaldos/ }));
  await screen.findByText('/media/backup', { exact: false });
};

test('lists the backups with their sizes, and makes a backup', async () => {
  const fake = await openBackupPage('owner');
  fake.answer('backup.create', () => ok(BACKUP));
  await openBackups();
  expect((await screen.findByRole('option', { name: /./ })).textContent).toMatch(/1 pago.*201 MB/);
  await userEvent.keyboard('{Control>}g{/Control}');
  await waitFor(() => expect(fake.getInputs('backup.create')).toHaveLength(1));
});

test('shows why the last backup failed, and that earlier backups are intact', async () => {
  await openBackupPage('owner', {
    problem: { reason: 'no-folder', at: '2026-03-14T09:30:00Z' },
    copies: null,
  });
  await openBackups();
  expect(screen.getByText('La carpeta de respaldos no está.')).toBeTruthy();
  expect(screen.getByText(/Los respaldos anteriores siguen ahí/)).toBeTruthy();
});

test('restores an older backup only after an approval with a PIN', async () => {
  const fake = await openBackupPage('owner');
  fake.answer('backup.previewRestore', () =>
    ok({
      copy: BACKUP,
      environment: 'sandbox',
      objection: 'older',
      peopleApart: ['Ana'],
      partedAt: null,
      paymentsMissing: 7,
      unresolvedNow: 2,
    }),
  );
  fake.answer('backup.stageRestore', ({ approval }) =>
    approval.pin === '8173'
      ? ok({ ...STATE, staged: { file: FILE, at: BACKUP.madeAt, requestedBy: 'Carmen' } })
      : fail({ kind: 'wrong-pin', waitSeconds: 0 }),
  );
  await openBackups();
  await userEvent.click(await screen.findByRole('option', { name: /./ }));
  expect(await screen.findByText(/más viejo que el libro en uso/)).toBeTruthy();
  expect(screen.getByText('7')).toBeTruthy();
  await userEvent.keyboard('{Control>}s{/Control}');
  await screen.findByRole('dialog');
  await userEvent.keyboard('0000{Enter}');
  expect(await screen.findByText('El PIN no es correcto.')).toBeTruthy();
  await userEvent.keyboard('8173{Enter}');
  await screen.findByRole('heading', { name: 'Respaldos' });
  expect(fake.getInputs('backup.stageRestore').at(-1)).toEqual({
    file: FILE,
    insists: true,
    approval: { cashierId: 'carmen', pin: '8173' },
  });
});

test('shows for a diverged backup since when and how many payments it lacks', async () => {
  const fake = await openBackupPage('owner');
  fake.answer('backup.previewRestore', () =>
    ok({
      copy: BACKUP,
      environment: 'sandbox',
      objection: 'diverged',
      peopleApart: ['Ana'],
      partedAt: '2026-03-13T16:42:00Z',
      paymentsMissing: 3,
      unresolvedNow: 0,
    }),
  );
  fake.answer('backup.stageRestore', () => ok(STATE));
  await openBackups();
  await userEvent.click(await screen.findByRole('option', { name: /./ }));
  expect(
    await screen.findByText(/ya no coinciden: .*13 mar.* faltará\. Pagos que faltarán: 3\./),
  ).toBeTruthy();
  await userEvent.keyboard('{Control>}s{/Control}');
  await screen.findByRole('dialog');
  await userEvent.keyboard('8173{Enter}');
  await waitFor(() =>
    expect(fake.getInputs('backup.stageRestore')).toMatchObject([{ insists: true }]),
  );
});

test('shows a staged restore, and cancels it', async () => {
  const fake = await openBackupPage('owner', {
    staged: { file: FILE, at: BACKUP.madeAt, requestedBy: 'Carmen' },
  });
  fake.answer('backup.cancelRestore', () => ok(STATE));
  await openBackups();
  expect(screen.getByText(new RegExp(`restaura ${FILE}`))).toBeTruthy();
  await userEvent.keyboard('{Delete}');
  await waitFor(() => expect(fake.getInputs('backup.cancelRestore')).toHaveLength(1));
});

test('shows a cashier only the diagnostics, and asks for a PIN', async () => {
  const fake = await openBackupPage('cashier');
  expect(screen.queryByRole('option', { name: /Respaldos/ })).toBeNull();
  await userEvent.click(screen.getByRole('option', { name: /Diagnóstico/ }));
  await userEvent.keyboard('{Control>}g{/Control}');
  await screen.findByRole('dialog');
  expect(fake.getInputs('diagnostics.create')).toHaveLength(0);
  await userEvent.keyboard('8173{Enter}');
  expect(await screen.findByText('/exports/d.zip')).toBeTruthy();
  expect(fake.getInputs('diagnostics.create')).toEqual([
    { approval: { cashierId: 'luis', pin: '8173' } },
  ]);
});
