import { expect } from '@playwright/test';
import type { PageKey } from '../../support/page-texts.ts';
import type { BackOfficePage } from './back-office-pages.ts';
import { OWNER } from './shop.ts';
import type { Till } from './till.ts';
import { createTouchUser, startKeyCounter, type TouchUser } from './touch-user.ts';

/** What the walks by touch have in common: of a shop's day, of what is beside it, and behind it. */

const SMALLEST_VIEWPORT = { width: 1024, height: 768 };

/** Signed in on the smallest screen with the lists read, and how many keys were pressed since. */
export async function signInByTouch(till: Till) {
  const { page } = till;
  await page.setViewportSize(SMALLEST_VIEWPORT);
  const keys = await startKeyCounter(page);
  const finger = createTouchUser(page);
  await finger.signIn(OWNER);
  await finger.expectText(finger.getText('lists.fresh'));
  return { page, keys, finger };
}

/** From wherever one is, up to the account. */
export async function findBill(finger: TouchUser, typed: string, name: RegExp): Promise<void> {
  await finger.pressKey('F2');
  await finger.expectQuestion('home.title');
  await finger.tap(finger.page.getByRole('combobox'));
  await finger.type(typed);
  await finger.choose(name);
}

/** From the account to F12, with the exact cash. */
export async function goToConfirm(
  finger: TouchUser,
  account: string,
  amount: string,
): Promise<void> {
  await finger.type(account);
  await finger.done();
  await finger.expectQuestion('pay.amount.title');
  await finger.type(amount);
  await finger.done();
  await giveExactCash(finger);
}

/** The exact cash of one payment, or of a basket. */
export async function giveExactCash(
  finger: TouchUser,
  title: PageKey = 'pay.cash.title',
): Promise<void> {
  await finger.expectQuestion(title);
  await finger.press(finger.getText('pay.cash.exact'));
  await finger.expectQuestion('pay.confirm.title');
}

/** From F12 to what is said at the end. */
export async function pay(finger: TouchUser, title: PageKey = 'receipts.paidExact'): Promise<void> {
  await finger.expectQuestion('pay.confirm.title');
  await finger.pressKey('F12');
  await finger.expectQuestion(title);
}

/** From a result to the next customer. */
export async function goHome(finger: TouchUser, key: 'Enter' | 'Escape' = 'Enter'): Promise<void> {
  await finger.pressKeyUntil(key, () => waitForQuestion(finger, 'home.title'));
}

/** Soon, or the key has to be pressed again. */
export async function waitForQuestion(finger: TouchUser, title: PageKey): Promise<void> {
  const heading = finger.page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText(finger.getText(title), { timeout: 2_000 });
}

/** A room behind the counter. */
export async function openBackOfficePageByTouch(
  finger: TouchUser,
  room: BackOfficePage,
): Promise<void> {
  await finger.pressKey('F7');
  await finger.expectQuestion('backOffice.title');
  await finger.choose(finger.getText(`backOffice.${room}`));
}
