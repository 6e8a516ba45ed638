import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeProblem } from '../../shared/i18n/index.ts';
import {
  expect,
  expectScreenInOrder,
  getLanguages,
  getText,
  makeBackup,
  OWNER,
  type PageKey,
  readPageTexts,
  TRAINING_SHOP,
  test,
} from './support/index.ts';

const words = readPageTexts('es-MX');

test.describe('a service that is not there when the till starts', () => {
  test.use({ serviceVersion: 'v3.mx' });

  test('keeps nobody out: lists and receipts stand, and the light is honest', async ({
    counter,
    service,
    till,
  }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await counter.find('telmex', /Telmex/);
    await counter.goToConfirm({ account: '8112345678', amount: '150' });
    await counter.press('F12');
    await counter.expectQuestion(/^(Entregue|Pagado)/);
    await counter.nextCustomer();
    await till.stop();
    await service.close();
    await till.start('provisioned-again');
    await counter.signIn(OWNER.name, OWNER.pin);
    await counter.expectText(words['service.unreachable']);
    await till.page.getByRole('button', { name: words['service.name'] }).click();
    await expect(till.page.getByRole('dialog')).toContainText(words['service.unreachable.what']);
    await expect(till.page.getByRole('dialog')).toContainText(words['service.unreachable.next']);
    await counter.press('Escape');
    await counter.press('F8');
    await till.page.getByRole('option', { name: /Telmex/ }).waitFor();
    await counter.press('Enter');
    await expect(async () => expect(await counter.tape()).toContain('8112345678')).toPass();
    await counter.press('F2');
    await counter.find('cfe com', /CFE/);
    await counter.type('501000000007');
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.balance.failedTitle'));
  });
});

test.describe('a till that has never reached its service', () => {
  test.use({
    provisioning: {
      environment: 'sandbox',
      baseUrl: 'https://127.0.0.1:9',
      vendor: 'vendor',
      apiKey: 'key',
      secretKey: 'secret',
    },
  });

  test('says that it has no list yet, and what to do', async ({ counter }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await counter.expectText(words['home.list.never']);
    await counter.expectText(words['home.list.neverNext']);
  });
});

for (const language of getLanguages('rescue')) {
  test.describe(`a damaged ledger, ${language}`, () => {
    test.use({ provisioning: { language } });

    test('sells nothing, names the newest good backup, and comes back by the steps it shows', async ({
      counter,
      till,
    }) => {
      const inApp = (key: PageKey): string => getText(language, key);
      await counter.signIn(OWNER.name, OWNER.pin);
      const copy = await makeBackup(till);
      await till.stop();
      const ledger = join(till.profile, 'ledger-training.sqlite');
      const damaged = Buffer.concat([Buffer.alloc(4096, 7), await readFile(ledger)]);
      await writeFile(ledger, damaged);
      await till.start();
      const { happened } = describeProblem(
        { kind: 'storage', reason: 'damaged', file: '' },
        language,
      );
      await counter.expectText(happened);
      await counter.expectText(new RegExp(TRAINING_SHOP.shop.helpLine ?? 'no help line'));
      const steps = till.page.getByRole('region', { name: inApp('app.rescue') });
      const file = join(till.profile, 'backups', copy.file);
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
      const [kept = ''] = names.filter((name) => /\.replaced-.*\.sqlite$/.test(name));
      expect((await readFile(join(till.profile, kept))).equals(damaged)).toBe(true);
    });
  });
}

test('keeps every file of the profile from other users, also those that were open to them', async ({
  counter,
  till,
}) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await till.stop();
  await writeFile(join(till.profile, 'left.txt'), 'by an earlier program');
  await mkdir(join(till.profile, 'exports'), { recursive: true });
  const open = ['ledger-training.sqlite', 'settings.json', 'left.txt'];
  for (const name of open) await chmod(join(till.profile, name), 0o666);
  for (const name of ['', 'exports', 'logs']) await chmod(join(till.profile, name), 0o777);
  await till.start();
  await counter.signIn(OWNER.name, OWNER.pin);
  await makeBackup(till);
  // The profile is closed before anything is read from it; what is in it, soon after the sign-in.
  expect((await stat(till.profile)).mode & 0o077).toBe(0);
  await expect(async () => {
    const entries = await readdir(till.profile, { recursive: true, withFileTypes: true });
    const paths = entries.filter((one) => !one.isSymbolicLink());
    expect(paths.length).toBeGreaterThan(8);
    for (const one of paths.map((entry) => join(entry.parentPath, entry.name))) {
      expect(`${one} ${((await stat(one)).mode & 0o077).toString(8)}`).toBe(`${one} 0`);
    }
  }).toPass();
});

test.describe('what the service tells wrongly', () => {
  test.use({ serviceVersion: 'v3.mx' });

  test('a clock twenty minutes off is on the status line, with what to do', async ({
    counter,
    service,
    till,
  }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    service.advanceClock(20 * 60_000);
    await counter.find('cfe com', /CFE/);
    await counter.type('501000000007');
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.amount.fixedTitle'));
    await counter.expectText(words['service.clock-off']);
    await till.page.getByRole('button', { name: words['service.name'] }).click();
    const dialog = till.page.getByRole('dialog');
    await expect(dialog).toContainText('difiere 20 minutos');
    await expect(dialog).toContainText(words['service.clock-off.next']);
  });

  test('a biller without currency is marked in the list and goes no further', async ({
    counter,
    till,
  }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await till.page.getByRole('combobox').fill('caja de ahorro villa nueva');
    const row = till.page.getByRole('option').filter({ hasText: words['home.noCurrency'] });
    await row.waitFor();
    await row.click();
    await till.page.getByRole('textbox').first().fill('12345678');
    await counter.press('Enter');
    await expect(counter.notice().first()).toContainText(/moneda/);
    await counter.press('Enter', 'F12');
    expect(await till.callTill('payments.recent', { limit: 1 })).toEqual([]);
  });
});

test.describe('a part of the page that cannot be read', () => {
  test.use({ serviceVersion: 'v3.mx' });

  test('is said, and read again with the page when the cashier presses Enter', async ({
    counter,
    till,
  }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    const file = '**/assets/history-*.js';
    await till.page.route(file, (route) => route.abort());
    await till.page.reload();
    await counter.expectQuestion(words['home.title']);
    await counter.press('F8');
    await counter.expectQuestion(words['app.notLoaded']);
    await till.page.unroute(file);
    await counter.press('Enter');
    await counter.expectQuestion(words['home.title']);
    await counter.press('F8');
    await counter.expectQuestion(words['history.title']);
  });
});
