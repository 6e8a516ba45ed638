import { expect } from '@playwright/test';
import type { PageKey } from '../../support/words-of.ts';
import { countKeys, createFinger, type Finger } from './finger.ts';
import type { Room } from './rooms.ts';
import { OWNER } from './shop.ts';
import type { Till } from './till.ts';

/** What the walks by touch have in common: of a shop's day, of what is beside it, and behind it. */

const SMALLEST = { width: 1024, height: 768 };

/** Signed in on the smallest screen with the lists read, and how many keys were pressed since. */
export async function atTheCounter(till: Till) {
  const { page } = till;
  await page.setViewportSize(SMALLEST);
  const keys = await countKeys(page);
  const finger = createFinger(page);
  await finger.signIn(OWNER);
  await finger.sees(finger.words('lists.fresh'));
  return { page, keys, finger };
}

/** From wherever one is, up to the account. */
export async function findBill(finger: Finger, typed: string, name: RegExp): Promise<void> {
  await finger.pressKey('F2');
  await finger.asks('home.title');
  await finger.tap(finger.page.getByRole('combobox'));
  await finger.type(typed);
  await finger.choose(name);
}

/** From the account to F12, with the exact cash. */
export async function toConfirm(finger: Finger, account: string, amount: string): Promise<void> {
  await finger.type(account);
  await finger.done();
  await finger.asks('pay.amount.title');
  await finger.type(amount);
  await finger.done();
  await giveExactly(finger);
}

/** The exact cash of one payment, or of a basket. */
export async function giveExactly(
  finger: Finger,
  title: PageKey = 'pay.cash.title',
): Promise<void> {
  await finger.asks(title);
  await finger.press(finger.words('pay.cash.exact'));
  await finger.asks('pay.confirm.title');
}

/** From F12 to what is said at the end. */
export async function pay(finger: Finger, title: PageKey = 'receipts.paidExact'): Promise<void> {
  await finger.asks('pay.confirm.title');
  await finger.pressKey('F12');
  await finger.asks(title);
}

/** From a result to the next customer. */
export async function toHome(finger: Finger, key: 'Enter' | 'Escape' = 'Enter'): Promise<void> {
  await finger.pressKeyUntil(key, () => isAt(finger, 'home.title'));
}

/** Soon, or the key has to be pressed again. */
export async function isAt(finger: Finger, title: PageKey): Promise<void> {
  const heading = finger.page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText(finger.words(title), { timeout: 2_000 });
}

/** A room behind the counter. */
export async function openRoomByTouch(finger: Finger, room: Room): Promise<void> {
  await finger.pressKey('F7');
  await finger.asks('backOffice.title');
  await finger.choose(finger.words(`backOffice.${room}`));
}
