/**
 * A language for tests: Mexican Spanish with a mark before each word, in the same i18next instance as
 * every other language. A word without the mark does not come from this language's texts.
 */
import type { Language } from '../../contract/index.ts';
import { DEFAULT_TEXTS } from '../../locales/index.ts';
import { getI18n } from '../texts.ts';

/** A language that the till does not have; it formats `1.234,50`, and has two plural forms. */
const TEST_LANGUAGE = 'de-DE';
export const TEST_LANGUAGE_MARK = '[de]';

/** Adds the mark to each word; placeholders stay unchanged. */
export function markWords(text: string): string {
  return text.replace(
    /(\{\{\w+\}\})|\p{L}+/gu,
    (word, placeholder) => placeholder ?? `${TEST_LANGUAGE_MARK}${word}`,
  );
}

/** Whether every word of a text has the mark, except the values of its placeholders. */
export function isMarked(text: string, ...values: readonly string[]): boolean {
  const template = values.reduce((rest, value) => rest.replaceAll(value, ''), text);
  return template.includes(TEST_LANGUAGE_MARK) && !/(?<!\[de\])(?<![\p{L}[])\p{L}/u.test(template);
}

/** Adds the test language to the shared texts, like a new folder in `shared/locales` would. */
export function addTestLanguage(): Language {
  for (const [topic, tree] of Object.entries(DEFAULT_TEXTS)) {
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
