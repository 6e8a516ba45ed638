import type { Language } from '../../../shared/contract/index.ts';

/** A text of one dictionary, up to its first blank. */
export function textOf<Key extends string>(
  slice: { readonly [Name in Language]: Readonly<Partial<Record<Key, string>>> },
  language: Language,
  key: Key,
): string {
  const found = slice[language][key] ?? slice['es-MX'][key];
  if (found === undefined) throw new Error(`no text ${key}`);
  return found.split('{{')[0]?.trim() ?? '';
}
