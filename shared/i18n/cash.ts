import type { Language, PaymentKind, Tender } from '../contract/index.ts';
import { type Words, wordsOf } from './texts.ts';

/** The words of reports and of the drawer's slips, on paper and on the screen alike. */
export type CashWords = Words<'cash'>;

/** The compiler asks for a word of each kind and each tender. */
interface Asked {
  readonly kinds: Readonly<Record<PaymentKind, string>>;
  readonly tenders: Readonly<Record<Tender, string>>;
}

export function cashWords(language: Language): CashWords & Asked {
  return wordsOf('cash', language);
}
