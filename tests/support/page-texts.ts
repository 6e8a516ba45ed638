import { readdirSync, readFileSync } from 'node:fs';
import type { Language } from '../../shared/contract/index.ts';
import { type PageKey as Asked, MEXICO } from '../../shared/locales/index.ts';

/** A key of the files: the page asks for `waiting` with a count, here it is `waiting_one`. */
export type PageKey = Asked | `${Asked}_${'one' | 'other'}`;

const FOLDER = new URL('../../shared/locales/', import.meta.url);
/** Main, paper and files say these; the page has all others. */
const SHARED_TOPIC_FILES = Object.keys(MEXICO).map((topic) => `${topic}.json`);

const pageTextsCache = new Map<Language, Readonly<Record<PageKey, string>>>();

/** Every text of the page as it stands in the files: what a language lacks is Spanish of Mexico. */
export function readPageTexts(language: Language): Readonly<Record<PageKey, string>> {
  const texts = pageTextsCache.get(language) ?? { ...readTopics('es-MX'), ...readTopics(language) };
  pageTextsCache.set(language, texts);
  return texts;
}

function readTopics(language: Language): Readonly<Record<PageKey, string>> {
  const folder = new URL(`${language}/`, FOLDER);
  const files = readdirSync(folder).filter(
    (one) => one.endsWith('.json') && !SHARED_TOPIC_FILES.includes(one),
  );
  return Object.assign(
    {},
    ...files.map((one) => JSON.parse(readFileSync(new URL(one, folder), 'utf8'))),
  );
}

/**
 * A text of the page, up to its first blank: what stands on the screen whatever fills it. Where it
 * begins with a blank, what comes behind that one.
 */
export function getText(language: Language, key: PageKey): string {
  const parts = readPageTexts(language)[key].split(/\{\{.*?\}\}/);
  const words = parts.map((part) => part.trim()).find((part) => /\p{L}/u.test(part)) ?? '';
  // Nothing is on every screen.
  if (words === '') throw new Error(`${key} is nothing but a blank`);
  return words;
}

/** These words as they are written: "Sent" is not in "Not sent", nor "Open shift" in "no open shift". */
export function toWholeWordPattern(words: string): RegExp {
  const pattern = RegExp.escape(words).replaceAll('\\x20', '\\s+');
  return new RegExp(`(?<![A-Za-zÀ-ÿ])${pattern}`);
}
