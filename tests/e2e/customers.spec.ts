import {
  type Counter,
  expect,
  findAccountWithBalance,
  getText,
  insertKnownCustomers,
  OWNER,
  openBackOfficePage,
  type PageKey,
  test,
} from './support/index.ts';

/** Customers who come back, in training, where they are kept; and what else is noted of a payment. */

test.use({ provisioning: { version: 'v3.mx' } });

const es = (key: PageKey): string => getText('es-MX', key);
const PHONE = '5512345678';
/** Besides the cash and the number, with the Enter that calls the next customer. */
const MAX_KEYS = 5;

const option = (counter: Counter, name: string | RegExp) =>
  counter.page.getByRole('option', { name });

/** From the cash on. Answers how many keys were pressed by then, with the one for the next customer. */
async function cashAndOn(counter: Counter): Promise<number> {
  await counter.expectQuestion(counter.getText('pay.cash.title'));
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.confirm.title'));
  await counter.press('F12');
  await counter.expectQuestion(counter.getText('receipts.paidExact'));
  const keys = counter.keys() + 1;
  await counter.nextCustomer();
  return keys;
}

test('come back by five keys, masked to whom need not see them, and go for good', async ({
  counter,
  till,
}) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await test.step('what is paid is there for the next time', async () => {
    await counter.find('cfe com', /CFE/);
    await counter.goToConfirm({ account: '501000000007' });
    await counter.press('F12');
    await counter.expectQuestion(counter.getText('receipts.paidExact'));
    await counter.nextCustomer();
    await counter.expectText(es('customers.recent'));
    await expect(option(counter, /501000000007/)).toHaveCount(1);
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

  await test.step('a cashier sees no more than the ends', async () => {
    await counter.signIn('Beto', '2222');
    await expect(option(counter, /M\*\*\* N\*\*\*/)).toHaveCount(1);
    const page = await till.page.locator('body').innerText();
    expect(page).not.toContain(account);
    expect(page).not.toContain(PHONE);
    expect(page).not.toContain('Núñez');
    const { customers } = await till.callTill('customers.find', { text: '', limit: 50 });
    expect(JSON.stringify(customers)).not.toMatch(new RegExp(`${account}|${PHONE}|Núñez`));
  });

  await test.step('the last one is paid by five keys besides the cash', async () => {
    const before = counter.keys();
    await counter.press('ArrowDown');
    await expect(till.page.getByRole('option', { selected: true })).toContainText('CFE');
    await counter.press('Enter');
    expect((await cashAndOn(counter)) - before).toBeLessThanOrEqual(MAX_KEYS);
  });

  await test.step('and a top-up again by five besides the number, which is typed once', async () => {
    const before = counter.keys();
    await counter.type(PHONE);
    await expect(till.page.getByRole('option', { selected: true })).toContainText('Telcel');
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.offer.title.top-up'));
    await counter.press('Enter');
    const keys = (await cashAndOn(counter)) - before - PHONE.length;
    expect(keys).toBeLessThanOrEqual(MAX_KEYS);
    const [payment] = await till.callTill('payments.recent', { limit: 1 });
    expect(payment).toMatchObject({ kind: 'top-up', accountNumber: PHONE, state: 'paid' });
  });

  await test.step('a note stays with the payment', async () => {
    await counter.press('F8');
    await option(counter, /Telcel/)
      .first()
      .waitFor();
    await counter.press('Enter');
    // With the payment that is read, and not before.
    await till.page.locator('[aria-keyshortcuts="Insert" i]:visible').first().waitFor();
    await counter.press('Insert');
    await counter.expectQuestion(es('notes.ask'));
    await counter.type('Vuelve por su recibo');
    await counter.press('Enter');
    await counter.expectText('Vuelve por su recibo');
    await counter.expectText(/^Beto · /);
  });

  await test.step('one is deleted with the PIN of a supervisor, all with the owner’s', async () => {
    await openBackOfficePage(counter, 'es-MX', 'customers');
    await counter.expectQuestion(es('customers.title'));
    // Beto, who sees it masked, finds nobody by the first letters of a name.
    // The room's name may be there a moment before its field has the cursor.
    const field = till.page.locator('main input:focus');
    await field.waitFor();
    await counter.type('nune');
    await expect(field).toHaveValue('nune');
    await counter.expectText(es('customers.masked.noneMore'));
    await counter.type('z');
    await option(counter, /CFE/).waitFor();
    await counter.press('Enter');
    await counter.expectText(es('customers.phone.none'));
    await counter.press('Delete');
    await till.page.getByRole('dialog').waitFor();
    await till.page.locator('input[type=password]').waitFor();
    await counter.type(OWNER.pin);
    await counter.press('Enter');
    await counter.expectText(/Se borró 1 cuenta/);
    await expect(option(counter, /Telcel/)).toHaveCount(1);
    await expect(option(counter, /CFE/)).toHaveCount(0);
    await counter.press('Delete');
    await till.page.getByRole('dialog').waitFor();
    await till.page.locator('input[type=password]').waitFor();
    await counter.type(OWNER.pin);
    await counter.press('Enter');
    await counter.expectText(es('customers.empty'));
    await counter.press('F2');
    await counter.expectQuestion(es('home.title'));
    await expect(till.page.getByText(es('customers.recent'))).toHaveCount(0);
    const { customers } = await till.callTill('customers.find', { text: '', limit: 50 });
    expect(customers).toEqual([]);
  });

  await test.step('one key tells all others, and closes again', async () => {
    await counter.press('Control+k');
    await counter.expectText(es('keys.everywhere'));
    await counter.press('F8');
    await counter.expectText(es('keys.everywhere'));
    await counter.press('Control+k');
    await expect(till.page.getByRole('dialog')).toHaveCount(0);
    await expect(till.page.getByRole('combobox')).toBeFocused();
  });
});

test.describe('where the owner keeps none', () => {
  test.use({ provisioning: { version: 'v3.mx', keepCustomerDays: 0 } });

  test('nobody is there, and the room says who decides', async ({ counter, till }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await counter.find('cfe com', /CFE/);
    await counter.goToConfirm({ account: '501000000007' });
    await counter.press('F12');
    await counter.expectQuestion(counter.getText('receipts.paidExact'));
    await counter.nextCustomer();
    await expect(option(counter, /501000000007/)).toHaveCount(0);
    await openBackOfficePage(counter, 'es-MX', 'customers');
    await counter.expectText(es('customers.off'));
    await openBackOfficePage(counter, 'es-MX', 'settings');
    await counter.expectQuestion(es('backOffice.settings'));
    await option(counter, es('settings.of.customers')).click();
    await counter.expectQuestion(es('settings.customers'));
    await till.page.getByRole('textbox').fill('30');
    await counter.press('Enter');
    await counter.expectText(es('settings.kept'));
    const { days } = await till.callTill('customers.find', { text: '', limit: 1 });
    expect(days).toBe(30);
  });
});
