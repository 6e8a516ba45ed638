import { createTestCode } from '../../shared/bill-codes/bill-code.fixture.ts';
import { expect, expectNothingClipped, OWNER, plugInScanner, test } from './support/index.ts';
import {
  findBill,
  giveExactCash,
  goHome,
  goToConfirm,
  openBackOfficePageByTouch,
  pay,
  signInByTouch,
} from './support/touch-steps.ts';
import type { TouchUser } from './support/touch-user.ts';

/** The functions beside the sales, on a till without a keyboard, with taps only. */

test.use({ hasTouchscreen: true });

async function openNewestPayment(user: TouchUser, name: RegExp): Promise<void> {
  await user.pressKey('F8');
  await user.expectQuestion('history.title');
  await user.choose(name);
}

test.describe('v1.6', () => {
  test.use({ provisioning: { version: 'v1.6' } });

  test('completes a note, a cancel, a pay-in, a pay-out, an X report, an unknown outcome, a refund and a takeover by touch', async ({
    till,
  }) => {
    test.slow();
    const { page, countKeys, user } = await signInByTouch(till);
    const { getText } = user;
    const getNewestPayment = async () => (await till.callTill('payments.recent', { limit: 1 }))[0];

    await test.step('adds a note to a payment', async () => {
      await findBill(user, 'agua y drenaje', /Agua y Drenaje/);
      await goToConfirm(user, '123456851236', '120');
      await pay(user);
      await goHome(user);
      await openNewestPayment(user, /Agua y Drenaje/);
      await user.pressKey('Insert');
      await user.expectQuestion('notes.question');
      await user.type('Vuelve mañana');
      await expectNothingClipped(page);
      await user.press(getText('notes.save'));
      await user.expectText('Vuelve mañana');
    });

    await test.step('cancels the payment', async () => {
      await user.pressKey('Delete');
      await user.expectText(getText('approval.reason'));
      await user.type('se repitió');
      await expectNothingClipped(page);
      await user.pressEnterKey();
      await page.locator('input[type=password]').waitFor();
      await user.type(OWNER.pin);
      await user.pressEnterKey();
      await user.pressKeyUntil('F11', async () =>
        expect(await getNewestPayment()).toMatchObject({
          kind: 'cancel',
          state: 'paid',
          handOver: 'done',
        }),
      );
    });

    await test.step('pay-in, pay-out and X report', async () => {
      for (const [kind, doneText, amount, reason] of [
        ['shift.payIn', 'shift.payInDone', '100', 'cambio'],
        ['shift.payOut', 'shift.payOutDone', '40.50', 'garrafón'],
      ] as const) {
        await openBackOfficePageByTouch(user, 'shift');
        await user.choose(getText(kind));
        await user.type(amount);
        await user.pressEnterKey();
        await user.type(reason);
        await expectNothingClipped(page);
        await user.pressEnterKey();
        await user.expectText(getText(doneText));
        await user.press(getText('shift.done'));
      }
      await user.choose(getText('shift.x'));
      await user.press(getText('shift.x'));
      await user.expectQuestion('shift.reportX');
      await user.press(getText('shift.print'));
      await user.expectText(getText('shift.paper.onScreen'));
    });

    await test.step('resolves an unknown outcome from its list', async () => {
      await till.setFaults([
        { operation: 'pay', times: 1, fault: { kind: 'commit-and-cut' } },
        { operation: 'transactions', times: 1000, fault: { kind: 'look-up-empty' } },
      ]);
      await findBill(user, 'telmex', /Telmex/);
      await goToConfirm(user, '8112345678', '50');
      await pay(user, 'pay.unknown.title');
      await goHome(user, 'Escape');
      await user.pressKey('F9');
      await user.choose(/Telmex/);
      await user.expectText('POR CONFIRMAR');
      await till.setFaults([]);
      await user.pressKeyUntil('F1', async () =>
        expect(await getNewestPayment()).toMatchObject({ state: 'paid' }),
      );
    });

    await test.step('hands a refunded payment back', async () => {
      await openBackOfficePageByTouch(user, 'training');
      await user.pressKey('Insert');
      await user.expectText(getText('training.refunded'));
      await openNewestPayment(user, /Telmex/);
      await user.expectText(getText('refunds.watch'));
      await user.pressKey('F1');
      await user.expectQuestion('pay.paid.givenBackTitle');
      await user.pressKey('F2');
      await user.expectText(getText('refunds.homeTitle_one'));
      await user.press(getText('refunds.homeOpen'));
      await user.choose(/Telmex/);
      await user.pressKeyUntil('F11', async () =>
        expect((await getNewestPayment())?.refund?.settled).toMatchObject({ how: 'handed-back' }),
      );
    });

    await test.step('lets another cashier take over a customer', async () => {
      await findBill(user, 'telmex', /Telmex/);
      await goToConfirm(user, '8112345679', '60');
      await user.pressKey('F10');
      await user.choose('Beto');
      await user.type('2222');
      await user.pressEnterKey();
      await user.expectQuestion('lock.takeOver');
      await user.tap(page.getByRole('option').first());
      await giveExactCash(user);
      await pay(user);
      expect(await getNewestPayment()).toMatchObject({ state: 'paid', cashierName: 'Beto' });
    });

    expect(await countKeys()).toBe(0);
  });
});

