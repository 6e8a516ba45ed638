import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type { Language } from '../../../shared/contract/index.ts';
import { LANGUAGES } from '../../../shared/locales/index.ts';
import { pageTexts } from '../../support/words-of.ts';

/**
 * Nothing for axe to say, no key of a text and no text of another language on the screen,
 * nothing to scroll sideways for, and each line of a paper on one line.
 */
export async function isInOrder(page: Page, language: Language): Promise<void> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null))),
  );
  // Contrast of 7:1, which axe leaves out unless it is asked for.
  const { violations } = await new AxeBuilder({ page })
    // In the page itself: it has no frames, whose results a page of their own would gather.
    .setLegacyMode(true)
    .options({ rules: { 'color-contrast-enhanced': { enabled: true } } })
    .analyze();
  expect(violations.map((one) => [one.id, one.nodes.map((node) => node.html)])).toEqual([]);
  const text = await page.locator('body').innerText();
  expect(text).not.toMatch(KEYS);
  expect(text).not.toContain('{{');
  expect(foreignTexts(language).filter((one) => text.includes(one))).toEqual([]);
  const isWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(isWide).toBe(false);
  expect(await brokenLines(page)).toEqual([]);
}

/** Lines of the papers on the screen that stand on more than one: none is longer than its paper. */
function brokenLines(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('article p:has(> span)')]
      .filter((line) => {
        const parts = [...line.querySelectorAll('span')].flatMap((one) => [
          ...one.getClientRects(),
        ]);
        const lowest = Math.max(...parts.map(({ top }) => top));
        return parts.some(({ bottom }) => bottom <= lowest);
      })
      .map((line) => line.textContent ?? ''),
  );
}

const features = new Set(Object.keys(pageTexts('es-MX')).map(featureOf));
/** A file's name is none: `ledger-training.sqlite`. */
const KEYS = new RegExp(`(?<![\\w-])(${[...features].join('|')})\\.[a-z][\\w-]*`);

function featureOf(key: string): string {
  return key.split('.')[0] ?? key;
}

const foreign = new Map<Language, readonly string[]>();

/** Whole sentences of the other languages, up to their first blank: short words are in several. */
function foreignTexts(language: Language): readonly string[] {
  const known = foreign.get(language);
  if (known !== undefined) return known;
  const own = Object.values(pageTexts(language)).join('\n');
  const found = LANGUAGES.flatMap((one) => Object.entries(pageTexts(one)))
    // Each language is offered by its own name.
    .map(([key, text]) => (key === 'app.language.name' ? '' : text))
    .map((text) => text.split('{{')[0]?.trim() ?? '')
    .filter((text) => text.includes(' ') && text.length > 12 && !own.includes(text));
  foreign.set(language, found);
  return found;
}
