import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Language, languageSchema } from '../contract/index.ts';
import { isOpenOutcomeCode } from '../rules/index.ts';
import {
  describeServiceCode,
  type ServiceCodeContext,
  type ServiceCodeTextPath,
} from './service-code-texts.ts';
import { getText } from './texts.ts';

/**
 * The tables of the interface, listed a second time: a code that is missing here or there shows.
 */
const CODES = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
  28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 99, 100, 101, 102,
  103, 104, 105, 106, 114, 115, 117, 118, 119, 121, 122, 124, 125, 126, 127, 200, 201, 202, 299,
].map((number) => `R${number}`);
const STATUSES = [200, 400, 401, 403, 404, 422, 429, 500, 503];
const OPEN_CODES = ['R9', 'R20', 'R24', 'R35', 'R47', 'R48', 'R99', 'R200', 'R299'];

const LANGUAGES: readonly Language[] = languageSchema.options;
const MOMENTS: readonly ServiceCodeContext[] = ['look-up', 'payment', 'cash-out', 'cancel', 'bill'];
const MOVES_MONEY = ['payment', 'cash-out', 'cancel'] as const;

const ask = (
  code: string | null,
  during: ServiceCodeContext,
  language: Language,
  httpStatus = 422,
) => describeServiceCode({ code, httpStatus, language, during, biller: 'CFE' });

/** What a language's own folder says. */
const say = (language: Language, key: ServiceCodeTextPath) => getText('codes', language, key);
/** How a language says that no money moved: what it says of a bill, without the full stop. */
const noneMoved = (language: Language) => say(language, 'money.bill.refused').slice(0, -1);

const SENTENCE = /^[\p{Lu}¿¡].*\.$/su;

describe('the texts of codes', () => {
  it('are whole sentences for every code, status, moment and language', () => {
    expect(CODES).toHaveLength(70);
    for (const language of LANGUAGES) {
      for (const during of MOMENTS) {
        const asked = [
          ...CODES.map((code) => [code, ask(code, during, language)] as const),
          ...[...STATUSES, 418, 502, 504, 201].map(
            (status) => [String(status), ask(null, during, language, status)] as const,
          ),
          ['R777', ask('R777', during, language)] as const,
        ];
        for (const [name, { happened, money, next }] of asked) {
          for (const part of [happened, money, next]) {
            expect(part, `${name} ${during} ${language}`).toMatch(SENTENCE);
            expect(part.length, `${name} ${during} ${language}`).toBeGreaterThan(10);
            expect(part).not.toMatch(/\{\{|\}\}|undefined|null/);
            expect(part).not.toMatch(/\bR\d+\b/);
          }
        }
      }
    }
  });

  it('say something of their own for every code and status', () => {
    for (const language of ['es-MX', 'en'] as const) {
      const texts = CODES.map((code) => ask(code, 'look-up', language).happened);
      expect(new Set(texts).size).toBe(CODES.length);
      const statuses = STATUSES.map((status) => ask(null, 'look-up', language, status).happened);
      expect(new Set(statuses).size).toBe(STATUSES.length);
    }
  });

  it('are in the language that was asked for', () => {
    for (const code of CODES) {
      const spanish = ask(code, 'payment', 'es-MX');
      const english = ask(code, 'payment', 'en');
      expect(spanish.happened, code).not.toBe(english.happened);
      expect(english.happened, code).not.toMatch(/[ñáéíóú¿¡]/);
    }
  });

  it('fall back from Colombia to Mexico, and differ where the words do', () => {
    const [fallsBack, differs] = [ask('R2', 'look-up', 'es-CO'), ask('R10', 'look-up', 'es-CO')];
    expect(fallsBack).toEqual(ask('R2', 'look-up', 'es-MX'));
    expect(differs.next).toContain('factura');
    expect(ask('R10', 'look-up', 'es-MX').next).toContain('recibo');
    for (const code of CODES) {
      expect(ask(code, 'payment', 'es-CO').next, code).not.toMatch(/recibo/);
      expect(ask(code, 'payment', 'es-CO').happened, code).not.toMatch(/recibo|importe/);
    }
  });

  it('name the biller, and something that reads well where there is none', () => {
    expect(ask('R2', 'look-up', 'es-MX')).toMatchObject({
      happened: 'La cuenta no existe en CFE.',
      next: 'Revise el número con el cliente.',
    });
    const nameless = (language: Language) =>
      describeServiceCode({
        code: 'R22',
        httpStatus: 422,
        language,
        during: 'look-up',
        biller: null,
      }).happened;
    expect(nameless('es-MX')).toBe('La empresa está en mantenimiento.');
    expect(nameless('en')).toBe('The company is under maintenance.');
  });

  it('put in any name as it is', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (biller) => {
        fc.pre(biller.trim() !== '');
        const text = describeServiceCode({
          code: 'R2',
          httpStatus: 422,
          language: 'es-MX',
          during: 'look-up',
          biller,
        });
        expect(text.happened).toBe(`La cuenta no existe en ${biller.trim()}.`);
      }),
    );
  });
});

