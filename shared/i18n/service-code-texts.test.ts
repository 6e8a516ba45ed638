import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Language, languageSchema } from '../contract/index.ts';
import { isUnknownOutcomeCode } from '../rules/index.ts';
import {
  describeServiceCode,
  type ServiceCodeContext,
  type ServiceCodeTextPath,
} from './service-code-texts.ts';
import { getText } from './texts.ts';

/** The interface's tables, listed again, so that a test fails if a code is missing in either list. */
const CODES = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
  28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 99, 100, 101, 102,
  103, 104, 105, 106, 114, 115, 117, 118, 119, 121, 122, 124, 125, 126, 127, 200, 201, 202, 299,
].map((number) => `R${number}`);
const STATUSES = [200, 400, 401, 403, 404, 422, 429, 500, 503];
const OPEN_CODES = ['R9', 'R20', 'R24', 'R35', 'R47', 'R48', 'R99', 'R200', 'R299'];

const LANGUAGES: readonly Language[] = languageSchema.options;
const CONTEXTS: readonly ServiceCodeContext[] = [
  'look-up',
  'payment',
  'cash-out',
  'cancel',
  'bill',
];
const MONEY_CONTEXTS = ['payment', 'cash-out', 'cancel'] as const;

const describeCode = (
  code: string | null,
  during: ServiceCodeContext,
  language: Language,
  httpStatus = 422,
) => describeServiceCode({ code, httpStatus, language, context: during, billerName: 'CFE' });

/** The text in the folder of a language. */
const getOwnText = (language: Language, key: ServiceCodeTextPath) =>
  getText('codes', language, key);
/** The phrase "no money moved" of a language: the text for a refused bill, without the full stop. */
const getNoMoneyMovedText = (language: Language) =>
  getOwnText(language, 'impact.bill.refused').slice(0, -1);

const SENTENCE = /^[\p{Lu}¿¡].*\.$/su;

describe('texts of service codes', () => {
  it('returns complete sentences for every code, status, context and language', () => {
    expect(CODES).toHaveLength(70);
    for (const language of LANGUAGES) {
      for (const during of CONTEXTS) {
        const cases = [
          ...CODES.map((code) => [code, describeCode(code, during, language)] as const),
          ...[...STATUSES, 418, 502, 504, 201].map(
            (status) => [String(status), describeCode(null, during, language, status)] as const,
          ),
          ['R777', describeCode('R777', during, language)] as const,
        ];
        for (const [name, { title, impact, action }] of cases) {
          for (const part of [title, impact, action]) {
            expect(part, `${name} ${during} ${language}`).toMatch(SENTENCE);
            expect(part.length, `${name} ${during} ${language}`).toBeGreaterThan(10);
            expect(part).not.toMatch(/\{\{|\}\}|undefined|null/);
            expect(part).not.toMatch(/\bR\d+\b/);
          }
        }
      }
    }
  });

  it('returns a different text for every code and status', () => {
    for (const language of ['es-MX', 'en'] as const) {
      const texts = CODES.map((code) => describeCode(code, 'look-up', language).title);
      expect(new Set(texts).size).toBe(CODES.length);
      const statuses = STATUSES.map(
        (status) => describeCode(null, 'look-up', language, status).title,
      );
      expect(new Set(statuses).size).toBe(STATUSES.length);
    }
  });

  it('returns the texts of codes in the requested language', () => {
    for (const code of CODES) {
      const spanish = describeCode(code, 'payment', 'es-MX');
      const english = describeCode(code, 'payment', 'en');
      expect(spanish.title, code).not.toBe(english.title);
      expect(english.title, code).not.toMatch(/[ñáéíóú¿¡]/);
    }
  });

  it('falls back from Colombian to Mexican Spanish, except for texts that differ', () => {
    const [fallsBack, differs] = [
      describeCode('R2', 'look-up', 'es-CO'),
      describeCode('R10', 'look-up', 'es-CO'),
    ];
    expect(fallsBack).toEqual(describeCode('R2', 'look-up', 'es-MX'));
    expect(differs.action).toContain('factura');
    expect(describeCode('R10', 'look-up', 'es-MX').action).toContain('recibo');
    for (const code of CODES) {
      expect(describeCode(code, 'payment', 'es-CO').action, code).not.toMatch(/recibo/);
      expect(describeCode(code, 'payment', 'es-CO').title, code).not.toMatch(/recibo|importe/);
    }
  });

  it('includes the name of the biller, or a general term without one', () => {
    expect(describeCode('R2', 'look-up', 'es-MX')).toMatchObject({
      title: 'La cuenta no existe en CFE.',
      action: 'Revise el número con el cliente.',
    });
    const getTextWithoutBiller = (language: Language) =>
      describeServiceCode({
        code: 'R22',
        httpStatus: 422,
        language,
        context: 'look-up',
        billerName: null,
      }).title;
    expect(getTextWithoutBiller('es-MX')).toBe('La empresa está en mantenimiento.');
    expect(getTextWithoutBiller('en')).toBe('The company is under maintenance.');
  });

  it('inserts any biller name unchanged', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (biller) => {
        fc.pre(biller.trim() !== '');
        const text = describeServiceCode({
          code: 'R2',
          httpStatus: 422,
          language: 'es-MX',
          context: 'look-up',
          billerName: biller,
        });
        expect(text.title).toBe(`La cuenta no existe en ${biller.trim()}.`);
      }),
    );
  });
});