test.describe('v3.mx', () => {
  test.use({ provisioning: { version: 'v3.mx' } });

  test("links, pays and unlinks a bill, pays scanned bills and repeats a customer's payment by touch", async ({
    till,
  }) => {
    test.slow();
    const { page, countKeys, user } = await signInByTouch(till);
    const { getText } = user;
    let scannedKeys = 0;

    await test.step('links an account, refreshes and pays it', async () => {
      await user.pressKey('F6');
      await user.expectText(getText('bills.empty'));
      await user.pressKey('Insert');
      await user.expectQuestion('bills.linkBiller');
      await user.tap(page.getByRole('combobox'));
      await user.type('cfe com');
      await user.choose(/CFE/);
      await user.expectQuestion('bills.linkAccount');
      await user.type('501000000007');
      await expectNothingClipped(page);
      await user.pressEnterKey();
      await user.expectText(getText('bills.balance'));
      await user.pressKey('F1');
      await user.pressKeyUntil('Control+M', () =>
        page.getByText(getText('bills.extra.consumptionKwh')).waitFor({ timeout: 2_000 }),
      );
      await user.press(getText('bills.pay'));
      await giveExactCash(user);
      await pay(user);
      await goHome(user);
    });

    await test.step('unlinks the account', async () => {
      await user.pressKey('F6');
      await user.choose(/CFE/);
      await user.pressKey('Delete');
      await user.expectText(getText('bills.unlinkTitle'));
      await user.tap(
        page.getByRole('dialog').getByRole('button', { name: getText('bills.unlink') }),
      );
      await user.expectText(getText('bills.empty'));
    });

    await test.step('pays scanned bills: one by its code, and one whose company is asked', async () => {
      const scanner = await plugInScanner(page);
      const keysBefore = Number(await countKeys());
      const bill = {
        gln: '7709998002449',
        references: ['0586131234'],
        amount: { digits: '0000070470', decimals: 0 },
        dueDate: '2031-01-31',
      };
      await user.pressKey('F2');
      await scanner.scan(createTestCode(bill));
      await user.expectText(getText('scan.amount'));
      await expectNothingClipped(page);
      await user.pressKey('Enter');
      await user.expectQuestion('pay.amount.title');
      await user.pressKey('Enter');
      await giveExactCash(user);
      await pay(user);
      await goHome(user);

      await scanner.scan('015010000000072612150000005495');
      await user.expectQuestion('scan.choose.biller');
      await expectNothingClipped(page);
      await user.choose(/501000000007/);
      await user.expectText(getText('scan.amount'));
      await user.pressKey('F2');

      await scanner.scan(createTestCode({ ...bill, gln: '7709998005730' }));
      await user.expectQuestion('scan.unknown.title');
      await user.tap(page.getByRole('combobox'));
      await user.type('bosque');
      await user.choose(/El Bosque/);
      await user.tap(
        page.getByRole('dialog').getByRole('button', { name: getText('scan.confirm.yes') }),
      );
      await user.expectQuestion('scan.choose.compare');
      await expectNothingClipped(page);
      await user.choose(/0586131234/);
      await user.expectText(getText('scan.amount'));
      await user.pressKey('F2');
      scannedKeys = Number(await countKeys()) - keysBefore;
    });

    await test.step('finds the returning customer in the list of accounts', async () => {
      await openBackOfficePageByTouch(user, 'customers');
      await user.choose(/CFE/);
      await user.pressKey('Control+M');
      await user.expectQuestion('customers.phone.title');
      await user.type('5512345678');
      await expectNothingClipped(page);
      await user.pressEnterKey();
      await user.expectText('5512345678');
      await user.press(getText('customers.pay'));
      await user.expectQuestion('pay.balance.nothingTitle');
    });

    // Only the scanner pressed keys.
    expect(await countKeys()).toBe(scannedKeys);
  });
});
