import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import type { Earnings, EarningsSum } from '../../shared/contract/index.ts';
import { ok } from '../../shared/contract/index.ts';
import { createAnswerOverride } from './support/answer-override.ts';
import {
  expect,
  getTextBeforePlaceholder,
  type KeyboardCashier,
  OWNER,
  openBackOfficePage,
  test,
} from './support/index.ts';

/** F7 → earnings, with the keyboard, where the service reports what each payment earns. */
test.use({ serviceVersion: 'v1.6' });

const LANGUAGE = 'es-MX';
/** The chart must be readable from two metres. */
const MIN_CHART_HEIGHT_PX = 110;
const SIZES = [
  [1024, 768],
  [1366, 768],
  [1920, 1080],
] as const;
/** The minimum width of a column on the smallest screen. */
const MIN_COLUMN_WIDTH_PX = 60;
/** The minimum text size. */
const MIN_TEXT_SIZE_PX = 16;
const MIN_FONT_SIZES_PX = { figures: 30, days: 20 };

async function pay(counter: KeyboardCashier, account: string, amount: string): Promise<void> {
  await counter.find('telmex', /Telmex/);
  await counter.goToConfirm({ account, amount });
  await counter.press('F12');
  await counter.expectQuestion(counter.getText('receipts.paidExact'));
  await counter.goToNextCustomer();
}

test('shows an owner the earnings as a chart, a table, a paper and a file', async ({
  counter,
  till,
}) => {
  const { page } = till;
  await counter.signIn(OWNER.name, OWNER.pin);
  await pay(counter, '8112345678', '150');
  await pay(counter, '8187654321', '95.50');
  const earnings = await till.callTill('earnings.read', { days: 7, to: null });
  const { now } = earnings.total;
  expect(now).toMatchObject({ count: 2, amount: '245.50', notReported: 0 });

  await counter.press('F7', 'Control+i');
  await counter.expectQuestion(getTextBeforePlaceholder(LANGUAGE, 'earnings.title'));
  const figures = page.getByLabel(getTextBeforePlaceholder(LANGUAGE, 'earnings.figures'));
  await expect(figures).toContainText(/245\.50/);
  await expect(figures).toContainText(Number(now.earned).toFixed(2));

  await test.step('shows the chart completely on the smallest screen', async () => {
    const viewport = page.viewportSize();
    await page.setViewportSize({ width: 1024, height: 768 });
    const columns = page.getByRole('list', {
      name: getTextBeforePlaceholder(LANGUAGE, 'earnings.by.day'),
    });
    const getBox = async (locator: Locator): Promise<DOMRect> =>
      await locator.evaluate((element) => element.getBoundingClientRect());
    const lastDayLabel = columns.locator('li > :last-child').last();
    // Content beneath the actions fades out.
    const fade = page.getByRole('main').locator('[data-goes-on]');
    await expect
      .poll(async () => (await getBox(lastDayLabel)).bottom <= (await getBox(fade)).top)
      .toBe(true);
    expect((await getBox(columns.locator('svg').last())).height).toBeGreaterThan(
      MIN_CHART_HEIGHT_PX,
    );
    const getFontSize = (locator: Locator): Promise<number> =>
      locator.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    expect(await getFontSize(figures.locator('dd').first())).toBeGreaterThanOrEqual(
      MIN_FONT_SIZES_PX.figures,
    );
    expect(await getFontSize(lastDayLabel)).toBeGreaterThanOrEqual(MIN_FONT_SIZES_PX.days);
    if (viewport !== null) await page.setViewportSize(viewport);
  });

  await test.step('shows the earnings by biller', async () => {
    await page
      .getByLabel(getTextBeforePlaceholder(LANGUAGE, 'earnings.by'), { exact: true })
      .selectOption('biller');
    await expect(page.getByRole('listitem').filter({ hasText: 'Telmex' })).toContainText('245.50');
  });

  await test.step('shows a table', async () => {
    await counter.press('Control+m');
    const row = page.getByRole('row').filter({ hasText: 'Telmex' });
    await expect(row).toContainText(/245\.50/);
  });

  await test.step('prints a paper and shows its lines', async () => {
    await counter.press('Control+p');
    await page.getByText(/QUÉ SE GANÓ/).waitFor();
  });

  await test.step('writes a file', async () => {
    await counter.press('Control+g');
    const name = page.getByText(/mostrador-earnings-.*\.csv/);
    await name.waitFor();
    expect(await readFile(await name.innerText(), 'utf8')).toMatch(/"sold","bill",.*"245.50"/);
  });

  await counter.press('Escape');
  await counter.expectQuestion(getTextBeforePlaceholder(LANGUAGE, 'backOffice.title'));
  await openBackOfficePage(counter, LANGUAGE, 'earnings');
  await counter.expectQuestion(getTextBeforePlaceholder(LANGUAGE, 'earnings.title'));

  await test.step('shows the same payments where figures stand out', async () => {
    await counter.press('Escape');
    await openBackOfficePage(counter, LANGUAGE, 'outliers');
    await counter.expectQuestion(getTextBeforePlaceholder(LANGUAGE, 'outliers.title'));
    await page.getByText(getTextBeforePlaceholder(LANGUAGE, 'outliers.notCompared')).waitFor();
    await counter.press('Control+m');
    await expect(page.getByRole('row').filter({ hasText: OWNER.name })).toContainText('2');
    await counter.press('Control+g');
    await page.getByText(/mostrador-outliers-.*\.csv/).waitFor();
  });
});

