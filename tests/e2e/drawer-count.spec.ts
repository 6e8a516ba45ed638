import {
  expect,
  expectScreenInOrder,
  getLanguages,
  getTextBeforePlaceholder,
  type LocaleFileKey,
  OWNER,
  openBackOfficePage,
  test,
} from './support/index.ts';

/** The drawer count on the usual screens of tills. */
const SCREENS = [
  { width: 1024, height: 768 },
  { width: 1366, height: 768 },
] as const;
const DENOMINATION_COUNT = 11;

for (const language of getLanguages('count')) {
  test.describe(`a count in ${language}`, () => {
    test.use({ provisioning: { language } });

    test('shows the total from the first piece to the last on every screen', async ({
      counter,
      till,
    }) => {
      const { page } = till;
      const getPageText = (key: LocaleFileKey): string => getTextBeforePlaceholder(language, key);
      await counter.signIn(OWNER.name, OWNER.pin);
      for (const screen of SCREENS) {
        await page.setViewportSize(screen);
        await openBackOfficePage(counter, language, 'shift');
        await page.getByRole('option', { name: getPageText('shift.open') }).waitFor();
        await counter.press('Enter');
        await counter.expectQuestion(getPageText('shift.openTitle'));
        if (screen.width >= 1366) {
          const form = page.getByRole('main');
          await expect
            .poll(() => form.evaluate((main) => main.scrollHeight - main.clientHeight))
            .toBeLessThanOrEqual(0);
        }
        // Skips the sum, and counts piece by piece.
        await counter.press('Enter');
        const total = page.getByRole('status').filter({ hasText: getPageText('shift.total') });
        const actions = page.locator('footer', { has: total });
        for (let index = 0; index <= DENOMINATION_COUNT; index += 1) {
          await counter.type('1');
          await expect(total).toBeInViewport({ ratio: 1 });
          const [field, footer] = await Promise.all([
            page.locator('div:has(> label):has(input:focus)').boundingBox(),
            actions.boundingBox(),
          ]);
          if (field === null || footer === null) throw new Error('not on the screen');
          // Including its label and its message.
          expect(field.y).toBeGreaterThan(0);
          expect(field.y + field.height).toBeLessThanOrEqual(footer.y);
          if (index < DENOMINATION_COUNT) await counter.press('Enter');
        }
        await expect(total).toContainText('1,889.50');
        await expectScreenInOrder(page, language);
        await counter.press('Escape');
      }
    });
  });
}

test('keeps the focused count field visible when the status line grows', async ({
  counter,
  till,
}) => {
  const { page } = till;
  await counter.signIn(OWNER.name, OWNER.pin);
  await page.setViewportSize({ width: 1024, height: 768 });
  await openBackOfficePage(counter, 'es-MX', 'shift');
  await page
    .getByRole('option', { name: getTextBeforePlaceholder('es-MX', 'shift.open') })
    .waitFor();
  await counter.press('Enter');
  await counter.expectQuestion(getTextBeforePlaceholder('es-MX', 'shift.openTitle'));
  await counter.press('Enter');
  for (let index = 1; index < DENOMINATION_COUNT; index += 1) {
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
  const footer = await page.locator('main footer').last().boundingBox();
  await expect(async () => {
    const box = await field.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(footer?.y ?? 0);
  }).toPass();
});
