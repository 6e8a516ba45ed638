/**
 * Every text that a person reads, on the screen and on paper. Each language is a folder with one
 * JSON file for each topic, in the format that translators' tools open (i18next JSON v4: blanks as
 * `{{name}}`, plurals as `_one` and `_other`). The topics that main, paper and page share are
 * nested. The page's own topics are flat, because a choice and its explanation share a name
 * (`shift.open`, `shift.open.what`). Spanish of Mexico is complete and gives the keys their types.
 * Spanish of Colombia holds only the texts that differ. If a language lacks a text, Spanish of
 * Mexico is used, and `renderer/i18n/locales.test.ts` names the text.
 *
 * A new language is a new folder, named in `languages.ts` and in `texts.ts`. The folder's name is
 * also the locale in which amounts and times are written. The page finds its topics without a list;
 * the `index.ts` of the folder lists the topics that both sides use. Receipts and reports use only
 * characters that CP858 and CP1252 have.
 */
export { FIRST_LANGUAGE, LANGUAGES } from './languages.ts';
export type { CustomerKey, PageKey } from './page-key.ts';
export { MEXICO, TEXTS } from './texts.ts';
