import {
  expect,
  expectScreenInOrder,
  getLanguages,
  getText,
  OWNER,
  openBackOfficePage,
  type PageKey,
  test,
} from './support/index.ts';

/** Counting a drawer on the screens that tills have. */
const SCREENS = [
  { width: 1024, height: 768 },
  { width: 1366, height: 768 },
] as const;
const PIECES = 11;

for (const language of getLanguages('count')) {
  test.describe(`a count in ${language}`, () => {
    test.use({ provisioning: { language } });

    test('shows what it comes to, from the first piece to the last, on every screen', async ({
      counter,
      till,
    }) => {
      const { page } = till;
      const words = (key: PageKey): string => getText(language, key);
      await counter.signIn(OWNER.name, OWNER.pin);
      for (const screen of SCREENS) {
        await page.setViewportSize(screen);
        await openBackOfficePage(counter, language, 'shift');
        await page.getByRole('option', { name: words('shift.open') }).waitFor();
        await counter.press('Enter');
        await counter.expectQuestion(words('shift.openTitle'));
        // Past the sum, piece by piece.
        await counter.press('Enter');
        const total = page.getByRole('status').filter({ hasText: words('shift.total') });
        const actions = page.locator('footer', { has: total });
        for (let typed = 0; typed <= PIECES; typed += 1) {
          await counter.type('1');
          await expect(total).toBeInViewport({ ratio: 1 });
          const [field, foot] = await Promise.all([
            page.locator('div:has(> label):has(input:focus)').boundingBox(),
            actions.boundingBox(),
          ]);
          if (field === null || foot === null) throw new Error('not on the screen');
          // With its label and with what is said of it.
          expect(field.y).toBeGreaterThan(0);
          expect(field.y + field.height).toBeLessThanOrEqual(foot.y);
          if (typed < PIECES) await counter.press('Enter');
        }
        await expect(total).toContainText('1,889.50');
        await expectScreenInOrder(page, language);
        await counter.press('Escape');
      }
    });
  });
}

test('a status line that gets taller leaves the field in which one types on the screen', async ({
  counter,
  till,
}) => {
  const { page } = till;
  await counter.signIn(OWNER.name, OWNER.pin);
  await page.setViewportSize({ width: 1024, height: 768 });
  await openBackOfficePage(counter, 'es-MX', 'shift');
  await page.getByRole('option', { name: getText('es-MX', 'shift.open') }).waitFor();
  await counter.press('Enter');
  await counter.expectQuestion(getText('es-MX', 'shift.openTitle'));
  await counter.press('Enter');
  for (let typed = 1; typed < PIECES; typed += 1) {
    await counter.type('1');
    await counter.press('Enter');
  }
  await page
    .getByRole('banner')
    .first()
    .evaluate((header) => {
      header.style.paddingBlockEnd = `${header.clientHeight}px`;
    });
  const field = page.locator('div:has(> label):has(input:focus)');
  const foot = await page.locator('main footer').last().boundingBox();
  await expect(async () => {
    const box = await field.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
  }).toPass();
});
