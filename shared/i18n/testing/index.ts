/**
 * A language for tests only: Spanish of Mexico with a mark before each word, through the same
 * i18next as every other language. A word without the mark did not come from that language's texts.
 */
import type { Language } from '../../contract/index.ts';
import { MEXICO } from '../../locales/index.ts';
import { getI18n } from '../texts.ts';

/** No till is likely ever to have it; it writes `1.234,50`, and counts in two ways. */
const TEST_LANGUAGE = 'de-DE';
export const MARK = '[de]';

/** Each word with the mark; blanks stay as they are. */
export function markWords(text: string): string {
  return text.replace(/(\{\{\w+\}\})|\p{L}+/gu, (word, blank) => blank ?? `${MARK}${word}`);
}

/** A text whose every word has the mark, whatever its blanks were filled with. */
export function isMarked(text: string, ...filledWith: readonly string[]): boolean {
  const own = filledWith.reduce((rest, value) => rest.replaceAll(value, ''), text);
  return own.includes(MARK) && !/(?<!\[de\])(?<![\p{L}[])\p{L}/u.test(own);
}

/** Adds a language that the till does not have to what both sides say, as a new folder would. */
export function addTestLanguage(): Language {
  for (const [topic, tree] of Object.entries(MEXICO)) {
    getI18n().addResourceBundle(TEST_LANGUAGE, topic, markTree(tree), false, true);
  }
  return JSON.parse(JSON.stringify(TEST_LANGUAGE));
}

function markTree(tree: object): object {
  return Object.fromEntries(
    Object.entries(tree).map(([key, node]) => [
      key,
      typeof node === 'string' ? markWords(node) : markTree(node),
    ]),
  );
}
