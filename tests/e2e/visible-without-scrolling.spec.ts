import type { Locator, Page } from '@playwright/test';
import { LANGUAGES } from '../../shared/locales/index.ts';
import { sampleCases } from '../support/sampling.ts';
import {
  expect,
  type KeyboardCashier,
  OWNER,
  openBackOfficePage,
  type Till,
  test,
} from './support/index.ts';
import { type FocusExpectation, findLayoutFaults } from './support/layout-faults.ts';
import { CASH_OUT_BILLER } from './support/payment-flows.ts';

/** What is visible before scrolling. Checks with the same settings share a till, as steps of one test. */

test.use({ provisioning: { version: 'v3.mx', cashOutBillers: [CASH_OUT_BILLER] } });

const SMALL = { width: 1024, height: 768 };
const SIZES = [SMALL, { width: 1366, height: 768 }, { width: 1920, height: 1080 }];
const TEXT_SIZES = ['normal', 'large', 'largest'];
const AT_200 = { width: 512, height: 384 };

const getBox = (locator: Locator): Promise<DOMRect> =>
  locator.evaluate((element) => element.getBoundingClientRect());

/** Counts the rows that are completely visible above the fade of the list, and all rows. */
async function countVisibleRows(page: Page): Promise<{ visibleCount: number; totalCount: number }> {
  const options = page.getByRole('main').getByRole('option');
  const list = page.getByRole('main').getByRole('listbox');
  const {
    bottom,
    goesOn: isScrollable,
    fade,
  } = await list.evaluate((element) => ({
    bottom: element.getBoundingClientRect().bottom,
    goesOn: element.scrollHeight > element.clientHeight + 1,
    // The token `--fade`, in pixels.
    fade: Number.parseFloat(getComputedStyle(element).scrollPaddingBlockEnd),
  }));
  const visibleEnd = isScrollable ? bottom - fade : bottom;
  const bottoms = await options.evaluateAll((elements) =>
    elements.map((element) => element.getBoundingClientRect().bottom),
  );
  return {
    visibleCount: bottoms.filter((rowBottom) => rowBottom <= visibleEnd + 1).length,
    totalCount: bottoms.length,
  };
}

const setTextSize = (page: Page, textSize: string): Promise<void> =>
  page.evaluate((size) => {
    document.documentElement.dataset.letters = size;
  }, textSize);

async function waitForFocus(counter: KeyboardCashier): Promise<void> {
  await expect(counter.page.getByRole('main').getByRole('option').first()).toBeFocused();
}

/** Expects all back-office pages and at least half of the settings without scrolling. */
async function expectPagesVisible(counter: KeyboardCashier): Promise<void> {
  const { page, getText } = counter;
  await counter.press('F7');
  await waitForFocus(counter);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect.poll(async () => (await countVisibleRows(page)).totalCount).toBeGreaterThan(8);
    await expect
      .poll(async () => {
        const { visibleCount, totalCount } = await countVisibleRows(page);
        return totalCount - visibleCount;
      })
      .toBe(0);
  }
  await test.step('shows the function keys in one row', async () => {
    const tops = await page
      .getByRole('navigation')
      .locator('[data-key]')
      .evaluateAll((keys) => keys.map((key) => Math.round(key.getBoundingClientRect().top)));
    expect(new Set(tops).size).toBe(1);
  });
  await test.step('moves across and down with the arrow keys', async () => {
    const options = page.getByRole('main').getByRole('option');
    const [firstOption, focusedOption] = [options.first(), page.locator('[role="option"]:focus')];
    await counter.press('ArrowRight');
    expect((await getBox(focusedOption)).top).toBe((await getBox(firstOption)).top);
    await expect(firstOption).not.toBeFocused();
    await counter.press('ArrowLeft');
    await expect(firstOption).toBeFocused();
  });
  await page.setViewportSize(SMALL);
  await openBackOfficePage(counter, 'es-MX', 'settings');
  await counter.expectQuestion(getText('settings.title'));
  await waitForFocus(counter);
  const { visibleCount, totalCount } = await countVisibleRows(page);
  expect(visibleCount).toBeGreaterThanOrEqual(totalCount / 2);
  await test.step('shows one column at 200 %', async () => {
    await page.setViewportSize(AT_200);
    const lefts = await page
      .getByRole('main')
      .getByRole('option')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().left));
    expect(new Set(lefts).size).toBe(1);
  });
}

