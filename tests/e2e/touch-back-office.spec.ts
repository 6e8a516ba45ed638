import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createUploadSettings,
  getBusinessDay,
  getDueDate,
  insertAmountDifferenceFromYesterday,
} from '../support/due-daily-files.ts';
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
} from './support/touch-steps.ts';
import type { TouchUser } from './support/touch-user.ts';
import { uploadsTest } from './support/uploads-test.ts';

/** The back-office pages on a till without a keyboard, with taps only. */

test.use({ hasTouchscreen: true });
uploadsTest.use({ hasTouchscreen: true });

/** Needs each layer of the keypad: an accent, a digit, a sign. */
const NEW_NAME = 'La Peña José 2 (Centro)';
const BETO = { name: 'Beto', pin: '2222' };
const DORA = { name: 'Dora', pin: '4711' };
const ROSA = { id: 'rosa', name: 'Rosa', pin: '8530', role: 'supervisor' } as const;
const MINUTE_MS = 60_000;

test('changes two settings and adds a cashier who signs in, by touch', async ({ till }) => {
  const { page, countKeys, user } = await signInByTouch(till);
  const { getText } = user;

  await test.step('changes the name of the shop', async () => {
    await openBackOfficePageByTouch(user, 'settings');
    await user.choose(getText('settings.section.shop'));
    await user.expectQuestion('setup.shop');
    const field = page.getByLabel(getText('setup.shopName'), { exact: true });
    await user.tap(field);
    await user.erase((await field.inputValue()).length);
    await expect(field).toHaveValue('');
    await user.type(NEW_NAME);
    await expectNothingClipped(page);
    await user.press(getText('settings.save'));
    await user.expectText(getText('settings.saved'));
    expect(await till.callTill('till.state', {})).toMatchObject({ shopName: NEW_NAME });
  });

  await test.step('turns the shop copy on', async () => {
    await user.choose(getText('settings.section.shop-copy'));
    await user.expectQuestion('settings.shopCopy');
    await user.choose(getText('settings.shopCopy.yes'));
    await user.expectText(getText('settings.saved'));
    expect(await till.callTill('settings.read', { approval: null })).toMatchObject({
      settings: { shopCopy: true },
    });
  });

  await test.step('adds a cashier', async () => {
    await openBackOfficePageByTouch(user, 'staff');
    await user.expectQuestion('staff.title');
    await user.pressKey('Insert');
    await user.choose(getText('role.cashier'));
    await user.expectQuestion('staff.name.new');
    await user.type(DORA.name);
    await expectNothingClipped(page);
    await user.pressEnterKey();
    await user.expectQuestion('staff.pin');
    await user.type(DORA.pin);
    await user.pressEnterKey();
    await user.type('4712');
    await expectNothingClipped(page);
    await user.pressEnterKey();
    await user.expectText(getText('staff.pin.different'));
    await user.type(DORA.pin);
    await user.pressEnterKey();
    await user.expectText(getText('staff.done.added'));
  });

  await test.step('signs in for the first time', async () => {
    await switchCashier(user, DORA);
    const { session } = await till.callTill('till.state', {});
    expect(session.cashier).toMatchObject({ name: DORA.name, role: 'cashier' });
  });

  expect(await countKeys()).toBe(0);
});

