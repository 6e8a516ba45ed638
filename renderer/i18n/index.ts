/**
 * The page's texts, from `shared/locales`: every topic there that main and paper do not use. A key
 * that no topic has does not compile. Amounts and times are passed in already formatted.
 *
 * The page's first file holds Spanish of Mexico alone. Another language is fetched when it is spoken
 * (`loadTexts`); until then the page speaks as before.
 */
export type { PageKey as TextKey } from '../../shared/locales/index.ts';
export { getLanguageName, getTextFunction, loadTexts, type TextFunction } from './page-texts.ts';
export { TextProvider, useLanguage, useText } from './use-text.tsx';
