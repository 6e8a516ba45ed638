import { expect, type Page } from '@playwright/test';
import { createNamedRandom, IS_FULL_RUN } from '../../support/sampling.ts';
import { type FocusExpectation, findLayoutFaults } from './layout-faults.ts';

const SIZES = [
  { width: 1024, height: 768 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
  // The same at 200 %.
  { width: 512, height: 384 },
  { width: 683, height: 384 },
  { width: 960, height: 540 },
] as const;
const THEMES = ['light', 'dark'] as const;
/** Every second screen is looked at in another size as well: each resize draws the page twice. */
const RESIZE_PROBABILITY = 0.5;
/** What is still on its way to its place gets there. */
const LAYOUT_TIMEOUT_MS = 10_000;

const random = createNamedRandom('geometry');

/**
 * The geometry of a screen: no text is cut off, nothing that one presses or types into is covered or
 * lies over another, and whatever gets the focus comes into sight. At the size that the screen has,
 * and for a share of the screens at another one, which the run's seed draws; `--all` tries each
 * size in light and in dark.
 */
export async function expectNothingClipped(page: Page): Promise<void> {
  await expectWholeLayout(page, 'as it is', true);
  const drawn = random.isLikely(RESIZE_PROBABILITY)
    ? [{ size: random.pick(SIZES), theme: random.pick(THEMES) }]
    : [];
  const wanted = IS_FULL_RUN
    ? SIZES.flatMap((size) => THEMES.map((theme) => ({ size, theme })))
    : drawn;
  if (wanted.length === 0) return;
  const size = page.viewportSize();
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  for (const one of wanted) {
    await page.setViewportSize(one.size);
    await page.emulateMedia({ colorScheme: one.theme });
    await expectWholeLayout(page, `${one.size.width} x ${one.size.height}, ${one.theme}`, false);
  }
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
  if (size !== null) await page.setViewportSize(size);
}

async function expectWholeLayout(page: Page, where: string, isFirst: boolean): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate<string[], FocusExpectation>(
          findLayoutFaults,
          isFirst ? 'in-sight' : 'anywhere',
        ),
      { message: where, timeout: LAYOUT_TIMEOUT_MS },
    )
    .toEqual([]);
}
