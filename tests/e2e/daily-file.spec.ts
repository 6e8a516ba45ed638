import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describeProblem } from '../../shared/i18n/index.ts';
import {
  createUploadSettings,
  getBusinessDay,
  getDueDate,
  insertAmountDifferenceFromYesterday,
} from '../support/due-daily-files.ts';
import { parseDailyFile } from '../support/read-daily-file.ts';
import {
  expect,
  expectScreenInOrder,
  getLanguages,
  getTextBeforePlaceholder,
  type LocaleFileKey,
  OWNER,
  openBackOfficePage,
  toWholeWordPattern,
} from './support/index.ts';
import { payBill } from './support/payment-flows.ts';
import { uploadsTest as test } from './support/uploads-test.ts';

/** The daily file: missed days, the server's key, a difference, a lost answer. */

for (const language of getLanguages('daily-file')) {
  test.describe(`daily file in ${language}`, () => {
    test.skip(process.platform === 'win32', 'no OpenSSH server is available');
    test.use({
      provisioning: async ({ sshd }, use) => {
        await use({
          language,
          reconciliation: createUploadSettings(sshd),
        });
      },
    });

    test('uploads the missed days after the key is confirmed and shows a difference', async ({
      till,
      counter,
      sshd,
    }) => {
      const getPageText = (key: LocaleFileKey): string => getTextBeforePlaceholder(language, key);
      await counter.signIn(OWNER.name, OWNER.pin);
      await payBill({ counter, till, language, version: 'v1.6', checkScreen: async () => {} });
      await till.stop();
      const yesterday = await insertAmountDifferenceFromYesterday(till.profile);
      await till.start('provisioned-again');

      await counter.signIn(OWNER.name, OWNER.pin);
      // The status line reports the missing days; the reason is one step away.
      const statusIndicator = till.page.getByRole('button', {
        name: new RegExp(getTextBeforePlaceholder(language, 'dailyFileStatus.name')),
      });
      await expect(statusIndicator).toContainText('2');
      await openBackOfficePage(counter, language, 'daily-file');
      await counter.expectQuestion(getPageText('dailyFile.title'));
      await counter.expectText(sshd.fingerprint);
      await expectScreenInOrder(till.page, language);
      expect(readdirSync(sshd.folder)).toEqual([]);

      await counter.press('Control+s');
      const dialog = till.page.getByRole('dialog');
      await expect(dialog).toContainText(sshd.fingerprint);
      await expectScreenInOrder(till.page, language);
      await counter.press('Control+s');
      await expect(dialog).toBeHidden();
      const uploadedRows = till.page
        .getByRole('option')
        .filter({ hasText: toWholeWordPattern(getPageText('dailyFile.state.uploaded')) });
      await expect(uploadedRows).toHaveCount(2);
      await expect(statusIndicator).toBeHidden();
      await expectScreenInOrder(till.page, language);

      const files = readdirSync(sshd.folder).sort();
      expect(files).toEqual([`lupita_${getDueDate(2)}.txt`, `lupita_${getDueDate(1)}.txt`].sort());
      const [emptyFile, yesterdayFile] = files.map((name) =>
        parseDailyFile(readFileSync(join(sshd.folder, name))),
      );
      expect(emptyFile).toEqual({ date: getDueDate(2), registers: [] });
      expect(yesterdayFile?.date).toBe(getDueDate(1));
      expect(yesterdayFile?.registers).toMatchObject([
        { createdAt: yesterday, accountNumber: '123456851236', amount: '120.00', posNumber: '07' },
      ]);

      // The service has yesterday's payment with another amount.
      await uploadedRows.first().focus();
      await counter.press('Enter');
      await counter.expectText(getPageText('dailyFile.differencesTitle'));
      await counter.expectText(new RegExp(`\\(${getPageText('dailyFile.field.amount')}\\)`));
      await counter.expectText(getPageText('dailyFile.action.fields-differ'));
      await expectScreenInOrder(till.page, language);
      await counter.press('Control+o');
      await expect(till.page.getByRole('textbox')).toHaveValue(/FOOTER\|1$/);
      await expectScreenInOrder(till.page, language);
      await counter.press('Escape');
      await expect(till.page.getByRole('dialog')).toBeHidden();
      await counter.press('Control+g');
      await till.page.getByRole('dialog').waitFor();
      await counter.press('Enter');
      await counter.expectText(getPageText('dailyFile.saved'));
      const exportedFile = join(till.profile, 'exports', `lupita_${getDueDate(1)}.txt`);
      expect(readFileSync(exportedFile)).toEqual(
        readFileSync(join(sshd.folder, `lupita_${getDueDate(1)}.txt`)),
      );

      // The answer to yesterday's upload was lost; the server may or may not have taken the file.
      await till.stop();
      setUploadInDoubt(till.profile);
      rmSync(join(sshd.folder, `lupita_${getDueDate(1)}.txt`));
      await till.start('provisioned-again');
      await counter.signIn(OWNER.name, OWNER.pin);
      await openBackOfficePage(counter, language, 'daily-file');
      const inDoubtRow = till.page
        .getByRole('option')
        .filter({ hasText: getPageText('dailyFile.state.in-doubt') });
      // The till looked for the file itself.
      const problem = { kind: 'upload', reason: 'may-have-arrived', fingerprint: null } as const;
      const { title } = describeProblem(problem, language);
      await expect(inDoubtRow).toContainText(title);
      await expectScreenInOrder(till.page, language);
      await inDoubtRow.focus();
      await counter.press('Enter');
      await counter.expectText(getPageText('dailyFile.inDoubtAction'));
      await expectScreenInOrder(till.page, language);
      expect(readdirSync(sshd.folder)).toEqual([`lupita_${getDueDate(2)}.txt`]);
      await counter.press('Control+e');
      await expect(till.page.getByRole('dialog')).toContainText(
        getPageText('dailyFile.sendAgainExplanation'),
      );
      await expectScreenInOrder(till.page, language);
      await till.page.getByRole('textbox').fill('Rosa');
      await counter.press('Enter');
      await expect(till.page.getByRole('dialog')).toBeHidden();
      await counter.expectText(getPageText('dailyFile.state.uploaded'));
      expect(readFileSync(join(sshd.folder, `lupita_${getDueDate(1)}.txt`))).toEqual(
        readFileSync(exportedFile),
      );
    });
  });
}

/** Makes the upload of yesterday's file uncertain in the ledger of a stopped till. */
function setUploadInDoubt(profile: string): void {
  const ledger = new DatabaseSync(join(profile, 'ledger-training.sqlite'));
  ledger.exec(`UPDATE reconciliation_days SET in_doubt_at = uploaded_at, uploaded_at = NULL
    WHERE day = '${getBusinessDay(1)}'`);
  ledger.close();
}
