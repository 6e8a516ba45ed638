import type { Language } from '../../shared/contract/index.ts';
import { LANGUAGES } from '../../shared/locales/index.ts';

/**
 * What a till that is not set up speaks: the first of the system's languages that it knows. Whose
 * Spanish is of neither of its countries, and who speaks none of its languages, reads that of Mexico.
 */
export function firstLanguage(ofSystem: readonly string[]): Language {
  for (const tag of ofSystem) {
    const wanted = tag.toLowerCase();
    const exact = LANGUAGES.find((one) => one.toLowerCase() === wanted);
    if (exact !== undefined) return exact;
    const [language] = wanted.split('-');
    if (language === 'es') return 'es-MX';
    if (language === 'en') return 'en';
  }
  return 'es-MX';
}
