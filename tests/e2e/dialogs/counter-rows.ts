import { fail, ok } from '../../../shared/contract/index.ts';
import { expect } from '../support/index.ts';
import {
  checkIndicator,
  type DialogRow,
  getDialog,
  getPageText,
  NEEDS_PIN,
  openInHistory,
  openInUnresolvedList,
  overrideStatus,
  press,
  pressOfferedKey,
  REFUND,
  TIMESTAMP,
} from './dialog-context.ts';

/** The dialogs of the status indicators, of one payment, and of one saved bill. */
export const COUNTER_DIALOGS: Readonly<Record<string, DialogRow>> = {
  'app/key-sheet/key-sheet.tsx': {
    dialogs: ['the sheet of keys'],
    walk: (context) => context.checkDialog('the sheet of keys', () => press(context, 'Control+k')),
  },
  'app/frame/frame.tsx': {
    dialogs: ['a whole screen that the browser decides'],
    walk: async (context) => {
      context.answers.override('till.switchFullScreen', () =>
        ok({ isPossible: false, isFull: false }),
      );
      await context.checkDialog('the whole screen', () => press(context, 'Control+F11'));
    },
  },
  'app/status/problem-dialog.tsx': {
    dialogs: ['why a key of the frame did nothing'],
    walk: async (context) => {
      context.answers.override('till.switchFullScreen', () =>
        fail({ kind: 'internal', reference: 'x' }),
      );
      await context.checkDialog('a key that did nothing', () => press(context, 'Control+F11'));
      context.answers.restore('till.switchFullScreen');
    },
  },
  'app/status/service-dialogs.tsx': {
    dialogs: ['service', 'account'],
    walk: async (context) => {
      await checkIndicator(context, getPageText('service.name'));
      await checkIndicator(context, getPageText('account.name'));
    },
  },
  'app/status/biller-lists-dialog.tsx': {
    dialogs: ['lists'],
    walk: (context) => checkIndicator(context, getPageText('lists.name')),
  },
  'app/status/printer-dialog.tsx': {
    dialogs: ['printer'],
    walk: (context) => checkIndicator(context, getPageText('printer.name')),
  },
  'app/status/paper-dialog.tsx': {
    dialogs: ['the PIN for a paper', 'one paper'],
    walk: async (context) => {
      context.answers.override('printing.unprintedPapers', () =>
        ok([
          {
            jobId: 'job-x',
            paymentId: null,
            kind: 'report',
            state: 'refused',
            reason: 'paper-out',
            createdAt: TIMESTAMP,
            billerName: null,
            account: null,
            amount: null,
          },
        ]),
      );
      context.answers.override('printing.retry', () => NEEDS_PIN);
      context.answers.triggerRefetch();
      for (const keys of [['Enter'], ['Enter', 'Control+p']]) {
        await context.checkDialog(`a paper of the printer’s light, ${keys.join(' ')}`, async () => {
          const { page } = context.counter;
          await page
            .getByRole('banner')
            .getByRole('button', { name: getPageText('printer.name') })
            .click();
          await getDialog(context).getByRole('option').first().waitFor();
          for (const key of keys) await press(context, key);
          if (keys.length > 1) await page.locator('input[type=password]').waitFor();
        });
      }
      context.answers.override('printing.unprintedPapers', () => ok([]));
      context.answers.triggerRefetch();
    },
  },
  'app/last-papers/last-papers.tsx': {
    dialogs: ['the PIN for a card', 'the last papers'],
    walk: async (context) => {
      await context.checkDialog('the last papers', () => pressOfferedKey(context, 'Control+U'));
      context.answers.override('printing.printCopy', () => NEEDS_PIN);
      context.answers.override('printing.recent', (real) =>
        real.ok ? ok(real.value.map((paper) => ({ ...paper, isOnScreen: false }))) : real,
      );
      await context.checkDialog('the last papers, with a PIN', async () => {
        await pressOfferedKey(context, 'Control+U');
        await getDialog(context).getByRole('option').first().waitFor();
        // A paper that is still being printed does not offer this key.
        await pressOfferedKey(context, 'Control+P');
        await context.counter.page.locator('input[type=password]').waitFor();
      });
    },
  },
  'app/status/back-office-dialogs.tsx': {
    dialogs: [
      'the daily file',
      'a backup that failed',
      'and one that did not',
      'the disk',
      'a file refused',
      'settings edited',
      'no recovery key',
    ],
    walk: async (context) => {
      const lateDailyFile = { days: 2, oldest: '2026-03-12', isLate: true };
      await checkIndicator(context, getPageText('dailyFileStatus.name'), {
        dailyFile: lateDailyFile,
      });
      const backup = { reason: 'full', at: TIMESTAMP } as const;
      await checkIndicator(context, getPageText('backup.name'), { backup });
      overrideStatus(context, { backup });
      await context.checkDialog('a backup that went well meanwhile', async () => {
        const { page } = context.counter;
        await page
          .getByRole('banner')
          .getByRole('button', { name: getPageText('backup.name') })
          .click();
        await getDialog(context).waitFor();
        overrideStatus(context, { backup: null });
        await expect(getDialog(context)).toContainText(getPageText('backup.resolved'));
      });
      await checkIndicator(context, getPageText('disk.name'), {
        disk: { light: 'low', freeMegabytes: 900 },
      });
      const problem = { kind: 'provisioning', field: 'version', reason: 'required' } as const;
      await checkIndicator(context, getPageText('refusedSettings.name'), {
        refused: { option: 'apply', problem },
      });
      const warning = { settingsEditedAt: TIMESTAMP, settingsEdited: [], fileLeft: null };
      await checkIndicator(context, getPageText('refusedSettings.name'), {
        refused: null,
        warned: warning,
      });
      await checkIndicator(context, getPageText('recovery.name'), {
        warned: { settingsEditedAt: null, settingsEdited: [], fileLeft: null },
        hasRecoveryKey: false,
      });
      overrideStatus(context, { hasRecoveryKey: true });
    },
  },
  'app/status/chain-status.tsx': {
    dialogs: ['a till that left its chain', 'what the chain was told'],
    walk: async (context) => {
      const [light, overdueDay] = ['daily-file-missing', '2026-03-13'] as const;
      const chain = { light, sentAt: TIMESTAMP, unsent: 0, overdueDay };
      await checkIndicator(context, getPageText('chainStatus.name'), { chain });
      await context.checkDialog('a till that left its chain meanwhile', async () => {
        const { page } = context.counter;
        await page
          .getByRole('banner')
          .getByRole('button', { name: getPageText('chainStatus.name') })
          .click();
        await getDialog(context).waitFor();
        overrideStatus(context, { chain: null });
        await expect(getDialog(context)).toContainText(getPageText('chainStatus.none'));
      });
    },
  },
  'app/status/update-dialog.tsx': {
    dialogs: ['a newer version'],
    walk: async (context) => {
      const by = 'owner' as const;
      const update = { version: '9.9.9', isReady: true, refused: null, waitsFor: [], by };
      await checkIndicator(context, 'Versión 9.9.9', { update });
      overrideStatus(context, { update: null });
    },
  },
  'app/leaving/leave-question.tsx': {
    dialogs: ['leaving with entered cash'],
    walk: async (context) => {
      const { counter } = context;
      await counter.goHome();
      await counter.find('cfe com', /CFE/);
      await counter.type('501000000123');
      await press(context, 'Enter');
      await counter.expectQuestion(getPageText('pay.cash.title'));
      await counter.type('9000');
      await context.checkDialog('leaving with entered cash', () => press(context, 'F2'));
      await press(context, 'F2');
      await getDialog(context).waitFor();
      await pressOfferedKey(context, 'F11');
      await counter.expectQuestion(getPageText('home.title'));
    },
  },
  'app/to-confirm/confirm-dialog.tsx': {
    dialogs: ['an outcome that arrived after its payment was left'],
    walk: async (context) => {
      context.answers.override('payments.unresolved', () =>
        ok([{ ...context.payment, toConfirm: 'paid' as const }]),
      );
      overrideStatus(context, { unresolved: 1 });
      await context.checkDialog('a late outcome', () => pressOfferedKey(context, 'Control+B'));
      context.answers.restore('payments.unresolved');
      context.answers.restore('till.status');
      context.answers.triggerRefetch();
    },
  },
  'features/counter/pay/form/short-drawer-screen.tsx': {
    dialogs: ['the PIN for a cash-out above the cash in the drawer'],
    walk: async (context) => {
      const { counter } = context;
      await press(context, 'F5');
      await counter.expectText('Banco Azul');
      await press(context, 'Enter');
      await counter.expectQuestion(getPageText('pay.account.title.cash-out'));
      await counter.type('1234567812341234');
      await press(context, 'Enter');
      await counter.expectQuestion(getPageText('pay.offer.title.cash-out'));
      await counter.type('5000');
      await press(context, 'Enter');
      await counter.expectQuestion(getPageText('pay.decide.shortTitle'));
      await context.checkDialog('the PIN for the drawer', () =>
        pressOfferedKey(context, 'Control+S'),
      );
      await counter.goHome();
    },
  },
  'features/counter/pay/result/postpone-hand-over.tsx': {
    dialogs: ['handing a confirmed cash-out over later'],
    walk: async (context) => {
      context.answers.override('payments.current', () =>
        ok({ ...context.payment, kind: 'cash-out' as const, handOver: 'now' as const }),
      );
      await press(context, 'F8', 'F2');
      await context.counter.expectText(getPageText('pay.cashOut.notEnough'));
      // A new result ignores keys at first.
      const open = (): Promise<void> =>
        expect(async () => {
          await pressOfferedKey(context, 'Escape');
          await getDialog(context).waitFor({ timeout: 1_000 });
        }).toPass();
      await context.checkDialog('handing over later', open);
      context.answers.override('payments.current', () => ok(null));
      await open();
      await press(context, 'Enter');
      await context.counter.expectQuestion(getPageText('home.title'));
    },
  },
  'features/back-office/history/cancel-payment.tsx': {
    dialogs: ['cancelling a payment'],
    walk: async (context) => {
      await openInHistory(context, { canCancel: true });
      await context.checkDialog('cancel', () => pressOfferedKey(context, 'Delete'));
    },
  },
  'features/back-office/history/cancel-unavailable-dialog.tsx': {
    dialogs: ['why nothing is cancelled'],
    walk: async (context) => {
      await openInHistory(context, {});
      await context.checkDialog('why no cancel', () => pressOfferedKey(context, 'Delete'));
    },
  },
  'features/counter/payment-result/paper-panel.tsx': {
    dialogs: ['a copy that takes a PIN'],
    walk: async (context) => {
      context.answers.override('printing.printCopy', () => NEEDS_PIN);
      context.answers.override('printing.tape', (real) =>
        real.ok && real.value ? ok({ ...real.value, isOnScreen: false }) : real,
      );
      await openInHistory(context, {});
      await context.checkDialog('copy', () => pressOfferedKey(context, 'Control+P'));
    },
  },
  'features/counter/payment-result/receipt-delivery-dialog.tsx': {
    dialogs: ['a card that takes a PIN', 'the code for WhatsApp', 'how the receipt is given'],
    walk: async (context) => {
      await openInHistory(context, {});
      await context.checkDialog('without paper', () => pressOfferedKey(context, 'Control+D'));
      await context.checkDialog('the code for WhatsApp', async () => {
        await pressOfferedKey(context, 'Control+D');
        await getDialog(context).getByRole('option', { name: 'WhatsApp' }).press('Enter');
        await getDialog(context).getByRole('img').waitFor();
      });
      context.answers.override('printing.deliverReceipt', () => NEEDS_PIN);
      await context.checkDialog('without paper, with its PIN', async () => {
        await pressOfferedKey(context, 'Control+D');
        await getDialog(context).getByRole('option').first().press('Enter');
        await context.counter.page.locator('input[type=password]').waitFor();
      });
    },
  },
  'features/counter/refunds/owed-refund.tsx': {
    dialogs: ['handing back unconfirmed', 'deciding'],
    walk: async (context) => {
      context.answers.override('refunds.settle', () =>
        fail({ kind: 'refund', reason: 'not-confirmed' }),
      );
      await openInHistory(context, { refund: { ...REFUND, amount: context.payment.due } });
      await pressOfferedKey(context, 'Enter');
      await context.checkDialog('handing back', () => pressOfferedKey(context, 'F11'));
      await context.checkDialog('deciding', () => pressOfferedKey(context, 'Control+S'));
    },
  },
  'features/counter/unresolved/close-by-hand-dialog.tsx': {
    dialogs: ['what became of it', 'the PIN'],
    walk: async (context) => {
      await openInUnresolvedList(context, { state: 'unclear', canCloseByHand: true });
      await context.checkDialog('by hand', () => pressOfferedKey(context, 'Control+S'));
      await context.checkDialog('by hand, with its PIN', async () => {
        await pressOfferedKey(context, 'Control+S');
        await getDialog(context).getByRole('option').first().press('Enter');
        await context.counter.page.locator('input[type=password]').waitFor();
      });
    },
  },
  'features/counter/payment-result/release-cash.tsx': {
    dialogs: ['releasing money without its slip'],
    walk: async (context) => {
      await openInUnresolvedList(context, { kind: 'cash-out', handOver: 'paper-first' });
      await context.checkDialog('release', () => pressOfferedKey(context, 'Control+S'));
      context.answers.override('payments.unresolved', () => ok([]));
    },
  },
  'features/counter/bills/saved-bill.tsx': {
    dialogs: ['unlinking'],
    walk: async (context) => {
      const { billerId, billerName, accountNumber, accountShown } = context.payment;
      context.answers.override('bills.list', () =>
        ok({
          bills: [
            {
              id: 'bill-1',
              billerId,
              billerName,
              accountNumber,
              accountShown,
              nameOnAccount: null,
              dueDate: null,
              balance: context.payment.amount,
              balanceUpdatedAt: TIMESTAMP,
              status: 'linked',
              errorCode: null,
              errorMessage: null,
              hasExtraData: false,
            },
          ],
          page: 1,
          totalPages: 1,
          totalBills: 1,
          hasNext: false,
        }),
      );
      await press(context, 'F2', 'F6');
      await pressOfferedKey(context, 'Enter');
      await context.counter.expectText(getPageText('bills.refresh'));
      await context.checkDialog('unlink', () => pressOfferedKey(context, 'Delete'));
    },
  },
};