async function expectFunctionKeysInOneRow({ page }: KeyboardCashier, till: Till): Promise<void> {
  const keys = page.getByRole('navigation').locator('[data-key]');
  for (const language of LANGUAGES) {
    await till.callTill('till.setLanguage', { language });
    await page.reload();
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(language);
    await expect(keys).toHaveCount(10);
    for (const textSize of TEXT_SIZES) {
      await setTextSize(page, textSize);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        const description = `${language}, ${textSize}, ${size.width}`;
        const keyBoxes = await keys.evaluateAll((elements) =>
          elements.map((key) => ({
            top: Math.round(key.getBoundingClientRect().top),
            height: key.getBoundingClientRect().height,
            isCut: key.scrollWidth > key.clientWidth + 1,
            isInside: key.getBoundingClientRect().right <= innerWidth,
            letters: Number.parseFloat(getComputedStyle(key).fontSize),
          })),
        );
        expect(new Set(keyBoxes.map(({ top }) => top)).size, description).toBe(1);
        for (const key of keyBoxes) {
          expect(key, description).toMatchObject({ isCut: false, isInside: true });
          expect(key.height, description).toBeGreaterThanOrEqual(48);
          expect(key.letters, description).toBeGreaterThanOrEqual(16);
        }
      }
    }
  }
}

/** Expects the actions of the cash step in one row with every text size. */
async function expectCashActionsInOneRow({ page }: KeyboardCashier): Promise<void> {
  await page.setViewportSize(SMALL);
  const actions = page.getByRole('main').locator('footer button');
  await expect(actions).toHaveCount(3);
  for (const textSize of TEXT_SIZES) {
    await setTextSize(page, textSize);
    const boxes = await Promise.all((await actions.all()).map(getBox));
    expect(new Set(boxes.map(({ top }) => Math.round(top))).size, textSize).toBe(1);
    for (const { height } of boxes) expect(height, textSize).toBeGreaterThanOrEqual(48);
  }
}

/** Pays a bill with the largest text: the cash, its suggested sums and each title are visible. */
async function expectLargestTextVisible(counter: KeyboardCashier): Promise<void> {
  const { page, getText } = counter;
  const main = page.getByRole('main');
  const title = page.getByRole('heading', { level: 1 });
  const expectTitleVisible = async (): Promise<void> => {
    await expect
      .poll(async () => (await getBox(title)).top - (await getBox(main)).top)
      .toBeGreaterThan(0);
  };
  await setTextSize(page, 'largest');
  await counter.find('telmex', /Telmex/);
  await counter.type('8112345678');
  await counter.press('Enter');
  await counter.expectQuestion(getText('pay.amount.title'));
  await counter.type('549');
  await counter.press('Enter');
  await counter.expectQuestion(getText('pay.cash.title'));
  const sums = page.getByRole('group', { name: getText('pay.cash.sums') }).getByRole('button');
  await expect(sums.last()).toBeVisible();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const getOverflow = () => main.evaluate((form) => form.scrollHeight - form.clientHeight);
    await expect.poll(getOverflow, `${size.width}`).toBe(0);
    await expectTitleVisible();
  }
  await test.step('shows each title after the previous screen was scrolled', async () => {
    await page.setViewportSize(SMALL);
    await main.evaluate((form) => form.scrollTo(0, form.scrollHeight));
    await counter.press('Enter');
    await counter.expectQuestion(getText('pay.confirm.title'));
    await expectTitleVisible();
    await main.evaluate((form) => form.scrollTo(0, form.scrollHeight));
    await counter.press('F12');
    await counter.expectQuestion(getText('receipts.paidExact'));
    await expectTitleVisible();
  });
}

