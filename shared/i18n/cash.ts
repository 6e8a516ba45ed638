import type { Language, PaymentKind, Tender } from '../contract/index.ts';
import { getTopicTexts, type TopicTexts } from './texts.ts';

/** The words of reports and of the drawer's slips, on paper and on the screen alike. */
export type CashTexts = TopicTexts<'cash'>;

/** A word must exist for each kind and each tender, or this does not compile. */
interface RequiredTexts {
  readonly kinds: Readonly<Record<PaymentKind, string>>;
  readonly tenders: Readonly<Record<Tender, string>>;
}

export function getCashTexts(language: Language): CashTexts & RequiredTexts {
  return getTopicTexts('cash', language);
}
