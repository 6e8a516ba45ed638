import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AccountRules,
  formatAccountNumber,
  isSameAccount,
  toAccountIndexKeys,
  validateAccountNumber,
} from './account-number.ts';

function createRules(changes: Partial<AccountRules> = {}): AccountRules {
  return { accountNumberDigits: '', mask: '', billType: 'account_number', ...changes };
}

function validate(typed: string, changes: Partial<AccountRules> = {}) {
  const validation = validateAccountNumber(createRules(changes), typed);
  return validation.ok ? validation.value : validation.problem;
}

it('accepts every length that the digits rule allows, for any mask', () => {
  const length = fc.integer({ min: 1, max: 30 });
  const digitsRule = fc
    .array(fc.tuple(length, fc.integer({ min: 0, max: 5 })), { minLength: 1, maxLength: 3 })
    .map((ranges) => ranges.map(([least, more]) => ({ least, most: least + more })));
  const maskText = fc
    .array(fc.constantFrom('9', '9', '9', 'X', '-', ' ', '/', '(', 'A', '1', '?'), {
      maxLength: 30,
    })
    .map((characters) => characters.join(''));
  fc.assert(
    fc.property(digitsRule, maskText, fc.boolean(), (ranges, mask, isPhone) => {
      const rules = {
        mask,
        accountNumberDigits: ranges
          .map(({ least, most }) => (least === most ? `${least}` : `${least}..${most}`))
          .join(','),
        billType: isPhone ? 'phone_number' : 'account_number',
      };
      for (const { least, most } of ranges) {
        for (let count = least; count <= most; count += 1) {
          // If the mask is used, its literals may count as digits: then fewer are typed.
          const typedLengths = [...Array(count).keys()].map((typed) => typed + 1);
          const numbers = typedLengths.map((typed) => validate('7'.repeat(typed), rules));
          const accepted = numbers.filter((number) => typeof number === 'string');
          const shownLengths = accepted.map(
            (number) => formatAccountNumber(rules, number).replace(/[^\p{L}\p{N}]/gu, '').length,
          );
          expect([...accepted.map(({ length }) => length), ...shownLengths]).toContain(count);
        }
      }
    }),
    // Each case validates up to a thousand numbers.
    { numRuns: 200 },
  );
});

describe('any text', () => {
  it('validates a valid account number to itself, for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.constantFrom('', '999-999', '9X9?9'),
        (typed, mask) => {
          const cleanNumber = validate(typed, { mask });
          if (typeof cleanNumber !== 'string') return;
          expect(validate(cleanNumber, { mask })).toBe(cleanNumber);
          expect(cleanNumber).not.toMatch(/[|\s]/);
        },
      ),
      { examples: [['c\u00b8', '']] },
    );
  });

  it('keeps the digits of an account number with any grouping', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.constantFrom('', ' ', '-', '\t')), {
          minLength: 1,
          maxLength: 20,
        }),
        (parts) => {
          const digits = parts.map(([digit]) => digit).join('');
          const typed = parts.map(([digit, group]) => `${digit}${group}`).join('');
          expect(validate(typed)).toBe(digits);
          expect(isSameAccount(typed, digits)).toBe(true);
        },
      ),
    );
  });
});

it('finds a stored account in the index, in upper or lower case and with any signs', () => {
  const account = fc.string({ unit: fc.constantFrom(...'ab0189ñáü'), minLength: 1, maxLength: 12 });
  const caseConversion = fc.constantFrom(
    (text: string) => text.toUpperCase(),
    (text: string) => text,
  );
  fc.assert(
    fc.property(
      account,
      caseConversion,
      caseConversion,
      fc.constantFrom('', '-', ' ', '.'),
      (compactNumber, toStoredCase, toTypedCase, sign) => {
        const indexKey = toStoredCase(compactNumber).replace(/[a-z]/g, (letter) =>
          letter.toUpperCase(),
        );
        expect(toAccountIndexKeys(toTypedCase([...compactNumber].join(sign)))).toContain(indexKey);
      },
    ),
  );
});
