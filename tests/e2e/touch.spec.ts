import type { Page } from '@playwright/test';
import {
  expect,
  expectNothingClipped,
  insertKnownCustomers,
  OWNER,
  test,
} from './support/index.ts';
import {
  findBill,
  giveExactCash,
  goHome,
  openBackOfficePageByTouch,
  pay,
  signInByTouch,
  waitForQuestion,
} from './support/touch-steps.ts';
import { createTouchUser, startKeyCounter } from './support/touch-user.ts';

/** A till without a keyboard, from the wizard to the Z report with taps only. */

test.use({ hasTouchscreen: true, provisioning: null, serviceVersion: 'v3.mx' });

test('completes a day from the wizard to the Z report by touch', async ({ till, service }) => {
  test.slow();
  const { page } = till;
  await page.setViewportSize({ width: 1024, height: 768 });
  const countKeys = await startKeyCounter(page);
  const user = createTouchUser(page);
  const { getText } = user;

  await test.step('the wizard', async () => {
    await user.choose(getText('setup.start.steps'));
    await user.choose(getText('setup.environment.sandbox'));
    await user.expectQuestion('setup.service');
    await user.tap(page.getByLabel(getText('setup.baseUrl')));
    await user.type(service.baseUrl);
    await expectNothingClipped(page);
    await user.pressEnterKey();
    await user.type(service.vendor);
    await user.tap(page.getByLabel(getText('setup.caFile')));
    await user.type(service.caFile);
    await user.press(getText('setup.next'));
    await user.expectQuestion('setup.version');
    await user.choose('v3.mx');
    await user.expectQuestion('setup.keys');
    await user.type(service.apiKey);
    await user.pressEnterKey();
    await user.type(service.secretKey);
    await user.pressEnterKey();
    await user.expectText(getText('setup.checked'));
    await user.press(getText('setup.next'));
    await user.expectQuestion('setup.shop');
    await user.type('Doña Lucía');
    await user.press(getText('setup.next'));
    await user.expectQuestion('setup.pos');
    await user.type('07');
    await user.pressEnterKey();
    await user.type('lupita');
    await user.pressEnterKey();
    await user.expectQuestion('setup.zone');
    await user.choose(/^Ciudad de México/);
    await user.expectQuestion('setup.printer');
    await user.choose(getText('setup.printer.screen'));
    await user.expectQuestion('setup.cashiers');
    await user.type('Ana');
    await user.pressEnterKey();
    await user.type(OWNER.pin);
    await expectNothingClipped(page);
    await user.pressEnterKey();
    await user.type(OWNER.pin);
    await user.pressEnterKey();
    await user.press(getText('setup.cashier.done'));
    await user.expectQuestion('setup.review');
    await user.press(getText('setup.finish'));
    await user.expectQuestion('recovery.title');
    const groups = page.getByRole('list', { name: getText('recovery.title') });
    await groups.waitFor();
    const recoveryKey = (await groups.getByRole('listitem').allTextContents()).join('');
    await user.press(getText('recovery.written'));
    await user.type(recoveryKey.slice(-8).toLowerCase());
    await user.pressEnterKey();
  });

  await test.step('the sign-in', async () => {
    await user.signIn(OWNER);
  });

  await test.step('adds a bank for cash-outs', async () => {
    await openBackOfficePageByTouch(user, 'settings');
    await user.choose(getText('settings.section.cash-out'));
    await user.press(getText('settings.biller.add'));
    await user.tap(page.getByRole('combobox'));
    await user.type('banco azul');
    await user.choose('Banco Azul');
    await user.press(getText('settings.save'));
    await user.expectText(getText('settings.saved'));
  });

  await test.step('the float', async () => {
    await openBackOfficePageByTouch(user, 'shift');
    await user.choose(getText('shift.open'));
    await user.expectQuestion('shift.openTitle');
    await user.pressEnterKey();
    await user.type('2');
    await user.pressEnterKey();
    await expectNothingClipped(page);
    await user.tap(getLastField(page));
    await user.press(getText('shift.openNow'));
    await user.expectText(getText('shift.drawer'));
  });

  await test.step('a bill, by its name', async () => {
    await findBill(user, 'telmex', /Telmex/);
    await user.type('8112345678');
    await user.pressEnterKey();
    await user.expectQuestion('pay.amount.title');
    await user.type('124.50');
    await user.pressEnterKey();
    await user.expectQuestion('pay.cash.title');
    await user.type('200');
    await expectNothingClipped(page);
    await user.pressEnterKey();
    await pay(user, 'pay.paid.title');
    await goHome(user);
  });

  await test.step('another bill, by its tile', async () => {
    await user.choose(/Telmex/);
    await user.type('8112345679');
    await user.pressEnterKey();
    await user.type('50');
    await user.pressEnterKey();
    await giveExactCash(user);
    await pay(user);
    await goHome(user);
  });

  await test.step('a top-up, by the carrier’s tile', async () => {
    await user.pressKey('F3');
    await user.choose(/Telcel Tiempo Aire/);
    await user.type('5599999999');
    await user.pressEnterKey();
    await user.expectQuestion('pay.repeat.title');
    await user.type('5599999999');
    await user.pressEnterKey();
    await user.expectQuestion('pay.offer.title.top-up');
    await user.choose(/30/);
    await giveExactCash(user);
    await pay(user);
    await goHome(user);
  });

  await test.step('a gift card, by its tile', async () => {
    await user.pressKey('F4');
    await user.choose(/Amazon/);
    await user.type('5599999999');
    await user.pressEnterKey();
    await user.expectQuestion('pay.offer.title.gift-card');
    await user.choose(/100/);
    await giveExactCash(user);
    await pay(user);
    await goHome(user);
  });

  await test.step('a top-up and a gift card of one customer, as a basket', async () => {
    await user.pressKey('F3');
    await user.choose(/Telcel Tiempo Aire/);
    await user.type('5599999997');
    await user.pressEnterKey();
    await user.expectQuestion('pay.repeat.title');
    await user.type('5599999997');
    await user.pressEnterKey();
    await user.expectQuestion('pay.offer.title.top-up');
    await user.choose(/30/);
    await user.expectQuestion('pay.cash.title');
    await user.pressKey('Insert');
    await user.expectQuestion('home.title');
    await user.pressKey('F4');
    await user.choose(/Amazon/);
    await user.type('5599999996');
    await user.pressEnterKey();
    await user.expectQuestion('pay.offer.title.gift-card');
    await user.choose(/100/);
    await user.expectQuestion('basket.cash.title_other');
    await expectNothingClipped(page);
    await giveExactCash(user, 'basket.cash.title_other');
    await pay(user, 'basket.done.titleExact');
    await expectNothingClipped(page);
    await user.press(getText('basket.paper.show'));
    await user.expectText(getText('basket.paper.hide'));
    await goHome(user);
  });

  await test.step('a cash-out', async () => {
    await user.pressKey('F5');
    await user.choose('Banco Azul');
    await user.type('1234567812341234');
    await user.pressEnterKey();
    await user.expectQuestion('pay.offer.title.cash-out');
    await user.type('300');
    await user.pressEnterKey();
    await user.expectQuestion('pay.confirm.title.cash-out');
    await user.pressKey('F12');
    await user.expectQuestion('pay.cashOut.handOver');
    await user.pressKeyUntil('F11', () => waitForQuestion(user, 'pay.cashOut.done'));
    await user.pressKey('F2');
  });

  await test.step('the count, and the Z report', async () => {
    await openBackOfficePageByTouch(user, 'shift');
    await user.choose(getText('shift.close'));
    await user.expectQuestion('shift.countTitle');
    await user.type('2');
    await user.press(getText('shift.finishCount'));
    await user.expectQuestion('shift.resultTitle');
    await user.type('Faltó un año');
    await user.press(getText('shift.closeNow'));
    await user.expectText('Faltó un año');
  });

  expect(await till.callTill('till.state', {})).toMatchObject({ shopName: 'Doña Lucía' });
  expect(await countKeys()).toBe(0);
});

