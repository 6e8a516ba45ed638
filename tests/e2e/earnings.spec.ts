import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import type { Earnings, EarningsSum } from '../../shared/contract/index.ts';
import { ok } from '../../shared/contract/index.ts';
import { createAnswerOverride } from './support/answer-override.ts';
import { type Counter, expect, getText, OWNER, openBackOfficePage, test } from './support/index.ts';

/** F7 → what was earned, by keyboard, where the service says what each payment earns. */
test.use({ serviceVersion: 'v1.6' });

const LANGUAGE = 'es-MX';
/** The picture is read from two metres. */
const MIN_CHART_HEIGHT_PX = 110;
const SIZES = [
  [1024, 768],
  [1366, 768],
  [1920, 1080],
] as const;
/** A column, on the smallest screen. */
const WIDE = 60;
/** As small as letters may be. */
const READ = 16;
const LARGE = { figures: 30, days: 20 };

async function pay(counter: Counter, account: string, amount: string): Promise<void> {
  await counter.find('telmex', /Telmex/);
  await counter.goToConfirm({ account, amount });
  await counter.press('F12');
  await counter.expectQuestion(counter.getText('receipts.paidExact'));
  await counter.nextCustomer();
}

test('an owner sees what was sold and earned, as a picture, a table, a paper and a file', async ({
  counter,
  till,
}) => {
  const { page } = till;
  await counter.signIn(OWNER.name, OWNER.pin);
  await pay(counter, '8112345678', '150');
  await pay(counter, '8187654321', '95.50');
  const read = await till.callTill('earnings.read', { days: 7, to: null });
  const { now } = read.total;
  expect(now).toMatchObject({ count: 2, amount: '245.50', untold: 0 });

  await counter.press('F7', 'Control+i');
  await counter.expectQuestion(getText(LANGUAGE, 'earnings.title'));
  const figures = page.getByLabel(getText(LANGUAGE, 'earnings.figures'));
  await expect(figures).toContainText(/245\.50/);
  await expect(figures).toContainText(Number(now.earned).toFixed(2));

  await test.step('whole on the smallest screen, as large as there is room', async () => {
    const before = page.viewportSize();
    await page.setViewportSize({ width: 1024, height: 768 });
    const columns = page.getByRole('list', { name: getText(LANGUAGE, 'earnings.by.day') });
    const boxOf = async (one: Locator): Promise<DOMRect> =>
      await one.evaluate((element) => element.getBoundingClientRect());
    const feet = columns.locator('li > :last-child').last();
    // What goes on beneath fades away above the actions.
    const fade = page.getByRole('main').locator('[data-goes-on]');
    await expect.poll(async () => (await boxOf(feet)).bottom <= (await boxOf(fade)).top).toBe(true);
    expect((await boxOf(columns.locator('svg').last())).height).toBeGreaterThan(
      MIN_CHART_HEIGHT_PX,
    );
    const sizeOf = (one: Locator): Promise<number> =>
      one.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    expect(await sizeOf(figures.locator('dd').first())).toBeGreaterThanOrEqual(LARGE.figures);
    expect(await sizeOf(feet)).toBeGreaterThanOrEqual(LARGE.days);
    if (before !== null) await page.setViewportSize(before);
  });

  await test.step('by biller, each with its bar', async () => {
    await page.getByLabel(getText(LANGUAGE, 'earnings.by'), { exact: true }).selectOption('biller');
    await expect(page.getByRole('listitem').filter({ hasText: 'Telmex' })).toContainText('245.50');
  });

  await test.step('as a table', async () => {
    await counter.press('Control+m');
    const row = page.getByRole('row').filter({ hasText: 'Telmex' });
    await expect(row).toContainText(/245\.50/);
  });

  await test.step('on paper, whose lines stand beside it', async () => {
    await counter.press('Control+p');
    await page.getByText(/QUÉ SE GANÓ/).waitFor();
  });

  await test.step('and in a file', async () => {
    await counter.press('Control+g');
    const name = page.getByText(/mostrador-earnings-.*\.csv/);
    await name.waitFor();
    expect(await readFile(await name.innerText(), 'utf8')).toMatch(/"sold","bill",.*"245.50"/);
  });

  await counter.press('Escape');
  await counter.expectQuestion(getText(LANGUAGE, 'backOffice.title'));
  await openBackOfficePage(counter, LANGUAGE, 'earnings');
  await counter.expectQuestion(getText(LANGUAGE, 'earnings.title'));
});

