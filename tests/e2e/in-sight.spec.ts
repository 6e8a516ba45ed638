import type { Locator, Page } from '@playwright/test';
import { LANGUAGES } from '../../shared/locales/index.ts';
import { CASH_OUT_BILLER } from './support/flows.ts';
import { type Counter, expect, OWNER, openBackOfficePage, test } from './support/index.ts';
import { type FocusExpectation, findLayoutFaults } from './support/layout-faults.ts';

/** What one sees of a list before anything is scrolled. */

test.use({ provisioning: { version: 'v3.mx', cashOutBillers: [CASH_OUT_BILLER] } });

const SMALL = { width: 1024, height: 768 };
const SIZES = [SMALL, { width: 1366, height: 768 }, { width: 1920, height: 1080 }];
const LETTERS = ['normal', 'large', 'largest'];
const AT_200 = { width: 512, height: 384 };

const boxOf = (one: Locator): Promise<DOMRect> =>
  one.evaluate((element) => element.getBoundingClientRect());

/** The rows that stand whole above where the list fades away, and how many there are. */
async function rowsInSight(page: Page): Promise<{ whole: number; all: number }> {
  const options = page.getByRole('main').getByRole('option');
  const list = page.getByRole('main').getByRole('listbox');
  const { bottom, goesOn, fade } = await list.evaluate((element) => ({
    bottom: element.getBoundingClientRect().bottom,
    goesOn: element.scrollHeight > element.clientHeight + 1,
    // The token `--fade`, in pixels.
    fade: Number.parseFloat(getComputedStyle(element).scrollPaddingBlockEnd),
  }));
  const end = goesOn ? bottom - fade : bottom;
  const bottoms = await options.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().bottom),
  );
  return { whole: bottoms.filter((one) => one <= end + 1).length, all: bottoms.length };
}

async function settled(counter: Counter): Promise<void> {
  await expect(counter.page.getByRole('main').getByRole('option').first()).toBeFocused();
}

test('the rooms are all in sight, and half of the settings at least', async ({ counter }) => {
  const { page, getText } = counter;
  await counter.signIn(OWNER.name, OWNER.pin);
  await counter.press('F7');
  await settled(counter);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect.poll(async () => (await rowsInSight(page)).all).toBeGreaterThan(8);
    await expect
      .poll(async () => {
        const { whole, all } = await rowsInSight(page);
        return all - whole;
      })
      .toBe(0);
  }
  await test.step('the keys of functions stand in one row', async () => {
    const tops = await page
      .getByRole('navigation')
      .locator('[data-key]')
      .evaluateAll((keys) => keys.map((key) => Math.round(key.getBoundingClientRect().top)));
    expect(new Set(tops).size).toBe(1);
  });
  await test.step('arrows go across as well as down', async () => {
    const options = page.getByRole('main').getByRole('option');
    const [first, across] = [options.first(), page.locator('[role="option"]:focus')];
    await counter.press('ArrowRight');
    expect((await boxOf(across)).top).toBe((await boxOf(first)).top);
    await expect(first).not.toBeFocused();
    await counter.press('ArrowLeft');
    await expect(first).toBeFocused();
  });
  await page.setViewportSize(SMALL);
  await openBackOfficePage(counter, 'es-MX', 'settings');
  await counter.expectQuestion(getText('settings.title'));
  await settled(counter);
  const { whole, all } = await rowsInSight(page);
  expect(whole).toBeGreaterThan(all / 2);
  await test.step('at 200 % beneath each other', async () => {
    await page.setViewportSize(AT_200);
    const lefts = await page
      .getByRole('main')
      .getByRole('option')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().left));
    expect(new Set(lefts).size).toBe(1);
  });
});

