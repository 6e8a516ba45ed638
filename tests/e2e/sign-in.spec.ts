import type { Page } from '@playwright/test';
import { expect, OWNER, test } from './support/index.ts';

/** Full hashes, as in a real shop: each PIN costs the same time as there. */
test.use({ serviceVersion: 'v3.mx', pins: 'full' });

const enterPin = async (page: Page, pin: string): Promise<void> => {
  await page.locator('input[type=password]').fill(pin);
  await page.keyboard.press('Enter');
};

test('keeps the growing delay after wrong PINs across a restart', async ({ till }) => {
  const { page } = till;
  await page.getByRole('option', { name: 'Beto' }).focus();
  await page.keyboard.type('Be');
  await page.keyboard.press('Enter');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await enterPin(page, '9999');
    await page.getByText('El PIN no es correcto.').first().waitFor();
    await expect(page.locator('input[type=password]')).toHaveValue('');
  }
  await expect(
    page
      .getByText(/segundos?/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  const answer = await page.evaluate(async () => {
    const call: unknown = Reflect.get(Object(Reflect.get(window, 'till')), 'call');
    if (typeof call !== 'function') throw new Error('no bridge');
    // On a busy machine the first delay may be over: whatever this call returns, the next one must
    // wait.
    await call('staff.signIn', { cashierId: 'beto', pin: '9999' });
    return call('staff.signIn', { cashierId: 'beto', pin: '2222' });
  });
  expect(answer).toMatchObject({ ok: false, problem: { kind: 'wait' } });
});

test('signs in with the right PIN, locks with F10 and signs out with a second F10', async ({
  counter,
  till,
}) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await counter.press('F10');
  await till.page.getByRole('option', { name: OWNER.name }).waitFor();
  await expect(till.callTill('payments.recent', { limit: 1 })).rejects.toThrow(/not-signed-in/);
  expect((await till.callTill('till.state', {})).lock?.cashier.id).toBe(OWNER.id);
  await counter.press('F10');
  await expect(till.page.getByRole('button', { name: /F10/ })).toHaveCount(0);
  expect((await till.callTill('till.state', {})).lock).toBeNull();
  await expect(till.callTill('payments.recent', { limit: 1 })).rejects.toThrow(/not-signed-in/);
});
