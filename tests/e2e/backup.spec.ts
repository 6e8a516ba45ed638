import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { unzipSync } from 'fflate';
import { describeProblem } from '../../shared/i18n/index.ts';
import {
  expect,
  expectScreenInOrder,
  getLanguages,
  getTextBeforePlaceholder,
  type LocaleFileKey,
  makeBackup,
  OWNER,
  openBackOfficePage,
  test,
} from './support/index.ts';

const folder = join(tmpdir(), `till-e2e-backups-${process.pid}`);

for (const language of getLanguages('backup')) {
  test.describe(language, () => {
    test.use({ provisioning: { language, backup: { folder } } });
    test.beforeEach(() => mkdir(folder, { recursive: true }));
    test.afterEach(() => rm(folder, { recursive: true, force: true }));

    const getAuditText = (key: LocaleFileKey): string => getTextBeforePlaceholder(language, key);
    const getFrameText = (key: LocaleFileKey): string => getTextBeforePlaceholder(language, key);
    const getBackupText = (key: LocaleFileKey): string => getTextBeforePlaceholder(language, key);

    test('makes a backup, reports a missing folder and writes a support bundle', async ({
      counter,
      till,
    }) => {
      await counter.signIn(OWNER.name, OWNER.pin);
      await openBackOfficePage(counter, language, 'backup');
      await counter.expectQuestion(getBackupText('backups.title'));
      await counter.press('Enter');
      await counter.expectQuestion(getBackupText('backups.backups'));
      await counter.expectText(getBackupText('backups.noCopies'));
      await counter.press('Control+G');
      const backupRows = till.page.getByRole('listbox').getByRole('option');
      await expect(backupRows).toHaveCount(1);
      const names = await readdir(folder);
      expect(names.sort()).toEqual([
        expect.stringMatching(/^mostrador-training-\d{8}T\d{6}Z\.tar\.zst\.age$/),
        expect.stringMatching(/^mostrador-training-\d{8}T\d{6}Z\.tar\.zst\.age\.json$/),
      ]);

      // Restore: the screen lists what would be lost, and asks for a supervisor's PIN.
      await backupRows.first().focus();
      await counter.press('Enter');
      await counter.expectQuestion(getBackupText('backups.restore'));
      await counter.expectText(getBackupText('backups.restore.sameTitle'));
      await expectScreenInOrder(till.page, language);
      await counter.press('Control+S');
      await counter.type(OWNER.pin);
      await counter.press('Enter');
      await counter.expectText(getBackupText('backups.staged'));

      // Without the folder no backup is made, and the screen reports it.
      await counter.press('Delete');
      await expect(till.page.getByText(getBackupText('backups.staged'))).toBeHidden();
      await rm(folder, { recursive: true });
      await counter.press('Control+G');
      await counter.expectText(
        describeProblem({ kind: 'backup', reason: 'no-folder' }, language).title,
      );
      await expectScreenInOrder(till.page, language);
      await expect(readdir(folder)).rejects.toThrow('ENOENT');

      // The problem stays on the status line of every screen, and its button leads back here.
      await counter.press('F2');
      await till.page.getByRole('button', { name: getFrameText('backup.failed') }).click();
      await expect(till.page.getByRole('dialog')).toContainText(getFrameText('backup.title'));
      await expectScreenInOrder(till.page, language);
      await counter.press('Enter');
      await counter.expectQuestion(getBackupText('backups.backups'));

      await counter.press('Escape', 'ArrowDown', 'ArrowDown', 'Enter');
      await counter.expectQuestion(getBackupText('backups.diagnostics'));
      await counter.press('Control+G');
      await counter.expectText(getBackupText('backups.diagnostics.made'));
      await expectScreenInOrder(till.page, language);
      const exports = join(till.profile, 'exports');
      const [zipName = ''] = await readdir(exports);
      const zipEntries = unzipSync(await readFile(join(exports, zipName)));
      expect(Object.keys(zipEntries)).toEqual(
        expect.arrayContaining(['about.json', 'settings.json', 'backups.json', 'logs/log.txt']),
      );
      expect(new TextDecoder().decode(zipEntries['backups.json'])).toContain('no-folder');
    });

    test('lists the audit records and reports an intact audit log', async ({ counter, till }) => {
      await counter.signIn(OWNER.name, OWNER.pin);
      await makeBackup(till);
      await openBackOfficePage(counter, language, 'audit');
      await counter.expectQuestion(getAuditText('audit.title'));
      const rows = till.page.getByRole('listbox').getByRole('option');
      await expect(rows.first()).toContainText(getAuditText('audit.kind.backup-made'));
      await expectScreenInOrder(till.page, language);
      await counter.press('F1');
      await counter.expectText(getAuditText('audit.intact'));
      await expectScreenInOrder(till.page, language);
      await counter.press('Escape');
      // The folder with the backups is missing: the screen reports that none was compared.
      await rm(folder, { recursive: true });
      await counter.press('F1');
      await counter.expectText(getAuditText('audit.notCompared'));
      await counter.expectText(getAuditText('audit.unreadSeals'));
      await expectScreenInOrder(till.page, language);
      await counter.press('Escape');
      const actionFilter = till.page.getByLabel(getAuditText('audit.action'), { exact: true });
      await actionFilter.selectOption('signed-in');
      await expect(rows).toHaveCount(1);
      await rows.first().focus();
      await counter.press('Enter');
      await counter.expectText(getAuditText('audit.digest'));
      await counter.press('Escape', 'Control+G');
      await counter.expectText(getAuditText('audit.exported_one'));
      const [file = ''] = await readdir(join(till.profile, 'exports'));
      const text = await readFile(join(till.profile, 'exports', basename(file)), 'utf8');
      expect(text.split('\r\n')).toHaveLength(3);
    });
  });
}
