import { describe, expect, it } from 'vitest';
import {
  type AccountRules,
  formatAccountNumber,
  isSameAccount,
  matchesAccount,
  toAccountIndexKeys,
  toAccountKey,
  toCanonicalAccountNumber,
  validateAccount,
} from './account-number.ts';

type Rules = AccountRules & { readonly requiresNameOnAccount: boolean };

function createBiller(changes: Partial<Rules> = {}): Rules {
  return {
    accountNumberDigits: '',
    mask: '',
    billType: 'account_number',
    requiresNameOnAccount: false,
    ...changes,
  };
}

function validate(typed: string, changes: Partial<Rules> = {}, name: string | null = null) {
  const validation = validateAccount(createBiller(changes), typed, name);
  return validation.ok ? validation.value.accountNumber : validation.problem;
}

describe('account numbers', () => {
  it.each([
    ['501000000007', '501000000007'],
    ['  5010 0000 0007\n', '501000000007'],
    ['501-000–000—007', '501000000007'],
    ['５０１000000007', '501000000007'],
    ['501\u200b000\u00a0000\u202f007\ufeff', '501000000007'],
    ['ab-12/3', 'ab12/3'],
  ])('removes grouping and invisible characters from the account number %j', (typed, clean) => {
    expect(validate(typed)).toBe(clean);
  });

  it.each([
    ['', 'empty'],
    [' - ', 'empty'],
    ['12|34', 'characters'],
    ['12\u000734', 'characters'],
  ])('rejects the account number %j with reason %s', (typed, reason) => {
    expect(validate(typed)).toEqual({ kind: 'account-number', reason, expected: null });
  });

  it.each([
    ['10', '123456789', 'too-short'],
    ['10', '12345678901', 'too-long'],
    ['7..15', '123456', 'too-short'],
    ['7..15', '1234567890123456', 'too-long'],
    ['10', '12345.6789', 'characters'],
  ])(
    'with the digits rule %s, rejects %s as %s and returns the expected digits',
    (digits, typed, reason) => {
      expect(validate(typed, { accountNumberDigits: digits })).toEqual({
        kind: 'account-number',
        reason,
        expected: digits,
      });
    },
  );

  it.each([
    ['10', '1234567890'],
    ['7..15', '1234567'],
    ['7..15', '123 456 789 012 345'],
    ['', '1'],
    ['a word that nobody knows', '1'],
  ])('with the digits rule %j, accepts the account number %s', (digits, typed) => {
    expect(validate(typed, { accountNumberDigits: digits })).toBe(typed.replaceAll(' ', ''));
  });

  it.each([
    ['(55) 1234-5678', 'MX', '5512345678'],
    ['55.1234.5678', 'MX', '5512345678'],
    ['+52 55 1234 5678', 'MX', '5512345678'],
    ['+52 1 55 1234 5678', 'MX', '5512345678'],
    ['0052 55 1234 5678', 'MX', '5512345678'],
    ['+57 300 123 4567', 'CO', '3001234567'],
    ['+57 (300) 123-4567', 'co', '3001234567'],
    ['+1 809 555 0199', 'DO', '8095550199'],
  ])('reads the phone number %j in %s as %s', (typed, country, number) => {
    const phoneRules = { billType: 'phone_number', accountNumberDigits: '10', country };
    expect(validate(typed, phoneRules)).toBe(number);
    expect(validate(typed, { ...phoneRules, mask: '(999) 999-9999' })).toBe(number);
    expect(validate(typed, { ...phoneRules, mask: '999-999-9999' })).toBe(number);
  });

  it.each([
    ['+1 212 555 0199', 'MX'],
    ['+57 300 123 4567', 'MX'],
    ['+52 55 1234 5678', 'CO'],
    ['52 55 1234 5678', 'MX'],
    ['+52 55 1234 5678', undefined],
    ['+52 55 1234 56789', 'MX'],
  ])('rejects %j at a phone company of %s, and never shortens it', (typed, country) => {
    const phoneRules = { billType: 'phone_number', accountNumberDigits: '10' };
    expect(
      validate(typed, country === undefined ? phoneRules : { ...phoneRules, country }),
    ).toMatchObject({ reason: 'too-long' });
  });

  it('keeps a calling code where the phone company requires or allows it', () => {
    const phoneRules = { billType: 'phone_number', country: 'MX' };
    expect(validate('+52 55 1234 5678', { ...phoneRules, accountNumberDigits: '12' })).toBe(
      '+525512345678',
    );
    expect(validate('(+52) 55 1234 5678', phoneRules)).toBe('+525512345678');
  });

  it.each(['99.99.99/99', '(99) 99-99 A9.9', '999.999/99'])(
    'reads a phone number with and without the signs of the mask %s',
    (mask) => {
      const phoneRules = { billType: 'phone_number', mask, country: 'MX' };
      const shown = formatAccountNumber(createBiller(phoneRules), '55123456');
      expect(shown).not.toBe('55123456');
      expect(validate('55123456', phoneRules)).toBe('55123456');
      expect(validate(shown, phoneRules)).toBe('55123456');
      expect(validate('(55).12 34-56', phoneRules)).toBe('55123456');
    },
  );

  it('rejects the whole code of a bill, which a biller without rules would take', () => {
    const code = '415770718150001780201234';
    expect(validate(code)).toEqual({
      kind: 'account-number',
      reason: 'bill-code',
      expected: null,
    });
    expect(validate(code, { accountNumberDigits: '24' })).toMatchObject({ reason: 'bill-code' });
    // Shorter than any such code, or no such code.
    expect(validate(code.slice(0, -1))).toBe(code.slice(0, -1));
    expect(validate('1'.repeat(24))).toBe('1'.repeat(24));
  });

  it('keeps the points of an account number that is no phone number', () => {
    expect(validate('55.1234.5678', {})).toBe('55.1234.5678');
  });

  it('rejects letters in a phone number', () => {
    expect(validate('55 9999 9999', { billType: 'phone_number' })).toBe('5599999999');
    for (const typed of ['55O9999999', 'O559999999', '559999999O']) {
      expect(validate(typed, { billType: 'phone_number' })).toMatchObject({ reason: 'characters' });
    }
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
    ['1999?9', '1234', '1234'],
    ['1-999?9', ' 1-234 ', '234'],
    ['1-999?9', '1\u2013234', '234'],
    ['1 999?9', '1\t234', '234'],
    ['AB-XXXX', 'AB12', 'AB12'],
    ['1-XXX', '123', '123'],
    ['--', '12', '12'],
  ])('with the mask %s, parses %s as the account number %s', (mask, typed, clean) => {
    expect(validate(typed, { mask })).toBe(clean);
  });

  it.each([
    ['999-999', '12345'],
    ['999-999', '1234567'],
    ['999-999', '12a456'],
    ['9999?99', '123'],
    ['9999?99', '1234567'],
    ['AB-?99', 'AB'],
    ['XX/XX', '1/23'],
    ['XX', 'x\u0301'],
    ['99/99', '/'],
  ])('with the mask %s, rejects the account number %s', (mask, typed) => {
    expect(validate(typed, { mask })).toEqual({
      kind: 'account-number',
      reason: 'mask',
      expected: mask,
    });
  });

  it('accepts a number of digits with or without the literals of the mask', () => {
    expect(validate('123456', { mask: '52-999999', accountNumberDigits: '6' })).toBe('123456');
    expect(validate('123456', { mask: '52-999999', accountNumberDigits: '8' })).toBe('123456');
    expect(validate('1234', { mask: '(01) 9999?99', accountNumberDigits: '6' })).toMatchObject({
      reason: 'too-short',
    });
    expect(validate('123456', { mask: '999999', accountNumberDigits: '8' })).toMatchObject({
      reason: 'too-short',
    });
  });

  it.each([
    // A real biller: the mask of its account number beside the digits of its bar code.
    ['99999999', '22', '1234567890123456789012', '1234567890123456789012'],
    ['99999999', '16', '1234 5678 9012 3456', '1234567890123456'],
    ['99999999', '14', '12345678901234', '12345678901234'],
    ['999-999-9999', '7..12', '1234567', '1234567'],
    ['999-999-9999', '7..12', '123-456-7890', '1234567890'],
    ['(999) 999-9999', '7..12', '(123) 456-7890', '1234567890'],
    ['9999999999', '10,12', '1234567890', '1234567890'],
    ['9999999999', '10,12', '123456789012', '123456789012'],
    ['9999999999', '10 | 12..13', '1234567890123', '1234567890123'],
    ['99999999?99', '8..10', '123456789', '123456789'],
  ])('with the mask %s and the digits %s, parses %s as %s', (mask, digits, typed, number) => {
    expect(validate(typed, { mask, accountNumberDigits: digits })).toBe(number);
  });

  it.each([
    ['99999999', '22', '12345678', 'too-short'],
    ['99999999', '22', '12345678901234567890123', 'too-long'],
    ['9999999999', '10,12', '12345678901', 'too-short'],
    ['9999999999', '10,12', '1234567890123', 'too-long'],
  ])('with the mask %s and the digits %s, rejects %s as %s', (mask, digits, typed, reason) => {
    expect(validate(typed, { mask, accountNumberDigits: digits })).toEqual({
      kind: 'account-number',
      reason,
      expected: digits,
    });
  });

  it.each(['9..3', '0', '0..0', 'ten', '10,', ',', '10..x', '1234'])(
    'ignores the digits rule %j, which no number can meet',
    (digits) => {
      expect(validate('12345', { accountNumberDigits: digits })).toBe('12345');
    },
  );

  it('ignores a mask whose literals skip a length of the digits rule', () => {
    const rules = { mask: '?191', accountNumberDigits: '1..2' };
    expect(['7', '77'].map((typed) => validate(typed, rules))).toEqual(['7', '77']);
  });

  it.each([
    ['5512345678', '55 1234 5678'],
    ['3312345678', '33 1234 5678'],
    ['6141234567', '614 123 4567'],
    ['3001234567', '300 123 4567'],
    ['1234567', '1234567'],
  ])('groups the telephone number %s as %s', (number, formatted) => {
    const phoneBiller = createBiller({ billType: 'phone_number', accountNumberDigits: '7..10' });
    expect(formatAccountNumber(phoneBiller, number)).toBe(formatted);
    expect(formatAccountNumber(phoneBiller, formatted)).toBe(formatted);
    expect(formatAccountNumber({ ...phoneBiller, billType: 'account_number' }, number)).toBe(
      number,
    );
  });

  it('keeps the length that the biller accepts also for a mask with optional digits', () => {
    const rules = { mask: '9999?99', accountNumberDigits: '4,6' };
    expect(validate('123456', rules)).toBe('123456');
    const problem = { kind: 'account-number', reason: 'too-short', expected: '4,6' };
    expect(validate('12345', rules)).toEqual(problem);
    expect(validate('123', rules)).toEqual(problem);
    expect(validate('12a4', rules)).toMatchObject({ reason: 'mask', expected: '9999?99' });
  });

  it('ignores the blanks around the rules of a biller', () => {
    expect(validate('1', { accountNumberDigits: ' 10 ' })).toMatchObject({ expected: '10' });
    expect(validate('ab12/3', { accountNumberDigits: ' ' })).toBe('ab12/3');
    expect(validate('1', { mask: ' 999-999 ' })).toMatchObject({ expected: '999-999' });
  });

  it.each([
    ['+525512345678', '+525512345678'],
    ['55123456789', '55123456789'],
    ['6145512345', '614 551 2345'],
    ['5512x', '5512x'],
  ])('shows the telephone number %s without a digits rule as %s', (number, shown) => {
    expect(formatAccountNumber(createBiller({ billType: 'phone_number' }), number)).toBe(shown);
  });

  it('shows a telephone number with the mask of its company', () => {
    const phoneBiller = createBiller({ billType: 'phone_number', mask: '999-999-9999' });
    expect(formatAccountNumber(phoneBiller, '5512345678')).toBe('551-234-5678');
  });

  it('reads an account of the service as the biller accepts it, and keeps what it does not', () => {
    const biller = createBiller({ mask: '(999) 999-9999' });
    expect(toCanonicalAccountNumber(biller, '(646) 306-0086')).toBe('6463060086');
    expect(toCanonicalAccountNumber(biller, '646-3')).toBe('646-3');
  });

  it('requires a name if the biller does, and accepts one if the biller does not', () => {
    const nameRequiringBiller = createBiller({ requiresNameOnAccount: true });
    expect(validateAccount(nameRequiringBiller, '1', '  ')).toMatchObject({
      problem: { reason: 'name-required' },
    });
    expect(validateAccount(nameRequiringBiller, '1', ' Ana   María ')).toMatchObject({
      value: { nameOnAccount: 'Ana María' },
    });
    expect(validateAccount(createBiller(), '1', 'Ana')).toMatchObject({
      value: { nameOnAccount: 'Ana' },
    });
    expect(validateAccount(createBiller(), '1', ' ')).toMatchObject({
      value: { nameOnAccount: null },
    });
  });
});

describe('the key of an account', () => {
  it('compares accounts only by their letters and digits', () => {
    expect(toAccountKey('ab-1 2')).toBe(toAccountKey('AB12'));
    expect(toAccountKey('abc')).toBe('ABC');
    expect(isSameAccount('ab-1', 'AB1')).toBe(true);
    expect(isSameAccount('120', '12')).toBe(false);
    expect(isSameAccount('--', '//')).toBe(false);
    for (const spelling of ['AB-12', 'ab 12', '-AB12', 'ＡＢ12']) {
      expect(toAccountKey(spelling)).toBe('AB12');
    }
  });

  it('finds an account by its number, and as it is shown, but by no other', () => {
    const account = { accountNumber: '1234', accountShown: 'AB-1234' };
    expect(['1234', '12 34', 'ab1234', '234'].map((text) => matchesAccount(account, text))).toEqual(
      [true, true, true, false],
    );
  });

  it('finds an account in the index by its capitals, and by its other letters in small', () => {
    expect(toAccountIndexKeys('ab-1')).toEqual(['AB1']);
    expect(toAccountIndexKeys('añ-1')).toEqual(['AÑ1', 'Añ1']);
  });
});
