import { SCANNER_TEST_CODES } from '../../../shared/bill-codes/index.ts';
import type { Language } from '../../../shared/contract/index.ts';
import { getScannerSheetTexts } from '../../../shared/i18n/index.ts';
import type { PaperDocument } from './paper-document.ts';
import { BLANK_LINE, centeredLine, createTextLine, RULE_LINE } from './report-lines.ts';

/** The sheet of the scanner check: two codes that show how a scanner is set. */
export function buildScannerSheet(language: Language): PaperDocument {
  const texts = getScannerSheetTexts(language);
  const code = (text: string) => ({ kind: 'code', symbology: 'code-128', text }) as const;
  return {
    name: 'scanner',
    lines: [
      centeredLine(texts.title, 'bold'),
      BLANK_LINE,
      createTextLine(texts.instructions),
      RULE_LINE,
      centeredLine(texts.letters),
      code(SCANNER_TEST_CODES.letters),
      BLANK_LINE,
      BLANK_LINE,
      centeredLine(texts.fields),
      code(SCANNER_TEST_CODES.fields),
      BLANK_LINE,
    ],
    drawer: 'stays',
    guard: null,
  };
}