test.describe('backups with a folder', () => {
  const folder = join(tmpdir(), `till-e2e-backups-by-touch-${process.pid}`);
  test.use({ provisioning: { backup: { folder } } });
  test.beforeEach(() => mkdir(folder, { recursive: true }));
  test.afterEach(() => rm(folder, { recursive: true, force: true }));

  test('makes and restores a backup, the recovery key and a support bundle by touch', async ({
    till,
  }) => {
    const { page, countKeys, user } = await signInByTouch(till);
    const { getText } = user;

    await test.step('makes a backup', async () => {
      await openBackOfficePageByTouch(user, 'backup');
      await user.choose(getText('backups.backups'));
      await user.expectQuestion('backups.backups');
      await user.expectText(getText('backups.noCopies'));
      await user.press(getText('backups.backups.make'));
      await expect(page.getByRole('main').getByRole('option')).toHaveCount(1);
      expect((await readdir(folder)).filter((name) => name.endsWith('.age'))).toHaveLength(1);
      await expectNothingClipped(page);
    });

    await test.step('stages a restore and cancels it', async () => {
      await user.tap(page.getByRole('main').getByRole('option'));
      await user.expectQuestion('backups.restore');
      await user.press(getText('backups.restore.confirm'));
      await page.getByRole('dialog').locator('input[type=password]').waitFor();
      await user.type(OWNER.pin);
      await expectNothingClipped(page);
      await user.pressEnterKey();
      await user.expectText(getText('backups.staged'));
      expect(await till.callTill('backup.state', {})).toMatchObject({ staged: {} });
      await user.press(getText('backups.staged.cancel'));
      await expect(page.getByText(getText('backups.staged'))).toBeHidden();
      expect(await till.callTill('backup.state', {})).toMatchObject({ staged: null });
      await user.press(getText('backups.back'));
    });

    await test.step('makes a recovery key', async () => {
      await user.choose(getText('backups.recovery'));
      await user.expectQuestion('backups.recovery');
      await user.press(getText('backups.recovery.make'));
      await page.getByRole('dialog').locator('input[type=password]').waitFor();
      await user.type(OWNER.pin);
      await user.pressEnterKey();
      const groups = page.getByRole('list', { name: getText('recovery.title') });
      await groups.waitFor();
      const recoveryKey = (await groups.getByRole('listitem').allTextContents()).join('');
      await user.press(getText('recovery.written'));
      await user.type(recoveryKey.slice(-8).toLowerCase());
      await expectNothingClipped(page);
      await user.pressEnterKey();
      await user.expectText(getText('backups.recovery.confirmed'));
      await user.press(getText('backups.back'));
    });

    await test.step('writes a support bundle', async () => {
      await user.choose(getText('backups.diagnostics'));
      await user.expectQuestion('backups.diagnostics');
      await user.press(getText('backups.diagnostics.make'));
      await user.expectText(getText('backups.diagnostics.made'));
      expect(await readdir(join(till.profile, 'exports'))).toHaveLength(1);
    });

    expect(await countKeys()).toBe(0);
  });
});

uploadsTest.describe('with a server for daily files', () => {
  uploadsTest.skip(process.platform === 'win32', 'no OpenSSH server is available');
  uploadsTest.use({
    provisioning: async ({ sshd }, use) => {
      await use({ reconciliation: createUploadSettings(sshd) });
    },
  });

  uploadsTest(
    'uploads the daily file after its key is confirmed, compares, shows and saves it by touch',
    async ({ till, sshd }) => {
      await payByTouch(till);
      await till.stop();
      await insertAmountDifferenceFromYesterday(till.profile);
      await till.start('provisioned-again');
      const { page, countKeys, user } = await signInByTouch(till);
      const { getText } = user;
      const name = `lupita_${getDueDate(1)}.txt`;
      const uploadedRows = page
        .getByRole('option')
        .filter({ hasText: getText('dailyFile.state.uploaded') });

      await test.step("confirms the server's key", async () => {
        await openBackOfficePageByTouch(user, 'daily-file');
        await user.expectQuestion('dailyFile.title');
        await user.expectText(sshd.fingerprint);
        await user.press(getText('dailyFile.keyOpen'));
        await expect(page.getByRole('dialog')).toContainText(sshd.fingerprint);
        await expectNothingClipped(page);
        await user.press(getText('dailyFile.keyConfirm'));
        await expect(uploadedRows).toHaveCount(2);
        expect((await readdir(sshd.folder)).sort()).toEqual(
          [`lupita_${getDueDate(2)}.txt`, name].sort(),
        );
      });

      await test.step('compares the day and shows its file', async () => {
        await user.tap(uploadedRows.first());
        await user.expectText(getText('dailyFile.differencesTitle'));
        await user.expectText(getText('dailyFile.action.fields-differ'));
        const initialTime = await readComparisonTime(till);
        await user.press(getText('dailyFile.compare'));
        await expect.poll(() => readComparisonTime(till)).not.toBe(initialTime);
        await user.press(getText('dailyFile.preview'));
        await expect(page.getByRole('textbox')).toHaveValue(/FOOTER\|1$/);
        await expectNothingClipped(page);
        await user.press(getText('dialog.close'));
        await expect(page.getByRole('dialog')).toBeHidden();
      });

      await test.step('saves a copy in a typed folder', async () => {
        await user.press(getText('dailyFile.save'));
        const folder = join(till.profile, 'usb');
        await mkdir(folder);
        await user.type(folder);
        await expectNothingClipped(page);
        await user.pressEnterKey();
        await user.expectText(getText('dailyFile.saved'));
        expect(await readFile(join(folder, name))).toEqual(await readFile(join(sshd.folder, name)));
        await user.press(getText('dialog.close'));
        await expect(page.getByRole('dialog')).toBeHidden();
      });

      expect(await countKeys()).toBe(0);
    },
  );
});