test('the keys of functions stand in one row with every size of letters, in every language', async ({
  counter,
  till,
}) => {
  const { page } = counter;
  await counter.signIn(OWNER.name, OWNER.pin);
  const keys = page.getByRole('navigation').locator('[data-key]');
  for (const language of LANGUAGES) {
    await till.callTill('till.setLanguage', { language });
    await page.reload();
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(language);
    await expect(keys).toHaveCount(10);
    for (const letters of LETTERS) {
      await page.evaluate((size) => {
        document.documentElement.dataset.letters = size;
      }, letters);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        const here = `${language}, ${letters}, ${size.width}`;
        const seen = await keys.evaluateAll((all) =>
          all.map((key) => ({
            top: Math.round(key.getBoundingClientRect().top),
            height: key.getBoundingClientRect().height,
            isCut: key.scrollWidth > key.clientWidth + 1,
            isInside: key.getBoundingClientRect().right <= innerWidth,
            letters: Number.parseFloat(getComputedStyle(key).fontSize),
          })),
        );
        expect(new Set(seen.map(({ top }) => top)).size, here).toBe(1);
        for (const key of seen) {
          expect(key, here).toMatchObject({ isCut: false, isInside: true });
          expect(key.height, here).toBeGreaterThanOrEqual(48);
          expect(key.letters, here).toBeGreaterThanOrEqual(16);
        }
      }
    }
  }
});

for (const language of LANGUAGES) {
  test.describe(`in ${language}`, () => {
    test.use({ provisioning: { version: 'v3.mx', language } });
    test('the actions of the cash stand in one row with every size of letters', async ({
      counter,
    }) => {
      const { page, getText } = counter;
      await counter.signIn(OWNER.name, OWNER.pin);
      await page.setViewportSize(SMALL);
      await counter.find('telmex', /Telmex/);
      await counter.type('8112345678');
      await counter.press('Enter');
      await counter.expectQuestion(getText('pay.amount.title'));
      await counter.type('150');
      await counter.press('Enter');
      await counter.expectQuestion(getText('pay.cash.title'));
      const actions = page.getByRole('main').locator('footer button');
      await expect(actions).toHaveCount(3);
      for (const letters of LETTERS) {
        await page.evaluate((size) => {
          document.documentElement.dataset.letters = size;
        }, letters);
        const boxes = await Promise.all((await actions.all()).map(boxOf));
        expect(new Set(boxes.map(({ top }) => Math.round(top))).size, letters).toBe(1);
        for (const { height } of boxes) expect(height, letters).toBeGreaterThanOrEqual(48);
      }
    });
  });
}

test('with the largest letters the cash and what it is paid with are in sight, and each title', async ({
  counter,
}) => {
  const { page, getText } = counter;
  const main = page.getByRole('main');
  const title = page.getByRole('heading', { level: 1 });
  const largest = () =>
    page.evaluate(() => {
      document.documentElement.dataset.letters = 'largest';
    });
  const isTitleInSight = async (): Promise<void> => {
    await expect
      .poll(async () => (await boxOf(title)).top - (await boxOf(main)).top)
      .toBeGreaterThan(0);
  };
  await counter.signIn(OWNER.name, OWNER.pin);
  await largest();
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
    const goesOn = () => main.evaluate((form) => form.scrollHeight - form.clientHeight);
    await expect.poll(goesOn, `${size.width}`).toBe(0);
    await isTitleInSight();
  }
  await test.step('also where the screen before it was scrolled', async () => {
    await page.setViewportSize(SMALL);
    await main.evaluate((form) => form.scrollTo(0, form.scrollHeight));
    await counter.press('Enter');
    await counter.expectQuestion(getText('pay.confirm.title'));
    await isTitleInSight();
    await main.evaluate((form) => form.scrollTo(0, form.scrollHeight));
    await counter.press('F12');
    await counter.expectQuestion(getText('receipts.paidExact'));
    await isTitleInSight();
  });
});

