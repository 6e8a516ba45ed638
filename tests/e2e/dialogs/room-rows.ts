import { fail, ok } from '../../../shared/contract/index.ts';
import { expect, makeBackup } from '../support/index.ts';
import {
  A_CUSTOMER,
  be,
  count,
  day,
  enter,
  es,
  inShift,
  key,
  NEEDS_PIN,
  press,
  type Row,
  seeChain,
  server,
} from './desk.ts';

/** The rooms behind F7, each row where the one before it of the same folder left off; at last the sign-in. */
export const IN_THE_ROOMS: Readonly<Record<string, Row>> = {
  'features/shift/move-cash.tsx': {
    dialogs: ['paying out'],
    walk: async (desk) => {
      await be(desk, 'cashier');
      await inShift(desk, es('shift.payOut'));
      await desk.counter.type('10');
      await press(desk, 'Enter');
      await desk.counter.type('hielo');
      await desk.comesBack('paying out', () => press(desk, 'Enter'));
    },
  },
  'features/shift/paper-side.tsx': {
    dialogs: ['a slip again'],
    walk: async (desk) => {
      desk.told.override('printing.job', (real) =>
        real.ok ? ok({ ...real.value, state: 'failed', reason: 'unreachable' }) : real,
      );
      desk.told.override('printing.retry', () => NEEDS_PIN);
      await inShift(desk, es('shift.payIn'));
      await desk.counter.type('10');
      await press(desk, 'Enter');
      await desk.counter.type('cambio');
      await press(desk, 'Enter');
      await desk.counter.expectText(es('shift.payInDone'));
      await desk.comesBack('a slip', () => key(desk, 'Control+P'));
    },
  },
  'features/shift/reports.tsx': {
    dialogs: ['an X report', 'the Z reports'],
    walk: async (desk) => {
      for (const report of [es('shift.x'), es('shift.z')]) {
        await inShift(desk, report);
        await desk.counter.page.getByRole('heading', { level: 1 }).waitFor();
        await desk.comesBack(report, () => key(desk, 'Enter'));
      }
    },
  },
  'features/shift/count-result-screen.tsx': {
    dialogs: ['who receives the drawer'],
    walk: async (desk) => {
      await inShift(desk, es('shift.handOver'));
      await count(desk, '120');
      await press(desk, 'Enter');
      await desk.counter.expectQuestion(es('shift.resultTitle'));
      if ((await desk.counter.page.locator('main input').count()) > 0) {
        await desk.counter.type('faltaba');
      }
      await desk.comesBack('who receives', () => key(desk, 'Enter'));
    },
  },
  'features/shift/close-shift.tsx': {
    dialogs: ['a second count'],
    walk: async (desk) => {
      await key(desk, 'Insert');
      await count(desk, '121');
      await desk.comesBack('a second count', () => key(desk, 'Enter'));
      await be(desk, 'owner');
    },
  },
  'features/counter/customers/customer-list.tsx': {
    dialogs: ['deleting all customers'],
    walk: async (desk) => {
      desk.told.override('customers.find', () =>
        ok({ days: 90, kept: 1, customers: [A_CUSTOMER] }),
      );
      await enter(desk, 'customers');
      await expect(desk.counter.page.getByRole('textbox')).toBeFocused();
      await desk.comesBack('deleting all', () => key(desk, 'Delete'));
    },
  },
  'features/counter/customers/customer-details.tsx': {
    dialogs: ['a PIN for deleting one', 'deleting one'],
    walk: async (desk) => {
      for (const role of ['cashier', 'owner'] as const) {
        await be(desk, role);
        await enter(desk, 'customers');
        await desk.counter.page.getByRole('option').first().click();
        await desk.comesBack(`deleting one, by a ${role}`, () => key(desk, 'Delete'));
      }
    },
  },
  'features/back-office/daily-file/host-key-dialog.tsx': {
    dialogs: ['the server’s key'],
    walk: async (desk) => {
      server(desk);
      await enter(desk, 'daily-file');
      await expect(desk.counter.page.getByRole('option').first()).toBeFocused();
      await desk.comesBack('the server’s key', () => key(desk, 'Control+S'));
    },
  },
  'features/back-office/daily-file/preview-dialog.tsx': {
    dialogs: ['the file’s lines'],
    walk: async (desk) => {
      await day(desk, 'missing');
      await desk.comesBack('lines', () => key(desk, 'Control+O'));
    },
  },
  'features/back-office/daily-file/save-dialog.tsx': {
    dialogs: ['a copy of the file'],
    walk: (desk) => desk.comesBack('copy', () => key(desk, 'Control+G')),
  },
  'features/back-office/daily-file/drp-dialog.tsx': {
    dialogs: ['direct reconciliation'],
    walk: (desk) => desk.comesBack('direct', () => key(desk, 'Control+M')),
  },
  'features/back-office/daily-file/adopt-transaction-dialog.tsx': {
    dialogs: ['taking in'],
    walk: (desk) => desk.comesBack('taking in', () => key(desk, 'Insert')),
  },
  'features/back-office/daily-file/day-decision-dialog.tsx': {
    dialogs: ['a decision'],
    walk: async (desk) => {
      await desk.comesBack('handed in', () => key(desk, 'Control+S'));
      await day(desk, 'in-doubt');
      await desk.comesBack('arrived', () => key(desk, 'Control+S'));
      await desk.comesBack('not arrived', () => key(desk, 'Control+E'));
      await day(desk, 'handed-in');
      await desk.comesBack('not handed in', () => key(desk, 'Delete'));
    },
  },
  'features/back-office/audit/entry-dialog.tsx': {
    dialogs: ['an entry'],
    walk: async (desk) => {
      await enter(desk, 'audit');
      const row = desk.counter.page.getByRole('listbox').getByRole('option').first();
      await row.focus();
      await expect(row).toBeFocused();
      await desk.comesBack('entry', () => press(desk, 'Enter'));
    },
  },
  'features/back-office/audit/audit-log.tsx': {
    dialogs: ['the verdict'],
    walk: (desk) => desk.comesBack('verdict', () => key(desk, 'F1')),
  },
  'features/administration/settings/settings-page.tsx': {
    dialogs: ['an owner’s PIN'],
    walk: async (desk) => {
      await be(desk, 'supervisor');
      await enter(desk, 'settings');
      await desk.counter.page.getByRole('option').first().waitFor();
      await desk.comesBack('an owner’s PIN', () => press(desk, 'Enter'));
      await be(desk, 'owner');
    },
  },
  'features/administration/settings/sections/shop-sections.tsx': {
    dialogs: ['removing the logo'],
    walk: async (desk) => {
      desk.told.override('settings.read', (real) =>
        real.ok ? ok({ ...real.value, shop: { ...real.value.shop, hasLogo: true } }) : real,
      );
      await enter(desk, 'settings', es('settings.of.logo'));
      const remove = desk.counter.page.getByRole('button', { name: es('settings.logo.remove') });
      await remove.focus();
      await desk.comesBack('the logo', () => press(desk, 'Enter'));
    },
  },
  'features/administration/backup/restore-preview-screen.tsx': {
    dialogs: ['restoring'],
    walk: async (desk) => {
      await makeBackup(desk.till);
      await enter(desk, 'backup', es('backups.backups'));
      await desk.counter.page.getByRole('listbox').getByRole('option').first().press('Enter');
      await desk.comesBack('restoring', () => key(desk, 'Control+S'));
    },
  },
  'features/administration/backup/recovery-key.tsx': {
    dialogs: ['a new recovery key'],
    walk: async (desk) => {
      await enter(desk, 'backup', es('backups.recovery'));
      await desk.comesBack('a new key', () => key(desk, 'Insert'));
    },
  },
  'features/administration/backup/diagnostics.tsx': {
    dialogs: ['the zip for the help line'],
    walk: async (desk) => {
      await be(desk, 'cashier');
      await enter(desk, 'backup', es('backups.diagnostics'));
      await desk.comesBack('the zip', () => key(desk, 'Control+G'));
      await be(desk, 'owner');
    },
  },
  'features/administration/chain/chain-menu.tsx': {
    dialogs: ['forgetting the role'],
    walk: async (desk) => {
      seeChain(desk);
      await enter(desk, 'chain');
      const first = desk.counter.page.getByRole('option', { name: es('chain.view.today') });
      await expect(first).toBeFocused();
      await desk.comesBack('forgetting', () => key(desk, 'Delete'));
    },
  },
  'features/administration/chain/chain-payment-dialog.tsx': {
    dialogs: ['a payment of the chain'],
    walk: async (desk) => {
      await enter(desk, 'chain', es('chain.view.unresolved'));
      const row = desk.counter.page.getByRole('option', { name: 'CFE' }).first();
      await expect(row).toBeFocused();
      await desk.comesBack('a payment', () => press(desk, 'Enter'));
    },
  },
  'features/administration/chain/shift-dialog.tsx': {
    dialogs: ['a shift of the chain'],
    walk: async (desk) => {
      await enter(desk, 'chain', es('chain.view.shifts'));
      const row = desk.counter.page.getByRole('option', { name: 'Norte' }).first();
      await expect(row).toBeFocused();
      await desk.comesBack('a shift', () => press(desk, 'Enter'));
    },
  },
  'features/administration/updates/updates-page.tsx': {
    dialogs: ['installing a version'],
    walk: async (desk) => {
      desk.told.override('updates.state', (real) =>
        real.ok
          ? ok({ ...real.value, found: { version: '9.9.9', isReady: true }, waitsFor: [] })
          : real,
      );
      await enter(desk, 'updates');
      await desk.counter.expectText(es('updates.install'));
      await desk.comesBack('installing', () => key(desk, 'Enter'));
    },
  },
  'features/counter/sign-in/release-dialog.tsx': {
    dialogs: ['releasing a name'],
    walk: async (desk) => {
      desk.told.override('staff.signIn', () =>
        fail({ kind: 'locked-out', endsWith: 'supervisor', waitSeconds: null }),
      );
      await press(desk, 'F2', 'F10');
      const { page } = desk.counter;
      await page.getByRole('option', { name: 'Beto' }).press('Enter');
      await page.locator('input[type=password]').waitFor();
      // Main is asked all the same: this is nobody's.
      await desk.counter.type('9099');
      await press(desk, 'Enter');
      await desk.comesBack('release', () => key(desk, 'Control+S'));
    },
  },
};
