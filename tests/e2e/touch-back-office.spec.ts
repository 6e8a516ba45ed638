import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  expect,
  expectNothingClipped,
  OWNER,
  type Till,
  TRAINING_SHOP,
  test,
} from './support/index.ts';
import {
  findBill,
  goHome,
  goToConfirm,
  openBackOfficePageByTouch,
  pay,
  signInByTouch,
} from './support/touch.ts';
import type { TouchUser } from './support/touch-user.ts';
import {
  createUploadSettings,
  getBusinessDay,
  getDueDate,
  shiftProfileByTwoDays,
  uploadsTest,
} from './support/uploads.ts';

/** The rooms behind the counter on a till without a keyboard: by taps alone, not one key. */

test.use({ hasTouchscreen: true });
uploadsTest.use({ hasTouchscreen: true });

/** Of each layer of the letters: an accent, a figure, a sign. */
const NEW_NAME = 'La Peña José 2 (Centro)';
const BETO = { name: 'Beto', pin: '2222' };
const DORA = { name: 'Dora', pin: '4711' };
const ROSA = { id: 'rosa', name: 'Rosa', pin: '8530', role: 'supervisor' } as const;
const MINUTES = 60_000;

test('a setting with letters, one without, and a cashier who signs in with her PIN', async ({
  till,
}) => {
  const { page, keys, finger } = await signInByTouch(till);
  const { getText } = finger;

  await test.step('the name of the shop', async () => {
    await openBackOfficePageByTouch(finger, 'settings');
    await finger.choose(getText('settings.of.shop'));
    await finger.expectQuestion('setup.shop');
    const field = page.getByLabel(getText('setup.shopName'), { exact: true });
    await finger.tap(field);
    await finger.erase((await field.inputValue()).length);
    await expect(field).toHaveValue('');
    await finger.type(NEW_NAME);
    await expectNothingClipped(page);
    await finger.press(getText('settings.keep'));
    await finger.expectText(getText('settings.kept'));
    expect(await till.callTill('till.state', {})).toMatchObject({ shopName: NEW_NAME });
  });

  await test.step('the copy of the shop', async () => {
    await finger.choose(getText('settings.of.shop-copy'));
    await finger.expectQuestion('settings.shopCopy');
    await finger.choose(getText('settings.shopCopy.yes'));
    await finger.expectText(getText('settings.kept'));
    expect(await till.callTill('settings.read', { approval: null })).toMatchObject({
      shopCopy: true,
    });
  });

  await test.step('a cashier', async () => {
    await openBackOfficePageByTouch(finger, 'staff');
    await finger.expectQuestion('staff.title');
    await finger.pressKey('Insert');
    await finger.choose(getText('role.cashier'));
    await finger.expectQuestion('staff.name.new');
    await finger.type(DORA.name);
    await expectNothingClipped(page);
    await finger.done();
    await finger.expectQuestion('staff.pin');
    await finger.type(DORA.pin);
    await finger.done();
    await finger.type('4712');
    await expectNothingClipped(page);
    await finger.done();
    await finger.expectText(getText('staff.pin.different'));
    await finger.type(DORA.pin);
    await finger.done();
    await finger.expectText(getText('staff.done.added'));
  });

  await test.step('her first sign-in', async () => {
    await signInInstead(finger, DORA);
    const { session } = await till.callTill('till.state', {});
    expect(session.cashier).toMatchObject({ name: DORA.name, role: 'cashier' });
  });

  expect(await keys()).toBe(0);
});

