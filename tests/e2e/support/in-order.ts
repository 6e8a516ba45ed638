import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { dictionary as app } from '../../../renderer/app/dictionary.ts';
import { dictionary as frame } from '../../../renderer/app/frame/dictionary.ts';
import { dictionary as components } from '../../../renderer/components/dictionary.ts';
import { dictionary as home } from '../../../renderer/features/home/dictionary.ts';
import { dictionary as pay } from '../../../renderer/features/pay/dictionary.ts';
import { dictionary as recent } from '../../../renderer/features/recent/dictionary.ts';
import { dictionary as setup } from '../../../renderer/features/setup/dictionary.ts';
import { dictionary as signIn } from '../../../renderer/features/sign-in/dictionary.ts';
import { dictionary as training } from '../../../renderer/features/training/dictionary.ts';
import { dictionary as unresolved } from '../../../renderer/features/unresolved/dictionary.ts';
import type { Language } from '../../../shared/contract/index.ts';

/**
 * Nothing for axe to say, no key of a dictionary and no text of another language on the screen, and
 * nothing to scroll sideways for.
 */
export async function isInOrder(page: Page, language: Language): Promise<void> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null))),
  );
  // Contrast of 7:1, which axe leaves out unless it is asked for.
  const { violations } = await new AxeBuilder({ page })
    .options({ rules: { 'color-contrast-enhanced': { enabled: true } } })
    .analyze();
  expect(violations.map((one) => [one.id, one.nodes.map((node) => node.html)])).toEqual([]);
  const text = await page.locator('body').innerText();
  expect(text).not.toMatch(KEYS);
  expect(text).not.toContain('{{');
  expect(foreignTexts(language).filter((foreign) => text.includes(foreign))).toEqual([]);
  const isWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(isWide).toBe(false);
}

const slices = [
  app,
  components,
  frame,
  home,
  pay,
  recent,
  setup,
  signIn,
  training,
  unresolved,
] as const;

const features = new Set(slices.flatMap((slice) => Object.keys(slice['es-MX']).map(featureOf)));
const KEYS = new RegExp(`\\b(${[...features].join('|')})\\.[a-z][\\w-]*`);

function featureOf(key: string): string {
  return key.split('.')[0] ?? key;
}

const LANGUAGES: readonly Language[] = ['es-MX', 'es-CO', 'en'];

/** Whole sentences of the other languages, up to their first blank: short words are in several. */
function foreignTexts(language: Language): string[] {
  const own = textsOf(language).join('\n');
  return LANGUAGES.flatMap(textsOf)
    .map((text) => text.split('{{')[0]?.trim() ?? '')
    .filter((text) => text.includes(' ') && text.length > 12 && !own.includes(text));
}

function textsOf(language: Language): string[] {
  const fallback = language === 'en' ? 'en' : 'es-MX';
  return slices.flatMap((slice) =>
    Object.values<string>({ ...slice[fallback], ...slice[language] }),
  );
}
