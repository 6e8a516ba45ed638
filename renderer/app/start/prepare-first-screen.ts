import { LANGUAGES } from '../../../shared/locales/index.ts';
import { getTextFunction } from '../../i18n/index.ts';

/**
 * The browser takes longest over what it meets for the first time: texts, how names are sorted,
 * which way a language is written. The page has nothing else to do while main opens the till; in
 * another language than the first, what is made here is made once more.
 */
export function prepareFirstScreen(): void {
  const [language] = LANGUAGES;
  getTextFunction(language);
  // As react-aria asks for them.
  new Intl.Collator(language, { usage: 'search', sensitivity: 'base' }).compare('a', 'b');
  new Intl.Locale(language).maximize();
}
