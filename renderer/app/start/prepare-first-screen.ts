import { LANGUAGES } from '../../../shared/locales/index.ts';
import { getTextFunction } from '../../i18n/index.ts';

/**
 * Warms up what is slow on first use: texts, collation of names, and the direction of a language.
 * The page is otherwise idle while main opens the till; for a language other than the first, this
 * is done again.
 */
export function prepareFirstScreen(): void {
  const [language] = LANGUAGES;
  getTextFunction(language);
  // With the options that react-aria uses.
  new Intl.Collator(language, { usage: 'search', sensitivity: 'base' }).compare('a', 'b');
  new Intl.Locale(language).maximize();
}
