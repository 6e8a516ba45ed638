import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createFakeCash, createFakeShift } from '../../app/testing/fake-cash.ts';
import { createFakeShop } from '../../app/testing/fake-shop.ts';
import { createFakeTill } from '../../app/testing/fake-till.ts';
import { createCashState } from '../../app/testing/fake-values.ts';
import { renderApp } from '../../app/testing/index.ts';
import { ShiftPage } from './index.ts';

export const user = userEvent.setup({ delay: null });

/** Creates Ana's open shift, and a function that renders the shift page. */
export function openShiftPage() {
  const cashier = { id: 'ana', name: 'Ana', role: 'cashier' } as const;
  const fake = createFakeTill(createFakeShop({ session: { cashier } }));
  const cash = createFakeCash(fake, createCashState({ shift: createFakeShift() }));
  const show = () => renderApp(fake, { features: { shift: ShiftPage }, route: { name: 'shift' } });
  return { fake, cash, show };
}

export async function chooseOption(name: string): Promise<void> {
  const row = await screen.findByRole('option', { name: new RegExp(`^${name}`) });
  await user.click(row);
}

export const findHeading = (name: string | RegExp) =>
  screen.findByRole('heading', { level: 1, name });

export async function approve(pin: string): Promise<void> {
  const dialog = await screen.findByRole('dialog');
  const choices = within(dialog).queryAllByRole('option');
  const luis = choices.find((one) => one.textContent?.includes('Luis'));
  if (luis) await user.click(luis);
  await user.type(await within(dialog).findByLabelText(/PIN/), `${pin}{Enter}`);
}
