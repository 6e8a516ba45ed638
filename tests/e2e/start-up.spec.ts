import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeConnectionFault, describeProblem } from '../../shared/i18n/index.ts';
import {
  expect,
  expectScreenInOrder,
  getLanguages,
  getTextBeforePlaceholder,
  type LocaleFileKey,
  makeBackup,
  OWNER,
  readPageTexts,
  TRAINING_SHOP,
  test,
} from './support/index.ts';

const texts = readPageTexts('es-MX');

test.describe('service that is not reachable at startup', () => {
  test.use({ serviceVersion: 'v3.mx' });

  test('starts with its lists and receipts and reports the unreachable service', async ({
    counter,
    service,
    till,
  }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await counter.find('telmex', /Telmex/);
    await counter.goToConfirm({ account: '8112345678', amount: '150' });
    await counter.press('F12');
    await counter.expectQuestion(/^(Entregue|Pagado)/);
    await counter.goToNextCustomer();
    await till.stop();
    await service.close();
    await till.start('provisioned-again');
    await counter.signIn(OWNER.name, OWNER.pin);
    await counter.expectText(texts['service.unreachable']);
    await till.page.getByRole('button', { name: texts['service.name'] }).click();
    await expect(till.page.getByRole('dialog')).toContainText(texts['service.unreachable.title']);
    const fault = describeConnectionFault({ kind: 'service', httpStatus: null }, 'es-MX');
    await expect(till.page.getByRole('dialog')).toContainText(fault);
    await counter.press('Escape');
    await counter.press('F8');
    await till.page.getByRole('option', { name: /Telmex/ }).waitFor();
    await counter.press('Enter');
    await expect(async () => expect(await counter.readTape()).toContain('8112345678')).toPass();
    await counter.press('F2');
    await counter.find('cfe com', /CFE/);
    await counter.type('501000000007');
    await counter.press('Enter');
    await counter.expectQuestion(
      describeProblem({ kind: 'service-unreachable', reason: 'refused' }, 'es-MX').title,
    );
  });
});

for (const language of getLanguages('rescue')) {
  test.describe(`damaged ledger, ${language}`, () => {
    test.use({ provisioning: { language } });

    test('sells nothing with a damaged ledger and restores the backup by the steps it shows', async ({
      counter,
      till,
    }) => {
      const getAppText = (key: LocaleFileKey): string => getTextBeforePlaceholder(language, key);
      await counter.signIn(OWNER.name, OWNER.pin);
      const backup = await makeBackup(till);
      await till.stop();
      const ledger = join(till.profile, 'ledger-training.sqlite');
      const damaged = Buffer.concat([Buffer.alloc(4096, 7), await readFile(ledger)]);
      await writeFile(ledger, damaged);
      await till.start();
      const { title } = describeProblem({ kind: 'storage', reason: 'damaged', file: '' }, language);
      await counter.expectText(title);
      await counter.expectText(new RegExp(TRAINING_SHOP.shop.helpLine ?? 'no help line'));
      const steps = till.page.getByRole('region', { name: getAppText('app.rescue') });
      const file = join(till.profile, 'backups', backup.file);
      await expect(steps).toContainText(`--restore "${file}" --insist`);
      await expect(steps).toContainText(`${OWNER.name} (${OWNER.id})`);
      await expectScreenInOrder(till.page, language);

      await till.stop();
      const pinFile = join(till.profile, 'pin.json');
      await writeFile(pinFile, JSON.stringify({ cashierId: OWNER.id, pin: OWNER.pin }));
      await till.start(null, ['--restore', file, '--insist', pinFile]);
      await counter.signIn(OWNER.name, OWNER.pin);
      const names = await readdir(till.profile);
      expect(names).not.toContain('pin.json');
      const [replacedFile = ''] = names.filter((name) => /\.replaced-.*\.sqlite$/.test(name));
      expect((await readFile(join(till.profile, replacedFile))).equals(damaged)).toBe(true);
    });
  });
}

test('closes every file of the profile to other users, also files that were open to them', async ({
  counter,
  till,
}) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await till.stop();
  await writeFile(join(till.profile, 'left.txt'), 'by an earlier program');
  await mkdir(join(till.profile, 'exports'), { recursive: true });
  const openFiles = ['ledger-training.sqlite', 'settings.json', 'left.txt'];
  for (const name of openFiles) await chmod(join(till.profile, name), 0o666);
  for (const name of ['', 'exports', 'logs']) await chmod(join(till.profile, name), 0o777);
  await till.start();
  await counter.signIn(OWNER.name, OWNER.pin);
  await makeBackup(till);
  // The profile folder is closed before anything is read from it; its files soon after the sign-in.
  expect((await stat(till.profile)).mode & 0o077).toBe(0);
  await expect(async () => {
    const entries = await readdir(till.profile, { recursive: true, withFileTypes: true });
    const entriesToCheck = entries.filter((entry) => !entry.isSymbolicLink());
    expect(entriesToCheck.length).toBeGreaterThan(8);
    for (const path of entriesToCheck.map((entry) => join(entry.parentPath, entry.name))) {
      expect(`${path} ${((await stat(path)).mode & 0o077).toString(8)}`).toBe(`${path} 0`);
    }
  }).toPass();
});

test.describe('wrong data from the service', () => {
  // Few of the generated billers have no currency.
  test.use({ serviceVersion: 'v3.mx', catalog: 'full' });

  test('shows a clock that is 20 minutes off in the status line, and what to do', async ({
    counter,
    service,
    till,
  }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    service.advanceClock(20 * 60_000);
    await counter.find('cfe com', /CFE/);
    await counter.type('501000000007');
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.cash.title'));
    await counter.expectText(texts['service.clock-off']);
    await till.page.getByRole('button', { name: texts['service.name'] }).click();
    const dialog = till.page.getByRole('dialog');
    await expect(dialog).toContainText('difiere 20 minutos');
    await expect(dialog).toContainText(texts['service.clock-off.action']);
  });

  test('marks a biller without currency and takes no payment for it', async ({ counter, till }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await till.page.getByRole('combobox').fill('caja de ahorro villa nueva');
    const row = till.page.getByRole('option').filter({ hasText: texts['home.noCurrency'] });
    await row.waitFor();
    await row.click();
    await till.page.getByRole('textbox').first().fill('12345678');
    await counter.press('Enter');
    await expect(counter.getNotice().first()).toContainText(/moneda/);
    await counter.press('Enter', 'F12');
    expect(await till.callTill('payments.recent', { limit: 1 })).toEqual([]);
  });
});

test.describe('page part that cannot be loaded', () => {
  test.use({ serviceVersion: 'v3.mx' });

  test('reports a page part that failed to load and reloads it with Enter', async ({
    counter,
    till,
  }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    const file = '**/assets/screens-*.js';
    await till.page.route(file, (route) => route.abort());
    await till.page.reload();
    const title = till.page.getByRole('main').getByRole('heading', { level: 1 });
    await expect(title).toContainText(texts['app.notLoaded']);
    await till.page.unroute(file);
    await counter.press('Enter');
    await counter.expectQuestion(texts['home.title']);
    await counter.press('F8');
    await counter.expectQuestion(texts['history.title']);
  });
});
