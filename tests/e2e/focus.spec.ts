import { type Counter, expect, OWNER, openBackOfficePage, test } from './support/index.ts';

/** The focus belongs to the screen: after every dialog, on every screen, the next key lands there. */

const LIGHTS = ['service.name', 'printer.name', 'account.name', 'lists.name'] as const;

test.use({ serviceVersion: 'v3.mx' });

/** Opens each light and closes it, and types on. */
async function throughTheLights(counter: Counter, screen: string): Promise<void> {
  const { page } = counter;
  const dialog = page.getByRole('dialog');
  for (const light of LIGHTS) {
    const button = page.getByRole('banner').getByRole('button', { name: counter.getText(light) });
    await expect(async () => {
      // What moves on the line as it is pressed takes the press away.
      if (!(await dialog.isVisible())) await button.click({ timeout: 5_000 });
      await dialog.waitFor({ timeout: 5_000 });
    }, `${screen}, ${light}`).toPass({ timeout: 30_000 });
    await counter.press('Escape');
    await expect(dialog).toHaveCount(0);
    await typesOn(counter, `${screen}, after ${light}`);
  }
  // A press beside the form takes the focus away, and closes nothing.
  await page.getByRole('complementary').click();
  await typesOn(counter, `${screen}, after the tape`);
}

/** Where the screen has a field, the next letter stands in it. */
async function typesOn(counter: Counter, where: string): Promise<void> {
  const { page } = counter;
  const field = page.locator('main input:focus');
  if ((await page.locator('main input[type="text"]:visible').count()) > 0) {
    await counter.press('7');
    await expect(field, where).toHaveValue(/7$/);
    await counter.press('Backspace');
  } else {
    await counter.press('z');
    await expect(page.locator('main :focus').first(), where).toBeVisible();
  }
}

test('at each step of a payment, whatever light was opened and closed, the next key lands there', async ({
  counter,
}) => {
  const { page, getText } = counter;
  const walk = (screen: string) => throughTheLights(counter, screen);
  await counter.signIn(OWNER.name, OWNER.pin);
  await walk('home');
  // F2 leads to where the cashier is already, and its field has the next letter.
  await page.getByRole('complementary').click();
  await counter.press('F2');
  await expect(page.getByRole('combobox')).toBeFocused();

  await counter.find('telmex', /Telmex/);
  await walk('account');
  await counter.type('8112345678');
  await counter.expectText('(811) 234-5678');
  await counter.press('Enter');
  await counter.expectQuestion(getText('pay.amount.title'));
  await walk('amount');
  await counter.type('150');
  await counter.press('Enter');
  await counter.expectQuestion(getText('pay.cash.title'));
  await walk('cash');
  await counter.press('Enter');
  await counter.expectQuestion(getText('pay.confirm.title'));
  await walk('confirm');
  await counter.press('F12');
  await counter.expectQuestion(/^(Entregue|Pagado)/);
  await walk('result');
  await counter.nextCustomer();
});

test('on every other screen, too', async ({ counter }) => {
  const { page, getText } = counter;
  const walk = (screen: string) => throughTheLights(counter, screen);
  await counter.signIn(OWNER.name, OWNER.pin);
  for (const key of ['F3', 'F4', 'F6', 'F8', 'F9', 'F7']) {
    await counter.press(key);
    await expect(page.locator('main :focus').first()).toBeVisible();
    await walk(key);
  }
  for (const room of ['shift', 'staff', 'daily-file', 'audit', 'settings', 'backup'] as const) {
    await openBackOfficePage(counter, 'es-MX', room);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(
      getText('backOffice.title'),
    );
    await walk(room);
  }
});
