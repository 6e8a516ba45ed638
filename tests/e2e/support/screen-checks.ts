import { expect, type Page, test } from '@playwright/test';
import type { Language } from '../../../shared/contract/index.ts';
import { LANGUAGES } from '../../../shared/locales/index.ts';
import { readPageTexts } from '../../support/page-texts.ts';
import type { Random } from '../../support/random.ts';
import { createNamedRandom, getSampleSize } from '../../support/sampling.ts';
import { findAxeFaults } from './axe.ts';

const randomByPage = new WeakMap<Page, Random>();

/**
 * No key of a text and no text of another language on the screen, nothing to scroll sideways for, and each line of a
 * paper on one line; and for axe, which looks at a share of these screens, nothing to say.
 */
export async function expectScreenInOrder(page: Page, language: Language): Promise<void> {
  const chance =
    randomByPage.get(page) ?? createNamedRandom(`axe in ${test.info().titlePath.join(' ')}`);
  randomByPage.set(page, chance);
  if (chance.isLikely(1 / getSampleSize('axe'))) {
    // What still moves is half transparent: a stamp that came while axe looked had too little contrast.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await findAxeFaults(page)).toEqual([]);
    await page.emulateMedia({ reducedMotion: null });
  }
  expect(await findTextFaults(page, language)).toEqual([]);
}

/** Keys of texts, sentences of another language, what is too wide, and broken lines of papers. */
export async function findTextFaults(page: Page, language: Language): Promise<string[]> {
  const { text, isWide, broken } = await page.evaluate(readPageWords);
  return [
    ...(TEXT_KEY_PATTERN.exec(text) ?? []).slice(0, 1).map((key) => `a key of a text: ${key}`),
    ...(text.includes('{{') ? ['a blank in a text that was not filled in'] : []),
    ...listForeignTexts(language)
      .filter((one) => text.includes(one))
      .map((one) => `not ${language}: ${one}`),
    ...(isWide ? ['the page scrolls sideways'] : []),
    ...broken.map((line) => `a line of a paper that is broken: ${line}`),
  ];
}

/** Run inside the page: its words without those of papers, which were printed in their own language. */
function readPageWords(): { text: string; isWide: boolean; broken: string[] } {
  const papers = [...document.querySelectorAll<HTMLElement>('article')];
  // Lines of papers that stand on more than one: none is longer than its paper.
  const broken = [...document.querySelectorAll('article p:has(> span)')]
    .filter((line) => {
      const parts = [...line.querySelectorAll('span')].flatMap((one) => [...one.getClientRects()]);
      const lowest = Math.max(...parts.map(({ top }) => top));
      return parts.some(({ bottom }) => bottom <= lowest);
    })
    .map((line) => line.textContent ?? '');
  const text = papers.reduce(
    (words, paper) => words.replace(paper.innerText, ''),
    document.body.innerText,
  );
  const { scrollWidth, clientWidth } = document.documentElement;
  return { text, isWide: scrollWidth > clientWidth, broken };
}

const topicNames = new Set(Object.keys(readPageTexts('es-MX')).map(getTopicName));
/** A file's name is none: `ledger-training.sqlite`. */
const TEXT_KEY_PATTERN = new RegExp(`(?<![\\w-])(${[...topicNames].join('|')})\\.[a-z][\\w-]*`);

function getTopicName(key: string): string {
  return key.split('.')[0] ?? key;
}

const foreignTextsCache = new Map<Language, readonly string[]>();

/** Whole sentences of the other languages, up to their first blank: short words are in several. */
function listForeignTexts(language: Language): readonly string[] {
  const known = foreignTextsCache.get(language);
  if (known !== undefined) return known;
  const own = Object.values(readPageTexts(language)).join('\n');
  const found = LANGUAGES.flatMap((one) => Object.entries(readPageTexts(one)))
    // Each language is offered by its own name.
    .map(([key, text]) => (key === 'app.language.name' ? '' : text))
    .map((text) => text.split('{{')[0]?.trim() ?? '')
    .filter((text) => text.includes(' ') && text.length > 12 && !own.includes(text));
  foreignTextsCache.set(language, found);
  return found;
}
