import type { Language } from '../../shared/contract/index.ts';

/** A text of one dictionary, up to its first blank: what stands on the screen whatever fills it. */
export function textOf<Key extends string>(
  slice: { readonly [Name in Language]: Readonly<Partial<Record<Key, string>>> },
  language: Language,
  key: Key,
): string {
  const found = slice[language][key] ?? slice['es-MX'][key];
  const words = found?.split('{{')[0]?.trim() ?? '';
  // Nothing is on every screen.
  if (words === '') throw new Error(`no text that ${key} begins with`);
  return words;
}

/** These words as they are written: "Sent" is not in "Not sent", nor "Open shift" in "no open shift". */
export function asWritten(words: string): RegExp {
  const pattern = RegExp.escape(words).replaceAll('\\x20', '\\s+');
  return new RegExp(`(?<![A-Za-zÀ-ÿ])${pattern}`);
}
