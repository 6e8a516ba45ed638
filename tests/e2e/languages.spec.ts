import AxeBuilder from '@axe-core/playwright';
import type { Language } from '../../shared/contract/index.ts';
import { type Counter, expect, OWNER, test } from './support/index.ts';

/** Nothing for axe to say, no key of a dictionary on the screen, nothing to scroll sideways for. */
async function inOrder(counter: Counter): Promise<void> {
  const { page } = counter;
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null))),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map((one) => [one.id, one.nodes.map((node) => node.html)])).toEqual([]);
  const text = await page.locator('body').innerText();
  expect(text).not.toMatch(/\b(pay|home|frame|app|components|recent|unresolved|signIn)\.[a-z]+\b/i);
  expect(text).not.toMatch(/\{\{/);
  const isWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(isWide).toBe(false);
}

const sizes = [
  { width: 1366, height: 768 },
  { width: 1024, height: 768 },
  // 1366 pixels at 200 %.
  { width: 683, height: 384 },
];

const variants = [
  { language: 'es-MX', size: sizes[0], colorScheme: 'light' },
  { language: 'es-CO', size: sizes[1], colorScheme: 'light' },
  { language: 'en', size: sizes[1], colorScheme: 'dark' },
  { language: 'es-MX', size: sizes[2], colorScheme: 'dark' },
] as const;

for (const { language, size, colorScheme } of variants) {
  const name: Language = language;
  test.describe(`${name}, ${size?.width} pixels wide, ${colorScheme}`, () => {
    test.use({ provisioning: { language: name, version: 'v3.mx' } });

    test('every screen of the bill flow is in order', async ({ counter, till }) => {
      await till.page.setViewportSize(size ?? { width: 1366, height: 768 });
      await till.page.emulateMedia({ colorScheme });
      await till.page.getByRole('option').first().waitFor();
      await inOrder(counter);
      await counter.signIn(OWNER.name, OWNER.pin);
      await inOrder(counter);
      await counter.find('cfe com', /CFE/);
      await inOrder(counter);
      await counter.type('501000000007');
      await counter.press('Enter');
      await counter.asks(counter.words('pay.amount.fixedTitle'));
      await inOrder(counter);
      await counter.press('Enter');
      await counter.asks(counter.words('pay.cash.title'));
      await counter.type('600');
      await inOrder(counter);
      await counter.press('Enter');
      await counter.asks(counter.words('pay.confirm.title'));
      await inOrder(counter);
      await expect(
        till.page
          .getByRole('button', { name: counter.words('pay.confirm.pay'), exact: true })
          .first(),
      ).toBeInViewport();
      await till.setFaults([
        { operation: 'pay', times: 1, fault: { kind: 'commit-and-cut' } },
        { operation: 'transactions', times: 2, fault: { kind: 'look-up-empty' } },
      ]);
      await counter.press('F12');
      await counter.asks(counter.words('pay.unknown.title'));
      await inOrder(counter);
      await counter.asks(counter.words('pay.paid.title'));
      await inOrder(counter);
      await counter.nextCustomer();
      for (const key of ['F8', 'F9', 'F7']) {
        await counter.press(key);
        await till.page.getByRole('heading', { level: 1 }).waitFor();
        await inOrder(counter);
      }
    });
  });
}
