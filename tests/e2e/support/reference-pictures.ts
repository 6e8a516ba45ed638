import { expect, type Page } from '@playwright/test';

/**
 * Compares the screen with its reference picture in `tests/e2e/pictures`. What differs in each run
 * is masked: the clock, the tape with its papers, times, and the rows of the history, which begin
 * with their hour. The limit is below the difference that one wrong digit of the change makes.
 * After an intended change: `npm test -- --renew-pictures`, and look at each picture.
 */
export async function expectReferencePicture(page: Page, name: string): Promise<void> {
  const historyRows = page.getByRole('main').getByRole('option');
  await expect(page).toHaveScreenshot(`${name}.png`, {
    mask: [
      page.locator('time'),
      page.getByRole('complementary'),
      ...(name === 'history' ? [historyRows] : []),
    ],
    maskColor: '#808080',
    maxDiffPixels: 300,
    threshold: 0.25,
  });
}
