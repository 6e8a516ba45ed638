import { describe, expect, it } from 'vitest';
import { getRefusalHelp } from './refusal-help.ts';
import { SERVICE_CODES } from './service-codes.ts';

const getHelp = (code: string | null, httpStatus: number | null = 422) => {
  const help = getRefusalHelp(code, httpStatus);
  return help.action === 'correct' ? help.field : help.action;
};

describe('getRefusalHelp', () => {
  it.each([
    ['R1', 'account'],
    ['R2', 'account'],
    ['R5', 'account'],
    ['R13', 'name'],
    ['R41', 'amount'],
    ['R3', 'amount'],
    ['R10', 'biller'],
    ['R24', 'again'],
    ['R22', 'next-customer'],
    ['R33', 'next-customer'],
    ['R36', 'next-customer'],
    ['R777', 'next-customer'],
  ])('returns the help for code %s: %s', (code, expectedHelp) => {
    expect(getHelp(code)).toBe(expectedHelp);
  });

  it('suggests a retry after 429, and the next customer after any other status without a code', () => {
    expect(getHelp(null, 429)).toBe('again');
    expect([getHelp(null, 401), getHelp(null, 404), getHelp(null, null)]).toEqual([
      'next-customer',
      'next-customer',
      'next-customer',
    ]);
  });

  it('never suggests a retry after a code of a duplicate guard', () => {
    const guardCodes = ['R8', 'R12', 'R36', 'R49', 'R50', 'R103'];
    expect(
      SERVICE_CODES.filter((code) => guardCodes.includes(code)).map((code) => getHelp(code)),
    ).toEqual(guardCodes.map(() => 'next-customer'));
  });
});
