import { describe, expect, it } from 'vitest';
import { getAccountHint } from './account-hint.ts';
import { formatWithMask, parseMask } from './account-mask.ts';
import { type AccountRules, formatAccountNumber, validateAccountNumber } from './account-number.ts';

const createRules = (mask: string, accountNumberDigits = ''): AccountRules => ({
  mask,
  accountNumberDigits,
  billType: 'account_number',
});

function getValidNumber(rules: AccountRules, typed: string): string | null {
  const validation = validateAccountNumber(rules, typed);
  return validation.ok ? validation.value : null;
}

/** From recorded traffic with the service: the mask in the biller list, and the number that was sent. */
describe.each([
  ['(999) 999-9999', '6463060086', '(646) 306-0086', '10'],
  ['999 999 999 999', '123456851236', '123 456 851 236', '12'],
  ['999-9999999', '1111992022', '111-1992022', '10'],
])('mask %s', (mask, number, formatted, digits) => {
  const rules = createRules(mask, digits);

  it.each([
    number,
    formatted,
    formatted.toLowerCase(),
    ` ${formatted}\n`,
    formatted.replaceAll(' ', ''),
  ])('parses %j as the recorded account number', (typed) => {
    expect(getValidNumber(rules, typed)).toBe(number);
    expect(formatAccountNumber(rules, typed)).toBe(formatted);
    expect(getAccountHint(rules, typed)).toEqual({ kind: 'fits', typed: number.length });
  });

  it('counts only the digits of the account number during typing, not the mask literals', () => {
    const most = number.length;
    expect(getAccountHint(rules, formatted.slice(0, -1))).toMatchObject({
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

it.each([
  ['99?(9)', '123', '12(3)'],
  ['99?(9)', '12', '12'],
  ['99?-', '12', '12'],
  ['99?9-', '12', '12'],
  ['99?9-', '123', '123-'],
  ['99?9-9', '123', '123'],
  ['99)', '12', '12)'],
  [' 99-9 ', '123', '12-3'],
  ['9?9-?9', '123', '12-3'],
])('with the mask %j, shows the number %s as %s', (mask, number, shown) => {
  expect(formatWithMask(mask, number)).toBe(shown);
});

it('shows a number that does not fill the mask as it is', () => {
  expect(formatWithMask('99-99', '12')).toBe('12');
  expect(formatWithMask('99-99', '12345')).toBe('12345');
  expect(formatWithMask('99-99', '')).toBe('');
});

it('ignores the blanks around a mask, and what cannot be seen in it', () => {
  expect(parseMask(' 9\u200b9 ').map(({ character }) => character)).toEqual(['9', '9']);
});
