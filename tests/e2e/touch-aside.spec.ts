import type { Page } from '@playwright/test';
import { asWritten } from '../support/words-of.ts';
import { countKeys, createFinger, type Finger } from './support/finger.ts';
import {
  expect,
  nothingCut,
  OWNER,
  type PageKey,
  type Till,
  test,
  textOf,
} from './support/index.ts';

/** What happens beside the sales, on a till without a keyboard: by taps alone, not one key. */

test.use({ hasTouchscreen: true });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const begin = (key: PageKey): RegExp => asWritten(textOf('es-MX', key).split('{{')[0] ?? '');

/** Signed in on the smallest screen, and what was on it without a single key. */
async function atTheCounter(till: Till) {
  const { page } = till;
  await page.setViewportSize({ width: 1024, height: 768 });
  const keys = await countKeys(page);
  const finger = createFinger(page);
  await finger.choose(OWNER.name);
  await finger.type(OWNER.pin);
  await finger.done();
  await finger.asks('home.title');
  await finger.sees(finger.words('lists.fresh'));
  return { page, keys, finger };
}

/** A result takes nothing in its first moment. */
async function until(finger: Finger, key: string, isDone: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await finger.pressKeyIfThere(key);
    await isDone();
  }).toPass();
}

async function findBill(page: Page, finger: Finger, typed: string, name: RegExp): Promise<void> {
  await finger.pressKey('F2');
  await finger.asks('home.title');
  await finger.tap(page.getByRole('combobox'));
  await finger.type(typed);
  await finger.choose(name);
}

/** Up to F12, with the exact cash. */
async function toConfirm(finger: Finger, account: string, amount: string): Promise<void> {
  await finger.type(account);
  await finger.done();
  await finger.asks('pay.amount.title');
  await finger.type(amount);
  await finger.done();
  await finger.asks('pay.cash.title');
  await finger.press(finger.words('pay.cash.exact'));
  await finger.asks('pay.confirm.title');
}

async function toHome(page: Page, finger: Finger): Promise<void> {
  await until(finger, 'Enter', () =>
    expect(heading(page)).toContainText(finger.words('home.title'), { timeout: 2000 }),
  );
}

async function openNewest(finger: Finger, name: RegExp): Promise<void> {
  await finger.pressKey('F8');
  await finger.asks('history.title');
  await finger.choose(name);
}

test.describe('in v1.6', () => {
  test.use({ provisioning: { version: 'v1.6' } });

  test('a note, a cancel, money in and out, an X report, an unknown outcome, a refund and a switch', async ({
    till,
  }) => {
    test.slow();
    const { page, keys, finger } = await atTheCounter(till);
    const { words } = finger;
    const newest = async () => (await till.ask('payments.recent', { limit: 1 }))[0];

    await test.step('a note on a payment', async () => {
      await findBill(page, finger, 'agua y drenaje', /Agua y Drenaje/);
      await toConfirm(finger, '123456851236', '120');
      await finger.pressKey('F12');
      await finger.asks('pay.paid.titleExact');
      await toHome(page, finger);
      await openNewest(finger, /Agua y Drenaje/);
      await finger.pressKey('Insert');
      await finger.asks('notes.ask');
      await finger.type('Vuelve mañana');
      await nothingCut(page);
      await finger.press(words('notes.keep'));
      await finger.sees('Vuelve mañana');
    });

    await test.step('its cancel', async () => {
      await finger.pressKey('Delete');
      await finger.sees(words('approval.reason'));
      await finger.type('se repitió');
      await nothingCut(page);
      await finger.done();
      await page.locator('input[type=password]').waitFor();
      await finger.type(OWNER.pin);
      await finger.done();
      await until(finger, 'F11', async () =>
        expect(await newest()).toMatchObject({ kind: 'cancel', state: 'paid', handOver: 'done' }),
      );
    });

    await test.step('money in, money out, the X report', async () => {
      for (const [kind, done, amount, reason] of [
        ['shift.payIn', 'shift.payInDone', '100', 'cambio'],
        ['shift.payOut', 'shift.payOutDone', '40.50', 'garrafón'],
      ] as const) {
        await finger.pressKey('F7');
        await finger.choose(words('backOffice.shift'));
        await finger.choose(words(kind));
        await finger.type(amount);
        await finger.done();
        await finger.type(reason);
        await nothingCut(page);
        await finger.done();
        await finger.sees(words(done));
        await finger.press(words('shift.done'));
      }
      await finger.choose(words('shift.x'));
      await finger.press(words('shift.x'));
      await expect(heading(page)).toContainText(begin('shift.reportX'));
      await finger.press(words('shift.print'));
      await finger.sees(words('shift.paper.printed'));
    });

    await test.step('an unknown outcome, from its list', async () => {
      await till.setFaults([
        { operation: 'pay', times: 1, fault: { kind: 'commit-and-cut' } },
        { operation: 'transactions', times: 1000, fault: { kind: 'look-up-empty' } },
      ]);
      await findBill(page, finger, 'telmex', /Telmex/);
      await toConfirm(finger, '8112345678', '50');
      await finger.pressKey('F12');
      await finger.asks('pay.unknown.title');
      await until(finger, 'Escape', () =>
        expect(heading(page)).toContainText(words('home.title'), { timeout: 2000 }),
      );
      await finger.pressKey('F9');
      await finger.choose(/Telmex/);
      await finger.sees('POR CONFIRMAR');
      await till.setFaults([]);
      await until(finger, 'F1', async () =>
        expect(await newest()).toMatchObject({ state: 'paid' }),
      );
    });

    await test.step('a payment that the service gives back', async () => {
      await finger.pressKey('F7');
      await finger.choose(words('backOffice.training'));
      await finger.pressKey('Insert');
      await finger.sees(words('training.gaveBack'));
      await openNewest(finger, /Telmex/);
      await finger.sees(words('refunds.watch'));
      await finger.pressKey('F1');
      await finger.asks('pay.paid.givenBackTitle');
      await finger.pressKey('F2');
      await finger.sees(begin('refunds.home_one'));
      await finger.press(words('refunds.homeOpen'));
      await finger.choose(/Telmex/);
      await until(finger, 'F11', async () =>
        expect((await newest())?.refund?.settled).toMatchObject({ how: 'handed-back' }),
      );
    });

    await test.step('a customer whom another cashier takes over', async () => {
      await findBill(page, finger, 'telmex', /Telmex/);
      await toConfirm(finger, '8112345679', '60');
      await finger.pressKey('F10');
      await finger.choose('Beto');
      await finger.type('2222');
      await finger.done();
      await expect(heading(page)).toContainText(begin('lock.takeOver'));
      await finger.tap(page.getByRole('option').first());
      await finger.asks('pay.cash.title');
      await finger.press(words('pay.cash.exact'));
      await finger.asks('pay.confirm.title');
      await finger.pressKey('F12');
      await finger.asks('pay.paid.titleExact');
      expect(await newest()).toMatchObject({ state: 'paid', cashierName: 'Beto' });
    });

    expect(await keys()).toBe(0);
  });
});