describe('what they say of the money', () => {
  it('is that none moved, whatever happened, where no operation moves any', () => {
    for (const language of LANGUAGES) {
      for (const during of ['look-up', 'bill'] as const) {
        for (const code of [...CODES, 'R777', null]) {
          for (const status of [422, 500]) {
            const { money } = ask(code, during, language, status);
            expect(money.startsWith(noneMoved(language)), `${language}: ${money}`).toBe(true);
          }
        }
      }
    }
  });

  it('is that nobody knows yet, exactly where the outcome is unknown', () => {
    for (const language of LANGUAGES) {
      for (const during of MOVES_MONEY) {
        const unsure = say(language, `money.${during}.open`);
        const hold = say(language, `whileOpen.${during}`);
        expect(say(language, `money.${during}.refused`)).not.toBe(unsure);
        for (const code of [...CODES, 'R777']) {
          const text = ask(code, during, language);
          expect(text.money === unsure, `${code} ${during}`).toBe(isOpenOutcomeCode(code));
          expect(text.next === hold, `${code} ${during}`).toBe(isOpenOutcomeCode(code));
        }
        for (const code of OPEN_CODES) expect(ask(code, during, language).money).toBe(unsure);
        for (const status of [200, 302, 408, 500, 502, 503, 504]) {
          expect(ask(null, during, language, status).money).toBe(unsure);
        }
        // A server's error is no word about the payment, with whatever code.
        expect(ask('R2', during, language, 500).money).toBe(unsure);
        for (const status of [400, 401, 403, 404, 422, 429]) {
          expect(ask(null, during, language, status).money).not.toBe(unsure);
        }
      }
    }
  });

  it('reads so in the languages that are shipped', () => {
    expect(noneMoved('es-MX')).toBe('No se movió dinero');
    expect(noneMoved('en')).toBe('No money moved');
    for (const during of MOVES_MONEY) {
      for (const language of ['es-MX', 'es-CO'] as const) {
        expect(say(language, `money.${during}.open`)).toMatch(/Todavía no se sabe/);
        expect(say(language, `whileOpen.${during}`)).toMatch(/^No haga nada con el dinero/);
      }
      expect(say('en', `money.${during}.open`)).toMatch(/not yet known/);
      expect(say('en', `whileOpen.${during}`)).toMatch(/^Do nothing with the money/);
    }
  });

  it('does not deny an earlier payment that a guard of the service speaks of', () => {
    for (const code of ['R8', 'R12', 'R36', 'R49', 'R50']) {
      expect(ask(code, 'payment', 'es-MX').money).toMatch(/Puede haber un pago anterior/);
      expect(ask(code, 'payment', 'en').money).toMatch(/earlier payment/);
    }
    expect(ask('R103', 'cancel', 'es-MX').money).toMatch(/se había hecho antes/);
  });

  it('never lets cash go out on a cash-out that is not confirmed', () => {
    for (const code of [...CODES, 'R777']) {
      const { money, next } = ask(code, 'cash-out', 'es-MX');
      expect(`${money} ${next}`, code).toMatch(
        /No entregue efectivo|Puede haber un retiro anterior/,
      );
    }
  });
});
