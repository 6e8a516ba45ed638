import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describeProblem } from '../../shared/i18n/index.ts';
import { type OpenSsh, startOpenSsh } from '../support/openssh/index.ts';
import { readDailyFile } from '../support/read-daily-file.ts';
import { payBill } from './support/flows.ts';
import {
  asWritten,
  test as base,
  expect,
  isInOrder,
  languagesOf,
  OWNER,
  openRoom,
  type PageKey,
  textOf,
} from './support/index.ts';

/** The daily file: days that were missed, the server's key, a difference, a lost answer. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Where it is about noon, whenever this runs: yesterday's file is due there, and today goes on. */
const AHEAD = 12 - new Date().getUTCHours();
const ZONE = `Etc/GMT${AHEAD > 0 ? '-' : '+'}${Math.abs(AHEAD)}`;

const test = base.extend<{ readonly sshd: OpenSsh }>({
  sshd: async ({ shell: _ }, use) => {
    const sshd = await startOpenSsh();
    await use(sshd);
    await sshd.stop();
  },
});

for (const language of languagesOf('daily-file')) {
  test.describe(`the daily file in ${language}`, () => {
    test.skip(process.platform === 'win32', 'there is no OpenSSH server to be had');
    test.use({
      provisioning: async ({ sshd }, use) => {
        await use({
          language,
          reconciliation: {
            timeZone: ZONE,
            uploadTime: '04:00',
            uploadZone: ZONE,
            host: sshd.host,
            port: sshd.port,
            user: sshd.user,
            privateKey: sshd.privateKey,
            uploads: true,
          },
        });
      },
    });

    test('goes out for the days that were missed once the key is confirmed, and a difference shows', async ({
      till,
      counter,
      sshd,
    }) => {
      const words = (key: PageKey): string => textOf(language, key);
      await counter.signIn(OWNER.name, OWNER.pin);
      await payBill({ counter, till, language, version: 'v1.6', looks: async () => {} });
      await till.stop();
      const yesterday = await twoDaysOff(till.profile);
      await till.start('provisioned-again');

      await counter.signIn(OWNER.name, OWNER.pin);
      // The status line says that days are missing, and why nothing went out is one step away.
      const light = till.page.getByRole('button', {
        name: new RegExp(textOf(language, 'dayFile.name')),
      });
      await expect(light).toContainText('2');
      await openRoom(counter, language, 'daily-file');
      await counter.asks(words('dailyFile.title'));
      await counter.sees(sshd.fingerprint);
      await isInOrder(till.page, language);
      expect(readdirSync(sshd.folder)).toEqual([]);

      await counter.press('Control+s');
      const dialog = till.page.getByRole('dialog');
      await expect(dialog).toContainText(sshd.fingerprint);
      await isInOrder(till.page, language);
      await counter.press('Control+s');
      await expect(dialog).toBeHidden();
      const sent = till.page
        .getByRole('option')
        .filter({ hasText: asWritten(words('dailyFile.state.uploaded')) });
      await expect(sent).toHaveCount(2);
      await expect(light).toBeHidden();
      await isInOrder(till.page, language);

      const files = readdirSync(sshd.folder).sort();
      expect(files).toEqual([`lupita_${dateOf(2)}.txt`, `lupita_${dateOf(1)}.txt`].sort());
      const [empty, sold] = files.map((name) =>
        readDailyFile(readFileSync(join(sshd.folder, name))),
      );
      expect(empty).toEqual({ date: dateOf(2), registers: [] });
      expect(sold?.date).toBe(dateOf(1));
      expect(sold?.registers).toMatchObject([
        { createdAt: yesterday, accountNumber: '123456851236', amount: '120.00', posNumber: '07' },
      ]);

      // The service holds yesterday's payment with another amount.
      await sent.first().focus();
      await counter.press('Enter');
      await counter.sees(words('dailyFile.differencesTitle'));
      await counter.sees(new RegExp(`\\(${words('dailyFile.field.amount')}\\)`));
      await counter.sees(words('dailyFile.do.fields-differ'));
      await isInOrder(till.page, language);
      await counter.press('Control+o');
      await expect(till.page.getByRole('textbox')).toHaveValue(/FOOTER\|1$/);
      await isInOrder(till.page, language);
      await counter.press('Escape');
      await expect(till.page.getByRole('dialog')).toBeHidden();
      await counter.press('Control+g');
      await till.page.getByRole('dialog').waitFor();
      await counter.press('Enter');
      await counter.sees(words('dailyFile.saved'));
      const copy = join(till.profile, 'exports', `lupita_${dateOf(1)}.txt`);
      expect(readFileSync(copy)).toEqual(
        readFileSync(join(sshd.folder, `lupita_${dateOf(1)}.txt`)),
      );

      // The answer to yesterday's was lost, and the service has taken it away, or has not.
      await till.stop();
      answerLost(till.profile);
      rmSync(join(sshd.folder, `lupita_${dateOf(1)}.txt`));
      await till.start('provisioned-again');
      await counter.signIn(OWNER.name, OWNER.pin);
      await openRoom(counter, language, 'daily-file');
      const doubtful = till.page
        .getByRole('option')
        .filter({ hasText: words('dailyFile.state.in-doubt') });
      // The till has looked for it by itself.
      const problem = { kind: 'upload', reason: 'may-have-arrived', fingerprint: null } as const;
      const { happened } = describeProblem(problem, language);
      await expect(doubtful).toContainText(happened);
      await isInOrder(till.page, language);
      await doubtful.focus();
      await counter.press('Enter');
      await counter.sees(words('dailyFile.doubtNext'));
      await isInOrder(till.page, language);
      expect(readdirSync(sshd.folder)).toEqual([`lupita_${dateOf(2)}.txt`]);
      await counter.press('Control+e');
      await expect(till.page.getByRole('dialog')).toContainText(words('dailyFile.sendAgainWhy'));
      await isInOrder(till.page, language);
      await till.page.getByRole('textbox').fill('Rosa');
      await counter.press('Enter');
      await expect(till.page.getByRole('dialog')).toBeHidden();
      await counter.sees(words('dailyFile.state.uploaded'));
      expect(readFileSync(join(sshd.folder, `lupita_${dateOf(1)}.txt`))).toEqual(
        readFileSync(copy),
      );
    });
  });
}