/** Replaces each amount with the sales of a chain's largest shop. */
function toMillions(earnings: Earnings, currency: string, dayAmount: string): Earnings {
  const enlarge = (sum: EarningsSum): EarningsSum => ({
    ...sum,
    count: 48_219,
    amount: '9999999.99',
    fee: '8888888.88',
    earned: '9777777.77',
  });
  const { now, before } = earnings.total;
  const enlargeRows = (allRows: Earnings['by']['day']) =>
    allRows.map((row) => ({ ...row, now: enlarge(row.now), before: enlarge(row.before) }));
  const { day, cashier, biller, kind } = earnings.by;
  const days = enlargeRows(day).map((row) => ({ ...row, now: { ...row.now, amount: dayAmount } }));
  return {
    ...earnings,
    currency,
    total: { now: enlarge(now), before: enlarge(before) },
    by: {
      day: days,
      cashier: enlargeRows(cashier),
      biller: enlargeRows(biller),
      kind: enlargeRows(kind),
    },
  };
}

/** Lists the amounts that wrap or overflow their container. Runs inside the page. */
function listBrokenAmounts(): string[] {
  const brokenAmounts: string[] = [];
  const main = document.querySelector('main') ?? document.body;
  const textNodes = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = textNodes.nextNode(); node !== null; node = textNodes.nextNode()) {
    const containerBox = node.parentElement?.parentElement?.getBoundingClientRect();
    // Texts only for screen readers occupy one pixel.
    const isVisible = (node.parentElement?.getBoundingClientRect().width ?? 0) > 2;
    if (containerBox === undefined || !isVisible) continue;
    for (const { 0: amount, index } of (node.textContent ?? '').matchAll(/[$\d]\S*,\d{3}\S*/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + amount.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 2);
      const isOut = lines.some(
        ({ left, right }) => left < containerBox.left - 2 || right > containerBox.right + 2,
      );
      if (lines.length > 1 || isOut) brokenAmounts.push(amount);
    }
  }
  return brokenAmounts;
}

/** Returns the visible values over the columns and their text sizes. */
function readColumnValues(columns: Locator): Promise<{ text: string; letters: number }[]> {
  return columns.locator('li > span[aria-hidden]:nth-child(2)').evaluateAll((elements) =>
    elements
      .filter((element) => element.getBoundingClientRect().width > 0)
      .map((element) => ({
        text: element.textContent,
        letters: Number.parseFloat(getComputedStyle(element).fontSize),
      })),
  );
}

/** The second is written with its currency code: no column has room for all digits. */
const COLUMN_CASES = [
  ['MXN', '99999.99', '$99,999.99'],
  ['GTQ', '9999999.99', '10\u00a0M'],
] as const;

for (const [currency, dayAmount, columnText] of COLUMN_CASES) {
  test(`shows millions of ${currency} completely over the columns and in the table`, async ({
    counter,
    till,
  }) => {
    const { page } = till;
    const answers = await createAnswerOverride(page);
    answers.override('earnings.read', (real) =>
      real.ok ? ok(toMillions(real.value, currency, dayAmount)) : real,
    );
    await counter.signIn(OWNER.name, OWNER.pin);
    await openBackOfficePage(counter, LANGUAGE, 'earnings');
    await counter.expectQuestion(getTextBeforePlaceholder(LANGUAGE, 'earnings.title'));
    await page.getByLabel(getTextBeforePlaceholder(LANGUAGE, 'earnings.figures')).waitFor();
    const columns = page.getByRole('list', {
      name: getTextBeforePlaceholder(LANGUAGE, 'earnings.by.day'),
    });
    const getColumnWidth = () =>
      columns
        .locator('svg')
        .last()
        .evaluate((svg) => svg.getBoundingClientRect().width);
    for (const view of ['picture', 'table'] as const) {
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await expect
          .poll(() => page.evaluate(listBrokenAmounts), `${view} at ${width}`)
          .toEqual([]);
        if (view === 'picture') {
          expect(await getColumnWidth()).toBeGreaterThan(MIN_COLUMN_WIDTH_PX);
          const values = await readColumnValues(columns);
          // The smallest screen shows only the columns.
          expect(values.length > 0).toBe(width !== 1024);
          for (const { text, letters } of values) {
            expect(text).toBe(columnText);
            expect(letters).toBeGreaterThanOrEqual(MIN_TEXT_SIZE_PX);
          }
        }
      }
      await counter.press('Control+m');
    }
  });
}
