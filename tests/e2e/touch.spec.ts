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
} from './support/touch.ts';
import { createTouchUser, startKeyCounter } from './support/touch-user.ts';

/** A till without a keyboard: from the wizard to the Z report by taps alone, not one key. */

test.use({ hasTouchscreen: true, provisioning: null, serviceVersion: 'v3.mx' });

test('from the wizard to the Z report, by taps alone', async ({ till, service }) => {
  test.slow();
  const { page } = till;
  await page.setViewportSize({ width: 1024, height: 768 });
  const keys = await startKeyCounter(page);
  const finger = createTouchUser(page);
  const { getText } = finger;

  await test.step('the wizard', async () => {
    await finger.choose(getText('setup.start.steps'));
    await finger.choose(getText('setup.environment.sandbox'));
    await finger.expectQuestion('setup.service');
    await finger.tap(page.getByLabel(getText('setup.baseUrl')));
    await finger.type(service.baseUrl);
    await expectNothingClipped(page);
    await finger.done();
    await finger.type(service.vendor);
    await finger.tap(page.getByLabel(getText('setup.caFile')));
    await finger.type(service.caFile);
    await finger.press(getText('setup.next'));
    await finger.expectQuestion('setup.version');
    await finger.choose('v3.mx');
    await finger.expectQuestion('setup.keys');
    await finger.type(service.apiKey);
    await finger.done();
    await finger.type(service.secretKey);
    await finger.done();
    await finger.expectText(getText('setup.checked'));
    await finger.press(getText('setup.next'));
    await finger.expectQuestion('setup.shop');
    await finger.type('Doña Lucía');
    await finger.press(getText('setup.next'));
    await finger.expectQuestion('setup.pos');
    await finger.type('07');
    await finger.done();
    await finger.type('lupita');
    await finger.done();
    await finger.expectQuestion('setup.zone');
    await finger.choose(/^Ciudad de México/);
    await finger.expectQuestion('setup.printer');
    await finger.choose(getText('setup.printer.screen'));
    await finger.expectQuestion('setup.cashiers');
    await finger.type('Ana');
    await finger.done();
    await finger.type(OWNER.pin);
    await expectNothingClipped(page);
    await finger.done();
    await finger.type(OWNER.pin);
    await finger.done();
    await finger.press(getText('setup.cashier.done'));
    await finger.expectQuestion('setup.review');
    await finger.press(getText('setup.finish'));
    await finger.expectQuestion('recovery.title');
    const groups = page.getByRole('list', { name: getText('recovery.title') });
    await groups.waitFor();
    const shown = (await groups.getByRole('listitem').allTextContents()).join('');
    await finger.press(getText('recovery.written'));
    await finger.type(shown.slice(-8).toLowerCase());
    await finger.done();
  });

  await test.step('the sign-in', async () => {
    await finger.signIn(OWNER);
  });

  await test.step('a bank that hands out cash', async () => {
    await openBackOfficePageByTouch(finger, 'settings');
    await finger.choose(getText('settings.of.cash-out'));
    await finger.press(getText('settings.biller.add'));
    await finger.tap(page.getByRole('combobox'));
    await finger.type('banco azul');
    await finger.choose('Banco Azul');
    await finger.press(getText('settings.keep'));
    await finger.expectText(getText('settings.kept'));
  });

  await test.step('the float', async () => {
    await openBackOfficePageByTouch(finger, 'shift');
    await finger.choose(getText('shift.open'));
    await finger.expectQuestion('shift.openTitle');
    await finger.done();
    await finger.type('2');
    await finger.done();
    await expectNothingClipped(page);
    await finger.tap(lastField(page));
    await finger.press(getText('shift.openNow'));
    await finger.expectText(getText('shift.drawer'));
  });

  await test.step('a bill, by its name', async () => {
    await findBill(finger, 'telmex', /Telmex/);
    await finger.type('8112345678');
    await finger.done();
    await finger.expectQuestion('pay.amount.title');
    await finger.type('124.50');
    await finger.done();
    await finger.expectQuestion('pay.cash.title');
    await finger.type('200');
    await expectNothingClipped(page);
    await finger.done();
    await pay(finger, 'pay.paid.title');
    await goHome(finger);
  });

  await test.step('the same, by its tile', async () => {
    await finger.choose(/Telmex/);
    await finger.type('8112345679');
    await finger.done();
    await finger.type('50');
    await finger.done();
    await giveExactCash(finger);
    await pay(finger);
    await goHome(finger);
  });

  await test.step('a top-up, by the carrier’s tile', async () => {
    await finger.pressKey('F3');
    await finger.choose(/Telcel Tiempo Aire/);
    await finger.type('5599999999');
    await finger.done();
    await finger.expectQuestion('pay.repeat.title');
    await finger.type('5599999999');
    await finger.done();
    await finger.expectQuestion('pay.offer.title.top-up');
    await finger.choose(/30/);
    await giveExactCash(finger);
    await pay(finger);
    await goHome(finger);
  });

  await test.step('a gift card, by its tile', async () => {
    await finger.pressKey('F4');
    await finger.choose(/Amazon/);
    await finger.type('5599999999');
    await finger.done();
    await finger.expectQuestion('pay.offer.title.gift-card');
    await finger.choose(/100/);
    await giveExactCash(finger);
    await pay(finger);
    await goHome(finger);
  });

  await test.step('a top-up and a gift card of one customer, as a basket', async () => {
    await finger.pressKey('F3');
    await finger.choose(/Telcel Tiempo Aire/);
    await finger.type('5599999997');
    await finger.done();
    await finger.expectQuestion('pay.repeat.title');
    await finger.type('5599999997');
    await finger.done();
    await finger.expectQuestion('pay.offer.title.top-up');
    await finger.choose(/30/);
    await finger.expectQuestion('pay.cash.title');
    await finger.pressKey('Insert');
    await finger.expectQuestion('home.title');
    await finger.pressKey('F4');
    await finger.choose(/Amazon/);
    await finger.type('5599999996');
    await finger.done();
    await finger.expectQuestion('pay.offer.title.gift-card');
    await finger.choose(/100/);
    await finger.expectQuestion('basket.cash.title_other');
    await expectNothingClipped(page);
    await giveExactCash(finger, 'basket.cash.title_other');
    await pay(finger, 'basket.done.titleExact');
    await expectNothingClipped(page);
    await finger.press(getText('basket.paper.show'));
    await finger.expectText(getText('basket.paper.hide'));
    await goHome(finger);
  });

  await test.step('a cash-out', async () => {
    await finger.pressKey('F5');
    await finger.choose('Banco Azul');
    await finger.type('1234567812341234');
    await finger.done();
    await finger.expectQuestion('pay.offer.title.cash-out');
    await finger.type('300');
    await finger.done();
    await finger.expectQuestion('pay.confirm.title.cash-out');
    await finger.pressKey('F12');
    await finger.expectQuestion('pay.out.now');
    await finger.pressKeyUntil('F11', () => waitForQuestion(finger, 'pay.out.done'));
    await finger.pressKey('F2');
  });

  await test.step('the count, and the Z report', async () => {
    await openBackOfficePageByTouch(finger, 'shift');
    await finger.choose(getText('shift.close'));
    await finger.expectQuestion('shift.countTitle');
    await finger.type('2');
    await finger.press(getText('shift.giveCount'));
    await finger.expectQuestion('shift.resultTitle');
    await finger.type('Faltó un año');
    await finger.press(getText('shift.closeNow'));
    await finger.expectText('Faltó un año');
  });

  expect(await till.callTill('till.state', {})).toMatchObject({ shopName: 'Doña Lucía' });
  expect(await keys()).toBe(0);
});

