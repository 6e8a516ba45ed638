import { ok } from '../../../shared/contract/index.ts';
import {
  CLAIM,
  CUSTOMER,
  enterCount,
  openDay,
  openShiftOption,
  overrideUploadServer,
} from '../dialogs/dialog-context.ts';
import { makeBackup } from '../support/index.ts';
import { overrideChainAnswers } from './chain-answers.ts';
import { OUTLIER_REPORT } from './outlier-report.ts';
import {
  checkQuestion,
  chooseOption,
  getPageText,
  goHome,
  goToPage,
  openPage,
  press,
  pressOfferedKey,
  typeAnswers,
  type WalkPart,
} from './walk-context.ts';

const SHIFT_BLOCKING_PAYMENT = {
  paymentId: 'payment-1',
  kind: 'bill',
  billerName: 'CFE',
  account: '**** 0007',
  amount: { amount: '549.00', currency: 'MXN' },
  why: 'unresolved',
} as const;

const VIEWS = ['today', 'tills', 'unresolved', 'days', 'differences', 'shifts', 'history'] as const;

export const BACK_OFFICE_PARTS: readonly WalkPart[] = [
  {
    name: 'the back office',
    walk: async (context) => {
      await goHome(context);
      await press(context, 'F7');
      await checkQuestion(context, 'backOffice.title');
    },
  },
  {
    name: 'the shift',
    walk: async (context) => {
      const { counter, page } = context;
      await goToPage(context, 'shift', 'shift.title');
      await counter.expectText(getPageText('shift.drawer'));
      await context.checkScreen('a shift whose float was not counted');
      await chooseOption(context, getPageText('shift.float'));
      await checkQuestion(context, 'shift.floatTitle');
      await page.locator('main input').last().fill('500');
      await page.locator('main input').last().focus();
      await context.checkScreen('a float');
      await press(context, 'Enter');
      await counter.expectQuestion(getPageText('shift.title'));
      for (const move of ['payIn', 'payOut', 'drop', 'drawer'] as const) {
        await openShiftOption(context, getPageText(`shift.${move}`));
        await page.locator('main input').first().waitFor();
        await context.checkScreen(move);
        if (move !== 'payIn') continue;
        await typeAnswers(context, '10', 'cambio');
        await counter.expectText(getPageText('shift.payInDone'));
        await context.checkScreen('paid in');
      }
      await openShiftOption(context, getPageText('shift.x'));
      await checkQuestion(context, 'shift.x');
      await pressOfferedKey(context, 'Enter');
      await counter.expectQuestion(counter.getText('shift.reportX'));
      await context.checkScreen('an X report');
      context.answers.override('cash.shiftBlockingPayments', () => ok([SHIFT_BLOCKING_PAYMENT]));
      await openShiftOption(context, getPageText('shift.close'));
      await checkQuestion(context, 'shift.close');
      context.answers.restore('cash.shiftBlockingPayments');
      await openShiftOption(context, getPageText('shift.close'));
      await counter.expectQuestion(getPageText('shift.countTitle'));
      await context.checkScreen('the count');
      await enterCount(context, '120');
      await press(context, 'Enter');
      await counter.expectQuestion(getPageText('shift.resultTitle'));
      await context.checkScreen('the result of the count');
      if ((await page.locator('main input').count()) > 0) await counter.type('faltaba');
      await pressOfferedKey(context, 'Enter');
      await counter.expectQuestion(counter.getText('shift.reportZ'));
      await context.checkScreen('a Z report');
      await openShiftOption(context, getPageText('shift.z'));
      await checkQuestion(context, 'shift.zTitle');
      await goToPage(context, 'shift', 'shift.title');
      await chooseOption(context, getPageText('shift.open'));
      await checkQuestion(context, 'shift.openTitle');
    },
  },
  {
    name: 'what was earned',
    walk: async (context) => {
      await goToPage(context, 'earnings', 'earnings.title');
      await context.page.getByLabel(getPageText('earnings.figures')).waitFor();
      await context.checkScreen('earnings, as pictures');
      await pressOfferedKey(context, 'Control+m');
      await context.page.getByRole('row').first().waitFor();
      await context.checkScreen('earnings, as a table');
    },
  },
  {
    name: 'what stands out',
    walk: async (context) => {
      const { answers, counter, page } = context;
      // Not the options of the filters.
      const outliers = page.locator('main [role=option]');
      answers.override('outliers.read', () => ok(OUTLIER_REPORT));
      await goToPage(context, 'outliers', 'outliers.title');
      await outliers.first().waitFor();
      await context.checkScreen('outliers, as pictures');
      await outliers.first().press('Enter');
      await checkQuestion(context, 'audit.title');
      await counter.press('Escape');
      await counter.expectQuestion(getPageText('outliers.title'));
      await pressOfferedKey(context, 'Control+m');
      await page.getByRole('row').first().waitFor();
      await context.checkScreen('outliers, as a table');
      answers.restore('outliers.read');
    },
  },
  {
    name: 'customers',
    walk: async (context) => {
      const { answers, page } = context;
      answers.override('customers.find', () => ok({ days: 90, storedCount: 0, customers: [] }));
      await goToPage(context, 'customers', 'customers.title');
      await context.checkScreen('no customers');
      answers.override('customers.find', () =>
        ok({ days: 90, storedCount: 1, customers: [CUSTOMER] }),
      );
      await goToPage(context, 'customers', 'customers.title');
      await page.locator('main').getByRole('option').first().waitFor();
      await checkQuestion(context, 'customers.title');
      await page.locator('main').getByRole('option').first().press('Enter');
      await context.counter.expectQuestion('CFE');
      await context.checkScreen('one customer');
      await pressOfferedKey(context, 'Control+M');
      await checkQuestion(context, 'customers.phone.title');
      answers.restore('customers.find');
    },
  },
  {
    name: 'claims',
    walk: async (context) => {
      const { answers, counter, page } = context;
      const { entries, isTimeUncertain, ...listed } = CLAIM;
      answers.override('claims.list', () => ok({ claims: [], isTimeUncertain: false }));
      await goToPage(context, 'claims', 'claims.title');
      await context.checkScreen('no claims');
      answers.override('claims.list', () => ok({ claims: [listed], isTimeUncertain }));
      answers.override('claims.get', () => ok({ ...listed, isTimeUncertain, entries }));
      await goToPage(context, 'claims', 'claims.title');
      await page.locator('main').getByRole('option').first().waitFor();
      await checkQuestion(context, 'claims.title');
      await page.locator('main').getByRole('option').first().press('Enter');
      // The title of the list begins like that of one claim.
      await counter.expectText(getPageText('claims.history'));
      await context.checkScreen('one claim');
      await chooseOption(context, getPageText('claims.note'));
      await checkQuestion(context, 'claims.noteQuestion.note');
      await typeAnswers(context, 'Piden una semana');
      await checkQuestion(context, 'claims.whenTitle');
      await press(context, 'Escape');
      await press(context, 'Escape');
      await chooseOption(context, getPageText('claims.reject'));
      await checkQuestion(context, 'claims.noteQuestion.rejected');
      answers.restore('claims.list');
      answers.restore('claims.get');
    },
  },
  {
    name: 'the staff',
    walk: async (context) => {
      const { page } = context;
      await goToPage(context, 'staff', 'staff.title');
      await page.locator('main').getByRole('option').first().waitFor();
      await checkQuestion(context, 'staff.title');
      await chooseOption(context, 'Beto');
      await context.counter.expectQuestion('Beto');
      await context.checkScreen('one of the staff');
      for (const [action, title] of [
        ['name', 'staff.name.change'],
        ['role', 'staff.role.change'],
        ['pin', 'staff.pin'],
        ['disable', 'staff.disable'],
      ] as const) {
        await chooseOption(context, getPageText(`staff.action.${action}`));
        await checkQuestion(context, title);
        await press(context, 'Escape');
        await page.getByRole('option', { name: getPageText('staff.action.pin') }).waitFor();
      }
      await press(context, 'Escape');
      await page.getByRole('option', { name: 'Beto' }).waitFor();
      await pressOfferedKey(context, 'Insert');
      await checkQuestion(context, 'staff.role.new');
      await page.locator('main').getByRole('option').first().press('Enter');
      await checkQuestion(context, 'staff.name.new');
    },
  },
  {
    name: 'the daily file',
    walk: async (context) => {
      overrideUploadServer(context);
      await goToPage(context, 'daily-file', 'dailyFile.title');
      await context.page.locator('main').getByRole('option').first().waitFor();
      await checkQuestion(context, 'dailyFile.title');
      await goHome(context);
      await openDay(context, 'missing');
      await context.checkScreen('a day that is not handed in');
      await press(context, 'F2');
      await openDay(context, 'in-doubt');
      await context.checkScreen('a day in doubt');
      context.answers.restore('reconciliation.state');
      context.answers.restore('reconciliation.day');
    },
  },
  {
    name: 'the chain',
    walk: async (context) => {
      const { answers, page } = context;
      overrideChainAnswers(context);
      await goToPage(context, 'chain', 'chain.title');
      await page.getByRole('option', { name: getPageText('chain.view.today') }).waitFor();
      await checkQuestion(context, 'chain.title');
      for (const view of VIEWS) {
        await goToPage(context, 'chain', 'chain.title');
        await chooseOption(context, getPageText(`chain.view.${view}`));
        await context.counter.expectQuestion(getPageText(`chain.view.${view}`));
        await context.checkScreen(`the chain: ${view}`);
        if (view !== 'tills' && view !== 'days') continue;
        await page.locator('main').getByRole('option').first().press('Enter');
        await page
          .locator('main')
          .getByRole('listbox')
          .or(page.locator('main dl'))
          .first()
          .waitFor();
        await context.checkScreen(`the chain: one of its ${view}`);
      }
      answers.override('chain.access', () =>
        ok({ hosts: ['db.example'], database: 'chain', shop: null, user: null }),
      );
      await goHome(context);
      await openPage(context, 'chain');
      await checkQuestion(context, 'chain.connect.title');
      answers.restore('till.state');
      answers.triggerRefetch();
    },
  },
  {
    name: 'the audit log, updates and practice',
    walk: async (context) => {
      const { page, counter } = context;
      await goToPage(context, 'audit', 'audit.title');
      await page.getByRole('listbox').getByRole('option').first().waitFor();
      await checkQuestion(context, 'audit.title');
      await goToPage(context, 'updates', 'updates.title');
      await checkQuestion(context, 'updates.title');
      await goToPage(context, 'training', 'training.title');
      await checkQuestion(context, 'training.title');
      await chooseOption(context, /./);
      await checkQuestion(context, 'training.operation');
      await press(context, 'Enter');
      await checkQuestion(context, 'training.times');
      await counter.press('Escape', 'Escape', 'Escape');
    },
  },
  {
    name: 'backups',
    walk: async (context) => {
      const { page, till } = context;
      await makeBackup(till);
      await goToPage(context, 'backup', 'backups.title');
      await checkQuestion(context, 'backups.title');
      for (const section of ['diagnostics', 'recovery', 'backups'] as const) {
        await goHome(context);
        await openPage(context, 'backup', getPageText(`backups.${section}`));
        await checkQuestion(context, `backups.${section}`);
      }
      await page.getByRole('listbox').getByRole('option').first().press('Enter');
      await page.locator('[aria-keyshortcuts="Control+S" i]:visible').waitFor();
      await checkQuestion(context, 'backups.restore');
    },
  },
];
