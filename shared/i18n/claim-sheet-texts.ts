import type { Language } from '../contract/index.ts';
import { getTopicTexts, type TopicTexts } from './texts.ts';

/** The texts of the sheet of a claim, and of the paper with the till's public key. */
export type ClaimSheetTexts = TopicTexts<'claim-sheet'>;

export function getClaimSheetTexts(language: Language): ClaimSheetTexts {
  return getTopicTexts('claim-sheet', language);
}
