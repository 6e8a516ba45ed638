import type { EarningsGrouping, Language } from '../contract/index.ts';
import { getTopicTexts, type TopicTexts } from './texts.ts';

/** The words of the paper that says what was sold and earned. */
export type EarningsReportTexts = TopicTexts<'earnings-paper'> & {
  readonly groups: Readonly<Record<EarningsGrouping, string>>;
};

export function getEarningsReportTexts(language: Language): EarningsReportTexts {
  return getTopicTexts('earnings-paper', language);
}
