import type { Language } from '../contract/index.ts';
import { getTopicTexts, type TopicTexts } from './texts.ts';

/** The headings of CSV files, by column name. */
export type ColumnHeadings = TopicTexts<'files'>;

export function getColumnHeadings(language: Language): ColumnHeadings {
  return getTopicTexts('files', language);
}
