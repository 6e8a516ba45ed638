/**
 * All user-visible texts, for screen and paper. Each language is a folder with one JSON file per topic,
 * in a format that translation tools support (i18next JSON v4: placeholders as `{{name}}`, plurals as
 * `_one` and `_other`). The topics that main, paper and page share are nested. The page's own topics
 * are flat, because a choice and its explanation share a name (`shift.open`, `shift.open.description`).
 * Mexican Spanish is complete, and defines the types of the keys. Colombian Spanish has only the texts
 * that differ. If a language lacks a text, Mexican Spanish is used, and
 * `renderer/i18n/locales.test.ts` reports the text.
 *
 * A new language is a new folder, listed in `languages.ts` and in `texts.ts`. The folder's name is also
 * the locale for amounts and times. The page finds its topics without a list; the folder's `index.ts`
 * lists the topics that both sides use. Receipts and reports use only characters of CP858 and CP1252.
 */
export { DEFAULT_LANGUAGE, LANGUAGES } from './languages.ts';
export type { CustomerScreenTextKey, PageTextKey } from './page-key.ts';
export { DEFAULT_TEXTS, TEXTS } from './texts.ts';
