import { expect, expectNothingClipped, OWNER, test } from './support/index.ts';
import {
  findBill,
  giveExactCash,
  goHome,
  goToConfirm,
  openBackOfficePageByTouch,
  pay,
  signInByTouch,
} from './support/touch.ts';
import type { TouchUser } from './support/touch-user.ts';

/** What happens beside the sales, on a till without a keyboard: by taps alone, not one key. */

test.use({ hasTouchscreen: true });

async function openNewest(finger: TouchUser, name: RegExp): Promise<void> {
  await finger.pressKey('F8');
  await finger.expectQuestion('history.title');
  await finger.choose(name);
}

test.describe('in v1.6', () => {
  test.use({ provisioning: { version: 'v1.6' } });

  test('a note, a cancel, money in and out, an X report, an unknown outcome, a refund and a switch', async ({
    till,
  }) => {
    test.slow();
    const { page, keys, finger } = await signInByTouch(till);
    const { getText } = finger;
    const newest = async () => (await till.callTill('payments.recent', { limit: 1 }))[0];

    await test.step('a note on a payment', async () => {
      await findBill(finger, 'agua y drenaje', /Agua y Drenaje/);
      await goToConfirm(finger, '123456851236', '120');
      await pay(finger);
      await goHome(finger);
      await openNewest(finger, /Agua y Drenaje/);
      await finger.pressKey('Insert');
      await finger.expectQuestion('notes.ask');
      await finger.type('Vuelve mañana');
      await expectNothingClipped(page);
      await finger.press(getText('notes.keep'));
      await finger.expectText('Vuelve mañana');
    });

    await test.step('its cancel', async () => {
      await finger.pressKey('Delete');
      await finger.expectText(getText('approval.reason'));
      await finger.type('se repitió');
      await expectNothingClipped(page);
      await finger.done();
      await page.locator('input[type=password]').waitFor();
      await finger.type(OWNER.pin);
      await finger.done();
      await finger.pressKeyUntil('F11', async () =>
        expect(await newest()).toMatchObject({ kind: 'cancel', state: 'paid', handOver: 'done' }),
      );
    });

    await test.step('money in, money out, the X report', async () => {
      for (const [kind, done, amount, reason] of [
        ['shift.payIn', 'shift.payInDone', '100', 'cambio'],
        ['shift.payOut', 'shift.payOutDone', '40.50', 'garrafón'],
      ] as const) {
        await openBackOfficePageByTouch(finger, 'shift');
        await finger.choose(getText(kind));
        await finger.type(amount);
        await finger.done();
        await finger.type(reason);
        await expectNothingClipped(page);
        await finger.done();
        await finger.expectText(getText(done));
        await finger.press(getText('shift.done'));
      }
      await finger.choose(getText('shift.x'));
      await finger.press(getText('shift.x'));
      await finger.expectQuestion('shift.reportX');
      await finger.press(getText('shift.print'));
      await finger.expectText(getText('shift.paper.onScreen'));
    });

    await test.step('an unknown outcome, from its list', async () => {
      await till.setFaults([
        { operation: 'pay', times: 1, fault: { kind: 'commit-and-cut' } },
        { operation: 'transactions', times: 1000, fault: { kind: 'look-up-empty' } },
      ]);
      await findBill(finger, 'telmex', /Telmex/);
      await goToConfirm(finger, '8112345678', '50');
      await pay(finger, 'pay.unknown.title');
      await goHome(finger, 'Escape');
      await finger.pressKey('F9');
      await finger.choose(/Telmex/);
      await finger.expectText('POR CONFIRMAR');
      await till.setFaults([]);
      await finger.pressKeyUntil('F1', async () =>
        expect(await newest()).toMatchObject({ state: 'paid' }),
      );
    });

    await test.step('a payment that the service gives back', async () => {
      await openBackOfficePageByTouch(finger, 'training');
      await finger.pressKey('Insert');
      await finger.expectText(getText('training.gaveBack'));
      await openNewest(finger, /Telmex/);
      await finger.expectText(getText('refunds.watch'));
      await finger.pressKey('F1');
      await finger.expectQuestion('pay.paid.givenBackTitle');
      await finger.pressKey('F2');
      await finger.expectText(getText('refunds.home_one'));
      await finger.press(getText('refunds.homeOpen'));
      await finger.choose(/Telmex/);
      await finger.pressKeyUntil('F11', async () =>
        expect((await newest())?.refund?.settled).toMatchObject({ how: 'handed-back' }),
      );
    });

    await test.step('a customer whom another cashier takes over', async () => {
      await findBill(finger, 'telmex', /Telmex/);
      await goToConfirm(finger, '8112345679', '60');
      await finger.pressKey('F10');
      await finger.choose('Beto');
      await finger.type('2222');
      await finger.done();
      await finger.expectQuestion('lock.takeOver');
      await finger.tap(page.getByRole('option').first());
      await giveExactCash(finger);
      await pay(finger);
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
    const { page, keys, finger } = await signInByTouch(till);
    const { getText } = finger;

    await test.step('an account is saved, looked up again and paid', async () => {
      await finger.pressKey('F6');
      await finger.expectText(getText('bills.empty'));
      await finger.pressKey('Insert');
      await finger.expectQuestion('bills.linkWhose');
      await finger.tap(page.getByRole('combobox'));
      await finger.type('cfe com');
      await finger.choose(/CFE/);
      await finger.expectQuestion('bills.linkWhich');
      await finger.type('501000000007');
      await expectNothingClipped(page);
      await finger.done();
      await finger.expectText(getText('bills.balance'));
      await finger.pressKey('F1');
      await finger.pressKeyUntil('Control+M', () =>
        page.getByText(getText('bills.extra.consumptionKwh')).waitFor({ timeout: 2_000 }),
      );
      await finger.press(getText('bills.pay'));
      await finger.expectQuestion('pay.amount.fixedTitle');
      await finger.pressKey('Enter');
      await giveExactCash(finger);
      await pay(finger);
      await goHome(finger);
    });

    await test.step('it is forgotten', async () => {
      await finger.pressKey('F6');
      await finger.choose(/CFE/);
      await finger.pressKey('Delete');
      await finger.expectText(getText('bills.unlinkTitle'));
      await finger.tap(
        page.getByRole('dialog').getByRole('button', { name: getText('bills.unlink') }),
      );
      await finger.expectText(getText('bills.empty'));
    });

    await test.step('the customer comes back, and is found in the list of accounts', async () => {
      await openBackOfficePageByTouch(finger, 'customers');
      await finger.choose(/CFE/);
      await finger.pressKey('Control+M');
      await finger.expectQuestion('customers.phone.title');
      await finger.type('5512345678');
      await expectNothingClipped(page);
      await finger.done();
      await finger.expectText('5512345678');
      await finger.press(getText('customers.pay'));
      await finger.expectQuestion('pay.balance.nothingTitle');
    });

    expect(await keys()).toBe(0);
  });
});
