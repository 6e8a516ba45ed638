import type { PaperDocument } from '../../printing/index.ts';
import { TEST_CASH_SETTINGS } from './testing/index.ts';
import type { CashSettings } from './types.ts';

/** The settings of a shop whose papers tests read. */
export const ENGLISH_SETTINGS: CashSettings = { ...TEST_CASH_SETTINGS, language: 'en' };

/** A paper as text, a line each: `(weight)` before a centered line, `*` after a bold value. */
export function toPaperText({ lines }: PaperDocument): string[] {
  return lines.map((line) => {
    switch (line.kind) {
      case 'pair':
        return `${line.label}: ${line.value}${line.isBold ? ' *' : ''}`;
      case 'text':
        return line.align === 'center' ? `(${line.weight}) ${line.text}` : line.text;
      default:
        return `<${line.kind}>`;
    }
  });
}
