import type { Locator, Page } from '@playwright/test';
import {
  expect,
  expectScreenInOrder,
  getText,
  OWNER,
  plugInScanner,
  test,
} from './support/index.ts';

/** A keyboard-wedge scanner, told from a person by the times of its keys. */

const field = (page: Page): Locator => page.getByRole('textbox').first();

/** One customer after the other on one till: nothing of a reading is left for the next. */
test('a code goes where the cashier stands, and presses nothing', async ({ counter, till }) => {
  const scanner = await plugInScanner(till.page);
  await counter.signIn(OWNER.name, OWNER.pin);
  await test.step('a code goes to the account, and its Enter presses nothing', async () => {
    await counter.goHome();
    await counter.find('cfe com', /CFE/);
    await scanner.scan('501000000007');
    await counter.expectText(counter.getText('pay.account.scanned'));
    await expect(field(till.page)).toHaveValue('501000000007');
    // A second reading takes the place of the first, without Enter and with a prefix too.
    await scanner.scan(']C1501000000004', 'none');
    await expect(field(till.page)).toHaveValue('501000000004');
    await scanner.scan('501000000007');
    await expect(field(till.page)).toHaveValue('501000000007');
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.amount.fixedTitle'));
  });

  await test.step('a code lands in no amount, and says that it is of no use there', async () => {
    await counter.goHome();
    await counter.find('telmex', /Telmex/);
    await counter.type('8112345678');
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.amount.title'));
    await counter.type('150');
    await scanner.scan('501000000007');
    await counter.expectText('501000000007: ese código aquí no se usa');
    await expect(field(till.page)).toHaveValue('150');
    await counter.expectQuestion(counter.getText('pay.amount.title'));
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.cash.title'));
    await scanner.scan('501000000007', 'none');
    await counter.expectText('501000000007');
    await expect(field(till.page)).toHaveValue('');
    await counter.expectQuestion(counter.getText('pay.cash.title'));
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.confirm.title'));
    await scanner.scan('501000000007');
    await counter.expectText('501000000007');
    await counter.expectQuestion(counter.getText('pay.confirm.title'));
    expect(await till.callTill('payments.recent', { limit: 5 })).toEqual([]);
    await expectScreenInOrder(till.page, 'es-MX');
  });

  await test.step('on the home screen it finds the biller, or asks which of several', async () => {
    await counter.goHome();
    await counter.find('cfe com', /CFE/);
    await counter.press('Escape');
    await counter.expectQuestion(getText('es-MX', 'home.title'));
    await till.page.getByRole('combobox').focus();
    await scanner.scan('501000000007');
    await counter.expectQuestion('501000000007');
    const rows = till.page.getByRole('listbox').getByRole('option');
    await rows.first().waitFor();
    expect(await rows.count()).toBeGreaterThan(1);
    await expect(till.page.getByRole('combobox')).toHaveValue('');
    await expectScreenInOrder(till.page, 'es-MX');
    await counter.type('cfe com');
    await till.page
      .getByRole('option', { name: /CFE - Com/ })
      .first()
      .waitFor();
    await counter.press('Enter');
    await counter.expectText(counter.getText('pay.account.scanned'));
    await expect(field(till.page)).toHaveValue('501000000007');
  });

  await test.step('the phone to be topped up may be scanned before its company, and need not be typed twice', async () => {
    await counter.goHome();
    await counter.press('F3');
    await counter.expectQuestion(getText('es-MX', 'choose.title.top-up'));
    await scanner.scan('5599999999');
    await counter.expectText(/5599999999/);
    await till.page.getByRole('combobox').fill('telcel tiempo');
    await till.page
      .getByRole('option', { name: /Telcel/ })
      .first()
      .waitFor();
    await counter.press('Enter');
    await counter.expectText(counter.getText('pay.account.scanned'));
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.offer.title.top-up'));
  });

  await test.step('in the history it looks for what was scanned, wherever the focus is', async () => {
    await counter.goHome();
    await counter.find('telmex', /Telmex/);
    await counter.goToConfirm({ account: '8112345678', amount: '150' });
    await counter.press('F12');
    await counter.expectQuestion(counter.getText('receipts.paidExact'));
    await counter.nextCustomer();
    await counter.press('F8');
    await counter.expectQuestion(getText('es-MX', 'history.title'));
    await till.page.getByRole('listbox').getByRole('option').first().focus();
    await scanner.scan('8112345678');
    await expect(field(till.page)).toHaveValue('8112345678');
    await counter.expectText(/\(811\) 234-5678/);
    await scanner.scan('501000000007');
    await counter.expectText(getText('es-MX', 'history.empty'));

    // The reference on a receipt leads there from the home screen, whatever the day.
    const [payment] = await till.callTill('payments.recent', { limit: 1 });
    await counter.press('F2');
    await till.page.getByRole('combobox').focus();
    await scanner.scan(payment?.externalId ?? '');
    await counter.expectQuestion(getText('es-MX', 'history.title'));
    await counter.expectText(/\(811\) 234-5678/);
  });

  await test.step('a person who presses keys almost at once types as ever', async () => {
    await counter.goHome();
    await counter.find('telmex', /Telmex/);
    await scanner.scan('81123', 'none');
    await expect(field(till.page)).toHaveValue('81123');
    await counter.type('45678');
    await expect(field(till.page)).toHaveValue('8112345678');
  });
});
