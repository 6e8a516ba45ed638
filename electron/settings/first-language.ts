import type { Language } from '../../shared/contract/index.ts';
import { FIRST_LANGUAGE, LANGUAGES } from '../../shared/locales/index.ts';

/**
 * What a till that is not set up speaks: the first of the system's languages that it knows. Whose
 * Spanish is of neither of its countries, and who speaks none of its languages, reads that of Mexico.
 */
export function resolveFirstLanguage(ofSystem: readonly string[]): Language {
  return findNearestTag(LANGUAGES, ofSystem) ?? FIRST_LANGUAGE;
}

/** Of each tag that is asked for: itself, or else the first `known` of the same language. */
export function findNearestTag<Tag extends string>(
  known: readonly Tag[],
  asked: readonly string[],
): Tag | undefined {
  for (const wanted of asked.map((tag) => tag.toLowerCase())) {
    const exact = known.find((one) => one.toLowerCase() === wanted);
    const found = exact ?? known.find((one) => getPrimaryTag(one) === getPrimaryTag(wanted));
    if (found !== undefined) return found;
  }
  return undefined;
}

function getPrimaryTag(tag: string): string | undefined {
  return tag.toLowerCase().split('-')[0];
}
