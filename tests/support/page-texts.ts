import { readdirSync, readFileSync } from 'node:fs';
import type { Language } from '../../shared/contract/index.ts';
import { DEFAULT_TEXTS, type PageTextKey as TextKey } from '../../shared/locales/index.ts';

/**
 * A key of the locale files. The page asks for `waiting` with a count; the files have
 * `waiting_one`.
 */
export type LocaleFileKey = TextKey | `${TextKey}_${'one' | 'other'}`;

const FOLDER = new URL('../../shared/locales/', import.meta.url);
/** Texts of main, papers and files; the page uses all other topics. */
const SHARED_TOPIC_FILES = Object.keys(DEFAULT_TEXTS).map((topic) => `${topic}.json`);

const pageTextsCache = new Map<Language, Readonly<Record<LocaleFileKey, string>>>();

/**
 * Returns every text of the page from the locale files. Texts that a language lacks are those of
 * es-MX.
 */
export function readPageTexts(language: Language): Readonly<Record<LocaleFileKey, string>> {
  const texts = pageTextsCache.get(language) ?? { ...readTopics('es-MX'), ...readTopics(language) };
  pageTextsCache.set(language, texts);
  return texts;
}

function readTopics(language: Language): Readonly<Record<LocaleFileKey, string>> {
  const folder = new URL(`${language}/`, FOLDER);
  const files = readdirSync(folder).filter(
    (file) => file.endsWith('.json') && !SHARED_TOPIC_FILES.includes(file),
  );
  return Object.assign(
    {},
    ...files.map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))),
  );
}

/**
 * Returns the part of a text of the page before its first placeholder: what the screen shows for
 * any value. If the text begins with a placeholder, returns the part after it.
 */
export function getTextBeforePlaceholder(language: Language, key: LocaleFileKey): string {
  const parts = readPageTexts(language)[key].split(/\{\{.*?\}\}/);
  const text = parts.map((part) => part.trim()).find((part) => /\p{L}/u.test(part)) ?? '';
  // An empty text would be found on every screen.
  if (text === '') throw new Error(`${key} has no text besides its placeholders`);
  return text;
}

/**
 * Matches the text only at the beginning of a word: "Sent" is not in "Not sent", nor "Open shift"
 * in "no open shift".
 */
export function toWholeWordPattern(text: string): RegExp {
  const pattern = RegExp.escape(text).replaceAll('\\x20', '\\s+');
  return new RegExp(`(?<![A-Za-zÀ-ÿ])${pattern}`);
}
