import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { FakeCashier } from '../../../app/testing/fake-cashier.ts';

/** A cashier pays a bill, step by step. */

export const PAID_CHANGES = { state: 'paid', authorization: '48586', httpStatus: 201 } as const;

/** As far as the confirm step, for a bill that must be paid whole. */
export async function goToConfirm(cashier: FakeCashier): Promise<void> {
  await cashier.goToCash();
  await cashier.type('600');
  await cashier.press('Enter');
  await cashier.waitForHeading('¿Todo correcto?');
}

/** As far as main, which has not answered yet. */
export async function goToSent(cashier: FakeCashier): Promise<void> {
  await goToConfirm(cashier);
  await cashier.press('F12');
  await cashier.waitForHeading('Enviando el pago');
  await waitFor(() => expect(cashier.bills.payments).toHaveLength(1));
}

/** Its answer is on the screen, and takes keys. */
export async function goToResult(cashier: FakeCashier, heading: RegExp): Promise<void> {
  await cashier.waitForHeading(heading);
  cashier.waitUntilKeysWork();
}