test('a list that has more says so where one reads it', async ({ counter }) => {
  const { page, getText } = counter;
  await counter.signIn(OWNER.name, OWNER.pin);
  await page.setViewportSize(SMALL);
  for (const flow of ['F3', 'F4']) {
    await counter.press(flow);
    await page.getByRole('main').getByRole('option').nth(7).waitFor();
    const more = page.getByRole('button', { name: getText('home.moreUsed') });
    const fade = page.getByRole('main').locator('[data-goes-on]');
    expect((await boxOf(more)).bottom).toBeLessThan((await boxOf(fade)).top);
    const tiles = page.getByRole('main').getByRole('option');
    const places = () =>
      tiles.evaluateAll((all) =>
        all.slice(0, 8).map((one) => {
          const { offsetLeft, offsetTop, textContent } = one as HTMLElement;
          return { offsetLeft, offsetTop, textContent };
        }),
      );
    const before = await places();
    const families = before.map(({ textContent }) => textContent?.split(' ')[0]);
    expect(new Set(families).size, 'each stands there once').toBe(8);
    expect((await boxOf(tiles.nth(7))).bottom).toBeLessThan((await boxOf(fade)).bottom);
    const list = page.getByRole('main').getByRole('listbox');
    expect(await list.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
    await more.click();
    await expect(tiles.nth(8)).toBeVisible();
    expect(await places()).toEqual(before);
    await counter.press(flow);
    await expect(tiles).toHaveCount(8);
    await expect(tiles.first()).toBeInViewport({ ratio: 1 });
  }
});

/** On the question for the cash: of a bill whose change can be of seven figures in Colombia. */
async function upToCash(counter: Counter): Promise<void> {
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

/** Whatever is typed as cash, both sums stand in one row, whole, and what is beneath stays there. */
async function movesNothing(counter: Counter, cash: readonly string[]): Promise<void> {
  const { page, getText } = counter;
  const main = page.getByRole('main');
  const sums = page.getByRole('group', { name: getText('pay.cash.sums') }).getByRole('button');
  const field = main.getByRole('textbox');
  const shown = main.locator('[data-sum]');
  const places = async () => ({
    field: (await boxOf(field)).top,
    sums: (await boxOf(sums.first())).top,
    due: (await boxOf(shown.first())).left,
    change: (await boxOf(shown.last())).left,
  });
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const empty = await places();
    for (const typed of cash) {
      await counter.type(typed);
      await expect(shown.last()).toContainText(/[1-9]/);
      expect(await places(), `${typed} at ${size.width}`).toEqual(empty);
      expect((await boxOf(shown.last())).right).toBeLessThanOrEqual((await boxOf(main)).right);
      const tops = await shown.evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect().top),
      );
      expect(new Set(tops).size).toBe(1);
      await field.clear();
    }
  }
}

for (const language of ['es-MX', 'en'] as const) {
  test.describe(`a shop in pesos of Mexico, in ${language}`, () => {
    test.use({ provisioning: { language, version: 'v3.mx' } });

    test('moves nothing under the finger, however much the change becomes', async ({ counter }) => {
      await upToCash(counter);
      await movesNothing(counter, ['5500', '9999.50', '54321.05']);
    });
  });
}

test.describe('a shop in pesos of Colombia', () => {
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

  test('moves nothing under the finger, however much the change becomes', async ({ counter }) => {
    await upToCash(counter);
    await movesNothing(counter, ['1300000', '1400000', '9000000', '11233628,05']);
  });

  test('reads sums of millions whole on the smallest screen, with a fee and a conversion', async ({
    counter,
  }) => {
    const { page, getText } = counter;
    const isWhole = async (): Promise<void> => {
      await expect
        .poll(() => page.evaluate<string[], FocusExpectation>(findLayoutFaults, 'in-sight'))
        .toEqual([]);
    };
    await page.setViewportSize(SMALL);
    await upToCash(counter);
    await expect(page.getByRole('main')).toContainText(/[$]\s1[.]\d{3}[.]\d{3}/);
    await isWhole();
    const sums = page.getByRole('group', { name: getText('pay.cash.sums') }).getByRole('button');
    const fade = page.getByRole('main').locator('[data-goes-on]');
    expect((await boxOf(sums.last())).bottom).toBeLessThan((await boxOf(fade)).top);
    await counter.type('9000000');
    await isWhole();
    await counter.press('Enter');
    await counter.expectQuestion(getText('pay.confirm.title'));
    await isWhole();
    await counter.press('F12');
    await counter.expectQuestion(getText('pay.paid.title'));
    await isWhole();
  });
});
