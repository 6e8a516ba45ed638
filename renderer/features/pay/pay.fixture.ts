import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { FakeCashier } from '../../app/testing/fake-cashier.ts';

/** A cashier pays a bill, step by step. */

export const PAID = { state: 'paid', authorization: '48586', httpStatus: 201 } as const;

/** As far as the confirm step, for a bill that must be paid whole. */
export async function toConfirm(cashier: FakeCashier): Promise<void> {
  await cashier.toCash();
  await cashier.type('600');
  await cashier.press('Enter');
  await cashier.arrive('¿Todo correcto?');
}

/** As far as main, which has not answered yet. */
export async function toSent(cashier: FakeCashier): Promise<void> {
  await toConfirm(cashier);
  await cashier.press('F12');
  await cashier.arrive('Enviando el pago');
  await waitFor(() => expect(cashier.bills.payments).toHaveLength(1));
}

/** Its answer is on the screen, and takes keys. */
export async function toResult(cashier: FakeCashier, heading: RegExp): Promise<void> {
  await cashier.arrive(heading);
  cashier.letItBeRead();
}
