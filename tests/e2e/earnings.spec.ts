import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { type Counter, expect, OWNER, openRoom, test, textOf } from './support/index.ts';

/** F7 → what was earned, by keyboard, where the service says what each payment earns. */
test.use({ serviceVersion: 'v1.6' });

const LANGUAGE = 'es-MX';
/** The picture is read from two metres. */
const MOST_OF_IT = 110;
const LARGE = { figures: 30, days: 20 };

async function pay(counter: Counter, account: string, amount: string): Promise<void> {
  await counter.find('telmex', /Telmex/);
  await counter.upToConfirm({ account, amount });
  await counter.press('F12');
  await counter.asks(counter.words('pay.paid.titleExact'));
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
  const read = await till.ask('earnings.read', { days: 7, to: null });
  const { now } = read.total;
  expect(now).toMatchObject({ count: 2, amount: '245.50', untold: 0 });

  await counter.press('F7', 'Control+i');
  await counter.asks(textOf(LANGUAGE, 'earnings.title'));
  const figures = page.getByLabel(textOf(LANGUAGE, 'earnings.figures'));
  await expect(figures).toContainText(/245\.50/);
  await expect(figures).toContainText(Number(now.earned).toFixed(2));

  await test.step('whole on the smallest screen, as large as there is room', async () => {
    const before = page.viewportSize();
    await page.setViewportSize({ width: 1024, height: 768 });
    const columns = page.getByRole('list', { name: textOf(LANGUAGE, 'earnings.by.day') });
    const boxOf = async (one: Locator): Promise<DOMRect> =>
      await one.evaluate((element) => element.getBoundingClientRect());
    const feet = columns.locator('li > :last-child').last();
    // What goes on beneath fades away above the actions.
    const fade = page.getByRole('main').locator('[data-goes-on]');
    await expect.poll(async () => (await boxOf(feet)).bottom <= (await boxOf(fade)).top).toBe(true);
    expect((await boxOf(columns.locator('svg').last())).height).toBeGreaterThan(MOST_OF_IT);
    const sizeOf = (one: Locator): Promise<number> =>
      one.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    expect(await sizeOf(figures.locator('dd').first())).toBeGreaterThanOrEqual(LARGE.figures);
    expect(await sizeOf(feet)).toBeGreaterThanOrEqual(LARGE.days);
    if (before !== null) await page.setViewportSize(before);
  });

  await test.step('by biller, each with its bar', async () => {
    await page.getByLabel(textOf(LANGUAGE, 'earnings.by'), { exact: true }).selectOption('biller');
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
  await counter.asks(textOf(LANGUAGE, 'backOffice.title'));
  await openRoom(counter, LANGUAGE, 'earnings');
  await counter.asks(textOf(LANGUAGE, 'earnings.title'));
});