/** Expects a button for more rows beneath the first tiles, which stay in place after it. */
async function expectMoreRowsInPlace({ page, press, getText }: KeyboardCashier): Promise<void> {
  await page.setViewportSize(SMALL);
  for (const flow of ['F3', 'F4']) {
    await press(flow);
    await page.getByRole('main').getByRole('option').nth(7).waitFor();
    const moreButton = page.getByRole('button', { name: getText('home.moreUsed') });
    const fade = page.getByRole('main').locator('[data-goes-on]');
    expect((await getBox(moreButton)).bottom).toBeLessThan((await getBox(fade)).top);
    const tiles = page.getByRole('main').getByRole('option');
    const readPlaces = () =>
      tiles.evaluateAll((elements) =>
        elements.slice(0, 8).map((element) => {
          const { offsetLeft, offsetTop, textContent } = element as HTMLElement;
          return { offsetLeft, offsetTop, textContent };
        }),
      );
    const initialPlaces = await readPlaces();
    const families = initialPlaces.map(({ textContent }) => textContent?.split(' ')[0]);
    expect(new Set(families).size, 'each stands there once').toBe(8);
    expect((await getBox(tiles.nth(7))).bottom).toBeLessThan((await getBox(fade)).bottom);
    const list = page.getByRole('main').getByRole('listbox');
    expect(await list.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
    await moreButton.click();
    await expect(tiles.nth(8)).toBeVisible();
    expect(await readPlaces()).toEqual(initialPlaces);
    await press(flow);
    await expect(tiles).toHaveCount(8);
    await expect(tiles.first()).toBeInViewport({ ratio: 1 });
  }
}

/** Goes to the cash step of a bill whose change can have seven digits in Colombia. */
async function goToCash(counter: KeyboardCashier): Promise<void> {
  const { getText } = counter;
  await counter.signIn(OWNER.name, OWNER.pin);
  await counter.find('telmex', /Telmex/);
  await counter.type('8112345678');
  await counter.press('Enter');
  await counter.expectQuestion(getText('pay.amount.title'));
  await counter.type('5490');
  await counter.press('Enter');
  await counter.expectQuestion(getText('pay.cash.title'));
}

/**
 * Expects the figure complete for each typed cash, the sum due beside its label, and everything
 * beneath unmoved.
 */
async function expectStableLayout(
  counter: KeyboardCashier,
  cashTexts: readonly string[],
): Promise<void> {
  const { page, getText } = counter;
  const main = page.getByRole('main');
  const sums = page.getByRole('group', { name: getText('pay.cash.sums') }).getByRole('button');
  const field = main.getByRole('textbox');
  const figure = main.locator('[data-sum]');
  const label = main.getByText(getText('pay.cash.change'), { exact: true });
  const due = main.getByText(getText('pay.cash.due'));
  const readPlaces = async () => ({
    field: (await getBox(field)).top,
    sums: (await getBox(sums.first())).top,
    figure: (await getBox(figure)).left,
  });
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const initialPlaces = await readPlaces();
    for (const cashText of cashTexts) {
      await counter.type(cashText);
      await expect(label).toBeVisible();
      expect(await readPlaces(), `${cashText} at ${size.width}`).toEqual(initialPlaces);
      expect((await getBox(figure)).right).toBeLessThanOrEqual((await getBox(main)).right);
      expect((await getBox(due)).bottom).toBeLessThanOrEqual((await getBox(figure)).top);
      await field.clear();
    }
  }
}

test('shows pages, lists, keys and cash without scrolling', async ({ counter, till }) => {
  test.slow();
  await counter.signIn(OWNER.name, OWNER.pin);
  await test.step('shows in place that a list has more rows', () => expectMoreRowsInPlace(counter));
  await test.step('shows all back-office pages and at least half of the settings', () =>
    expectPagesVisible(counter));
  await counter.goHome();
  await test.step('shows the cash, its suggested sums and each title with the largest text', () =>
    expectLargestTextVisible(counter));
  await counter.goToNextCustomer();
  await test.step('shows the function keys in one row with every text size in every language', () =>
    expectFunctionKeysInOneRow(counter, till));
});

for (const language of sampleCases('Mexican pesos', LANGUAGES, 1)) {
  test.describe(`shop with Mexican pesos, in ${language}`, () => {
    test.use({ provisioning: { language, version: 'v3.mx' } });

    test('keeps the cash step in place for any amount of change and its actions in one row', async ({
      counter,
    }) => {
      await goToCash(counter);
      await expectStableLayout(counter, ['5500', '9999.50', '54321.05']);
      await expectCashActionsInOneRow(counter);
    });
  });
}

test.describe('shop with Colombian pesos', () => {
  test.use({
    provisioning: {
      language: 'es-CO',
      version: 'v3.co',
      currency: 'COP',
      customerFee: {
        kind: 'fixed',
        utility: '15000',
        'top-up': '0',
        'gift-card': '0',
        partner: '0',
      },
    },
  });

  test('shows sums of millions completely, with a fee and a conversion, and keeps the cash step in place', async ({
    counter,
  }) => {
    const { page, getText } = counter;
    const expectCompleteLayout = async (): Promise<void> => {
      await expect
        .poll(() => page.evaluate<string[], FocusExpectation>(findLayoutFaults, 'in-sight'))
        .toEqual([]);
    };
    await goToCash(counter);
    await expectStableLayout(counter, ['1300000', '1400000', '9000000', '11233628,05']);
    await page.setViewportSize(SMALL);
    await expect(page.getByRole('main')).toContainText(/[$]\s1[.]\d{3}[.]\d{3}/);
    await expectCompleteLayout();
    const sums = page.getByRole('group', { name: getText('pay.cash.sums') }).getByRole('button');
    const fade = page.getByRole('main').locator('[data-goes-on]');
    expect((await getBox(sums.last())).bottom).toBeLessThan((await getBox(fade)).top);
    await counter.type('9000000');
    await expectCompleteLayout();
    await counter.press('Enter');
    await counter.expectQuestion(getText('pay.confirm.title'));
    await expectCompleteLayout();
    await counter.press('F12');
    await counter.expectQuestion(getText('pay.paid.title'));
    await expectCompleteLayout();
  });
});
