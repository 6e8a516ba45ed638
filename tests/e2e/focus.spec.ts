import { expect, type KeyboardCashier, OWNER, openBackOfficePage, test } from './support/index.ts';

/** The focus stays on the screen: after every dialog the next key goes to the screen. */

const INDICATORS = ['service.name', 'printer.name', 'account.name', 'lists.name'] as const;

test.use({ serviceVersion: 'v3.mx' });

/** Opens and closes each status indicator, and types after it. */
async function checkIndicators(counter: KeyboardCashier, screen: string): Promise<void> {
  const { page } = counter;
  const dialog = page.getByRole('dialog');
  for (const indicator of INDICATORS) {
    const button = page
      .getByRole('banner')
      .getByRole('button', { name: counter.getText(indicator) });
    await expect(async () => {
      // A status line that moves during the click loses it.
      if (!(await dialog.isVisible())) await button.click({ timeout: 5_000 });
      await dialog.waitFor({ timeout: 5_000 });
    }, `${screen}, ${indicator}`).toPass({ timeout: 30_000 });
    await counter.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expectTyping(counter, `${screen}, after ${indicator}`);
  }
  // A click beside the form takes the focus away, and closes nothing.
  const tape = page.getByRole('complementary');
  // Wide screens have no tape beside the form.
  if (!(await tape.isVisible())) return;
  await tape.click();
  await expectTyping(counter, `${screen}, after the tape`);
}

/** Expects the next letter in the screen's field, if it has one. */
async function expectTyping(counter: KeyboardCashier, description: string): Promise<void> {
  const { page } = counter;
  const field = page.locator('main input:focus');
  if ((await page.locator('main input[type="text"]:visible').count()) > 0) {
    await counter.press('7');
    await expect(field, description).toHaveValue(/7$/);
    await counter.press('Backspace');
  } else {
    await counter.press('z');
    await expect(page.locator('main :focus').first(), description).toBeVisible();
  }
}

/** In the system's colours, what is chosen or focused differs from the rest by a line or a filling. */
async function expectMarksInForcedColors({ page }: KeyboardCashier): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active', contrast: 'more' });
  const marks = await page.evaluate(() => {
    const read = (selector: string) => {
      const element = document.querySelector(selector);
      if (element === null) throw new Error(`not on the screen: ${selector}`);
      const style = getComputedStyle(element);
      const outlinePx = style.outlineStyle === 'none' ? 0 : Number.parseFloat(style.outlineWidth);
      return { outlinePx, ink: style.color, surface: style.backgroundColor };
    };
    return {
      field: read('[role="combobox"]'),
      chosenRow: read('[role="option"][aria-selected="true"]'),
      otherRow: read('[role="option"][aria-selected="false"]'),
      match: read('[role="option"] mark'),
      currentKey: read('nav [aria-current="page"]'),
      otherKey: read('nav button:not([aria-current])'),
      paper: read('article'),
      form: read('main'),
    };
  });
  await page.emulateMedia({ forcedColors: null, contrast: null });
  expect(marks.field.outlinePx).toBe(3);
  expect(marks.chosenRow.outlinePx).toBe(2);
  expect(marks.otherRow.outlinePx).toBe(0);
  expect(marks.match.ink).not.toBe(marks.match.surface);
  expect(marks.currentKey.surface).not.toBe(marks.otherKey.surface);
  // A paper stays a paper, with codes that can be scanned.
  expect(marks.paper.surface).not.toBe(marks.form.surface);
}

test('returns the focus at each step of a payment after an indicator is closed', async ({
  counter,
}) => {
  const { page, getText } = counter;
  const checkScreenFocus = (screen: string) => checkIndicators(counter, screen);
  await counter.signIn(OWNER.name, OWNER.pin);
  await checkScreenFocus('home');
  // F2 leads to the current screen, and its field receives the next letter.
  await page.getByRole('complementary').click();
  await counter.press('F2');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.getByRole('combobox').fill('gas');
  await page.getByRole('option', { name: /Gas/ }).nth(1).waitFor();
  await expectMarksInForcedColors(counter);

  await counter.find('telmex', /Telmex/);
  await checkScreenFocus('account');
  await counter.type('8112345678');
  await counter.expectText('(811) 234-5678');
  await counter.press('Enter');
  await counter.expectQuestion(getText('pay.amount.title'));
  await checkScreenFocus('amount');
  await counter.type('150');
  await counter.press('Enter');
  await counter.expectQuestion(getText('pay.cash.title'));
  await checkScreenFocus('cash');
  await counter.press('Enter');
  await counter.expectQuestion(getText('pay.confirm.title'));
  await checkScreenFocus('confirm');
  await counter.press('F12');
  await counter.expectQuestion(/^(Entregue|Pagado)/);
  await checkScreenFocus('result');
  await counter.goToNextCustomer();
});

test('returns the focus on every other screen after an indicator is closed', async ({
  counter,
}) => {
  const { page, getText } = counter;
  const checkScreenFocus = (screen: string) => checkIndicators(counter, screen);
  await counter.signIn(OWNER.name, OWNER.pin);
  for (const key of ['F3', 'F4', 'F6', 'F8', 'F9', 'F7']) {
    await counter.press(key);
    await expect(page.locator('main :focus').first()).toBeVisible();
    await checkScreenFocus(key);
  }
  for (const backOfficePage of [
    'shift',
    'staff',
    'daily-file',
    'audit',
    'settings',
    'backup',
  ] as const) {
    await openBackOfficePage(counter, 'es-MX', backOfficePage);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(
      getText('backOffice.title'),
    );
    await checkScreenFocus(backOfficePage);
  }
});
