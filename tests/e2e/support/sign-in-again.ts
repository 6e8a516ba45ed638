import type { KeyboardCashier } from './keyboard-cashier.ts';
import type { Till } from './till.ts';
import { OWNER } from './training-shop.ts';

/**
 * Signs in after a start with a payment in progress, which may be shown instead of the home screen.
 */
export async function signInAgain(counter: KeyboardCashier, till: Till): Promise<void> {
  await till.page.getByRole('option', { name: OWNER.name }).press('Enter');
  await till.page.locator('input[type=password]').waitFor();
  await counter.type(OWNER.pin);
  await counter.press('Enter');
}