/** As much in each sum as a chain's largest shop sells. */
function inMillions(read: Earnings, currency: string, ofDay: string): Earnings {
  const much = (sum: EarningsSum): EarningsSum => ({
    ...sum,
    count: 48_219,
    amount: '9999999.99',
    fee: '8888888.88',
    earned: '9777777.77',
  });
  const { now, before } = read.total;
  const rows = (all: Earnings['by']['day']) =>
    all.map((row) => ({ ...row, now: much(row.now), before: much(row.before) }));
  const { day, cashier, biller, kind } = read.by;
  const days = rows(day).map((row) => ({ ...row, now: { ...row.now, amount: ofDay } }));
  return {
    ...read,
    currency,
    total: { now: much(now), before: much(before) },
    by: { day: days, cashier: rows(cashier), biller: rows(biller), kind: rows(kind) },
  };
}

/** The amounts that are broken, or reach out of the place of theirs. Run inside the page. */
function brokenAmounts(): string[] {
  const found: string[] = [];
  const main = document.querySelector('main') ?? document.body;
  const words = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node !== null; node = words.nextNode()) {
    const place = node.parentElement?.parentElement?.getBoundingClientRect();
    // Words for screen readers alone stand in a single point.
    const isShown = (node.parentElement?.getBoundingClientRect().width ?? 0) > 2;
    if (place === undefined || !isShown) continue;
    for (const { 0: amount, index } of (node.textContent ?? '').matchAll(/[$\d]\S*,\d{3}\S*/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + amount.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 2);
      const isOut = lines.some(
        ({ left, right }) => left < place.left - 2 || right > place.right + 2,
      );
      if (lines.length > 1 || isOut) found.push(amount);
    }
  }
  return found;
}

/** What is seen over the columns, and in which letters. */
function valuesOver(columns: Locator): Promise<{ words: string; letters: number }[]> {
  return columns.locator('li > span[aria-hidden]:nth-child(2)').evaluateAll((all) =>
    all
      .filter((one) => one.getBoundingClientRect().width > 0)
      .map((one) => ({
        words: one.textContent,
        letters: Number.parseFloat(getComputedStyle(one).fontSize),
      })),
  );
}

/** Of the second, whose money is written with its code, no column has room for every figure. */
const OVER_COLUMNS = [
  ['MXN', '99999.99', '$99,999.99'],
  ['GTQ', '9999999.99', '10\u00a0M'],
] as const;

for (const [currency, ofDay, over] of OVER_COLUMNS) {
  test(`millions of ${currency} stand whole over their columns and in the table`, async ({
    counter,
    till,
  }) => {
    const { page } = till;
    const told = await createAnswerOverride(page);
    told.override('earnings.read', (real) =>
      real.ok ? ok(inMillions(real.value, currency, ofDay)) : real,
    );
    await counter.signIn(OWNER.name, OWNER.pin);
    await openBackOfficePage(counter, LANGUAGE, 'earnings');
    await counter.expectQuestion(getText(LANGUAGE, 'earnings.title'));
    await page.getByLabel(getText(LANGUAGE, 'earnings.figures')).waitFor();
    const columns = page.getByRole('list', { name: getText(LANGUAGE, 'earnings.by.day') });
    const drawn = () =>
      columns
        .locator('svg')
        .last()
        .evaluate((one) => one.getBoundingClientRect().width);
    for (const shown of ['picture', 'table'] as const) {
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await expect.poll(() => page.evaluate(brokenAmounts), `${shown} at ${width}`).toEqual([]);
        if (shown === 'picture') {
          expect(await drawn()).toBeGreaterThan(WIDE);
          const values = await valuesOver(columns);
          // On the smallest screen the columns alone.
          expect(values.length > 0).toBe(width !== 1024);
          for (const { words, letters } of values) {
            expect(words).toBe(over);
            expect(letters).toBeGreaterThanOrEqual(READ);
          }
        }
      }
      await counter.press('Control+m');
    }
  });
}
