import type { EarningsBy, Language } from '../contract/index.ts';
import { type Words, wordsOf } from './texts.ts';

/** The words of the paper that says what was sold and earned. */
export type EarningsWords = Words<'earnings-paper'> & {
  readonly groups: Readonly<Record<EarningsBy, string>>;
};

export function earningsWords(language: Language): EarningsWords {
  return wordsOf('earnings-paper', language);
}
