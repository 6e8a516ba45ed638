/**
 * The page's texts, from `shared/locales`: every topic that main and papers do not use. An unknown
 * key does not compile. Amounts and times are passed in already formatted.
 *
 * The page's first file contains only Mexican Spanish. Another language is loaded when it is needed
 * (`loadTexts`); until then the page keeps its current language.
 */
export type { PageTextKey as TextKey } from '../../shared/locales/index.ts';
export { removeKeyNames, setLastInputMethod, useIsTouchInput } from './last-input.ts';
export { getLanguageName, getTextFunction, loadTexts, type TextFunction } from './page-texts.ts';
export { TextProvider, useLanguage, useText } from './use-text.tsx';