test.describe('search above the keypad', () => {
  test.use({ provisioning: { version: 'v3.mx' }, serviceVersion: null, catalog: 'full' });

  test('shows three found billers completely on the smallest screen', async ({ till, counter }) => {
    const { page } = till;
    await counter.signIn(OWNER.name, OWNER.pin);
    await counter.expectText(counter.getText('lists.fresh'));
    await page.setViewportSize({ width: 1024, height: 768 });
    const user = createTouchUser(page);
    await user.tap(page.getByRole('combobox'));
    await user.type('cfe');
    const third = page.getByRole('option').nth(2);
    const [row, keypad] = [third, page.locator('[data-pad=letters]')].map(async (locator) => {
      await locator.waitFor();
      return locator.evaluate((element) => element.getBoundingClientRect());
    });
    expect((await row)?.bottom).toBeLessThanOrEqual((await keypad)?.top ?? 0);
    await expectNothingClipped(page);
    await test.step('clears the field with one key on each layer', async () => {
      const clear = page.getByRole('button', { name: user.getText('keypad.clear'), exact: true });
      await user.tap(clear);
      await expect(page.getByRole('combobox')).toHaveValue('');
      await user.type('luz 12');
      await user.tap(clear);
      await expect(page.getByRole('combobox')).toHaveValue('');
    });
    await test.step('keeps the keypad after a tap that follows a key at once', async () => {
      await page.keyboard.press('Shift');
      await user.tap(page.getByRole('combobox'));
      // Longer than the time after which a single key hides the keypad.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
      await expect(page.locator('[data-pad=letters]')).toBeVisible();
    });
  });
});

test.describe('returning customer', () => {
  test.use({ provisioning: { version: 'v3.mx' }, serviceVersion: null });

  test('repeats payments of a returning customer from the home screen by touch', async ({
    till,
  }) => {
    await signInByTouch(till);
    const findBillerId = async (text: string, kind: 'utility' | 'top-up'): Promise<number> =>
      (await till.callTill('catalog.search', { text, kinds: [kind], limit: 1 }))[0]?.biller.id ?? 0;
    const bill = { billerId: await findBillerId('telmex', 'utility'), account: '8112345678' };
    const topUp = { billerId: await findBillerId('telcel tiempo', 'top-up'), phone: '5512349876' };
    await till.stop();
    insertKnownCustomers(till.profile, { bill, topUp });
    await till.start();

    const { page, countKeys, user } = await signInByTouch(till);
    await user.expectText(user.getText('customers.recent'));
    await expectNothingClipped(page);
    await user.choose(/María Núñez/);
    await user.expectQuestion('pay.amount.title');
    await user.type('50');
    await user.pressEnterKey();
    await giveExactCash(user);
    await pay(user);
    await goHome(user);
    await user.choose(/5512349876/);
    await user.expectQuestion('pay.offer.title.top-up');
    await user.choose(/30/);
    await giveExactCash(user);
    await pay(user);
    expect(await till.callTill('payments.recent', { limit: 2 })).toMatchObject([
      { kind: 'top-up', accountNumber: topUp.phone },
      { kind: 'bill', accountNumber: bill.account, amount: { amount: '50.00' } },
    ]);
    expect(await countKeys()).toBe(0);
  });
});

/** The last field of a count; in the fields before it, Enter moves to the next field. */
function getLastField(page: Page) {
  return page.getByRole('main').getByRole('textbox').last();
}
