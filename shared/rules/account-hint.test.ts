import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getAccountHint, getExpectedLength, isDigitsOnly } from './account-hint.ts';
import { parseMask, stripGrouping } from './account-mask.ts';
import { parseDigitsRule } from './account-number.ts';

const rules = (accountNumberDigits: string, mask = '', billType = 'account_number') => ({
  accountNumberDigits,
  mask,
  billType,
});

describe('readDigits', () => {
  it('reads a number, a range and nothing', () => {
    expect(parseDigitsRule('10')).toEqual({ least: 10, most: 10 });
    expect(parseDigitsRule('7..15')).toEqual({ least: 7, most: 15 });
    expect(parseDigitsRule('')).toBeNull();
    expect(parseDigitsRule('many')).toBeNull();
  });
});

describe('readMask', () => {
  it('tells digits, any characters, literals and what is optional', () => {
    expect(parseMask('')).toEqual([]);
    expect(parseMask('9-X?9')).toEqual([
      { kind: 'digit', character: '9', isOptional: false },
      { kind: 'literal', character: '-', isOptional: false },
      { kind: 'any', character: 'X', isOptional: false },
      { kind: 'digit', character: '9', isOptional: true },
    ]);
  });
});

describe('accountHint', () => {
  it('says nothing of an empty field and of a biller without rules', () => {
    expect(getAccountHint(rules('10'), '')).toEqual({ kind: 'empty' });
    expect(getAccountHint(rules(''), 'AB-77')).toEqual({ kind: 'open' });
  });

  it('counts towards the expected digits', () => {
    expect(getAccountHint(rules('7..15'), '123')).toEqual({
      kind: 'count',
      typed: 3,
      least: 7,
      most: 15,
    });
    expect(getAccountHint(rules('7..15'), '1234567')).toEqual({ kind: 'fits', typed: 7 });
    expect(getAccountHint(rules('10'), '12345678901')).toEqual({
      kind: 'too-long',
      typed: 11,
      most: 10,
    });
  });

  it('takes pasted spaces of any kind', () => {
    expect(getAccountHint(rules('12'), ' 5010 0000\u00a00007\n')).toEqual({
      kind: 'fits',
      typed: 12,
    });
    expect(stripGrouping('\t50 10\u202f7–8 ')).toBe('501078');
  });

  it('points at letters in a phone number, and not in an account number that may have them', () => {
    expect(getAccountHint(rules('10', '', 'phone_number'), '55a')).toEqual({ kind: 'letters' });
    expect(getAccountHint(rules('3'), '12a')).toEqual({ kind: 'fits', typed: 3 });
    expect(getAccountHint(rules('', 'XX99'), 'ab12')).toEqual({ kind: 'fits', typed: 4 });
  });

  it('follows a mask, with its literals typed or left out', () => {
    const masked = rules('', '999-999?99');
    expect(getAccountHint(masked, '123')).toMatchObject({ kind: 'count', typed: 3 });
    expect(getAccountHint(masked, '123-456')).toEqual({ kind: 'fits', typed: 6 });
    expect(getAccountHint(masked, '123456')).toEqual({ kind: 'fits', typed: 6 });
    expect(getAccountHint(masked, '12345678')).toEqual({ kind: 'fits', typed: 8 });
    expect(getAccountHint(masked, '12a')).toEqual({ kind: 'mask', position: 3 });
    expect(getAccountHint(masked, '1234567a')).toEqual({ kind: 'mask', position: 8 });
    expect(getAccountHint(masked, '123456789')).toEqual({ kind: 'too-long', typed: 9, most: 8 });
  });

  it('takes the letters of a mask in any letter case', () => {
    const masked = rules('', 'AB-9999');
    expect(getAccountHint(masked, 'ab12')).toEqual({ kind: 'count', typed: 2, least: 4, most: 4 });
    expect(getAccountHint(masked, 'ab1234')).toEqual({ kind: 'fits', typed: 4 });
    expect(getAccountHint(masked, '1234')).toEqual({ kind: 'fits', typed: 4 });
    expect(getAccountHint(masked, 'ab12345')).toEqual({ kind: 'too-long', typed: 5, most: 4 });
    expect(getAccountHint(masked, 'ac1234')).toEqual({ kind: 'mask', position: 2 });
  });

  it('says what main refuses for other signs, or for the digits beside a mask', () => {
    expect(getAccountHint(rules('10'), '12345.6789')).toEqual({ kind: 'characters' });
    expect(getAccountHint(rules(''), '12|34')).toEqual({ kind: 'characters' });
    expect(getAccountHint(rules('8', '999999'), '123456')).toEqual({
      kind: 'count',
      typed: 6,
      least: 8,
      most: 8,
    });
    expect(getAccountHint(rules('4', '999999'), '123456')).toEqual({
      kind: 'too-long',
      typed: 6,
      most: 4,
    });
  });

  it('fits every number of digits that the range allows, and no other', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 1, max: 64 }),
        (least, more, count) => {
          const hint = getAccountHint(rules(`${least}..${least + more}`), '7'.repeat(count));
          const expected = count < least ? 'count' : count > least + more ? 'too-long' : 'fits';
          expect(hint.kind).toBe(expected);
        },
      ),
    );
  });
});

describe('expectedLength and isDigitsOnly', () => {
  it('takes the mask first, then the digits', () => {
    expect(getExpectedLength(rules('7..15', '999'))).toEqual({ least: 3, most: 3 });
    expect(getExpectedLength(rules('7..15'))).toEqual({ least: 7, most: 15 });
    expect(getExpectedLength(rules('', '99-9?99'))).toEqual({ least: 3, most: 5 });
    expect(getExpectedLength(rules('', ''))).toBeNull();
    expect(getExpectedLength(rules('9..3'))).toBeNull();
    expect(isDigitsOnly(rules('10'))).toBe(true);
    expect(isDigitsOnly(rules('', '99-99'))).toBe(true);
    expect(isDigitsOnly(rules('', '99X'))).toBe(false);
    expect(isDigitsOnly(rules('', ''))).toBe(false);
  });
});
