import type { Language } from '../contract/index.ts';
import { getTopicTexts, type TopicTexts } from './texts.ts';

/** The heads of the files that a spreadsheet opens, by the names of their columns. */
export type ColumnHeadings = TopicTexts<'files'>;

export function getColumnHeadings(language: Language): ColumnHeadings {
  return getTopicTexts('files', language);
}
