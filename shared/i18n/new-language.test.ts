import { describe, expect, it } from 'vitest';
import { PAPER_REASONS } from '../contract/index.ts';
import { createMoney, formatMoney, parseAmount } from '../money/index.ts';
import { createAllProblems } from './describe-problem.fixture.ts';
import {
  describePaperReason,
  describeProblem,
  describeServiceCode,
  formatReceiptTime,
  getCashTexts,
  getColumnHeadings,
  getEarningsReportTexts,
  getReceiptTexts,
} from './index.ts';
import type { ServiceCodeContext } from './service-code-texts.ts';
import { addTestLanguage, isMarked } from './testing/index.ts';

const newLanguage = addTestLanguage();
const CONTEXTS: readonly ServiceCodeContext[] = [
  'look-up',
  'payment',
  'cash-out',
  'cancel',
  'bill',
];

function listTexts(tree: object): string[] {
  return Object.values(tree).flatMap((node) =>
    typeof node === 'string' ? [node] : listTexts(node),
  );
}

describe('a new language', () => {
  it('describes every problem in a new language', () => {
    for (const problem of createAllProblems()) {
      const { title, impact, action } = describeProblem(problem, newLanguage);
      for (const part of [title, impact, action]) {
        expect(
          isMarked(part, ...Object.values(problem).map(String), 'USD', 'apiKey, secretKey'),
          part,
        ).toBe(true);
      }
    }
  });

  it('describes every code and status of the service in a new language, in every context', () => {
    const codes = [null, 'R777', ...Array.from({ length: 300 }, (_, number) => `R${number}`)];
    for (const code of codes) {
      for (const httpStatus of code === null
        ? [200, 400, 401, 404, 418, 422, 429, 500, 503]
        : [422]) {
        for (const context of CONTEXTS) {
          const query = { code, httpStatus, language: newLanguage, context, billerName: 'Light' };
          for (const part of listTexts(describeServiceCode(query))) {
            expect(isMarked(part, 'Light'), part).toBe(true);
          }
        }
      }
    }
  });

  it('returns texts of receipts, reports, file headings and paper states in a new language', () => {
    const texts = [
      getReceiptTexts,
      getCashTexts,
      getEarningsReportTexts,
      getColumnHeadings,
    ].flatMap((getTexts) => listTexts(getTexts(newLanguage)));
    const hasOnlyPlaceholders = (text: string): boolean =>
      !/\p{L}/u.test(text.replace(/\{\{\w+\}\}/g, ''));
    const unmarkedTexts = texts.filter(
      (text) => !hasOnlyPlaceholders(text) && !isMarked(text.replace(/\{\{\w+\}\}/g, '')),
    );
    expect(unmarkedTexts).toEqual([]);
    for (const reason of PAPER_REASONS) {
      for (const state of ['refused', 'unconfirmed']) {
        expect(isMarked(describePaperReason(newLanguage, { state, reason }) ?? ''), reason).toBe(
          true,
        );
      }
    }
  });

  it('formats amounts and times in a new language', () => {
    expect(formatMoney(createMoney('1234.5', 'BRL'), newLanguage, 'BRL')).toContain('1.234,50');
    expect(parseAmount('1.234,5', 'BRL', newLanguage)).toMatchObject({ ok: true });
    const parts = { year: '2026', month: '11', day: '21', time: '10:42:07' };
    expect(formatReceiptTime(newLanguage, parts)).toBe('21/11/2026 10:42:07');
  });
});
