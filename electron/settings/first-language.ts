import type { Language } from '../../shared/contract/index.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../shared/locales/index.ts';

/**
 * The language of a till that is not set up: the first supported language among the system's
 * languages. Any Spanish without a supported country, and any system without a supported language,
 * gets the Spanish of Mexico.
 */
export function resolveInitialLanguage(systemLanguages: readonly string[]): Language {
  return findClosestLanguageTag(LANGUAGES, systemLanguages) ?? DEFAULT_LANGUAGE;
}

/**
 * Returns the first requested tag that is supported; for each tag an exact match first, then the
 * first supported tag of the same language.
 */
export function findClosestLanguageTag<Tag extends string>(
  supported: readonly Tag[],
  requested: readonly string[],
): Tag | undefined {
  for (const requestedTag of requested.map((tag) => tag.toLowerCase())) {
    const exact = supported.find((tag) => tag.toLowerCase() === requestedTag);
    const match =
      exact ?? supported.find((tag) => getPrimaryTag(tag) === getPrimaryTag(requestedTag));
    if (match !== undefined) return match;
  }
  return undefined;
}

function getPrimaryTag(tag: string): string | undefined {
  return tag.toLowerCase().split('-')[0];
}
