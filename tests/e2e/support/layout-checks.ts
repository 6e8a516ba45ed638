import { expect, type Page } from '@playwright/test';
import { createNamedRandom, IS_FULL_RUN } from '../../support/sampling.ts';
import { type FocusExpectation, findLayoutFaults } from './layout-faults.ts';

const SIZES = [
  { width: 1024, height: 768 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
  // The same sizes at 200 %.
  { width: 512, height: 384 },
  { width: 683, height: 384 },
  { width: 960, height: 540 },
] as const;
const THEMES = ['light', 'dark'] as const;
/** Every second screen is also checked at another size; each resize lays the page out twice. */
const RESIZE_PROBABILITY = 0.5;
/** Elements may still move to their place. */
const LAYOUT_TIMEOUT_MS = 10_000;

const random = createNamedRandom('geometry');

/**
 * Checks the layout of a screen: no text is cut off, no control is covered or overlaps another, and
 * the focused element is visible. Checks the current size and, for a sample of the screens, another
 * size from the run's seed; `--all` checks each size in light and in dark.
 */
export async function expectNothingClipped(page: Page): Promise<void> {
  await expectWholeLayout(page, 'as it is', true);
  const sampledVariants = random.isLikely(RESIZE_PROBABILITY)
    ? [{ size: random.pick(SIZES), theme: random.pick(THEMES) }]
    : [];
  const variants = IS_FULL_RUN
    ? SIZES.flatMap((size) => THEMES.map((theme) => ({ size, theme })))
    : sampledVariants;
  if (variants.length === 0) return;
  const size = page.viewportSize();
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  for (const variant of variants) {
    await page.setViewportSize(variant.size);
    await page.emulateMedia({ colorScheme: variant.theme });
    await expectWholeLayout(
      page,
      `${variant.size.width} x ${variant.size.height}, ${variant.theme}`,
      false,
    );
  }
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
  if (size !== null) await page.setViewportSize(size);
}

async function expectWholeLayout(page: Page, description: string, isFirst: boolean): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate<string[], FocusExpectation>(
          findLayoutFaults,
          isFirst ? 'in-sight' : 'anywhere',
        ),
      { message: description, timeout: LAYOUT_TIMEOUT_MS },
    )
    .toEqual([]);
}
