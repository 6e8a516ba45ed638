import type { Locator, Page } from '@playwright/test';
import { expect, isInOrder, OWNER, plugInScanner, test, textOf } from './support/index.ts';

/** A keyboard-wedge scanner, told from a person by the times of its keys. */

const field = (page: Page): Locator => page.getByRole('textbox').first();

test('a code goes to the account, and its Enter presses nothing', async ({ counter, till }) => {
  const scanner = await plugInScanner(till.page);
  await counter.signIn(OWNER.name, OWNER.pin);
  await counter.find('cfe com', /CFE/);
  await scanner.scan('501000000007');
  await counter.sees(counter.words('pay.account.scanned'));
  await expect(field(till.page)).toHaveValue('501000000007');
  // A second reading takes the place of the first, without Enter and with a prefix too.
  await scanner.scan(']C1501000000004', 'none');
  await expect(field(till.page)).toHaveValue('501000000004');
  await scanner.scan('501000000007');
  await expect(field(till.page)).toHaveValue('501000000007');
  await counter.press('Enter');
  await counter.asks(counter.words('pay.amount.fixedTitle'));
});

test('a code lands in no amount, and says that it is of no use there', async ({
  counter,
  till,
}) => {
  const scanner = await plugInScanner(till.page);
  await counter.signIn(OWNER.name, OWNER.pin);
  await counter.find('telmex', /Telmex/);
  await counter.type('8112345678');
  await counter.press('Enter');
  await counter.asks(counter.words('pay.amount.title'));
  await counter.type('150');
  await scanner.scan('501000000007');
  await counter.sees('501000000007: ese código aquí no se usa');
  await expect(field(till.page)).toHaveValue('150');
  await counter.asks(counter.words('pay.amount.title'));
  await counter.press('Enter');
  await counter.asks(counter.words('pay.cash.title'));
  await scanner.scan('501000000007', 'none');
  await counter.sees('501000000007');
  await expect(field(till.page)).toHaveValue('');
  await counter.asks(counter.words('pay.cash.title'));
  await counter.press('Enter');
  await counter.asks(counter.words('pay.confirm.title'));
  await scanner.scan('501000000007');
  await counter.sees('501000000007');
  await counter.asks(counter.words('pay.confirm.title'));
  expect(await till.ask('payments.recent', { limit: 5 })).toEqual([]);
  await isInOrder(till.page, 'es-MX');
});

test('on the home screen it finds the biller, or asks which of several', async ({
  counter,
  till,
}) => {
  const scanner = await plugInScanner(till.page);
  await counter.signIn(OWNER.name, OWNER.pin);
  await counter.find('cfe com', /CFE/);
  await counter.press('Escape');
  await counter.asks(textOf('es-MX', 'home.title'));
  await till.page.getByRole('combobox').focus();
  await scanner.scan('501000000007');
  await counter.asks('501000000007');
  const rows = till.page.getByRole('listbox').getByRole('option');
  await rows.first().waitFor();
  expect(await rows.count()).toBeGreaterThan(1);
  await expect(till.page.getByRole('combobox')).toHaveValue('');
  await isInOrder(till.page, 'es-MX');
  await counter.type('cfe com');
  await till.page
    .getByRole('option', { name: /CFE - Com/ })
    .first()
    .waitFor();
  await counter.press('Enter');
  await counter.sees(counter.words('pay.account.scanned'));
  await expect(field(till.page)).toHaveValue('501000000007');
});

test('the phone to be topped up may be scanned before its company, and need not be typed twice', async ({
  counter,
  till,
}) => {
  const scanner = await plugInScanner(till.page);
  await counter.signIn(OWNER.name, OWNER.pin);
  await counter.press('F3');
  await counter.asks(textOf('es-MX', 'choose.title.top-up'));
  await scanner.scan('5599999999');
  await counter.sees(/5599999999/);
  await till.page.getByRole('combobox').fill('telcel tiempo');
  await till.page
    .getByRole('option', { name: /Telcel/ })
    .first()
    .waitFor();
  await counter.press('Enter');
  await counter.sees(counter.words('pay.account.scanned'));
  await counter.press('Enter');
  await counter.asks(counter.words('pay.offer.title.top-up'));
});

test('in the history it looks for what was scanned, wherever the focus is', async ({
  counter,
  till,
}) => {
  const scanner = await plugInScanner(till.page);
  await counter.signIn(OWNER.name, OWNER.pin);
  await counter.find('telmex', /Telmex/);
  await counter.upToConfirm({ account: '8112345678', amount: '150' });
  await counter.press('F12');
  await counter.asks(counter.words('pay.paid.titleExact'));
  await counter.nextCustomer();
  await counter.press('F8');
  await counter.asks(textOf('es-MX', 'history.title'));
  await till.page.getByRole('listbox').getByRole('option').first().focus();
  await scanner.scan('8112345678');
  await expect(field(till.page)).toHaveValue('8112345678');
  await counter.sees(/8112345678/);
  await scanner.scan('501000000007');
  await counter.sees(textOf('es-MX', 'history.empty'));

  // The reference on a receipt leads there from the home screen, whatever the day.
  const [payment] = await till.ask('payments.recent', { limit: 1 });
  await counter.press('F2');
  await till.page.getByRole('combobox').focus();
  await scanner.scan(payment?.externalId ?? '');
  await counter.asks(textOf('es-MX', 'history.title'));
  await counter.sees(/8112345678/);
});

test('a person who presses keys almost at once types as ever', async ({ counter, till }) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await counter.find('telmex', /Telmex/);
  const scanner = await plugInScanner(till.page);
  await scanner.scan('81123', 'none');
  await expect(field(till.page)).toHaveValue('81123');
  await counter.type('45678');
  await expect(field(till.page)).toHaveValue('8112345678');
});
