import type { Language, PaymentKind, Tender } from '../contract/index.ts';
import { getTopicTexts, type TopicTexts } from './texts.ts';

/** The texts of shift reports and drawer slips, on paper and on the screen. */
export type CashTexts = TopicTexts<'cash'>;

/** A missing text for a payment kind or a tender is a compile error. */
interface RequiredTexts {
  readonly kinds: Readonly<Record<PaymentKind, string>>;
  readonly tenders: Readonly<Record<Tender, string>>;
}

export function getCashTexts(language: Language): CashTexts & RequiredTexts {
  return getTopicTexts('cash', language);
}
