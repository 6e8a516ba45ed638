import { describe, expect, it } from 'vitest';
import { getAccountHint, getExpectedLength, isDigitsOnly } from './account-hint.ts';
import { parseMask, stripGrouping } from './account-mask.ts';
import { parseAccountLengthRanges } from './account-number.ts';

const createRules = (accountNumberDigits: string, mask = '', billType = 'account_number') => ({
  accountNumberDigits,
  mask,
  billType,
});

describe('parseDigitsRule', () => {
  it('parses a digits rule that is a number, a range or a list, and returns null for other texts', () => {
    expect(parseAccountLengthRanges('10')).toEqual([{ least: 10, most: 10 }]);
    expect(parseAccountLengthRanges('7..15')).toEqual([{ least: 7, most: 15 }]);
    expect(parseAccountLengthRanges('0..3')).toEqual([{ least: 1, most: 3 }]);
    expect(parseAccountLengthRanges('10, 12 ; 20..22')).toEqual([
      { least: 10, most: 10 },
      { least: 12, most: 12 },
      { least: 20, most: 22 },
    ]);
    expect(parseAccountLengthRanges('7-15')).toEqual([{ least: 7, most: 15 }]);
    expect(parseAccountLengthRanges('  7  ..  15  ')).toEqual([{ least: 7, most: 15 }]);
    expect(parseAccountLengthRanges('9..100')).toEqual([{ least: 9, most: 100 }]);
    expect(parseAccountLengthRanges('100..120')).toEqual([{ least: 100, most: 120 }]);
    expect(parseAccountLengthRanges('a10')).toBeNull();
    expect(parseAccountLengthRanges('10a')).toBeNull();
    expect(parseAccountLengthRanges('9..3')).toBeNull();
    expect(parseAccountLengthRanges('0')).toBeNull();
    expect(parseAccountLengthRanges('')).toBeNull();
    expect(parseAccountLengthRanges('many')).toBeNull();
  });
});

describe('parseMask', () => {
  it('parses a mask into digits, any characters, literals and optional slots', () => {
    expect(parseMask('')).toEqual([]);
    expect(parseMask('9-X?9')).toEqual([
      { kind: 'digit', character: '9', isOptional: false },
      { kind: 'literal', character: '-', isOptional: false },
      { kind: 'any', character: 'X', isOptional: false },
      { kind: 'digit', character: '9', isOptional: true },
    ]);
  });
});

