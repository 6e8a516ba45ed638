import type { Language } from '../contract/index.ts';
import { getTopicTexts, type TopicTexts } from './texts.ts';

/** The texts of the sheet of the scanner check. */
export function getScannerSheetTexts(language: Language): TopicTexts<'scanner-sheet'> {
  return getTopicTexts('scanner-sheet', language);
}
