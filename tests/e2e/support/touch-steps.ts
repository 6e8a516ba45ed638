import { expect } from '@playwright/test';
import type { LocaleFileKey } from '../../support/page-texts.ts';
import type { BackOfficePage } from './back-office-pages.ts';
import type { Till } from './till.ts';
import { createTouchUser, startKeyCounter, type TouchUser } from './touch-user.ts';
import { OWNER } from './training-shop.ts';

/** Shared by the touch specs: the shop's day, the screens beside it, and the back office. */

const MIN_VIEWPORT = { width: 1024, height: 768 };

/**
 * Signs in on the smallest screen with the lists loaded. `countKeys` returns the number of keys
 * pressed since.
 */
export async function signInByTouch(till: Till) {
  const { page } = till;
  await page.setViewportSize(MIN_VIEWPORT);
  const countKeys = await startKeyCounter(page);
  const user = createTouchUser(page);
  await user.signIn(OWNER);
  await user.expectText(user.getText('lists.fresh'));
  return { page, countKeys, user };
}

/** Goes from any screen to the account step. */
export async function findBill(user: TouchUser, query: string, name: RegExp): Promise<void> {
  await user.pressKey('F2');
  await user.expectQuestion('home.title');
  await user.tap(user.page.getByRole('combobox'));
  await user.type(query);
  await user.choose(name);
}

/** Goes from the account step to the confirm step, with the exact cash. */
export async function goToConfirm(user: TouchUser, account: string, amount: string): Promise<void> {
  await user.type(account);
  await user.pressEnterKey();
  await user.expectQuestion('pay.amount.title');
  await user.type(amount);
  await user.pressEnterKey();
  await giveExactCash(user);
}

/** Enters the exact cash of a payment or a basket. */
export async function giveExactCash(
  user: TouchUser,
  title: LocaleFileKey = 'pay.cash.title',
): Promise<void> {
  await user.expectQuestion(title);
  await user.press(user.getText('pay.cash.exact'));
  await user.expectQuestion('pay.confirm.title');
}

/** Presses F12, and expects the title of the result. */
export async function pay(
  user: TouchUser,
  title: LocaleFileKey = 'receipts.paidExact',
): Promise<void> {
  await user.expectQuestion('pay.confirm.title');
  await user.pressKey('F12');
  await user.expectQuestion(title);
}

/** Goes from a result to the home screen. */
export async function goHome(user: TouchUser, key: 'Enter' | 'Escape' = 'Enter'): Promise<void> {
  await user.pressKeyUntil(key, () => waitForQuestion(user, 'home.title'));
}

/** Waits only 2 s, so that the caller can press the key again. */
export async function waitForQuestion(user: TouchUser, title: LocaleFileKey): Promise<void> {
  const heading = user.page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText(user.getText(title), { timeout: 2_000 });
}

/** Opens a back-office page. */
export async function openBackOfficePageByTouch(
  user: TouchUser,
  backOfficePage: BackOfficePage,
): Promise<void> {
  await user.pressKey('F7');
  await user.expectQuestion('backOffice.title');
  await user.choose(user.getText(`backOffice.${backOfficePage}`));
}