test.describe('with a folder for backups', () => {
  const folder = join(tmpdir(), `till-e2e-backups-by-touch-${process.pid}`);
  test.use({ provisioning: { backup: { folder } } });
  test.beforeEach(() => mkdir(folder, { recursive: true }));
  test.afterEach(() => rm(folder, { recursive: true, force: true }));

  test('a backup, the way back to it, the recovery key, the file for the help line', async ({
    till,
  }) => {
    const { page, keys, finger } = await signInByTouch(till);
    const { getText } = finger;

    await test.step('the backup', async () => {
      await openBackOfficePageByTouch(finger, 'backup');
      await finger.choose(getText('backups.backups'));
      await finger.expectQuestion('backups.backups');
      await finger.expectText(getText('backups.noCopies'));
      await finger.press(getText('backups.backups.make'));
      await expect(page.getByRole('main').getByRole('option')).toHaveCount(1);
      expect((await readdir(folder)).filter((one) => one.endsWith('.age'))).toHaveLength(1);
      await expectNothingClipped(page);
    });

    await test.step('the way back to it', async () => {
      await finger.tap(page.getByRole('main').getByRole('option'));
      await finger.expectQuestion('backups.restore');
      await finger.press(getText('backups.restore.do'));
      await page.getByRole('dialog').locator('input[type=password]').waitFor();
      await finger.type(OWNER.pin);
      await expectNothingClipped(page);
      await finger.done();
      await finger.expectText(getText('backups.staged'));
      expect(await till.callTill('backup.state', {})).toMatchObject({ staged: {} });
      await finger.press(getText('backups.staged.takeBack'));
      await expect(page.getByText(getText('backups.staged'))).toBeHidden();
      expect(await till.callTill('backup.state', {})).toMatchObject({ staged: null });
      await finger.press(getText('backups.back'));
    });

    await test.step('the recovery key', async () => {
      await finger.choose(getText('backups.recovery'));
      await finger.expectQuestion('backups.recovery');
      await finger.press(getText('backups.recovery.make'));
      await page.getByRole('dialog').locator('input[type=password]').waitFor();
      await finger.type(OWNER.pin);
      await finger.done();
      const groups = page.getByRole('list', { name: getText('recovery.title') });
      await groups.waitFor();
      const shown = (await groups.getByRole('listitem').allTextContents()).join('');
      await finger.press(getText('recovery.written'));
      await finger.type(shown.slice(-8).toLowerCase());
      await expectNothingClipped(page);
      await finger.done();
      await finger.expectText(getText('backups.recovery.there'));
      await finger.press(getText('backups.back'));
    });

    await test.step('the file for the help line', async () => {
      await finger.choose(getText('backups.diagnostics'));
      await finger.expectQuestion('backups.diagnostics');
      await finger.press(getText('backups.diagnostics.make'));
      await finger.expectText(getText('backups.diagnostics.made'));
      expect(await readdir(join(till.profile, 'exports'))).toHaveLength(1);
    });

    expect(await keys()).toBe(0);
  });
});

uploadsTest.describe('with a server for daily files', () => {
  uploadsTest.skip(process.platform === 'win32', 'there is no OpenSSH server to be had');
  uploadsTest.use({
    provisioning: async ({ sshd }, use) => {
      await use({ reconciliation: createUploadSettings(sshd) });
    },
  });

  uploadsTest(
    'the daily file goes out once its server is known, is compared, read and saved',
    async ({ till, sshd }) => {
      await paidByTouch(till);
      await till.stop();
      await shiftProfileByTwoDays(till.profile);
      await till.start('provisioned-again');
      const { page, keys, finger } = await signInByTouch(till);
      const { getText } = finger;
      const name = `lupita_${getDueDate(1)}.txt`;
      const uploaded = page
        .getByRole('option')
        .filter({ hasText: getText('dailyFile.state.uploaded') });

      await test.step('the server’s key', async () => {
        await openBackOfficePageByTouch(finger, 'daily-file');
        await finger.expectQuestion('dailyFile.title');
        await finger.expectText(sshd.fingerprint);
        await finger.press(getText('dailyFile.keyOpen'));
        await expect(page.getByRole('dialog')).toContainText(sshd.fingerprint);
        await expectNothingClipped(page);
        await finger.press(getText('dailyFile.keyConfirm'));
        await expect(uploaded).toHaveCount(2);
        expect((await readdir(sshd.folder)).sort()).toEqual(
          [`lupita_${getDueDate(2)}.txt`, name].sort(),
        );
      });

      await test.step('the day, compared and read', async () => {
        await finger.tap(uploaded.first());
        await finger.expectText(getText('dailyFile.differencesTitle'));
        await finger.expectText(getText('dailyFile.do.fields-differ'));
        const before = await comparedAt(till);
        await finger.press(getText('dailyFile.compare'));
        await expect.poll(() => comparedAt(till)).not.toBe(before);
        await finger.press(getText('dailyFile.preview'));
        await expect(page.getByRole('textbox')).toHaveValue(/FOOTER\|1$/);
        await expectNothingClipped(page);
        await finger.press(getText('dialog.close'));
        await expect(page.getByRole('dialog')).toBeHidden();
      });

      await test.step('a copy in a folder that is typed', async () => {
        await finger.press(getText('dailyFile.save'));
        const folder = join(till.profile, 'usb');
        await mkdir(folder);
        await finger.type(folder);
        await expectNothingClipped(page);
        await finger.done();
        await finger.expectText(getText('dailyFile.saved'));
        expect(await readFile(join(folder, name))).toEqual(await readFile(join(sshd.folder, name)));
        await finger.press(getText('dialog.close'));
        await expect(page.getByRole('dialog')).toBeHidden();
      });

      expect(await keys()).toBe(0);
    },
  );
});

