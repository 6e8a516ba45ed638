import type { Counter } from './counter.ts';
import { OWNER } from './shop.ts';
import type { Till } from './till.ts';

/** After a start with a payment in hand: it may stand before the home screen. */
export async function signInAgain(counter: Counter, till: Till): Promise<void> {
  await till.page.getByRole('option', { name: OWNER.name }).press('Enter');
  await till.page.locator('input[type=password]').waitFor();
  await counter.type(OWNER.pin);
  await counter.press('Enter');
}