describe('texts about money', () => {
  it('states that no money moved for every code in a context that moves none', () => {
    for (const language of LANGUAGES) {
      for (const during of ['look-up', 'bill'] as const) {
        for (const code of [...CODES, 'R777', null]) {
          for (const status of [422, 500]) {
            const { impact } = describeCode(code, during, language, status);
            expect(impact.startsWith(getNoMoneyMovedText(language)), `${language}: ${impact}`).toBe(
              true,
            );
          }
        }
      }
    }
  });

  it('states that the outcome is unknown exactly for codes and statuses with an open outcome', () => {
    for (const language of LANGUAGES) {
      for (const during of MONEY_CONTEXTS) {
        const openOutcomeText = getOwnText(language, `impact.${during}.open`);
        const waitText = getOwnText(language, `whileOpen.${during}`);
        expect(getOwnText(language, `impact.${during}.refused`)).not.toBe(openOutcomeText);
        for (const code of [...CODES, 'R777']) {
          const text = describeCode(code, during, language);
          expect(text.impact === openOutcomeText, `${code} ${during}`).toBe(
            isUnknownOutcomeCode(code),
          );
          expect(text.action === waitText, `${code} ${during}`).toBe(isUnknownOutcomeCode(code));
        }
        for (const code of OPEN_CODES)
          expect(describeCode(code, during, language).impact).toBe(openOutcomeText);
        for (const status of [200, 302, 408, 500, 502, 503, 504]) {
          expect(describeCode(null, during, language, status).impact).toBe(openOutcomeText);
        }
        // A server error proves nothing about the payment, with any code.
        expect(describeCode('R2', during, language, 500).impact).toBe(openOutcomeText);
        for (const status of [400, 401, 403, 404, 422, 429]) {
          expect(describeCode(null, during, language, status).impact).not.toBe(openOutcomeText);
        }
      }
    }
  });

  it('has the expected phrases about money in the shipped languages', () => {
    expect(getNoMoneyMovedText('es-MX')).toBe('No se movió dinero');
    expect(getNoMoneyMovedText('en')).toBe('No money moved');
    for (const during of MONEY_CONTEXTS) {
      for (const language of ['es-MX', 'es-CO'] as const) {
        expect(getOwnText(language, `impact.${during}.open`)).toMatch(/Todavía no se sabe/);
        expect(getOwnText(language, `whileOpen.${during}`)).toMatch(/^No haga nada con el dinero/);
      }
      expect(getOwnText('en', `impact.${during}.open`)).toMatch(/not yet known/);
      expect(getOwnText('en', `whileOpen.${during}`)).toMatch(/^Do nothing with the money/);
    }
  });

  it('mentions a possible earlier payment after a code of a duplicate guard', () => {
    for (const code of ['R8', 'R12', 'R36', 'R49', 'R50']) {
      expect(describeCode(code, 'payment', 'es-MX').impact).toMatch(/Puede haber un pago anterior/);
      expect(describeCode(code, 'payment', 'en').impact).toMatch(/earlier payment/);
    }
    expect(describeCode('R103', 'cancel', 'es-MX').impact).toMatch(/se había hecho antes/);
  });

  it('never tells the cashier to hand out cash for an unconfirmed cash-out', () => {
    for (const code of [...CODES, 'R777']) {
      const { impact, action } = describeCode(code, 'cash-out', 'es-MX');
      expect(`${impact} ${action}`, code).toMatch(
        /No entregue efectivo|Puede haber un retiro anterior/,
      );
    }
  });
});
