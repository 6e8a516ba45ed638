import { fail, ok } from '../../../shared/contract/index.ts';
import { expect, makeBackup } from '../support/index.ts';
import {
  CLAIM,
  CUSTOMER,
  type DialogRow,
  enterCount,
  getPageText,
  NEEDS_PIN,
  openDay,
  openPage,
  openShiftOption,
  overrideChain,
  overrideRole,
  overrideUploadServer,
  press,
  pressOfferedKey,
} from './dialog-context.ts';

/**
 * The dialogs of the back-office pages; each row starts where the one before it of the same folder
 * ended. The last row is the sign-in.
 */
export const BACK_OFFICE_DIALOGS: Readonly<Record<string, DialogRow>> = {
  'features/shift/move-cash.tsx': {
    dialogs: ['paying out'],
    walk: async (context) => {
      await overrideRole(context, 'cashier');
      await openShiftOption(context, getPageText('shift.payOut'));
      await context.counter.type('10');
      await press(context, 'Enter');
      await context.counter.type('hielo');
      await context.checkDialog('paying out', () => press(context, 'Enter'));
    },
  },
  'features/shift/paper-preview-panel.tsx': {
    dialogs: ['a slip again'],
    walk: async (context) => {
      context.answers.override('printing.job', (real) =>
        real.ok ? ok({ ...real.value, state: 'failed', reason: 'unreachable' }) : real,
      );
      context.answers.override('printing.retry', () => NEEDS_PIN);
      await openShiftOption(context, getPageText('shift.payIn'));
      await context.counter.type('10');
      await press(context, 'Enter');
      await context.counter.type('cambio');
      await press(context, 'Enter');
      await context.counter.expectText(getPageText('shift.payInDone'));
      await context.checkDialog('a slip', () => pressOfferedKey(context, 'Control+P'));
    },
  },
  'features/shift/report-screens.tsx': {
    dialogs: ['an X report', 'the Z reports'],
    walk: async (context) => {
      for (const report of [getPageText('shift.x'), getPageText('shift.z')]) {
        await openShiftOption(context, report);
        await context.counter.page.getByRole('heading', { level: 1 }).waitFor();
        await context.checkDialog(report, () => pressOfferedKey(context, 'Enter'));
      }
    },
  },
  'features/shift/count-result-screen.tsx': {
    dialogs: ['who receives the drawer'],
    walk: async (context) => {
      await openShiftOption(context, getPageText('shift.handOver'));
      await enterCount(context, '120');
      await press(context, 'Enter');
      await context.counter.expectQuestion(getPageText('shift.resultTitle'));
      if ((await context.counter.page.locator('main input').count()) > 0) {
        await context.counter.type('faltaba');
      }
      await context.checkDialog('who receives', () => pressOfferedKey(context, 'Enter'));
    },
  },
  'features/shift/close-shift.tsx': {
    dialogs: ['a second count'],
    walk: async (context) => {
      await pressOfferedKey(context, 'Insert');
      await enterCount(context, '121');
      await context.checkDialog('a second count', () => pressOfferedKey(context, 'Enter'));
      await overrideRole(context, 'owner');
    },
  },
  'features/back-office/claims/claim-screen.tsx': {
    dialogs: ['closing a claim'],
    walk: async (context) => {
      await overrideRole(context, 'cashier');
      const { entries: _entries, isTimeUncertain, ...listed } = CLAIM;
      context.answers.override('claims.list', () => ok({ claims: [listed], isTimeUncertain }));
      context.answers.override('claims.get', () => ok(CLAIM));
      await openPage(context, 'claims');
      await context.counter.page.getByRole('option').first().click();
      await context.counter.page
        .getByRole('option')
        .filter({ hasText: getPageText('claims.resolve') })
        .click();
      await context.counter.type('CFE lo abonó');
      await context.checkDialog('closing a claim', () => press(context, 'Enter'));
      await overrideRole(context, 'owner');
    },
  },
  'features/counter/customers/customer-list.tsx': {
    dialogs: ['deleting all customers'],
    walk: async (context) => {
      context.answers.override('customers.find', () =>
        ok({ days: 90, storedCount: 1, customers: [CUSTOMER] }),
      );
      await openPage(context, 'customers');
      await expect(context.counter.page.getByRole('textbox')).toBeFocused();
      await context.checkDialog('deleting all', () => pressOfferedKey(context, 'Delete'));
    },
  },
  'features/counter/customers/customer-details.tsx': {
    dialogs: ['a PIN for deleting one', 'deleting one'],
    walk: async (context) => {
      for (const role of ['cashier', 'owner'] as const) {
        await overrideRole(context, role);
        await openPage(context, 'customers');
        await context.counter.page.getByRole('option').first().click();
        await context.checkDialog(`deleting one, by a ${role}`, () =>
          pressOfferedKey(context, 'Delete'),
        );
      }
    },
  },
  'features/back-office/daily-file/host-key-dialog.tsx': {
    dialogs: ['the server’s key'],
    walk: async (context) => {
      overrideUploadServer(context);
      await openPage(context, 'daily-file');
      await expect(context.counter.page.getByRole('option').first()).toBeFocused();
      await context.checkDialog('the server’s key', () => pressOfferedKey(context, 'Control+S'));
    },
  },
  'features/back-office/daily-file/preview-dialog.tsx': {
    dialogs: ['the file’s lines'],
    walk: async (context) => {
      await openDay(context, 'missing');
      await context.checkDialog('lines', () => pressOfferedKey(context, 'Control+O'));
    },
  },
  'features/back-office/daily-file/save-dialog.tsx': {
    dialogs: ['a copy of the file'],
    walk: (context) => context.checkDialog('copy', () => pressOfferedKey(context, 'Control+G')),
  },
  'features/back-office/daily-file/drp-dialog.tsx': {
    dialogs: ['direct reconciliation'],
    walk: (context) => context.checkDialog('direct', () => pressOfferedKey(context, 'Control+M')),
  },
  'features/back-office/daily-file/add-transaction-dialog.tsx': {
    dialogs: ['taking in'],
    walk: (context) => context.checkDialog('taking in', () => pressOfferedKey(context, 'Insert')),
  },
  'features/back-office/daily-file/day-decision-dialog.tsx': {
    dialogs: ['a decision'],
    walk: async (context) => {
      await context.checkDialog('handed in', () => pressOfferedKey(context, 'Control+S'));
      await openDay(context, 'in-doubt');
      await context.checkDialog('arrived', () => pressOfferedKey(context, 'Control+S'));
      await context.checkDialog('not arrived', () => pressOfferedKey(context, 'Control+E'));
      await openDay(context, 'handed-in');
      await context.checkDialog('not handed in', () => pressOfferedKey(context, 'Delete'));
    },
  },
  'features/back-office/audit/audit-log.tsx': {
    dialogs: ['an entry', 'the verdict'],
    walk: async (context) => {
      await openPage(context, 'audit');
      const row = context.counter.page.getByRole('listbox').getByRole('option').first();
      await row.focus();
      await expect(row).toBeFocused();
      await context.checkDialog('entry', () => press(context, 'Enter'));
      await context.checkDialog('verdict', () => pressOfferedKey(context, 'F1'));
    },
  },
  'features/administration/settings/settings-page.tsx': {
    dialogs: ['an owner’s PIN'],
    walk: async (context) => {
      await overrideRole(context, 'supervisor');
      await openPage(context, 'settings');
      await context.counter.page.getByRole('option').first().waitFor();
      await context.checkDialog('an owner’s PIN', () => press(context, 'Enter'));
      await overrideRole(context, 'owner');
    },
  },
  'features/administration/settings/sections/shop-sections.tsx': {
    dialogs: ['removing the logo'],
    walk: async (context) => {
      context.answers.override('settings.read', (real) =>
        real.ok ? ok({ ...real.value, hasLogo: true }) : real,
      );
      await openPage(context, 'settings', getPageText('settings.section.logo'));
      const removeButton = context.counter.page.getByRole('button', {
        name: getPageText('settings.logo.remove'),
      });
      await removeButton.focus();
      await context.checkDialog('the logo', () => press(context, 'Enter'));
    },
  },
  'features/administration/backup/restore-preview-screen.tsx': {
    dialogs: ['restoring'],
    walk: async (context) => {
      await makeBackup(context.till);
      await openPage(context, 'backup', getPageText('backups.backups'));
      await context.counter.page.getByRole('listbox').getByRole('option').first().press('Enter');
      await context.checkDialog('restoring', () => pressOfferedKey(context, 'Control+S'));
    },
  },
  'features/administration/backup/recovery-key.tsx': {
    dialogs: ['a new recovery key'],
    walk: async (context) => {
      await openPage(context, 'backup', getPageText('backups.recovery'));
      await context.checkDialog('a new key', () => pressOfferedKey(context, 'Insert'));
    },
  },
  'features/administration/backup/support-bundle-screen.tsx': {
    dialogs: ['the zip for the help line'],
    walk: async (context) => {
      await overrideRole(context, 'cashier');
      await openPage(context, 'backup', getPageText('backups.diagnostics'));
      await context.checkDialog('the zip', () => pressOfferedKey(context, 'Control+G'));
      await overrideRole(context, 'owner');
    },
  },
  'features/administration/chain/chain-menu.tsx': {
    dialogs: ['forgetting the role'],
    walk: async (context) => {
      overrideChain(context);
      await openPage(context, 'chain');
      const first = context.counter.page.getByRole('option', {
        name: getPageText('chain.view.today'),
      });
      await expect(first).toBeFocused();
      await context.checkDialog('forgetting', () => pressOfferedKey(context, 'Delete'));
    },
  },
  'features/administration/chain/chain-payment-dialog.tsx': {
    dialogs: ['a payment of the chain'],
    walk: async (context) => {
      await openPage(context, 'chain', getPageText('chain.view.unresolved'));
      const row = context.counter.page.getByRole('option', { name: 'CFE' }).first();
      await expect(row).toBeFocused();
      await context.checkDialog('a payment', () => press(context, 'Enter'));
    },
  },
  'features/administration/chain/shift-dialog.tsx': {
    dialogs: ['a shift of the chain'],
    walk: async (context) => {
      await openPage(context, 'chain', getPageText('chain.view.shifts'));
      const row = context.counter.page.getByRole('option', { name: 'Norte' }).first();
      await expect(row).toBeFocused();
      await context.checkDialog('a shift', () => press(context, 'Enter'));
    },
  },
  'features/administration/updates/updates-page.tsx': {
    dialogs: ['installing a version'],
    walk: async (context) => {
      context.answers.override('updates.state', (real) =>
        real.ok
          ? ok({ ...real.value, offered: { version: '9.9.9', isReady: true }, waitsFor: [] })
          : real,
      );
      await openPage(context, 'updates');
      await context.counter.expectText(getPageText('updates.install'));
      await context.checkDialog('installing', () => pressOfferedKey(context, 'Enter'));
    },
  },
  'features/counter/sign-in/unlock-cashier-dialog.tsx': {
    dialogs: ['releasing a name'],
    walk: async (context) => {
      context.answers.override('staff.signIn', () =>
        fail({ kind: 'locked-out', endsWith: 'supervisor', waitSeconds: null }),
      );
      await press(context, 'F2', 'F10');
      const { page } = context.counter;
      await page.getByRole('option', { name: 'Beto' }).press('Enter');
      await page.locator('input[type=password]').waitFor();
      // The till calls main anyway: no cashier has this PIN.
      await context.counter.type('9099');
      await press(context, 'Enter');
      await context.checkDialog('release', () => pressOfferedKey(context, 'Control+S'));
    },
  },
};
