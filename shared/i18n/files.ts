import type { Language } from '../contract/index.ts';
import { type Words, wordsOf } from './texts.ts';

/** The heads of the files that a spreadsheet opens, by the names of their columns. */
export type FileHeads = Words<'files'>;

export function fileHeads(language: Language): FileHeads {
  return wordsOf('files', language);
}
