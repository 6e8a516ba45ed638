import type { EarningsGrouping, Language } from '../contract/index.ts';
import { getTopicTexts, type TopicTexts } from './texts.ts';

/** The texts of the earnings report on paper. */
export type EarningsReportTexts = TopicTexts<'earnings-paper'> & {
  readonly groups: Readonly<Record<EarningsGrouping, string>>;
};

export function getEarningsReportTexts(language: Language): EarningsReportTexts {
  return getTopicTexts('earnings-paper', language);
}
