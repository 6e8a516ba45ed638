import type { Page } from '@playwright/test';
import { LANGUAGES } from '../../shared/locales/index.ts';
import { sampleFraction } from '../support/sampling.ts';
import { expect, expectScreenInOrder, OWNER, test } from './support/index.ts';
import { chooseBiller, type FlowContext, payCash } from './support/payment-flows.ts';

/** A gift card in a shop without a printer: the customer notes the code down from the screen. */

const SIZES = [
  { width: 1024, height: 768 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
];

/** The sizes of all texts on the page, in pixels, and the place of the code. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const code = document.querySelector('[data-gift-code=code]');
    if (code === null) return null;
    const getSize = (element: Element): number =>
      Number.parseFloat(getComputedStyle(element).fontSize);
    const texts = [...document.querySelectorAll('body *')].filter((element) =>
      [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
      ),
    );
    const others = texts.filter((element) => element !== code && element.checkVisibility());
    const { top, bottom, left, right } = code.getBoundingClientRect();
    const main = code.closest('main')?.getBoundingClientRect();
    return {
      isInside:
        main !== undefined &&
        top >= main.top &&
        bottom <= Math.min(main.bottom, window.innerHeight) &&
        left >= main.left &&
        right <= main.right + 1,
      size: getSize(code),
      largestOther: Math.max(...others.map(getSize)),
    };
  });

for (const language of sampleFraction(3, 'gift code', LANGUAGES)) {
  test.describe(`in ${language}`, () => {
    test.use({ provisioning: { version: 'v3.mx', language } });

    test('shows the code as the largest text, without scrolling at any size', async ({
      counter,
      till,
    }) => {
      await counter.signIn(OWNER.name, OWNER.pin);
      const cashier: FlowContext = {
        counter,
        till,
        language,
        version: 'v3.mx',
        checkScreen: async () => {},
      };
      await chooseBiller(cashier, 'F4', 'amazon m');
      await counter.expectQuestion(counter.getText('pay.account.title.gift-card'));
      await counter.type('5599999999');
      await counter.press('Enter');
      await counter.expectQuestion(counter.getText('pay.offer.title.gift-card'));
      await counter.press('Enter');
      await payCash(cashier);
      const code = till.page.locator('[data-gift-code=code]');
      await expect(code).toHaveText(/^\d{4}-\d{4}-\d{4}-\d{4}$/);
      // While a new result ignores keys, nothing on the screen can be focused.
      await till.page.locator('button[aria-keyshortcuts="Enter"]:enabled').waitFor();
      for (const size of SIZES) {
        await till.page.setViewportSize(size);
        await expect.poll(() => measure(till.page)).toMatchObject({ isInside: true });
        const measured = await measure(till.page);
        expect(measured?.size).toBeGreaterThan(measured?.largestOther ?? 0);
        await expectScreenInOrder(till.page, language);
      }
    });
  });
}
