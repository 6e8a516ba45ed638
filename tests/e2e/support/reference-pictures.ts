import { expect, type Page } from '@playwright/test';

/**
 * The screen as its reference picture in `tests/e2e/pictures` shows it. What is another at each run is
 * left out: the clock, the tape with its papers, moments, and the rows of the history, which begin with
 * their hour. The limit is below what one wrong digit of the change draws otherwise. After a change that is
 * meant: `npm test -- --renew-pictures`, and look at each of them.
 */
export async function expectReferencePicture(page: Page, name: string): Promise<void> {
  const hours = page.getByRole('main').getByRole('option');
  await expect(page).toHaveScreenshot(`${name}.png`, {
    mask: [
      page.locator('time'),
      page.getByRole('complementary'),
      ...(name === 'history' ? [hours] : []),
    ],
    maskColor: '#808080',
    maxDiffPixels: 300,
    threshold: 0.25,
  });
}
