import { ok } from '../../../shared/contract/index.ts';
import { A_CUSTOMER, count, day, inShift, server } from '../dialogs/desk.ts';
import { makeBackup } from '../support/index.ts';
import { answerChain } from './chain-answers.ts';
import {
  answer,
  choose,
  enter,
  es,
  goHome,
  into,
  key,
  lookAtQuestion,
  press,
  type Stretch,
} from './viewer.ts';

const OPEN_ITEM = {
  paymentId: 'payment-1',
  kind: 'bill',
  billerName: 'CFE',
  account: '**** 0007',
  amount: { amount: '549.00', currency: 'MXN' },
  why: 'unresolved',
} as const;

const VIEWS = ['today', 'tills', 'unresolved', 'days', 'differences', 'shifts', 'history'] as const;

export const IN_THE_ROOMS: readonly Stretch[] = [
  {
    name: 'the back office',
    walk: async (viewer) => {
      await goHome(viewer);
      await press(viewer, 'F7');
      await lookAtQuestion(viewer, 'backOffice.title');
    },
  },
  {
    name: 'the shift',
    walk: async (viewer) => {
      const { counter, page } = viewer;
      await into(viewer, 'shift', 'shift.title');
      await counter.expectText(es('shift.drawer'));
      await viewer.look('a shift whose float was not counted');
      await choose(viewer, es('shift.float'));
      await lookAtQuestion(viewer, 'shift.floatTitle');
      await page.locator('main input').last().fill('500');
      await page.locator('main input').last().focus();
      await viewer.look('a float');
      await press(viewer, 'Enter');
      await counter.expectQuestion(es('shift.title'));
      for (const move of ['payIn', 'payOut', 'drawer'] as const) {
        await inShift(viewer, es(`shift.${move}`));
        await page.locator('main input').first().waitFor();
        await viewer.look(move);
        if (move !== 'payIn') continue;
        await answer(viewer, '10', 'cambio');
        await counter.expectText(es('shift.payInDone'));
        await viewer.look('paid in');
      }
      await inShift(viewer, es('shift.x'));
      await lookAtQuestion(viewer, 'shift.x');
      await key(viewer, 'Enter');
      await counter.expectQuestion(counter.getText('shift.reportX'));
      await viewer.look('an X report');
      viewer.told.override('cash.openItems', () => ok([OPEN_ITEM]));
      await inShift(viewer, es('shift.close'));
      await lookAtQuestion(viewer, 'shift.close');
      viewer.told.restore('cash.openItems');
      await inShift(viewer, es('shift.close'));
      await counter.expectQuestion(es('shift.countTitle'));
      await viewer.look('the count');
      await count(viewer, '120');
      await press(viewer, 'Enter');
      await counter.expectQuestion(es('shift.resultTitle'));
      await viewer.look('the result of the count');
      if ((await page.locator('main input').count()) > 0) await counter.type('faltaba');
      await key(viewer, 'Enter');
      await counter.expectQuestion(counter.getText('shift.reportZ'));
      await viewer.look('a Z report');
      await inShift(viewer, es('shift.z'));
      await lookAtQuestion(viewer, 'shift.zTitle');
      await into(viewer, 'shift', 'shift.title');
      await choose(viewer, es('shift.open'));
      await lookAtQuestion(viewer, 'shift.openTitle');
    },
  },
  {
    name: 'what was earned',
    walk: async (viewer) => {
      await into(viewer, 'earnings', 'earnings.title');
      await viewer.page.getByLabel(es('earnings.figures')).waitFor();
      await viewer.look('earnings, as pictures');
      await key(viewer, 'Control+m');
      await viewer.page.getByRole('row').first().waitFor();
      await viewer.look('earnings, as a table');
    },
  },
  {
    name: 'customers',
    walk: async (viewer) => {
      const { told, page } = viewer;
      told.override('customers.find', () => ok({ days: 90, kept: 0, customers: [] }));
      await into(viewer, 'customers', 'customers.title');
      await viewer.look('no customers');
      told.override('customers.find', () => ok({ days: 90, kept: 1, customers: [A_CUSTOMER] }));
      await into(viewer, 'customers', 'customers.title');
      await page.locator('main').getByRole('option').first().waitFor();
      await lookAtQuestion(viewer, 'customers.title');
      await page.locator('main').getByRole('option').first().press('Enter');
      await viewer.counter.expectQuestion('CFE');
      await viewer.look('one customer');
      await key(viewer, 'Control+M');
      await lookAtQuestion(viewer, 'customers.phone.title');
      told.restore('customers.find');
    },
  },
  {
    name: 'the staff',
    walk: async (viewer) => {
      const { page } = viewer;
      await into(viewer, 'staff', 'staff.title');
      await page.locator('main').getByRole('option').first().waitFor();
      await lookAtQuestion(viewer, 'staff.title');
      await choose(viewer, 'Beto');
      await viewer.counter.expectQuestion('Beto');
      await viewer.look('one of the staff');
      for (const [what, title] of [
        ['name', 'staff.name.change'],
        ['role', 'staff.role.change'],
        ['pin', 'staff.pin'],
        ['disable', 'staff.disable'],
      ] as const) {
        await choose(viewer, es(`staff.do.${what}`));
        await lookAtQuestion(viewer, title);
        await press(viewer, 'Escape');
        await page.getByRole('option', { name: es('staff.do.pin') }).waitFor();
      }
      await press(viewer, 'Escape');
      await page.getByRole('option', { name: 'Beto' }).waitFor();
      await key(viewer, 'Insert');
      await lookAtQuestion(viewer, 'staff.role.new');
      await page.locator('main').getByRole('option').first().press('Enter');
      await lookAtQuestion(viewer, 'staff.name.new');
    },
  },
  {
    name: 'the daily file',
    walk: async (viewer) => {
      server(viewer);
      await into(viewer, 'daily-file', 'dailyFile.title');
      await viewer.page.locator('main').getByRole('option').first().waitFor();
      await lookAtQuestion(viewer, 'dailyFile.title');
      await goHome(viewer);
      await day(viewer, 'missing');
      await viewer.look('a day that is not handed in');
      await press(viewer, 'F2');
      await day(viewer, 'in-doubt');
      await viewer.look('a day in doubt');
      viewer.told.restore('reconciliation.state');
      viewer.told.restore('reconciliation.day');
    },
  },
  {
    name: 'the chain',
    walk: async (viewer) => {
      const { told, page } = viewer;
      answerChain(viewer);
      await into(viewer, 'chain', 'chain.title');
      await page.getByRole('option', { name: es('chain.view.today') }).waitFor();
      await lookAtQuestion(viewer, 'chain.title');
      for (const view of VIEWS) {
        await into(viewer, 'chain', 'chain.title');
        await choose(viewer, es(`chain.view.${view}`));
        await viewer.counter.expectQuestion(es(`chain.view.${view}`));
        await viewer.look(`the chain: ${view}`);
        if (view !== 'tills' && view !== 'days') continue;
        await page.locator('main').getByRole('option').first().press('Enter');
        await page
          .locator('main')
          .getByRole('listbox')
          .or(page.locator('main dl'))
          .first()
          .waitFor();
        await viewer.look(`the chain: one of its ${view}`);
      }
      told.override('chain.access', () =>
        ok({ hosts: ['db.example'], database: 'chain', shop: null, user: null }),
      );
      await goHome(viewer);
      await enter(viewer, 'chain');
      await lookAtQuestion(viewer, 'chain.connect.title');
      told.restore('till.state');
      told.triggerRefetch();
    },
  },
  {
    name: 'the audit log, updates and practice',
    walk: async (viewer) => {
      const { page, counter } = viewer;
      await into(viewer, 'audit', 'audit.title');
      await page.getByRole('listbox').getByRole('option').first().waitFor();
      await lookAtQuestion(viewer, 'audit.title');
      await into(viewer, 'updates', 'updates.title');
      await lookAtQuestion(viewer, 'updates.title');
      await into(viewer, 'training', 'training.title');
      await lookAtQuestion(viewer, 'training.title');
      await choose(viewer, /./);
      await lookAtQuestion(viewer, 'training.where');
      await press(viewer, 'Enter');
      await lookAtQuestion(viewer, 'training.times');
      await counter.press('Escape', 'Escape', 'Escape');
    },
  },
  {
    name: 'backups',
    walk: async (viewer) => {
      const { page, till } = viewer;
      await makeBackup(till);
      await into(viewer, 'backup', 'backups.title');
      await lookAtQuestion(viewer, 'backups.title');
      for (const corner of ['diagnostics', 'recovery', 'backups'] as const) {
        await goHome(viewer);
        await enter(viewer, 'backup', es(`backups.${corner}`));
        await lookAtQuestion(viewer, `backups.${corner}`);
      }
      await page.getByRole('listbox').getByRole('option').first().press('Enter');
      await page.locator('[aria-keyshortcuts="Control+S" i]:visible').waitFor();
      await lookAtQuestion(viewer, 'backups.restore');
    },
  },
];