describe('getAccountHint', () => {
  it('returns a hint without numbers for an empty field and for a biller without rules', () => {
    expect(getAccountHint(createRules('10'), '')).toEqual({ kind: 'empty' });
    expect(getAccountHint(createRules(''), 'AB-77')).toEqual({ kind: 'open' });
  });

  it('compares the number of typed digits with the expected digits', () => {
    expect(getAccountHint(createRules('7..15'), '123')).toEqual({
      kind: 'count',
      typed: 3,
      least: 7,
      most: 15,
    });
    expect(getAccountHint(createRules('7..15'), '1234567')).toEqual({ kind: 'fits', typed: 7 });
    expect(getAccountHint(createRules('10'), '12345678901')).toEqual({
      kind: 'too-long',
      typed: 11,
      most: 10,
    });
  });

  it('ignores spaces of any kind in a pasted account number', () => {
    expect(getAccountHint(createRules('12'), ' 5010 0000\u00a00007\n')).toEqual({
      kind: 'fits',
      typed: 12,
    });
    expect(stripGrouping('\t50 10\u202f7–8 ')).toBe('501078');
  });

  it('counts the digits of a phone number without its calling code', () => {
    const phoneRules = { ...createRules('10', '', 'phone_number'), country: 'MX' };
    expect(getAccountHint(phoneRules, '+52 (55) 1234')).toEqual({
      kind: 'count',
      typed: 6,
      least: 10,
      most: 10,
    });
    expect(getAccountHint(phoneRules, '+52 (55) 1234-5678')).toEqual({ kind: 'fits', typed: 10 });
    expect(getAccountHint(phoneRules, '(55) 1234')).toMatchObject({ kind: 'count', typed: 6 });
  });

  it('reports letters in a phone number, but not in an account number that may contain them', () => {
    expect(getAccountHint(createRules('10', '', 'phone_number'), '55a')).toEqual({
      kind: 'letters',
    });
    expect(getAccountHint(createRules('10', '', 'phone_number'), '55#')).toEqual({
      kind: 'characters',
    });
    expect(getAccountHint(createRules('3'), '12a#')).toEqual({ kind: 'characters' });
    expect(getAccountHint(createRules('3'), '12a')).toEqual({ kind: 'fits', typed: 3 });
    expect(getAccountHint(createRules('', 'XX99'), 'ab12')).toEqual({ kind: 'fits', typed: 4 });
  });

  it('matches a mask with its literals typed or omitted', () => {
    const maskedRules = createRules('', '999-999?99');
    expect(getAccountHint(maskedRules, '123')).toMatchObject({ kind: 'count', typed: 3 });
    expect(getAccountHint(maskedRules, '123-456')).toEqual({ kind: 'fits', typed: 6 });
    expect(getAccountHint(maskedRules, '123456')).toEqual({ kind: 'fits', typed: 6 });
    expect(getAccountHint(maskedRules, '12345678')).toEqual({ kind: 'fits', typed: 8 });
    expect(getAccountHint(maskedRules, '12a')).toEqual({ kind: 'mask', position: 3 });
    expect(getAccountHint(maskedRules, '1234567a')).toEqual({ kind: 'mask', position: 8 });
    expect(getAccountHint(maskedRules, '123456789')).toEqual({
      kind: 'too-long',
      typed: 9,
      most: 8,
    });
  });

  it('matches the letters of a mask in any letter case', () => {
    const maskedRules = createRules('', 'AB-9999');
    expect(getAccountHint(maskedRules, 'ab12')).toEqual({
      kind: 'count',
      typed: 2,
      least: 4,
      most: 4,
    });
    expect(getAccountHint(maskedRules, 'ab1234')).toEqual({ kind: 'fits', typed: 4 });
    expect(getAccountHint(maskedRules, '1234')).toEqual({ kind: 'fits', typed: 4 });
    expect(getAccountHint(maskedRules, 'ab12345')).toEqual({ kind: 'too-long', typed: 5, most: 4 });
    expect(getAccountHint(maskedRules, 'ac1234')).toEqual({ kind: 'mask', position: 2 });
    expect(getAccountHint(maskedRules, '12c4')).toEqual({ kind: 'mask', position: 3 });
    expect(getAccountHint(maskedRules, '12345')).toEqual({ kind: 'too-long', typed: 5, most: 4 });
  });

  it('counts none of the literals that were typed as digits', () => {
    const count = { kind: 'count', least: 6, most: 6 };
    expect(getAccountHint(createRules('', '52-999999'), '52123')).toEqual({ ...count, typed: 3 });
    expect(getAccountHint(createRules('', '555-99'), '555')).toMatchObject({
      kind: 'count',
      typed: 0,
    });
    expect(getAccountHint(createRules('', '5-99'), '51234')).toMatchObject({
      kind: 'too-long',
      typed: 4,
    });
    expect(getAccountHint(createRules('', 'AB-?99'), 'ab')).toMatchObject({
      kind: 'count',
      typed: 0,
    });
  });

  it('counts what is missing of a whole mask to a length that the biller accepts', () => {
    const maskedRules = createRules('4,6', '9999?99');
    expect(getAccountHint(maskedRules, '12345')).toEqual({
      kind: 'count',
      typed: 5,
      least: 4,
      most: 6,
    });
    expect(getAccountHint(maskedRules, '123456')).toEqual({ kind: 'fits', typed: 6 });
  });

  it('reports characters that main rejects, and a number of digits that contradicts the mask', () => {
    expect(getAccountHint(createRules('10'), '12345.6789')).toEqual({ kind: 'characters' });
    expect(getAccountHint(createRules(''), '12|34')).toEqual({ kind: 'characters' });
    expect(getAccountHint(createRules('8', '999999'), '123456')).toEqual({
      kind: 'count',
      typed: 6,
      least: 8,
      most: 8,
    });
    expect(getAccountHint(createRules('4', '999999'), '123456')).toEqual({
      kind: 'too-long',
      typed: 6,
      most: 4,
    });
  });

  it('reports the whole code of a bill', () => {
    expect(getAccountHint(createRules(''), '415770718150001780201234')).toEqual({
      kind: 'bill-code',
    });
  });
});

describe('getExpectedLength and isDigitsOnly', () => {
  it('derives the expected length from the mask, or from the digits rule without a mask', () => {
    expect(getExpectedLength(createRules('3', '999'))).toEqual({ least: 3, most: 3 });
    expect(getExpectedLength(createRules('7..15', '999'))).toEqual({ least: 7, most: 15 });
    expect(getExpectedLength(createRules('10,12', '9999999999'))).toEqual({ least: 10, most: 12 });
    expect(getExpectedLength(createRules('7..15'))).toEqual({ least: 7, most: 15 });
    expect(getExpectedLength(createRules('', '99-9?99'))).toEqual({ least: 3, most: 5 });
    expect(getExpectedLength(createRules('12,7..9,10'))).toEqual({ least: 7, most: 12 });
    expect(getExpectedLength(createRules('', ''))).toBeNull();
    expect(getExpectedLength(createRules('9..3'))).toBeNull();
    expect(isDigitsOnly(createRules('10'))).toBe(true);
    expect(isDigitsOnly(createRules('', '99-99'))).toBe(true);
    expect(isDigitsOnly(createRules('', '99X'))).toBe(false);
    expect(isDigitsOnly(createRules('22', '99X'))).toBe(true);
    expect(isDigitsOnly(createRules('', ''))).toBe(false);
    expect(isDigitsOnly(createRules('', '', 'phone_number'))).toBe(true);
  });
});
