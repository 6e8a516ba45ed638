import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describePaperReason,
  getCashTexts,
  getEarningsReportTexts,
  getReceiptTexts,
  maskAccount,
} from '../../../shared/i18n/index.ts';
import { LANGUAGES } from '../../../shared/locales/index.ts';
import { CP858, CP1252 } from '../models/index.ts';
import { layOutLabelAndValue, toPrintableText, wrapText } from './lay-out-lines.ts';
import { findCharactersMissingInCodePage } from './ticket-plan.ts';

describe('our own lines on a paper', () => {
  it('wraps text to the width of the paper without losing a word', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 300 }),
        fc.constantFrom(16, 32, 42, 48),
        (text, columns) => {
          const lines = wrapText(text, columns);
          expect(lines.every((line) => line.length <= columns)).toBe(true);
          expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        },
      ),
    );
  });

  it('puts a value at the right edge, on its own line if the paper is too narrow', () => {
    expect(layOutLabelAndValue('Total', '$ 5.00', 16)).toEqual(['Total     $ 5.00']);
    expect(layOutLabelAndValue('Autorización', '1234567890', 16)).toEqual([
      'Autorización',
      '      1234567890',
    ]);
  });

  it('breaks a reference after a hyphen', () => {
    expect(wrapText('b3beabe2-1127-4d96-b01e-577d9866a21f', 32)).toEqual([
      'b3beabe2-1127-4d96-b01e-',
      '577d9866a21f',
    ]);
  });

  it('replaces characters that a code page lacks without a question mark', () => {
    expect(toPrintableText('Nu\u0301n\u0303ez\t\u22125\u202fpm \u20a1', CP858)).toBe(
      'Núñez -5 pm [U+20A1]',
    );
    expect(toPrintableText('Tele\u00adfó\u200bnica\ufeff', CP1252)).toBe('Telefónica');
  });
});

describe('the texts of reports', () => {
  it.each(LANGUAGES)('uses only characters of both code pages in the reports in %s', (language) => {
    const texts = JSON.stringify([getCashTexts(language), getEarningsReportTexts(language)]);
    expect(findCharactersMissingInCodePage(texts, CP858)).toEqual([]);
    expect(findCharactersMissingInCodePage(texts, CP1252)).toEqual([]);
  });
});

describe('the texts of a receipt', () => {
  it.each(LANGUAGES)(
    'uses only characters of both code pages in receipts that fit the paper in %s',
    (language) => {
      const words = getReceiptTexts(language);
      const { paper, paperNotSent, ...printed } = words;
      const texts = JSON.stringify(printed);
      expect(findCharactersMissingInCodePage(texts, CP858)).toEqual([]);
      expect(findCharactersMissingInCodePage(texts, CP1252)).toEqual([]);
      for (const mark of Object.values(words.notValid)) expect(mark.length).toBeLessThanOrEqual(32);
      for (const mark of [words.copy, words.shopCopy]) expect(mark.length).toBeLessThanOrEqual(14);
      for (const sentence of Object.values(paper)) expect(sentence).toMatch(/\.$/);
      for (const [reason, sentence] of Object.entries(paperNotSent)) {
        expect(sentence).toMatch(/(?:No salió nada|Nothing came out).*\.$/);
        for (const state of ['refused', 'failed']) {
          expect(describePaperReason(language, { state, reason })).toBe(sentence);
        }
        expect(describePaperReason(language, { state: 'unconfirmed', reason })).not.toBe(sentence);
      }
    },
  );

  it('uses the words of Colombian Spanish on a receipt where it has its own', () => {
    expect(getReceiptTexts('es-CO').amount).toBe('Valor');
    expect(getReceiptTexts('es-CO').change).toBe('Vueltas');
    expect(getReceiptTexts('es-CO').total).toBe(getReceiptTexts('es-MX').total);
  });

  it('masks an account number except its last four digits, or fewer', () => {
    const paper = (accountNumber: string, accountShown = accountNumber) =>
      maskAccount({ accountNumber, accountShown });
    expect(paper('501000000007')).toBe('**** 0007');
    expect(paper('12345')).toBe('**** 5');
    expect(paper('12')).toBe('****');
    expect(paper('6463060086', '(646) 306-0086')).toBe('(***) ***-0086');
    expect(paper('123456851236', '123 456 851 236')).toBe('*** *** **1 236');
    expect(paper('1234', 'AB-1234')).toBe('**-***4');
  });
});