test.describe('two payments that no look-up can settle', () => {
  test.use({
    provisioning: { version: 'v1.6', cashiers: [...TRAINING_SHOP.cashiers, ROSA] },
    serviceVersion: 'v1.6',
  });

  test('are decided by hand: one was paid, the other was not, by a supervisor at a cashier’s till', async ({
    till,
    service,
  }) => {
    const { page, keys, finger } = await signInByTouch(till);
    const { getText } = finger;
    await service.setFaults([
      { operation: 'pay', times: 2, fault: { kind: 'cut-before-commit' } },
      { operation: 'transactions', times: 10_000, fault: { kind: 'html' } },
    ]);
    for (const account of ['8112345678', '8112345679']) {
      await findBill(finger, 'telmex', /Telmex/);
      await goToConfirm(finger, account, '50');
      await pay(finger, 'pay.unknown.title');
      await goHome(finger, 'Escape');
    }
    service.advanceClock(30 * 60 * MINUTES);

    await test.step('the owner: it was paid', async () => {
      await decideByHand(finger, '5678');
      await finger.choose(getText('byHand.paid'));
      const dialog = page.getByRole('dialog');
      await finger.tap(dialog.getByLabel(getText('byHand.authorization')));
      await finger.type('AB-48586');
      await expectNothingClipped(page);
      await approve(finger, 'lo dice la línea de ayuda', OWNER.pin);
      await expect
        .poll(async () => states(till))
        .toEqual({ '8112345678': 'by-hand-paid', '8112345679': 'unknown' });
    });

    await test.step('a cashier, with a supervisor’s PIN: it was not', async () => {
      await signInInstead(finger, BETO);
      await decideByHand(finger, '5679');
      await finger.choose(getText('byHand.notPaid'));
      await finger.choose(ROSA.name);
      await approve(finger, 'no entró', ROSA.pin);
      await expect
        .poll(async () => states(till))
        .toEqual({ '8112345678': 'by-hand-paid', '8112345679': 'by-hand-not-paid' });
    });

    expect(await till.callTill('payments.unresolved', {})).toEqual([]);
    expect(await keys()).toBe(0);
  });
});

async function paidByTouch(till: Till): Promise<void> {
  const { keys, finger } = await signInByTouch(till);
  await findBill(finger, 'agua y drenaje', /Agua y Drenaje/);
  await goToConfirm(finger, '123456851236', '120');
  await pay(finger);
  await goHome(finger);
  expect(await keys()).toBe(0);
}

async function comparedAt(till: Till): Promise<string | null> {
  return (await till.callTill('reconciliation.day', { day: getBusinessDay(1) })).day.comparedAt;
}

/** At the till that another cashier has. */
async function signInInstead(finger: TouchUser, who: typeof BETO): Promise<void> {
  await finger.pressKey('F10');
  await finger.signIn(who);
}

/** From its row in the list of what is not known to what the help line says. */
async function decideByHand(finger: TouchUser, account: string): Promise<void> {
  await finger.pressKey('F9');
  await finger.choose(new RegExp(account));
  await finger.press(finger.getText('unresolved.byHand'));
  await finger.expectText(finger.getText('byHand.title'));
  await expectNothingClipped(finger.page);
}

async function approve(finger: TouchUser, reason: string, pin: string): Promise<void> {
  const dialog = finger.page.getByRole('dialog');
  await finger.tap(dialog.getByLabel(finger.getText('approval.reason')));
  await finger.type(reason);
  await finger.done();
  await finger.type(pin);
  await expectNothingClipped(finger.page);
  await finger.done();
  await expect(dialog).toBeHidden();
}

async function states(till: Till): Promise<Readonly<Record<string, string>>> {
  const payments = await till.callTill('payments.recent', { limit: 5 });
  return Object.fromEntries(payments.map((one) => [one.accountNumber, one.state]));
}
