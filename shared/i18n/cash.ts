import type { Language, PaymentKind, Tender } from '../contract/index.ts';
import { type Words, wordsOf } from './texts.ts';

/** The words of reports and of the drawer's slips, on paper and on the screen alike. */
export type CashWords = Words<'cash'>;

/** A word must exist for each kind and each tender, or this does not compile. */
interface Asked {
  readonly kinds: Readonly<Record<PaymentKind, string>>;
  readonly tenders: Readonly<Record<Tender, string>>;
}

export function cashWords(language: Language): CashWords & Asked {
  return wordsOf('cash', language);
}
