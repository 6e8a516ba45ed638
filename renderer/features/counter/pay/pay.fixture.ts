import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { FakeCashier } from '../../../app/testing/fake-cashier.ts';

/** Helpers with which a cashier pays a bill, step by step. */

export const PAID_CHANGES = { state: 'paid', authorization: '48586', httpStatus: 201 } as const;

/** Goes to the confirm step of a bill that must be paid in full. */
export async function goToConfirm(cashier: FakeCashier): Promise<void> {
  await cashier.goToCash();
  await cashier.type('600');
  await cashier.press('Enter');
  await cashier.waitForHeading('¿Todo correcto?');
}

/** Pays on F12; main has not responded yet. */
export async function goToSent(cashier: FakeCashier): Promise<void> {
  await goToConfirm(cashier);
  await cashier.press('F12');
  await cashier.waitForHeading('Enviando el pago');
  await waitFor(() => expect(cashier.bills.payments).toHaveLength(1));
}

/** Waits until the result is shown and accepts keys. */
export async function goToResult(cashier: FakeCashier, heading: RegExp): Promise<void> {
  await cashier.waitForHeading(heading);
  await cashier.waitUntilKeysWork();
}

/** Returns the only large figure of the cash or confirm step, after its label. */
export function getCashFigure(): string {
  const figures = screen.getByRole('main').querySelectorAll('[data-sum]');
  expect(figures).toHaveLength(1);
  const [figure] = figures;
  return `${figure?.previousElementSibling?.textContent} ${figure?.textContent}`;
}
