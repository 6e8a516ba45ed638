/**
 * The page's texts. Each feature keeps its own dictionary beside it; `slices.ts` lists them, and
 * here they become one i18next instance per page. Keys are flat (`signIn.title`), values are named
 * in double braces (`{{name}}`), plurals end in `_one` and `_other` and take `count`. Spanish of
 * Colombia falls back to Spanish of Mexico. Amounts and times come in already formatted.
 */
export { createTexts, type Text, type TextValues } from './create.ts';
export { type Dictionary, defineDictionary, LANGUAGE_NAMES, LANGUAGES } from './define.ts';
export type { TextKey } from './slices.ts';
export { TextProvider, useLanguage, useText } from './use-text.tsx';
