import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describeProblem } from '../../shared/i18n/index.ts';
import { readDailyFile } from '../support/read-daily-file.ts';
import { payBill } from './support/flows.ts';
import {
  expect,
  expectScreenInOrder,
  getLanguages,
  getText,
  OWNER,
  openBackOfficePage,
  type PageKey,
  toWholeWordPattern,
} from './support/index.ts';
import {
  createUploadSettings,
  getBusinessDay,
  getDueDate,
  shiftProfileByTwoDays,
  uploadsTest as test,
} from './support/uploads.ts';

/** The daily file: days that were missed, the server's key, a difference, a lost answer. */

for (const language of getLanguages('daily-file')) {
  test.describe(`the daily file in ${language}`, () => {
    test.skip(process.platform === 'win32', 'there is no OpenSSH server to be had');
    test.use({
      provisioning: async ({ sshd }, use) => {
        await use({
          language,
          reconciliation: createUploadSettings(sshd),
        });
      },
    });

    test('goes out for the days that were missed once the key is confirmed, and a difference shows', async ({
      till,
      counter,
      sshd,
    }) => {
      const words = (key: PageKey): string => getText(language, key);
      await counter.signIn(OWNER.name, OWNER.pin);
      await payBill({ counter, till, language, version: 'v1.6', looks: async () => {} });
      await till.stop();
      const yesterday = await shiftProfileByTwoDays(till.profile);
      await till.start('provisioned-again');

      await counter.signIn(OWNER.name, OWNER.pin);
      // The status line says that days are missing, and why nothing went out is one step away.
      const light = till.page.getByRole('button', {
        name: new RegExp(getText(language, 'dayFile.name')),
      });
      await expect(light).toContainText('2');
      await openBackOfficePage(counter, language, 'daily-file');
      await counter.expectQuestion(words('dailyFile.title'));
      await counter.expectText(sshd.fingerprint);
      await expectScreenInOrder(till.page, language);
      expect(readdirSync(sshd.folder)).toEqual([]);

      await counter.press('Control+s');
      const dialog = till.page.getByRole('dialog');
      await expect(dialog).toContainText(sshd.fingerprint);
      await expectScreenInOrder(till.page, language);
      await counter.press('Control+s');
      await expect(dialog).toBeHidden();
      const sent = till.page
        .getByRole('option')
        .filter({ hasText: toWholeWordPattern(words('dailyFile.state.uploaded')) });
      await expect(sent).toHaveCount(2);
      await expect(light).toBeHidden();
      await expectScreenInOrder(till.page, language);

      const files = readdirSync(sshd.folder).sort();
      expect(files).toEqual([`lupita_${getDueDate(2)}.txt`, `lupita_${getDueDate(1)}.txt`].sort());
      const [empty, sold] = files.map((name) =>
        readDailyFile(readFileSync(join(sshd.folder, name))),
      );
      expect(empty).toEqual({ date: getDueDate(2), registers: [] });
      expect(sold?.date).toBe(getDueDate(1));
      expect(sold?.registers).toMatchObject([
        { createdAt: yesterday, accountNumber: '123456851236', amount: '120.00', posNumber: '07' },
      ]);

      // The service holds yesterday's payment with another amount.
      await sent.first().focus();
      await counter.press('Enter');
      await counter.expectText(words('dailyFile.differencesTitle'));
      await counter.expectText(new RegExp(`\\(${words('dailyFile.field.amount')}\\)`));
      await counter.expectText(words('dailyFile.do.fields-differ'));
      await expectScreenInOrder(till.page, language);
      await counter.press('Control+o');
      await expect(till.page.getByRole('textbox')).toHaveValue(/FOOTER\|1$/);
      await expectScreenInOrder(till.page, language);
      await counter.press('Escape');
      await expect(till.page.getByRole('dialog')).toBeHidden();
      await counter.press('Control+g');
      await till.page.getByRole('dialog').waitFor();
      await counter.press('Enter');
      await counter.expectText(words('dailyFile.saved'));
      const copy = join(till.profile, 'exports', `lupita_${getDueDate(1)}.txt`);
      expect(readFileSync(copy)).toEqual(
        readFileSync(join(sshd.folder, `lupita_${getDueDate(1)}.txt`)),
      );

      // The answer to yesterday's was lost, and the service has taken it away, or has not.
      await till.stop();
      answerLost(till.profile);
      rmSync(join(sshd.folder, `lupita_${getDueDate(1)}.txt`));
      await till.start('provisioned-again');
      await counter.signIn(OWNER.name, OWNER.pin);
      await openBackOfficePage(counter, language, 'daily-file');
      const doubtful = till.page
        .getByRole('option')
        .filter({ hasText: words('dailyFile.state.in-doubt') });
      // The till has looked for it by itself.
      const problem = { kind: 'upload', reason: 'may-have-arrived', fingerprint: null } as const;
      const { happened } = describeProblem(problem, language);
      await expect(doubtful).toContainText(happened);
      await expectScreenInOrder(till.page, language);
      await doubtful.focus();
      await counter.press('Enter');
      await counter.expectText(words('dailyFile.doubtNext'));
      await expectScreenInOrder(till.page, language);
      expect(readdirSync(sshd.folder)).toEqual([`lupita_${getDueDate(2)}.txt`]);
      await counter.press('Control+e');
      await expect(till.page.getByRole('dialog')).toContainText(words('dailyFile.sendAgainWhy'));
      await expectScreenInOrder(till.page, language);
      await till.page.getByRole('textbox').fill('Rosa');
      await counter.press('Enter');
      await expect(till.page.getByRole('dialog')).toBeHidden();
      await counter.expectText(words('dailyFile.state.uploaded'));
      expect(readFileSync(join(sshd.folder, `lupita_${getDueDate(1)}.txt`))).toEqual(
        readFileSync(copy),
      );
    });
  });
}

/** The till that is stopped does not know whether yesterday's file arrived. */
function answerLost(profile: string): void {
  const ledger = new DatabaseSync(join(profile, 'ledger-training.sqlite'));
  ledger.exec(`UPDATE reconciliation_days SET in_doubt_at = uploaded_at, uploaded_at = NULL
    WHERE day = '${getBusinessDay(1)}'`);
  ledger.close();
}
