import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatWithMask, matchMask, parseMask, stripGrouping } from './account-mask.ts';
import {
  type AccountRules,
  formatAccountNumber,
  matchesAccount,
  validateAccountNumber,
} from './account-number.ts';

const createRules = (mask: string): AccountRules => ({
  mask,
  accountNumberDigits: '',
  billType: 'account_number',
});

function getValidNumber(rules: AccountRules, typed: string): string | null {
  const validation = validateAccountNumber(rules, typed);
  return validation.ok ? validation.value : null;
}

const maskCharacter = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('9', '9', '9', 'X') },
  { weight: 4, arbitrary: fc.constantFrom('-', ' ', '(', ')', '/', '.', '+', '#', '–') },
  { weight: 2, arbitrary: fc.constantFrom('A', 'b', 'x', '5', '0', 'Ñ') },
  { weight: 1, arbitrary: fc.constant('?') },
);
const masks = fc
  .array(maskCharacter, { minLength: 1, maxLength: 18 })
  .map((characters) => characters.join(''))
  .filter((mask) => parseMask(mask).some(({ kind }) => kind !== 'literal'));
const DIGITS = [...'0123456789'];
const LETTERS = [...DIGITS, ...'ABCxyzÑé'];

/** A mask, and a number that fills at least the required slots. */
const maskAndNumber = masks.chain((mask) => {
  const slots = parseMask(mask).filter(({ kind }) => kind !== 'literal');
  const least = Math.max(1, slots.filter(({ isOptional }) => !isOptional).length);
  return fc
    .tuple(
      fc.integer({ min: least, max: slots.length }),
      fc.tuple(
        ...slots.map(({ kind }) => fc.constantFrom(...(kind === 'digit' ? DIGITS : LETTERS))),
      ),
    )
    .map(([length, characters]) => ({ mask, number: characters.slice(0, length).join('') }));
});

describe('any mask', () => {
  it('keeps a valid account number unchanged, and formats it with the mask literals', () => {
    fc.assert(
      fc.property(maskAndNumber, ({ mask, number }) => {
        const rules = createRules(mask);
        expect(getValidNumber(rules, number)).toBe(number);
        const formatted = formatWithMask(mask, number);
        expect(formatAccountNumber(rules, number)).toBe(formatted);
        expect(matchesAccount({ accountNumber: number, accountShown: formatted }, number)).toBe(
          true,
        );
        expect(matchesAccount({ accountNumber: number, accountShown: formatted }, formatted)).toBe(
          true,
        );
      }),
      { numRuns: 3_000 },
    );
  });

  it('parses a formatted account number in any letter case, with any dash or blank', () => {
    fc.assert(
      fc.property(maskAndNumber, ({ mask, number }) => {
        const rules = createRules(mask);
        const formatted = formatWithMask(mask, number);
        // Letters and digits among the literals can make the number ambiguous: see `matchMask`.
        fc.pre(
          formatted === number || getValidNumber(rules, formatted) !== stripGrouping(formatted),
        );
        const withOtherSigns = formatted.replaceAll('-', '\u2013').replaceAll(' ', '\u00a0');
        for (const typed of [formatted, ` ${formatted} `, withOtherSigns]) {
          expect(getValidNumber(rules, typed)).toBe(number);
        }
        expect(getValidNumber(rules, formatted.toUpperCase())).toBe(
          getValidNumber(rules, formatted.toUpperCase()) === null ? null : number.toUpperCase(),
        );
      }),
      { numRuns: 3_000 },
    );
  });

  it('parses a valid account number to itself', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 16 });
    const nearlyValidInput = maskAndNumber.chain(({ mask, number }) =>
      fc
        .tuple(fc.constantFrom(number, formatWithMask(mask, number)), fc.nat(12), text, fc.nat(1))
        .map(([source, position, insertion, deletedCount]) => ({
          mask,
          typed:
            source.slice(0, position) +
            (deletedCount === 0 ? '' : insertion) +
            source.slice(position + deletedCount),
        })),
    );
    fc.assert(
      fc.property(nearlyValidInput, ({ mask, typed }) => {
        const rules = createRules(mask);
        const number = getValidNumber(rules, typed);
        if (number === null) return;
        expect(getValidNumber(rules, number)).toBe(number);
        expect(matchMask(mask, number)).toMatchObject({ kind: 'whole', number });
        for (const { kind, character } of parseMask(mask)) {
          if (kind !== 'literal' || /[\p{L}\p{N}]/u.test(character)) continue;
          expect(number).not.toContain(character);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});