test.describe('above the keypad of letters', () => {
  test.use({ provisioning: { version: 'v3.mx' }, serviceVersion: null });

  test('three billers that were found are seen whole, on the smallest screen', async ({
    till,
    counter,
  }) => {
    const { page } = till;
    await counter.signIn(OWNER.name, OWNER.pin);
    await counter.expectText(counter.getText('lists.fresh'));
    await page.setViewportSize({ width: 1024, height: 768 });
    const finger = createTouchUser(page);
    await finger.tap(page.getByRole('combobox'));
    await finger.type('cfe');
    const third = page.getByRole('option').nth(2);
    const [row, keypad] = [third, page.locator('[data-pad=letters]')].map(async (one) => {
      await one.waitFor();
      return one.evaluate((element) => element.getBoundingClientRect());
    });
    expect((await row)?.bottom).toBeLessThanOrEqual((await keypad)?.top ?? 0);
    await expectNothingClipped(page);
    await test.step('one key erases all of it, on each layer of keys', async () => {
      const clear = page.getByRole('button', { name: finger.getText('keypad.clear'), exact: true });
      await finger.tap(clear);
      await expect(page.getByRole('combobox')).toHaveValue('');
      await finger.type('luz 12');
      await finger.tap(clear);
      await expect(page.getByRole('combobox')).toHaveValue('');
    });
  });
});

test.describe('a customer who comes back', () => {
  test.use({ provisioning: { version: 'v3.mx' }, serviceVersion: null });

  test('is chosen on the home screen, by taps alone', async ({ till }) => {
    await signInByTouch(till);
    const idOf = async (text: string, kind: 'utility' | 'top-up'): Promise<number> =>
      (await till.callTill('catalog.search', { text, kinds: [kind], limit: 1 }))[0]?.biller.id ?? 0;
    const bill = { billerId: await idOf('telmex', 'utility'), account: '8112345678' };
    const topUp = { billerId: await idOf('telcel tiempo', 'top-up'), phone: '5512349876' };
    await till.stop();
    insertKnownCustomers(till.profile, { bill, topUp });
    await till.start();

    const { page, keys, finger } = await signInByTouch(till);
    await finger.expectText(finger.getText('customers.recent'));
    await expectNothingClipped(page);
    await finger.choose(/María Núñez/);
    await finger.expectQuestion('pay.amount.title');
    await finger.type('50');
    await finger.done();
    await giveExactCash(finger);
    await pay(finger);
    await goHome(finger);
    await finger.choose(/5512349876/);
    await finger.expectQuestion('pay.offer.title.top-up');
    await finger.choose(/30/);
    await giveExactCash(finger);
    await pay(finger);
    expect(await till.callTill('payments.recent', { limit: 2 })).toMatchObject([
      { kind: 'top-up', accountNumber: topUp.phone },
      { kind: 'bill', accountNumber: bill.account, amount: { amount: '50.00' } },
    ]);
    expect(await keys()).toBe(0);
  });
});

/** Of a count: before it, Enter is the next field. */
function lastField(page: Page) {
  return page.getByRole('main').getByRole('textbox').last();
}
