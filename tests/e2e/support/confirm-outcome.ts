import { expect } from '@playwright/test';
import type { KeyboardCashier } from './keyboard-cashier.ts';
import type { Till } from './till.ts';

/**
 * Confirms the newest payment if its outcome waits for it: with F11 on its result, or in the dialog
 * of its announcement on any other screen. A result takes no keys at first.
 */
export async function confirmOutcome(counter: KeyboardCashier, till: Till): Promise<void> {
  await expect(async () => {
    const getToConfirm = async () =>
      (await till.callTill('payments.recent', { limit: 1 }))[0]?.toConfirm;
    if ((await getToConfirm()) !== 'paid') return;
    if (!(await till.page.getByRole('dialog').isVisible())) await counter.press('Control+b');
    await counter.press('F11');
    expect(await getToConfirm()).not.toBe('paid');
  }).toPass();
}
