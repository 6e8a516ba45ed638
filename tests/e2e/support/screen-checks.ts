import { expect, type Page, test } from '@playwright/test';
import type { Language } from '../../../shared/contract/index.ts';
import { LANGUAGES } from '../../../shared/locales/index.ts';
import { readPageTexts } from '../../support/page-texts.ts';
import type { Random } from '../../support/random.ts';
import { createNamedRandom, getSampleSize } from '../../support/sampling.ts';
import { findAxeFaults } from './axe.ts';

const randomByPage = new WeakMap<Page, Random>();

/**
 * Expects no locale key and no text of another language on the screen, no sideways scrolling, and
 * each line of a paper on one line. For a sample of the screens, also expects no fault from axe.
 */
export async function expectScreenInOrder(page: Page, language: Language): Promise<void> {
  const random =
    randomByPage.get(page) ?? createNamedRandom(`axe in ${test.info().titlePath.join(' ')}`);
  randomByPage.set(page, random);
  if (random.isLikely(1 / getSampleSize('axe'))) {
    // A moving element is half transparent: a stamp that appeared during the axe run had too little
    // contrast.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await findAxeFaults(page)).toEqual([]);
    await page.emulateMedia({ reducedMotion: null });
  }
  expect(await findTextFaults(page, language)).toEqual([]);
}

/**
 * Lists locale keys, sentences of another language, content that is too wide, and broken lines of
 * papers.
 */
export async function findTextFaults(page: Page, language: Language): Promise<string[]> {
  const { text, isWide, broken } = await page.evaluate(readPageWords);
  return [
    ...(TEXT_KEY_PATTERN.exec(text) ?? []).slice(0, 1).map((key) => `a key of a text: ${key}`),
    ...(text.includes('{{') ? ['a blank in a text that was not filled in'] : []),
    ...listForeignTexts(language)
      .filter((foreignText) => text.includes(foreignText))
      .map((foreignText) => `not ${language}: ${foreignText}`),
    ...(isWide ? ['the page scrolls sideways'] : []),
    ...broken.map((line) => `a line of a paper that is broken: ${line}`),
  ];
}

/** Runs inside the page. Returns its text without the papers, which have their own language. */
function readPageWords(): { text: string; isWide: boolean; broken: string[] } {
  const papers = [...document.querySelectorAll<HTMLElement>('article')];
  // Lines of papers that wrap: none is longer than its paper.
  const broken = [...document.querySelectorAll('article p:has(> span)')]
    .filter((line) => {
      const parts = [...line.querySelectorAll('span')].flatMap((span) => [
        ...span.getClientRects(),
      ]);
      const lastLineTop = Math.max(...parts.map(({ top }) => top));
      return parts.some(({ bottom }) => bottom <= lastLineTop);
    })
    .map((line) => line.textContent ?? '');
  const text = papers.reduce(
    (remainingText, paper) => remainingText.replace(paper.innerText, ''),
    document.body.innerText,
  );
  const { scrollWidth, clientWidth } = document.documentElement;
  return { text, isWide: scrollWidth > clientWidth, broken };
}

const topicNames = new Set(Object.keys(readPageTexts('es-MX')).map(getTopicName));
/** Does not match a file name such as `ledger-training.sqlite`. */
const TEXT_KEY_PATTERN = new RegExp(`(?<![\\w-])(${[...topicNames].join('|')})\\.[a-z][\\w-]*`);

function getTopicName(key: string): string {
  return key.split('.')[0] ?? key;
}

const foreignTextsCache = new Map<Language, readonly string[]>();

/**
 * Returns whole sentences of the other languages, up to their first placeholder; short words occur
 * in several languages.
 */
function listForeignTexts(language: Language): readonly string[] {
  const cachedTexts = foreignTextsCache.get(language);
  if (cachedTexts !== undefined) return cachedTexts;
  const ownTexts = Object.values(readPageTexts(language)).join('\n');
  const foreignTexts = LANGUAGES.flatMap((otherLanguage) =>
    Object.entries(readPageTexts(otherLanguage)),
  )
    // Each language is listed under its own name.
    .map(([key, text]) => (key === 'app.language.name' ? '' : text))
    .map((text) => text.split('{{')[0]?.trim() ?? '')
    .filter((text) => text.includes(' ') && text.length > 12 && !ownTexts.includes(text));
  foreignTextsCache.set(language, foreignTexts);
  return foreignTexts;
}
