import { fail, ok } from '../../../shared/contract/index.ts';
import { expect } from '../support/index.ts';
import {
  AT,
  become,
  dialog,
  es,
  inHistory,
  key,
  light,
  NEEDS_PIN,
  press,
  REFUND,
  type Row,
  unresolved,
} from './desk.ts';

/** The lights, and what belongs to one payment or one saved bill. */
export const AT_THE_COUNTER: Readonly<Record<string, Row>> = {
  'app/key-sheet/key-sheet.tsx': {
    dialogs: ['the sheet of keys'],
    walk: (desk) => desk.comesBack('the sheet of keys', () => press(desk, 'Control+k')),
  },
  'app/frame/frame.tsx': {
    dialogs: ['a whole screen that the browser decides'],
    walk: async (desk) => {
      desk.told.override('till.switchFullScreen', () => ok({ isPossible: false, isFull: false }));
      await desk.comesBack('the whole screen', () => press(desk, 'Control+F11'));
    },
  },
  'app/status/problem-dialog.tsx': {
    dialogs: ['why a key of the frame did nothing'],
    walk: async (desk) => {
      desk.told.override('till.switchFullScreen', () => fail({ kind: 'internal', reference: 'x' }));
      await desk.comesBack('a key that did nothing', () => press(desk, 'Control+F11'));
      desk.told.restore('till.switchFullScreen');
    },
  },
  'app/status/service-dialogs.tsx': {
    dialogs: ['service', 'account'],
    walk: async (desk) => {
      await light(desk, es('service.name'));
      await light(desk, es('account.name'));
    },
  },
  'app/status/biller-lists-dialog.tsx': {
    dialogs: ['lists'],
    walk: (desk) => light(desk, es('lists.name')),
  },
  'app/status/printer-dialog.tsx': {
    dialogs: ['printer'],
    walk: (desk) => light(desk, es('printer.name')),
  },
  'app/status/paper-dialog.tsx': {
    dialogs: ['the PIN for a paper', 'one paper'],
    walk: async (desk) => {
      desk.told.override('printing.open', () =>
        ok([
          {
            jobId: 'job-x',
            paymentId: null,
            kind: 'report',
            state: 'refused',
            reason: 'paper-out',
            createdAt: AT,
            billerName: null,
            account: null,
            amount: null,
          },
        ]),
      );
      desk.told.override('printing.retry', () => NEEDS_PIN);
      desk.told.triggerRefetch();
      for (const keys of [['Enter'], ['Enter', 'Control+p']]) {
        await desk.comesBack(`a paper of the printer’s light, ${keys.join(' ')}`, async () => {
          const { page } = desk.counter;
          await page
            .getByRole('banner')
            .getByRole('button', { name: es('printer.name') })
            .click();
          await dialog(desk).getByRole('option').first().waitFor();
          for (const one of keys) await press(desk, one);
          if (keys.length > 1) await page.locator('input[type=password]').waitFor();
        });
      }
      desk.told.override('printing.open', () => ok([]));
      desk.told.triggerRefetch();
    },
  },
  'app/last-papers/last-papers.tsx': {
    dialogs: ['the PIN for a card', 'the last papers'],
    walk: async (desk) => {
      await desk.comesBack('the last papers', () => key(desk, 'Control+U'));
      desk.told.override('printing.copy', () => NEEDS_PIN);
      desk.told.override('printing.recent', (real) =>
        real.ok ? ok(real.value.map((paper) => ({ ...paper, isOnScreen: false }))) : real,
      );
      await desk.comesBack('the last papers, with a PIN', async () => {
        await key(desk, 'Control+U');
        await dialog(desk).getByRole('option').first().waitFor();
        // A paper that is still on its way to the printer has no such key.
        await key(desk, 'Control+P');
        await desk.counter.page.locator('input[type=password]').waitFor();
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
    walk: async (desk) => {
      const late = { days: 2, oldest: '2026-03-12', isLate: true };
      await light(desk, es('dayFile.name'), { dailyFile: late });
      const backup = { reason: 'full', at: AT } as const;
      await light(desk, es('backup.name'), { backup });
      become(desk, { backup });
      await desk.comesBack('a backup that went well meanwhile', async () => {
        const { page } = desk.counter;
        await page
          .getByRole('banner')
          .getByRole('button', { name: es('backup.name') })
          .click();
        await dialog(desk).waitFor();
        become(desk, { backup: null });
        await expect(dialog(desk)).toContainText(es('backup.past'));
      });
      await light(desk, es('disk.name'), { disk: { light: 'low', freeMegabytes: 900 } });
      const problem = { kind: 'provisioning', field: 'version', reason: 'required' } as const;
      await light(desk, es('refused.name'), { refused: { option: 'apply', problem } });
      const warned = { settingsEditedAt: AT, settingsEdited: [], fileLeft: null };
      await light(desk, es('refused.name'), { refused: null, warned });
      await light(desk, es('recovery.name'), {
        warned: { settingsEditedAt: null, settingsEdited: [], fileLeft: null },
        hasRecoveryKey: false,
      });
      become(desk, { hasRecoveryKey: true });
    },
  },
  'app/status/chain-status.tsx': {
    dialogs: ['a till that left its chain', 'what the chain was told'],
    walk: async (desk) => {
      const chain = { light: 'sent', sentAt: AT, unsent: 0 } as const;
      await light(desk, es('chainLight.name'), { chain });
      await desk.comesBack('a till that left its chain meanwhile', async () => {
        const { page } = desk.counter;
        await page
          .getByRole('banner')
          .getByRole('button', { name: es('chainLight.name') })
          .click();
        await dialog(desk).waitFor();
        become(desk, { chain: null });
        await expect(dialog(desk)).toContainText(es('chainLight.none'));
      });
    },
  },
  'app/status/update-dialog.tsx': {
    dialogs: ['a newer version'],
    walk: async (desk) => {
      const by = 'owner' as const;
      const update = { version: '9.9.9', isReady: true, refused: null, waitsFor: [], by };
      await light(desk, 'Versión 9.9.9', { update });
      become(desk, { update: null });
    },
  },
  'features/back-office/history/cancel-payment.tsx': {
    dialogs: ['cancelling a payment'],
    walk: async (desk) => {
      await inHistory(desk, { mayCancel: true });
      await desk.comesBack('cancel', () => key(desk, 'Delete'));
    },
  },
  'features/back-office/history/cancel-unavailable-dialog.tsx': {
    dialogs: ['why nothing is cancelled'],
    walk: async (desk) => {
      await inHistory(desk, {});
      await desk.comesBack('why no cancel', () => key(desk, 'Delete'));
    },
  },
  'features/counter/pay/result/paper-panel.tsx': {
    dialogs: ['a copy that takes a PIN'],
    walk: async (desk) => {
      desk.told.override('printing.copy', () => NEEDS_PIN);
      desk.told.override('printing.tape', (real) =>
        real.ok && real.value ? ok({ ...real.value, isOnScreen: false }) : real,
      );
      await inHistory(desk, {});
      await desk.comesBack('copy', () => key(desk, 'Control+P'));
    },
  },
  'features/counter/pay/result/without-paper.tsx': {
    dialogs: ['a card that takes a PIN', 'how the receipt is given'],
    walk: async (desk) => {
      await inHistory(desk, {});
      await desk.comesBack('without paper', () => key(desk, 'Control+D'));
      desk.told.override('printing.give', () => NEEDS_PIN);
      await desk.comesBack('without paper, with its PIN', async () => {
        await key(desk, 'Control+D');
        await dialog(desk).getByRole('option').first().press('Enter');
        await desk.counter.page.locator('input[type=password]').waitFor();
      });
    },
  },
  'features/counter/refunds/owed-refund.tsx': {
    dialogs: ['handing back unconfirmed', 'deciding'],
    walk: async (desk) => {
      desk.told.override('refunds.settle', () => fail({ kind: 'refund', reason: 'not-confirmed' }));
      await inHistory(desk, { refund: { ...REFUND, amount: desk.paid.due } });
      await key(desk, 'Enter');
      await desk.comesBack('handing back', () => key(desk, 'F11'));
      await desk.comesBack('deciding', () => key(desk, 'Control+S'));
    },
  },
  'features/counter/unresolved/close-by-hand-dialog.tsx': {
    dialogs: ['what became of it', 'the PIN'],
    walk: async (desk) => {
      await unresolved(desk, { state: 'unclear', mayCloseByHand: true });
      await desk.comesBack('by hand', () => key(desk, 'Control+S'));
      await desk.comesBack('by hand, with its PIN', async () => {
        await key(desk, 'Control+S');
        await dialog(desk).getByRole('option').first().press('Enter');
        await desk.counter.page.locator('input[type=password]').waitFor();
      });
    },
  },
  'features/counter/pay/result/release-cash.tsx': {
    dialogs: ['releasing money without its slip'],
    walk: async (desk) => {
      await unresolved(desk, { kind: 'cash-out', handOver: 'paper-first' });
      await desk.comesBack('release', () => key(desk, 'Control+S'));
      desk.told.override('payments.unresolved', () => ok([]));
    },
  },
  'features/counter/bills/saved-bill.tsx': {
    dialogs: ['unlinking'],
    walk: async (desk) => {
      const { billerId, billerName, accountNumber, accountShown } = desk.paid;
      desk.told.override('bills.list', () =>
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
              balance: desk.paid.amount,
              balanceUpdatedAt: AT,
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
      await press(desk, 'F2', 'F6');
      await key(desk, 'Enter');
      await desk.counter.expectText(es('bills.refresh'));
      await desk.comesBack('unlink', () => key(desk, 'Delete'));
    },
  },
};
