import type { Page } from '@playwright/test';
import { countKeys, createFinger } from './support/finger.ts';
import { expect, knowsCustomers, nothingCut, OWNER, test } from './support/index.ts';
import {
  atTheCounter,
  findBill,
  giveExactly,
  isAt,
  openRoomByTouch,
  pay,
  toHome,
} from './support/touch.ts';

/** A till without a keyboard: from the wizard to the Z report by taps alone, not one key. */

test.use({ hasTouchscreen: true, provisioning: null, serviceVersion: 'v3.mx' });

test('from the wizard to the Z report, by taps alone', async ({ till, service }) => {
  test.slow();
  const { page } = till;
  await page.setViewportSize({ width: 1024, height: 768 });
  const keys = await countKeys(page);
  const finger = createFinger(page);
  const { words } = finger;

  await test.step('the wizard', async () => {
    await finger.choose(words('setup.start.steps'));
    await finger.choose(words('setup.environment.sandbox'));
    await finger.asks('setup.service');
    await finger.tap(page.getByLabel(words('setup.baseUrl')));
    await finger.type(service.baseUrl);
    await nothingCut(page);
    await finger.done();
    await finger.type(service.vendor);
    await finger.tap(page.getByLabel(words('setup.caFile')));
    await finger.type(service.caFile);
    await finger.press(words('setup.next'));
    await finger.asks('setup.version');
    await finger.choose('v3.mx');
    await finger.asks('setup.keys');
    await finger.type(service.apiKey);
    await finger.done();
    await finger.type(service.secretKey);
    await finger.done();
    await finger.sees(words('setup.checked'));
    await finger.press(words('setup.next'));
    await finger.asks('setup.shop');
    await finger.type('Doña Lucía');
    await finger.press(words('setup.next'));
    await finger.asks('setup.pos');
    await finger.type('07');
    await finger.done();
    await finger.type('lupita');
    await finger.done();
    await finger.asks('setup.zone');
    await finger.choose(/^Ciudad de México/);
    await finger.asks('setup.printer');
    await finger.choose(words('setup.printer.screen'));
    await finger.asks('setup.cashiers');
    await finger.type('Ana');
    await finger.done();
    await finger.type(OWNER.pin);
    await nothingCut(page);
    await finger.done();
    await finger.type(OWNER.pin);
    await finger.done();
    await finger.press(words('setup.cashier.done'));
    await finger.asks('setup.review');
    await finger.press(words('setup.finish'));
    await finger.asks('recovery.title');
    const groups = page.getByRole('list', { name: words('recovery.title') });
    await groups.waitFor();
    const shown = (await groups.getByRole('listitem').allTextContents()).join('');
    await finger.press(words('recovery.written'));
    await finger.type(shown.slice(-8).toLowerCase());
    await finger.done();
  });

  await test.step('the sign-in', async () => {
    await finger.signIn(OWNER);
  });

  await test.step('a bank that hands out cash', async () => {
    await openRoomByTouch(finger, 'settings');
    await finger.choose(words('settings.of.cash-out'));
    await finger.press(words('settings.biller.add'));
    await finger.tap(page.getByRole('combobox'));
    await finger.type('banco azul');
    await finger.choose('Banco Azul');
    await finger.press(words('settings.keep'));
    await finger.sees(words('settings.kept'));
  });

  await test.step('the float', async () => {
    await openRoomByTouch(finger, 'shift');
    await finger.choose(words('shift.open'));
    await finger.asks('shift.openTitle');
    await finger.done();
    await finger.type('2');
    await finger.done();
    await nothingCut(page);
    await finger.tap(lastField(page));
    await finger.press(words('shift.openNow'));
    await finger.sees(words('shift.drawer'));
  });

  await test.step('a bill, by its name', async () => {
    await findBill(finger, 'telmex', /Telmex/);
    await finger.type('8112345678');
    await finger.done();
    await finger.asks('pay.amount.title');
    await finger.type('124.50');
    await finger.done();
    await finger.asks('pay.cash.title');
    await finger.type('200');
    await nothingCut(page);
    await finger.done();
    await pay(finger, 'pay.paid.title');
    await toHome(finger);
  });

  await test.step('the same, by its tile', async () => {
    await finger.choose(/Telmex/);
    await finger.type('8112345679');
    await finger.done();
    await finger.type('50');
    await finger.done();
    await giveExactly(finger);
    await pay(finger);
    await toHome(finger);
  });

  await test.step('a top-up, by the carrier’s tile', async () => {
    await finger.pressKey('F3');
    await finger.choose(/Telcel Tiempo Aire/);
    await finger.type('5599999999');
    await finger.done();
    await finger.asks('pay.repeat.title');
    await finger.type('5599999999');
    await finger.done();
    await finger.asks('pay.offer.title.top-up');
    await finger.choose(/30/);
    await giveExactly(finger);
    await pay(finger);
    await toHome(finger);
  });

  await test.step('a gift card, by its tile', async () => {
    await finger.pressKey('F4');
    await finger.choose(/Amazon/);
    await finger.type('5599999999');
    await finger.done();
    await finger.asks('pay.offer.title.gift-card');
    await finger.choose(/100/);
    await giveExactly(finger);
    await pay(finger);
    await toHome(finger);
  });

  await test.step('a top-up and a gift card of one customer, as a basket', async () => {
    await finger.pressKey('F3');
    await finger.choose(/Telcel Tiempo Aire/);
    await finger.type('5599999997');
    await finger.done();
    await finger.asks('pay.repeat.title');
    await finger.type('5599999997');
    await finger.done();
    await finger.asks('pay.offer.title.top-up');
    await finger.choose(/30/);
    await finger.asks('pay.cash.title');
    await finger.pressKey('Insert');
    await finger.asks('home.title');
    await finger.pressKey('F4');
    await finger.choose(/Amazon/);
    await finger.type('5599999996');
    await finger.done();
    await finger.asks('pay.offer.title.gift-card');
    await finger.choose(/100/);
    await finger.asks('basket.cash.title_other');
    await nothingCut(page);
    await giveExactly(finger, 'basket.cash.title_other');
    await pay(finger, 'basket.done.titleExact');
    await nothingCut(page);
    await finger.press(words('basket.paper.show'));
    await finger.sees(words('basket.paper.hide'));
    await toHome(finger);
  });

  await test.step('a cash-out', async () => {
    await finger.pressKey('F5');
    await finger.choose('Banco Azul');
    await finger.type('1234567812341234');
    await finger.done();
    await finger.asks('pay.offer.title.cash-out');
    await finger.type('300');
    await finger.done();
    await finger.asks('pay.confirm.title.cash-out');
    await finger.pressKey('F12');
    await finger.asks('pay.out.now');
    await finger.pressKeyUntil('F11', () => isAt(finger, 'pay.out.done'));
    await finger.pressKey('F2');
  });

  await test.step('the count, and the Z report', async () => {
    await openRoomByTouch(finger, 'shift');
    await finger.choose(words('shift.close'));
    await finger.asks('shift.countTitle');
    await finger.type('2');
    await finger.press(words('shift.giveCount'));
    await finger.asks('shift.resultTitle');
    await finger.type('Faltó un año');
    await finger.press(words('shift.closeNow'));
    await finger.sees('Faltó un año');
  });

  expect(await till.ask('till.state', {})).toMatchObject({ shopName: 'Doña Lucía' });
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
    await counter.sees(counter.words('lists.fresh'));
    await page.setViewportSize({ width: 1024, height: 768 });
    const finger = createFinger(page);
    await finger.tap(page.getByRole('combobox'));
    await finger.type('cfe');
    const third = page.getByRole('option').nth(2);
    const [row, keypad] = [third, page.locator('[data-pad=letters]')].map(async (one) => {
      await one.waitFor();
      return one.evaluate((element) => element.getBoundingClientRect());
    });
    expect((await row)?.bottom).toBeLessThanOrEqual((await keypad)?.top ?? 0);
    await nothingCut(page);
    await test.step('one key erases all of it, on each layer of keys', async () => {
      const clear = page.getByRole('button', { name: finger.words('keypad.clear'), exact: true });
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
    await atTheCounter(till);
    const idOf = async (text: string, kind: 'utility' | 'top-up'): Promise<number> =>
      (await till.ask('catalog.search', { text, kinds: [kind], limit: 1 }))[0]?.biller.id ?? 0;
    const bill = { billerId: await idOf('telmex', 'utility'), account: '8112345678' };
    const topUp = { billerId: await idOf('telcel tiempo', 'top-up'), phone: '5512349876' };
    await till.stop();
    knowsCustomers(till.profile, { bill, topUp });
    await till.start();

    const { page, keys, finger } = await atTheCounter(till);
    await finger.sees(finger.words('customers.recent'));
    await nothingCut(page);
    await finger.choose(/María Núñez/);
    await finger.asks('pay.amount.title');
    await finger.type('50');
    await finger.done();
    await giveExactly(finger);
    await pay(finger);
    await toHome(finger);
    await finger.choose(/5512349876/);
    await finger.asks('pay.offer.title.top-up');
    await finger.choose(/30/);
    await giveExactly(finger);
    await pay(finger);
    expect(await till.ask('payments.recent', { limit: 2 })).toMatchObject([
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