test.describe('payments that no look-up can resolve', () => {
  test.use({
    provisioning: { version: 'v1.6', cashiers: [...TRAINING_SHOP.cashiers, ROSA] },
    serviceVersion: 'v1.6',
  });

  test('closes one payment as paid and one as not paid by hand, by touch', async ({
    till,
    service,
  }) => {
    const { page, countKeys, user } = await signInByTouch(till);
    const { getText } = user;
    await service.setFaults([
      { operation: 'pay', times: 2, fault: { kind: 'cut-before-commit' } },
      { operation: 'transactions', times: 10_000, fault: { kind: 'html' } },
    ]);
    for (const account of ['8112345678', '8112345679']) {
      await findBill(user, 'telmex', /Telmex/);
      await goToConfirm(user, account, '50');
      await pay(user, 'pay.unknown.title');
      await goHome(user, 'Escape');
    }
    service.advanceClock(30 * 60 * MINUTE_MS);

    await test.step('lets the owner close a payment as paid', async () => {
      await decideByHand(user, '5678');
      await user.choose(getText('byHand.paid'));
      const dialog = page.getByRole('dialog');
      await user.tap(dialog.getByLabel(getText('byHand.authorization')));
      await user.type('AB-48586');
      await expectNothingClipped(page);
      await approve(user, 'lo dice la línea de ayuda', OWNER.pin);
      await expect
        .poll(async () => readStates(till))
        .toEqual({ '8112345678': 'by-hand-paid', '8112345679': 'unknown' });
      await confirmOutcome(user, till, 1);
    });

    await test.step("lets a cashier close a payment as not paid with a supervisor's PIN", async () => {
      await switchCashier(user, BETO);
      await decideByHand(user, '5679');
      await user.choose(getText('byHand.notPaid'));
      await user.choose(ROSA.name);
      await approve(user, 'no entró', ROSA.pin);
      await expect
        .poll(async () => readStates(till))
        .toEqual({ '8112345678': 'by-hand-paid', '8112345679': 'by-hand-not-paid' });
      await confirmOutcome(user, till, 0);
    });

    expect(await till.callTill('payments.unresolved', {})).toEqual([]);
    expect(await countKeys()).toBe(0);
  });
});

async function payByTouch(till: Till): Promise<void> {
  const { countKeys, user } = await signInByTouch(till);
  await findBill(user, 'agua y drenaje', /Agua y Drenaje/);
  await goToConfirm(user, '123456851236', '120');
  await pay(user);
  await goHome(user);
  expect(await countKeys()).toBe(0);
}

async function readComparisonTime(till: Till): Promise<string | null> {
  return (await till.callTill('reconciliation.day', { day: getBusinessDay(1) })).day.comparedAt;
}

/** Signs in on a till that another cashier uses. */
async function switchCashier(user: TouchUser, credentials: typeof BETO): Promise<void> {
  await user.pressKey('F10');
  await user.signIn(credentials);
}

/** Opens the decision by hand from the payment's row in the list of unresolved payments. */
async function decideByHand(user: TouchUser, account: string): Promise<void> {
  await user.pressKey('F9');
  await user.choose(new RegExp(account));
  await user.press(user.getText('unresolved.byHand'));
  await user.expectText(user.getText('byHand.title'));
  await expectNothingClipped(user.page);
}

/** Confirms what the customer got, after which `remaining` payments are pending. */
async function confirmOutcome(user: TouchUser, till: Till, remaining: number): Promise<void> {
  await user.pressKeyUntil('F11', async () => {
    expect(await till.callTill('payments.unresolved', {})).toHaveLength(remaining);
  });
}

async function approve(user: TouchUser, reason: string, pin: string): Promise<void> {
  const dialog = user.page.getByRole('dialog');
  await user.tap(dialog.getByLabel(user.getText('approval.reason')));
  await user.type(reason);
  await user.pressEnterKey();
  await user.type(pin);
  await expectNothingClipped(user.page);
  await user.pressEnterKey();
  await expect(dialog).toBeHidden();
}

async function readStates(till: Till): Promise<Readonly<Record<string, string>>> {
  const payments = await till.callTill('payments.recent', { limit: 5 });
  return Object.fromEntries(payments.map((payment) => [payment.accountNumber, payment.state]));
}
