import {
  expect,
  findAccountWithBalance,
  getTextBeforePlaceholder,
  insertKnownCustomers,
  type KeyboardCashier,
  type LocaleFileKey,
  OWNER,
  openBackOfficePage,
  test,
} from './support/index.ts';

/** Returning customers, in training, where they are stored; and the notes of a payment. */

test.use({ provisioning: { version: 'v3.mx' } });

const getPageText = (key: LocaleFileKey): string => getTextBeforePlaceholder('es-MX', key);
const PHONE = '5512345678';
/** Besides the cash and the number; includes the Enter that calls the next customer. */
const MAX_KEYS = 5;

const getOption = (counter: KeyboardCashier, name: string | RegExp) =>
  counter.page.getByRole('option', { name });

/**
 * Completes a payment from the cash step. Returns the key count, including the key for the next
 * customer.
 */
async function completePayment(counter: KeyboardCashier): Promise<number> {
  await counter.expectQuestion(counter.getText('pay.cash.title'));
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.confirm.title'));
  await counter.press('F12');
  await counter.expectQuestion(counter.getText('receipts.paidExact'));
  const keys = counter.getKeyCount() + 1;
  await counter.goToNextCustomer();
  return keys;
}

test('repeats a payment of a returning customer with five keys, masks it for a cashier and deletes it', async ({
  counter,
  till,
}) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await test.step('stores a paid account', async () => {
    await counter.find('cfe com', /CFE/);
    await counter.goToConfirm({ account: '501000000007' });
    await counter.press('F12');
    await counter.expectQuestion(counter.getText('receipts.paidExact'));
    await counter.goToNextCustomer();
    await counter.expectText(getPageText('customers.recent'));
    await expect(getOption(counter, /501000000007/)).toHaveCount(1);
  });

  const [cfe] = await till.callTill('catalog.search', {
    text: 'cfe com',
    kinds: ['utility'],
    limit: 1,
  });
  const [telcel] = await till.callTill('catalog.search', {
    text: 'telcel tiempo',
    kinds: ['top-up'],
    limit: 1,
  });
  const billerId = cfe?.biller.id ?? 0;
  const account = await findAccountWithBalance(till, billerId);
  await till.stop();
  insertKnownCustomers(till.profile, {
    bill: { billerId, account },
    topUp: { billerId: telcel?.biller.id ?? 0, phone: PHONE },
  });
  await till.start();

  await test.step('masks accounts for a cashier', async () => {
    await counter.signIn('Beto', '2222');
    await expect(getOption(counter, /M\*\*\* N\*\*\*/)).toHaveCount(1);
    const page = await till.page.locator('body').innerText();
    expect(page).not.toContain(account);
    expect(page).not.toContain(PHONE);
    expect(page).not.toContain('Núñez');
    const { customers } = await till.callTill('customers.find', { text: '', limit: 50 });
    expect(JSON.stringify(customers)).not.toMatch(new RegExp(`${account}|${PHONE}|Núñez`));
  });

  await test.step('pays the last account with five keys besides the cash', async () => {
    const initialKeyCount = counter.getKeyCount();
    await counter.press('ArrowDown');
    await expect(till.page.getByRole('option', { selected: true })).toContainText('CFE');
    await counter.press('Enter');
    expect((await completePayment(counter)) - initialKeyCount).toBeLessThanOrEqual(MAX_KEYS);
  });

  await test.step('repeats a top-up with five keys besides the number, typed once', async () => {
    const initialKeyCount = counter.getKeyCount();
    await counter.type(PHONE);
    await expect(till.page.getByRole('option', { selected: true })).toContainText('Telcel');
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.offer.title.top-up'));
    await counter.press('Enter');
    const keys = (await completePayment(counter)) - initialKeyCount - PHONE.length;
    expect(keys).toBeLessThanOrEqual(MAX_KEYS);
    const [payment] = await till.callTill('payments.recent', { limit: 1 });
    expect(payment).toMatchObject({ kind: 'top-up', accountNumber: PHONE, state: 'paid' });
  });

  await test.step('stores a note with the payment', async () => {
    await counter.press('F8');
    await getOption(counter, /Telcel/)
      .first()
      .waitFor();
    await counter.press('Enter');
    // The action is available only after the payment was read.
    await till.page.locator('[aria-keyshortcuts="Insert" i]:visible').first().waitFor();
    await counter.press('Insert');
    await counter.expectQuestion(getPageText('notes.question'));
    await counter.type('Vuelve por su recibo');
    await counter.press('Enter');
    await counter.expectText('Vuelve por su recibo');
    await counter.expectText(/^Beto · /);
  });

  await test.step("deletes one account with a supervisor's PIN and all with the owner's", async () => {
    await openBackOfficePage(counter, 'es-MX', 'customers');
    await counter.expectQuestion(getPageText('customers.title'));
    // Beto sees masked data, so the first letters of a name find nothing. The title may appear a
    // moment before the field has the focus.
    const field = till.page.locator('main input:focus');
    await field.waitFor();
    await counter.type('nune');
    await expect(field).toHaveValue('nune');
    await counter.expectText(getPageText('customers.masked.noneMore'));
    await counter.type('z');
    await getOption(counter, /CFE/).waitFor();
    await counter.press('Enter');
    await counter.expectText(getPageText('customers.phone.none'));
    await counter.press('Delete');
    await till.page.getByRole('dialog').waitFor();
    await till.page.locator('input[type=password]').waitFor();
    await counter.type(OWNER.pin);
    await counter.press('Enter');
    await counter.expectText(/Se borró 1 cuenta/);
    await expect(getOption(counter, /Telcel/)).toHaveCount(1);
    await expect(getOption(counter, /CFE/)).toHaveCount(0);
    await counter.press('Delete');
    await till.page.getByRole('dialog').waitFor();
    await till.page.locator('input[type=password]').waitFor();
    await counter.type(OWNER.pin);
    await counter.press('Enter');
    await counter.expectText(getPageText('customers.empty'));
    await counter.press('F2');
    await counter.expectQuestion(getPageText('home.title'));
    await expect(till.page.getByText(getPageText('customers.recent'))).toHaveCount(0);
    const { customers } = await till.callTill('customers.find', { text: '', limit: 50 });
    expect(customers).toEqual([]);
  });

  await test.step('shows and closes the key sheet by one key', async () => {
    await counter.press('Control+k');
    await counter.expectText(getPageText('keys.global'));
    await counter.press('F8');
    await counter.expectText(getPageText('keys.global'));
    await counter.press('Control+k');
    await expect(till.page.getByRole('dialog')).toHaveCount(0);
    await expect(till.page.getByRole('combobox')).toBeFocused();
  });
});

test.describe('when the owner stores no customers', () => {
  test.use({ provisioning: { version: 'v3.mx', keepCustomerDays: 0 } });

  test('stores no customer and lets the owner change it in the settings', async ({
    counter,
    till,
  }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await counter.find('cfe com', /CFE/);
    await counter.goToConfirm({ account: '501000000007' });
    await counter.press('F12');
    await counter.expectQuestion(counter.getText('receipts.paidExact'));
    await counter.goToNextCustomer();
    await expect(getOption(counter, /501000000007/)).toHaveCount(0);
    await openBackOfficePage(counter, 'es-MX', 'customers');
    await counter.expectText(getPageText('customers.off'));
    await openBackOfficePage(counter, 'es-MX', 'settings');
    await counter.expectQuestion(getPageText('backOffice.settings'));
    await getOption(counter, getPageText('settings.section.customers')).click();
    await counter.expectQuestion(getPageText('settings.customers'));
    await till.page.getByRole('textbox').fill('30');
    await counter.press('Enter');
    await counter.expectText(getPageText('settings.saved'));
    const { days } = await till.callTill('customers.find', { text: '', limit: 1 });
    expect(days).toBe(30);
  });
});