/** The business day of so many days ago, in the chain's zone. */
function day(ago: number): string {
  return new Date(Date.now() + AHEAD * HOUR_MS - ago * DAY_MS).toISOString().slice(0, 10);
}

/** The UTC day, `YYYYMMDD`, on which the file of that business day was due: at 04:00 after it. */
function dateOf(ago: number): string {
  const due = Date.parse(`${day(ago)}T00:00:00Z`) + DAY_MS + (4 - AHEAD) * HOUR_MS;
  return new Date(due).toISOString().slice(0, 10).replaceAll('-', '');
}

/**
 * The till that is stopped has been uploading for two days, and its payment was yesterday's. Of its
 * amount the service holds another. Answers the payment's time as the file writes it.
 */
async function twoDaysOff(profile: string): Promise<string> {
  const at = new Date(Date.now() - DAY_MS).toISOString().slice(0, 19);
  const ledger = new DatabaseSync(join(profile, 'ledger-training.sqlite'));
  ledger.exec(`UPDATE reconciliation_state SET uploading_since = '${day(2)}';
    UPDATE outcomes SET transaction_created_at = '${at}Z'`);
  ledger.close();
  const service = new DatabaseSync(join(profile, 'training-service', 'training.db'));
  service.exec(`UPDATE transactions SET amount = '121.00', created_at = ${Date.parse(`${at}Z`)}`);
  service.close();
  return at;
}

/** The till that is stopped does not know whether yesterday's file arrived. */
function answerLost(profile: string): void {
  const ledger = new DatabaseSync(join(profile, 'ledger-training.sqlite'));
  ledger.exec(`UPDATE reconciliation_days SET in_doubt_at = uploaded_at, uploaded_at = NULL
    WHERE day = '${day(1)}'`);
  ledger.close();
}