test.describe('in v3.mx', () => {
  test.use({ provisioning: { version: 'v3.mx' } });

  test('a bill that is saved, paid and forgotten, and a customer who comes back', async ({
    till,
  }) => {
    test.slow();
    const { page, keys, finger } = await atTheCounter(till);
    const { words } = finger;

    const payExactly = async (): Promise<void> => {
      await finger.asks('pay.cash.title');
      await finger.press(words('pay.cash.exact'));
      await finger.asks('pay.confirm.title');
      await finger.pressKey('F12');
      await finger.asks('pay.paid.titleExact');
      await toHome(page, finger);
    };

    await test.step('an account is saved, looked up again and paid', async () => {
      await finger.pressKey('F6');
      await finger.sees(words('bills.empty'));
      await finger.pressKey('Insert');
      await finger.asks('bills.linkWhose');
      await finger.tap(page.getByRole('combobox'));
      await finger.type('cfe com');
      await finger.choose(/CFE/);
      await expect(heading(page)).toContainText(begin('bills.linkWhich'));
      await finger.type('501000000007');
      await nothingCut(page);
      await finger.done();
      await finger.sees(words('bills.balance'));
      await finger.pressKey('F1');
      await expect(async () => {
        await finger.pressKey('Control+M');
        await page.getByText(words('bills.extra.consumptionKwh')).waitFor({ timeout: 2000 });
      }).toPass();
      await finger.press(words('bills.pay'));
      await finger.asks('pay.amount.fixedTitle');
      await finger.pressKey('Enter');
      await payExactly();
    });

    await test.step('it is forgotten', async () => {
      await finger.pressKey('F6');
      await finger.choose(/CFE/);
      await finger.pressKey('Delete');
      await finger.sees(words('bills.unlinkTitle'));
      await finger.tap(
        page.getByRole('dialog').getByRole('button', { name: words('bills.unlink') }),
      );
      await finger.sees(words('bills.empty'));
    });

    await test.step('the customer comes back, and is found in the list of accounts', async () => {
      await finger.pressKey('F7');
      await finger.choose(words('backOffice.customers'));
      await finger.choose(/CFE/);
      await finger.pressKey('Control+M');
      await finger.asks('customers.phone.title');
      await finger.type('5512345678');
      await nothingCut(page);
      await finger.done();
      await finger.sees('5512345678');
      await finger.press(words('customers.pay'));
      await finger.asks('pay.balance.nothingTitle');
    });

    expect(await keys()).toBe(0);
  });
});
