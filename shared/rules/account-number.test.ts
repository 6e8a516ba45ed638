import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AccountRules,
  isSameAccount,
  toAccountKey,
  toIndexKeys,
  validateAccount,
} from './account-number.ts';

type Rules = AccountRules & { readonly requiresNameOnAccount: boolean };

function testBiller(changes: Partial<Rules> = {}): Rules {
  return {
    accountNumberDigits: '',
    mask: '',
    billType: 'account_number',
    requiresNameOnAccount: false,
    ...changes,
  };
}

function check(typed: string, changes: Partial<Rules> = {}, name: string | null = null) {
  const checked = validateAccount(testBiller(changes), typed, name);
  return checked.ok ? checked.value.accountNumber : checked.problem;
}

describe('account numbers', () => {
  it.each([
    ['501000000007', '501000000007'],
    ['  5010 0000 0007\n', '501000000007'],
    ['501-000–000—007', '501000000007'],
    ['５０１000000007', '501000000007'],
    ['501\u200b000\u00a0000\u202f007\ufeff', '501000000007'],
    ['ab-12/3', 'ab12/3'],
  ])('%j is cleaned of what people group it with', (typed, clean) => {
    expect(check(typed)).toBe(clean);
  });

  it.each([
    ['', 'empty'],
    [' - ', 'empty'],
    ['12|34', 'characters'],
    ['12\u000734', 'characters'],
  ])('%j is %s', (typed, reason) => {
    expect(check(typed)).toEqual({ kind: 'account-number', reason, expected: null });
  });

  it.each([
    ['10', '123456789', 'too-short'],
    ['10', '12345678901', 'too-long'],
    ['7..15', '123456', 'too-short'],
    ['7..15', '1234567890123456', 'too-long'],
    ['10', '12345.6789', 'characters'],
  ])('of %s digits: %s is %s, and the problem says what is expected', (digits, typed, reason) => {
    expect(check(typed, { accountNumberDigits: digits })).toEqual({
      kind: 'account-number',
      reason,
      expected: digits,
    });
  });

  it.each([
    ['10', '1234567890'],
    ['7..15', '1234567'],
    ['7..15', '123 456 789 012 345'],
    ['', '1'],
    ['a word that nobody knows', '1'],
  ])('of %s digits: %s passes', (digits, typed) => {
    expect(check(typed, { accountNumberDigits: digits })).toBe(typed.replaceAll(' ', ''));
  });

  it('a phone number has digits only', () => {
    expect(check('55 9999 9999', { billType: 'phone_number' })).toBe('5599999999');
    expect(check('55O9999999', { billType: 'phone_number' })).toMatchObject({
      reason: 'characters',
    });
  });

  it.each([
    ['999-999', '123456', '123456'],
    ['999-999', '123 456', '123456'],
    ['999-999', '123-456', '123456'],
    ['99X9', '12a4', '12a4'],
    ['9999?99', '1234', '1234'],
    ['9999?99', '12345', '12345'],
    ['9999?99', '123456', '123456'],
    ['AB/9999', '1234', '1234'],
    ['AB/9999', 'ab/1234', '1234'],
    ['AB-XXXX', 'ab12', 'ab12'],
    ['AB-XXXX', 'ab-ab12', 'ab12'],
    ['1-999?9', '1-234', '234'],
    ['1-999?9', '1234', '1234'],
    ['99x99', '12x34', '1234'],
  ])('by the mask %s, %s is %s', (mask, typed, clean) => {
    expect(check(typed, { mask })).toBe(clean);
  });

  it.each([
    ['999-999', '12345'],
    ['999-999', '1234567'],
    ['999-999', '12a456'],
    ['9999?99', '123'],
    ['9999?99', '1234567'],
  ])('by the mask %s, %s is refused', (mask, typed) => {
    expect(check(typed, { mask })).toEqual({
      kind: 'account-number',
      reason: 'mask',
      expected: mask,
    });
  });

  it('a mask’s own characters may be among the digits that are counted, or not', () => {
    expect(check('123456', { mask: '52-999999', accountNumberDigits: '6' })).toBe('123456');
    expect(check('123456', { mask: '52-999999', accountNumberDigits: '8' })).toBe('123456');
    expect(check('1234', { mask: '(01) 9999?99', accountNumberDigits: '6' })).toMatchObject({
      reason: 'too-short',
    });
    expect(check('123456', { mask: '999999', accountNumberDigits: '8' })).toMatchObject({
      reason: 'too-short',
    });
  });

  it('needs a name where the biller does, and takes it where the list did not say so', () => {
    const needs = testBiller({ requiresNameOnAccount: true });
    expect(validateAccount(needs, '1', '  ')).toMatchObject({
      problem: { reason: 'name-required' },
    });
    expect(validateAccount(needs, '1', ' Ana   María ')).toMatchObject({
      value: { nameOnAccount: 'Ana María' },
    });
    expect(validateAccount(testBiller(), '1', 'Ana')).toMatchObject({
      value: { nameOnAccount: 'Ana' },
    });
    expect(validateAccount(testBiller(), '1', ' ')).toMatchObject({
      value: { nameOnAccount: null },
    });
  });
});

describe('any text', () => {
  it('is cleaned once and for all, or refused', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.constantFrom('', '999-999', '9X9?9'),
        (typed, mask) => {
          const once = check(typed, { mask });
          if (typeof once !== 'string') return;
          expect(check(once, { mask })).toBe(once);
          expect(once).not.toMatch(/[|\s]/);
        },
      ),
    );
  });

  it('of digits keeps its digits through any grouping', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.constantFrom('', ' ', '-', '\t')), {
          minLength: 1,
          maxLength: 20,
        }),
        (parts) => {
          const digits = parts.map(([digit]) => digit).join('');
          const typed = parts.map(([digit, group]) => `${digit}${group}`).join('');
          expect(check(typed)).toBe(digits);
          expect(isSameAccount(typed, digits)).toBe(true);
        },
      ),
    );
  });

  it('is the same account by its letters and digits alone', () => {
    expect(toAccountKey('ab-1 2')).toBe(toAccountKey('AB12'));
    expect(isSameAccount('120', '12')).toBe(false);
    expect(isSameAccount('--', '//')).toBe(false);
  });
});

it('looks in the index for what is kept there, in capitals or small letters, with any signs', () => {
  const account = fc.string({ unit: fc.constantFrom(...'ab0189ñáü'), minLength: 1, maxLength: 12 });
  const cased = fc.constantFrom(
    (text: string) => text.toUpperCase(),
    (text: string) => text,
  );
  fc.assert(
    fc.property(
      account,
      cased,
      cased,
      fc.constantFrom('', '-', ' ', '.'),
      (bare, kept, typed, sign) => {
        const inIndex = kept(bare).replace(/[a-z]/g, (letter) => letter.toUpperCase());
        expect(toIndexKeys(typed([...bare].join(sign)))).toContain(inIndex);
      },
    ),
  );
});
