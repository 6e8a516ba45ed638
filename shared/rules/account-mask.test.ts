import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getAccountHint } from './account-hint.ts';
import { fitMask, formatWithMask, parseMask, stripGrouping } from './account-mask.ts';
import {
  type AccountRules,
  formatAccountNumber,
  isSpellingOf,
  validateAccountNumber,
} from './account-number.ts';

const rulesOf = (mask: string, accountNumberDigits = ''): AccountRules => ({
  mask,
  accountNumberDigits,
  billType: 'account_number',
});

function numberOf(rules: AccountRules, typed: string): string | null {
  const checked = validateAccountNumber(rules, typed);
  return checked.ok ? checked.value : null;
}

/** Recorded requests of the service: what the list says, and what went out. */
describe.each([
  ['(999) 999-9999', '6463060086', '(646) 306-0086', '10'],
  ['999 999 999 999', '123456851236', '123 456 851 236', '12'],
  ['999-9999999', '1111992022', '111-1992022', '10'],
])('the mask %s', (mask, number, shown, digits) => {
  const rules = rulesOf(mask, digits);

  it.each([number, shown, shown.toLowerCase(), ` ${shown}\n`, shown.replaceAll(' ', '')])(
    'takes %j for the number that was recorded',
    (typed) => {
      expect(numberOf(rules, typed)).toBe(number);
      expect(formatAccountNumber(rules, typed)).toBe(shown);
      expect(getAccountHint(rules, typed)).toEqual({ kind: 'fits', typed: number.length });
    },
  );

  it('counts the digits of the number alone while it is typed', () => {
    const most = number.length;
    expect(getAccountHint(rules, shown.slice(0, -1))).toMatchObject({
      kind: 'count',
      typed: most - 1,
    });
    expect(getAccountHint(rules, number.slice(0, -1))).toMatchObject({ typed: most - 1 });
    expect(getAccountHint(rules, `${number}0`)).toMatchObject({
      kind: 'too-long',
      typed: most + 1,
    });
  });
});

const maskSign = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('9', '9', '9', 'X') },
  { weight: 4, arbitrary: fc.constantFrom('-', ' ', '(', ')', '/', '.', '+', '#', '–') },
  { weight: 2, arbitrary: fc.constantFrom('A', 'b', 'x', '5', '0', 'Ñ') },
  { weight: 1, arbitrary: fc.constant('?') },
);
const masks = fc
  .array(maskSign, { minLength: 1, maxLength: 18 })
  .map((all) => all.join(''))
  .filter((mask) => parseMask(mask).some(({ kind }) => kind !== 'literal'));
const DIGITS = [...'0123456789'];
const LETTERS = [...DIGITS, ...'ABCxyzÑé'];

/** A mask, and a number that fills as many of its slots as it must, or more. */
const masked = masks.chain((mask) => {
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
  it('leaves a number as it is, and shows it with the literals', () => {
    fc.assert(
      fc.property(masked, ({ mask, number }) => {
        const rules = rulesOf(mask);
        expect(numberOf(rules, number)).toBe(number);
        const shown = formatWithMask(mask, number);
        expect(formatAccountNumber(rules, number)).toBe(shown);
        expect(isSpellingOf({ accountNumber: number, accountShown: shown }, number)).toBe(true);
        expect(isSpellingOf({ accountNumber: number, accountShown: shown }, shown)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  it('reads the number out of what it shows, in any letter case and with any dash or blank', () => {
    fc.assert(
      fc.property(masked, ({ mask, number }) => {
        const rules = rulesOf(mask);
        const shown = formatWithMask(mask, number);
        // Letters and digits among the literals can make of one number another one: see `fitMask`.
        fc.pre(shown === number || numberOf(rules, shown) !== stripGrouping(shown));
        const other = shown.replaceAll('-', '\u2013').replaceAll(' ', '\u00a0');
        for (const typed of [shown, ` ${shown} `, other]) {
          expect(numberOf(rules, typed)).toBe(number);
        }
        expect(numberOf(rules, shown.toUpperCase())).toBe(
          numberOf(rules, shown.toUpperCase()) === null ? null : number.toUpperCase(),
        );
      }),
      { numRuns: 3_000 },
    );
  });

  it('takes no text for a number that it then takes for another', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 16 });
    const near = masked.chain(({ mask, number }) =>
      fc
        .tuple(fc.constantFrom(number, formatWithMask(mask, number)), fc.nat(12), text, fc.nat(1))
        .map(([written, at, put, away]) => ({
          mask,
          typed: written.slice(0, at) + (away === 0 ? '' : put) + written.slice(at + away),
        })),
    );
    fc.assert(
      fc.property(near, ({ mask, typed }) => {
        const rules = rulesOf(mask);
        const number = numberOf(rules, typed);
        if (number === null) return;
        expect(numberOf(rules, number)).toBe(number);
        expect(fitMask(mask, number)).toMatchObject({ kind: 'whole', number });
        for (const { kind, character } of parseMask(mask)) {
          if (kind !== 'literal' || /[\p{L}\p{N}]/u.test(character)) continue;
          expect(number).not.toContain(character);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});
