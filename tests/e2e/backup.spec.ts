import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { unzipSync } from 'fflate';
import { describeProblem } from '../../shared/i18n/index.ts';
import {
  expect,
  expectScreenInOrder,
  getLanguages,
  getText,
  makeBackup,
  OWNER,
  openBackOfficePage,
  type PageKey,
  test,
} from './support/index.ts';

const folder = join(tmpdir(), `till-e2e-backups-${process.pid}`);

for (const language of getLanguages('backup')) {
  test.describe(language, () => {
    test.use({ provisioning: { language, backup: { folder } } });
    test.beforeEach(() => mkdir(folder, { recursive: true }));
    test.afterEach(() => rm(folder, { recursive: true, force: true }));

    const inAudit = (key: PageKey): string => getText(language, key);
    const inFrame = (key: PageKey): string => getText(language, key);
    const inBackup = (key: PageKey): string => getText(language, key);

    test('makes a backup, says when its folder is gone, and tells the help line', async ({
      counter,
      till,
    }) => {
      await counter.signIn(OWNER.name, OWNER.pin);
      await openBackOfficePage(counter, language, 'backup');
      await counter.expectQuestion(inBackup('backups.title'));
      await counter.press('Enter');
      await counter.expectQuestion(inBackup('backups.backups'));
      await counter.expectText(inBackup('backups.noCopies'));
      await counter.press('Control+G');
      const copies = till.page.getByRole('listbox').getByRole('option');
      await expect(copies).toHaveCount(1);
      const names = await readdir(folder);
      expect(names.sort()).toEqual([
        expect.stringMatching(/^mostrador-training-\d{8}T\d{6}Z\.tar\.zst\.age$/),
        expect.stringMatching(/^mostrador-training-\d{8}T\d{6}Z\.tar\.zst\.age\.json$/),
      ]);

      // The way back to it: what would be missing, and a supervisor's PIN.
      await copies.first().focus();
      await counter.press('Enter');
      await counter.expectQuestion(inBackup('backups.restore'));
      await counter.expectText(inBackup('backups.restore.sameHappened'));
      await expectScreenInOrder(till.page, language);
      await counter.press('Control+S');
      await counter.type(OWNER.pin);
      await counter.press('Enter');
      await counter.expectText(inBackup('backups.staged'));

      // The folder is gone: nothing is made there, and it is said.
      await counter.press('Delete');
      await expect(till.page.getByText(inBackup('backups.staged'))).toBeHidden();
      await rm(folder, { recursive: true });
      await counter.press('Control+G');
      await counter.expectText(
        describeProblem({ kind: 'backup', reason: 'no-folder' }, language).happened,
      );
      await expectScreenInOrder(till.page, language);
      await expect(readdir(folder)).rejects.toThrow('ENOENT');

      // It stays on the status line wherever one goes, and leads back here.
      await counter.press('F2');
      await till.page.getByRole('button', { name: inFrame('backup.failed') }).click();
      await expect(till.page.getByRole('dialog')).toContainText(inFrame('backup.title'));
      await expectScreenInOrder(till.page, language);
      await counter.press('Enter');
      await counter.expectQuestion(inBackup('backups.backups'));

      await counter.press('Escape', 'ArrowDown', 'ArrowDown', 'Enter');
      await counter.expectQuestion(inBackup('backups.diagnostics'));
      await counter.press('Control+G');
      await counter.expectText(inBackup('backups.diagnostics.made'));
      await expectScreenInOrder(till.page, language);
      const exports = join(till.profile, 'exports');
      const [zip = ''] = await readdir(exports);
      const inside = unzipSync(await readFile(join(exports, zip)));
      expect(Object.keys(inside)).toEqual(
        expect.arrayContaining(['about.json', 'settings.json', 'backups.json', 'logs/log.txt']),
      );
      expect(new TextDecoder().decode(inside['backups.json'])).toContain('no-folder');
    });

    test('shows who did what, and that the log is whole', async ({ counter, till }) => {
      await counter.signIn(OWNER.name, OWNER.pin);
      await makeBackup(till);
      await openBackOfficePage(counter, language, 'audit');
      await counter.expectQuestion(inAudit('audit.title'));
      const rows = till.page.getByRole('listbox').getByRole('option');
      await expect(rows.first()).toContainText(inAudit('audit.kind.backup-made'));
      await expectScreenInOrder(till.page, language);
      await counter.press('F1');
      await counter.expectText(inAudit('audit.whole'));
      await expectScreenInOrder(till.page, language);
      await counter.press('Escape');
      // The disk with the backups is gone: that none was compared is said.
      await rm(folder, { recursive: true });
      await counter.press('F1');
      await counter.expectText(inAudit('audit.notCompared'));
      await counter.expectText(inAudit('audit.unreadSeals'));
      await expectScreenInOrder(till.page, language);
      await counter.press('Escape');
      const act = till.page.getByLabel(inAudit('audit.act'), { exact: true });
      await act.selectOption('signed-in');
      await expect(rows).toHaveCount(1);
      await rows.first().focus();
      await counter.press('Enter');
      await counter.expectText(inAudit('audit.digest'));
      await counter.press('Escape', 'Control+G');
      await counter.expectText(inAudit('audit.exported_one'));
      const [file = ''] = await readdir(join(till.profile, 'exports'));
      const text = await readFile(join(till.profile, 'exports', basename(file)), 'utf8');
      expect(text.split('\r\n')).toHaveLength(3);
    });
  });
}
