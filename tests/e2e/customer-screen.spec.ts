import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import mexico from '../../shared/locales/es-MX/customer-screen.json' with { type: 'json' };
import { CUSTOMER_SCREEN_FILE as WAY_IN } from '../support/customer-screen-address.ts';
import { findClippedTexts, openCustomerScreen } from './support/customer-screen-page.ts';
import { type Counter, expect, expectScreenInOrder, OWNER, test } from './support/index.ts';

/** What the page that faces the customer says of a sale; its looks and its calls have a spec each. */

test.skip(({ shell }) => shell !== 'browser', 'Electron opens it on a display of its own');

const ACCOUNT = '501000000007';

const shows = (page: Page, ...said: readonly (string | RegExp)[]) =>
  Promise.all(said.map((one) => expect(page.locator('main')).toContainText(one)));

async function upToCash(counter: Counter, account = ACCOUNT): Promise<void> {
  await counter.find('cfe com', /CFE/);
  await counter.type(account);
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.amount.fixedTitle'));
  await counter.press('Enter');
}

test.describe('the customer’s screen', () => {
  test.use({ provisioning: { customerScreen: {} }, serviceVersion: 'v3.mx' });

  test('follows a sale from its price to its change, in either language, and forgets it', async ({
    counter,
    till,
  }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    const customer = await openCustomerScreen(till);
    await shows(customer, mexico['facing.welcome']);
    // The file let one page in.
    await expect.poll(() => existsSync(join(till.profile, WAY_IN))).toBe(false);

    await test.step('its light beside the others, in one row of the smallest screen', async () => {
      const { page } = till;
      const size = page.viewportSize();
      await page.setViewportSize({ width: 1024, height: 768 });
      const lights = page.getByLabel(counter.getText('frame.status')).getByRole('button');
      await lights.filter({ hasText: counter.getText('look.customer.label') }).waitFor();
      await lights.filter({ hasText: counter.getText('recovery.name') }).waitFor();
      const tops = (): Promise<number[]> =>
        lights.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      await expect.poll(async () => new Set(await tops()).size).toBe(1);
      if (size !== null) await page.setViewportSize(size);
    });

    await test.step('what is paid, the total, received, change, paid', async () => {
      await upToCash(counter);
      await counter.expectQuestion(counter.getText('pay.cash.title'));
      await shows(customer, 'CFE', '**** 0007', '$549.00');
      await counter.type('600');
      await shows(customer, mexico['facing.received'], '$600.00', '$51.00');
      await expectScreenInOrder(customer, 'es-MX');
      await counter.press('Enter');
      await counter.expectQuestion(counter.getText('pay.confirm.title'));
      await counter.press('F12');
      await expect(customer.getByRole('status')).toHaveAttribute('data-phase', 'paid');
      await shows(customer, mexico['facing.paid'], '$51.00');
      await expectScreenInOrder(customer, 'es-MX');
    });

    await test.step('one key tells this customer in English, and the next in Spanish again', async () => {
      await counter.press('Control+l');
      await shows(customer, 'Your change');
      await expectScreenInOrder(customer, 'en');
      await counter.nextCustomer();
      await shows(customer, mexico['facing.welcome']);
      await expect(customer.locator('main')).not.toContainText('CFE');
    });

    await test.step('it reads well from 320 px to a large screen, in light and in dark', async () => {
      await upToCash(counter, '501000000015');
      await counter.expectQuestion(counter.getText('pay.cash.title'));
      await counter.type('2000');
      await shows(customer, '$2,000.00');
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

    await test.step('a lock clears it, and the same customer comes back with her cashier', async () => {
      await counter.press('F10');
      await shows(customer, mexico['facing.welcome']);
      await expect(customer.locator('main')).not.toContainText('CFE');
      await counter.page.getByRole('option', { name: OWNER.name }).press('Enter');
      await counter.page.locator('input[type=password]').waitFor();
      await counter.type(OWNER.pin);
      await counter.press('Enter');
      await shows(customer, 'CFE', '**** 0015');
      await counter.goHome();
      await shows(customer, mexico['facing.welcome']);
    });

    const everything = await customer.content();
    for (const account of [ACCOUNT, '501000000015']) expect(everything).not.toContain(account);
  });

  test('says of what is not known what the cashier is to say, and of a basket each item', async ({
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
    await upToCash(counter);
    await counter.expectQuestion(counter.getText('pay.cash.title'));
    await counter.press('Insert');
    await counter.expectQuestion(counter.getText('home.title'));
    // Between two items the basket stays before its customer's eyes.
    await shows(customer, '**** 0007', '$549.00');
    await upToCash(counter, '501000000015');
    await counter.expectQuestion(counter.getText('basket.cash.title_other'));
    await shows(customer, '**** 0007', '**** 0015');
    await counter.type('5000');
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.confirm.title'));
    await counter.press('F12');
    await counter.expectQuestion(counter.getText('basket.waiting.title'));
    await expect(customer.getByRole('status')).toHaveAttribute('data-phase', 'unknown');
    await shows(customer, mexico['facing.item.unknown'], mexico['facing.item.not-sent']);
    await shows(customer, /A más tardar a las \d\d:\d\d le decimos si quedó pagado/);
    await expect(customer.locator('main')).not.toContainText(mexico['facing.change']);
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
    await counter.nextCustomer();
    await shows(customer, mexico['facing.welcome']);
  });
});
