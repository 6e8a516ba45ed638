import type { Locator, Page } from '@playwright/test';
import {
  expect,
  expectScreenInOrder,
  getTextBeforePlaceholder,
  OWNER,
  plugInScanner,
  test,
} from './support/index.ts';

/** A keyboard-wedge scanner, distinguished from a person by the times of its keys. */

const getField = (page: Page): Locator => page.getByRole('textbox').first();

/** All customers use one till: no scan affects the next customer. */
test('routes a scanned code by the screen and presses no key', async ({ counter, till }) => {
  const scanner = await plugInScanner(till.page);
  await counter.signIn(OWNER.name, OWNER.pin);
  await test.step('enters a code as the account and presses nothing', async () => {
    await counter.goHome();
    await counter.find('cfe com', /CFE/);
    await scanner.scan('501000000007');
    await counter.expectText(counter.getText('pay.account.scanned'));
    await expect(getField(till.page)).toHaveValue('501000000007');
    // A second scan replaces the first one, also without Enter and with a prefix.
    await scanner.scan(']C1501000000004', 'none');
    await expect(getField(till.page)).toHaveValue('501000000004');
    await scanner.scan('501000000007');
    await expect(getField(till.page)).toHaveValue('501000000007');
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.cash.title'));
  });

  await test.step('rejects a code in an amount and reports it', async () => {
    await counter.goHome();
    await counter.find('telmex', /Telmex/);
    await counter.type('8112345678');
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.amount.title'));
    await counter.type('150');
    await scanner.scan('501000000007');
    await counter.expectText('501000000007: ese código aquí no se usa');
    await expect(getField(till.page)).toHaveValue('150');
    await counter.expectQuestion(counter.getText('pay.amount.title'));
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.cash.title'));
    await scanner.scan('501000000007', 'none');
    await counter.expectText('501000000007');
    await expect(getField(till.page)).toHaveValue('');
    await counter.expectQuestion(counter.getText('pay.cash.title'));
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.confirm.title'));
    await scanner.scan('501000000007');
    await counter.expectText('501000000007');
    await counter.expectQuestion(counter.getText('pay.confirm.title'));
    expect(await till.callTill('payments.recent', { limit: 5 })).toEqual([]);
    await expectScreenInOrder(till.page, 'es-MX');
  });

  await test.step('finds the biller of a code on the home screen, or asks which one', async () => {
    await counter.goHome();
    await counter.find('cfe com', /CFE/);
    await counter.press('Escape');
    await counter.expectQuestion(getTextBeforePlaceholder('es-MX', 'home.title'));
    await till.page.getByRole('combobox').focus();
    await scanner.scan('501000000007');
    await counter.expectQuestion('501000000007');
    const rows = till.page.getByRole('listbox').getByRole('option');
    await rows.first().waitFor();
    expect(await rows.count()).toBeGreaterThan(1);
    await expect(till.page.getByRole('combobox')).toHaveValue('');
    await expect(rows.first()).toHaveAttribute('aria-selected', 'true');
    await expectScreenInOrder(till.page, 'es-MX');
    await counter.type('cfe com');
    await till.page
      .getByRole('option', { name: /CFE - Com/ })
      .first()
      .waitFor();
    await counter.press('Enter');
    await counter.expectText(counter.getText('pay.account.scanned'));
    await expect(getField(till.page)).toHaveValue('501000000007');
  });

  await test.step('accepts a phone number before its carrier and does not ask for it twice', async () => {
    await counter.goHome();
    await counter.press('F3');
    await counter.expectQuestion(getTextBeforePlaceholder('es-MX', 'choose.title.top-up'));
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

  await test.step('searches the history for a code wherever the focus is', async () => {
    await counter.goHome();
    await counter.find('telmex', /Telmex/);
    await counter.goToConfirm({ account: '8112345678', amount: '150' });
    await counter.press('F12');
    await counter.expectQuestion(counter.getText('receipts.paidExact'));
    await counter.goToNextCustomer();
    await counter.press('F8');
    await counter.expectQuestion(getTextBeforePlaceholder('es-MX', 'history.title'));
    await till.page.getByRole('listbox').getByRole('option').first().focus();
    await scanner.scan('8112345678');
    await expect(getField(till.page)).toHaveValue('8112345678');
    await counter.expectText(/\(811\) 234-5678/);
    await scanner.scan('501000000007');
    await counter.expectText(getTextBeforePlaceholder('es-MX', 'history.empty'));

    // The reference on a receipt opens the payment from the home screen, of any day.
    const [payment] = await till.callTill('payments.recent', { limit: 1 });
    await counter.press('F2');
    await till.page.getByRole('combobox').focus();
    await scanner.scan(payment?.externalId ?? '');
    await counter.expectQuestion(getTextBeforePlaceholder('es-MX', 'history.title'));
    await counter.expectText(/\(811\) 234-5678/);
  });

  await test.step('opens the biller to which a scanned account was paid before', async () => {
    await counter.press('F2');
    await till.page.getByRole('combobox').focus();
    await scanner.scan('8112345678');
    await counter.expectQuestion(/Telmex/);
    await expect(getField(till.page)).toHaveValue('8112345678');
  });

  await test.step('drops a torn scan in every field and asks to scan again', async () => {
    const scanAgain = counter.getText('frame.tornScan');
    await counter.goHome();
    for (const keysBefore of [2, 5, 8]) {
      await scanner.scanTorn('5010000222', keysBefore);
      await counter.expectText(scanAgain);
      await expect(till.page.getByRole('combobox')).toHaveValue('');
      await counter.expectQuestion(getTextBeforePlaceholder('es-MX', 'home.title'));
    }
    await counter.find('cfe com', /CFE/);
    await expect(till.page.getByText(scanAgain)).toHaveCount(0);
    for (const keysBefore of [2, 5, 8]) {
      await scanner.scanTorn('501000000007', keysBefore);
      await counter.expectText(scanAgain);
      await expect(getField(till.page)).toHaveValue('');
    }
    await expectScreenInOrder(till.page, 'es-MX');
    await scanner.scan('501000000007');
    await expect(getField(till.page)).toHaveValue('501000000007');
    await expect(till.page.getByText(scanAgain)).toHaveCount(0);

    // The keys leave no space for the message on the smallest screen.
    await till.page.setViewportSize({ width: 1024, height: 768 });
    const keys = till.page.locator('nav', { has: till.page.locator('[data-key=F2]') });
    const keysBefore = await keys.boundingBox();
    await scanner.scanTorn('501000000007', 5);
    await counter.expectText(scanAgain);
    expect(await keys.boundingBox()).toEqual(keysBefore);
    const message = await till.page.getByText(scanAgain).boundingBox();
    expect(message?.width).toBeGreaterThan(200);
    // Its border covers the line above the keys.
    expect((message?.y ?? 0) + (message?.height ?? 0) - 1).toBeLessThanOrEqual(keysBefore?.y ?? 0);
    await expectScreenInOrder(till.page, 'es-MX');

    await counter.goHome();
    await counter.find('telmex', /Telmex/);
    await counter.type('8112345678');
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.amount.title'));
    await counter.type('150');
    await scanner.scanTorn('501000000007', 4);
    await counter.expectText(scanAgain);
    await expect(getField(till.page)).toHaveValue('150');
    await counter.expectQuestion(counter.getText('pay.amount.title'));

    await counter.press('F10');
    await till.page.getByRole('option', { name: OWNER.name }).click();
    const pinField = till.page.locator('input[type=password]');
    await pinField.waitFor();
    await scanner.scanTorn('5010000222', 5);
    await expect(pinField).toHaveValue('');
    await counter.type(OWNER.pin);
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.amount.title'));
    await expect(getField(till.page)).toHaveValue('150');
  });

  await test.step('treats fast typing of a person as typing', async () => {
    await counter.goHome();
    await counter.find('telmex', /Telmex/);
    await scanner.scan('81123', 'none');
    await expect(getField(till.page)).toHaveValue('81123');
    await counter.type('45678');
    await expect(getField(till.page)).toHaveValue('8112345678');
  });
});
