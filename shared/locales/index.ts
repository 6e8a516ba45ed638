/**
 * Every text that a person reads, on the screen and on paper: one folder for each language, in it one
 * JSON file for each topic, as translators' tools open them (i18next JSON v4: blanks as `{{name}}`,
 * plurals as `_one` and `_other`). What main, paper and page all say is nested; the page's own topics
 * are flat, because a choice and its explanation share a name (`shift.open`, `shift.open.what`).
 * Spanish of Mexico is whole and gives the keys their types. Spanish of Colombia holds only what it
 * says otherwise. What a language lacks is said in Spanish of Mexico, and named by
 * `renderer/i18n/locales.test.ts`.
 *
 * A new language is a new folder, named in `languages.ts` and in `texts.ts`. Its name is also the
 * locale in which amounts and times are written. The page finds its topics by itself; the `index.ts`
 * of the folder lists those that both sides say. The words of receipts and reports are kept to
 * characters that CP858 and CP1252 hold.
 */
export { LANGUAGES } from './languages.ts';
export type { PageKey } from './page-key.ts';
export { MEXICO, TEXTS } from './texts.ts';
