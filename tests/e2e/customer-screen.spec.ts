import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import texts from '../../shared/locales/es-MX/customer-screen.json' with { type: 'json' };
import { CUSTOMER_SCREEN_FILE } from '../support/customer-screen-address.ts';
import { findClippedTexts, openCustomerScreen } from './support/customer-screen-page.ts';
import { expect, expectScreenInOrder, type KeyboardCashier, OWNER, test } from './support/index.ts';

/** What the customer screen shows of a sale; its layout and its calls have their own specs. */

test.skip(
  ({ shell }) => shell !== 'browser',
  'Electron opens the customer screen on its own display',
);

const ACCOUNT = '501000000007';

const expectShown = (page: Page, ...expectedTexts: readonly (string | RegExp)[]) =>
  Promise.all(expectedTexts.map((text) => expect(page.locator('main')).toContainText(text)));

async function goToCash(counter: KeyboardCashier, account = ACCOUNT): Promise<void> {
  await counter.find('cfe com', /CFE/);
  await counter.type(account);
  await counter.press('Enter');
}

test.describe('customer screen', () => {
  test.use({ provisioning: { customerScreen: {} }, serviceVersion: 'v3.mx' });

  test('shows a sale from its price to its change in either language and clears it', async ({
    counter,
    till,
  }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    const customer = await openCustomerScreen(till);
    await expectShown(customer, texts['customerScreen.welcome']);
    // The file admits one page.
    await expect.poll(() => existsSync(join(till.profile, CUSTOMER_SCREEN_FILE))).toBe(false);

    await test.step('shows its indicator in one row with the others on the smallest screen', async () => {
      const { page } = till;
      const size = page.viewportSize();
      await page.setViewportSize({ width: 1024, height: 768 });
      const indicators = page.getByLabel(counter.getText('frame.status')).getByRole('button');
      await indicators.filter({ hasText: counter.getText('appearance.customer.label') }).waitFor();
      await indicators.filter({ hasText: counter.getText('recovery.name') }).waitFor();
      const listTops = (): Promise<number[]> =>
        indicators.evaluateAll((elements) =>
          elements.map((element) => element.getBoundingClientRect().top),
        );
      await expect.poll(async () => new Set(await listTops()).size).toBe(1);
      if (size !== null) await page.setViewportSize(size);
    });

    await test.step('shows the bill, the total, the cash, the change and the result', async () => {
      await goToCash(counter);
      await counter.expectQuestion(counter.getText('pay.cash.title'));
      await expectShown(customer, 'CFE', '**** 0007', '$549.00');
      await counter.type('600');
      await expectShown(customer, texts['customerScreen.received'], '$600.00', '$51.00');
      await expectScreenInOrder(customer, 'es-MX');
      await counter.press('Enter');
      await counter.expectQuestion(counter.getText('pay.confirm.title'));
      await counter.press('F12');
      await expect(customer.getByRole('status')).toHaveAttribute('data-phase', 'paid');
      await expectShown(customer, texts['customerScreen.paid'], '$51.00');
      await expectScreenInOrder(customer, 'es-MX');
    });

    await test.step('switches to English for this customer and back for the next one', async () => {
      await counter.press('Control+l');
      await expectShown(customer, 'Your change');
      await expectScreenInOrder(customer, 'en');
      await counter.goToNextCustomer();
      await expectShown(customer, texts['customerScreen.welcome']);
      await expect(customer.locator('main')).not.toContainText('CFE');
    });

    await test.step('shows all texts from 320 px to a large screen, in light and in dark', async () => {
      await goToCash(counter, '501000000015');
      await counter.expectQuestion(counter.getText('pay.cash.title'));
      await counter.type('2000');
      await expectShown(customer, '$2,000.00');
      for (const size of [
        { width: 320, height: 568 },
        { width: 800, height: 480 },
        { width: 1024, height: 768 },
        { width: 1920, height: 1080 },
      ]) {
        await customer.setViewportSize(size);
        for (const colorScheme of ['light', 'dark'] as const) {
          await customer.emulateMedia({ colorScheme });
          await expectScreenInOrder(customer, 'es-MX');
          expect(await findClippedTexts(customer)).toEqual([]);
        }
      }
    });

    await test.step('clears the screen on a lock and shows the sale again after the sign-in', async () => {
      await counter.press('F10');
      await expectShown(customer, texts['customerScreen.welcome']);
      await expect(customer.locator('main')).not.toContainText('CFE');
      await counter.page.getByRole('option', { name: OWNER.name }).press('Enter');
      await counter.page.locator('input[type=password]').waitFor();
      await counter.type(OWNER.pin);
      await counter.press('Enter');
      await expectShown(customer, 'CFE', '**** 0015');
      await counter.goHome();
      await expectShown(customer, texts['customerScreen.welcome']);
    });

    const pageSource = await customer.content();
    for (const account of [ACCOUNT, '501000000015']) expect(pageSource).not.toContain(account);
  });

  test('shows an unknown outcome as the cashier explains it and each item of a basket', async ({
    counter,
    service,
    till,
  }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    const customer = await openCustomerScreen(till);
    await service.setFaults([
      { operation: 'pay', times: 1, fault: { kind: 'commit-and-cut' } },
      { operation: 'transactions', times: 50, fault: { kind: 'look-up-empty' } },
    ]);
    await goToCash(counter);
    await counter.expectQuestion(counter.getText('pay.cash.title'));
    await counter.press('Insert');
    await counter.expectQuestion(counter.getText('home.title'));
    // Between two items the customer still sees the basket.
    await expectShown(customer, '**** 0007', '$549.00');
    await goToCash(counter, '501000000015');
    await counter.expectQuestion(counter.getText('basket.cash.title_other'));
    await expectShown(customer, '**** 0007', '**** 0015');
    await counter.type('5000');
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.confirm.title'));
    await counter.press('F12');
    await counter.expectQuestion(counter.getText('basket.waiting.title'));
    await expect(customer.getByRole('status')).toHaveAttribute('data-phase', 'unknown');
    await expectShown(
      customer,
      texts['customerScreen.item.unknown'],
      texts['customerScreen.item.not-sent'],
    );
    await expectShown(customer, /A más tardar a las \d\d:\d\d le decimos si quedó pagado/);
    await expect(customer.locator('main')).not.toContainText(texts['customerScreen.change']);
    await expectScreenInOrder(customer, 'es-MX');
    await service.setFaults([
      { operation: 'transactions', times: 0, fault: { kind: 'look-up-empty' } },
    ]);
    await expect(async () => {
      await counter.press('F12');
      await expect(customer.getByRole('status')).toHaveAttribute('data-phase', 'paid', {
        timeout: 3_000,
      });
    }).toPass();
    await counter.goToNextCustomer();
    await expectShown(customer, texts['customerScreen.welcome']);
  });
});
