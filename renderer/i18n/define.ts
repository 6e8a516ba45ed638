import type { Language } from '../../shared/contract/index.ts';

/** One slice of texts. Spanish of Mexico is first; Colombia holds only what differs. */
export interface Dictionary<Key extends string = string> {
  readonly 'es-MX': Readonly<Record<Key, string>>;
  readonly 'es-CO': Readonly<Partial<Record<Key, string>>>;
  readonly en: Readonly<Record<Key, string>>;
}

/** Declares a slice: the compiler asks for each Mexican key in English, and refuses others. */
export function defineDictionary<const Key extends string>(slice: {
  readonly 'es-MX': Readonly<Record<Key, string>>;
  readonly 'es-CO': Readonly<Partial<Record<NoInfer<Key>, string>>>;
  readonly en: Readonly<Record<NoInfer<Key>, string>>;
}): Dictionary<Key> {
  return slice;
}

export const LANGUAGES = ['es-MX', 'es-CO', 'en'] as const satisfies readonly Language[];

/** The languages by their own names: a person looks for the one that she can read. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  'es-MX': 'Español (México)',
  'es-CO': 'Español (Colombia)',
  en: 'English',
};
