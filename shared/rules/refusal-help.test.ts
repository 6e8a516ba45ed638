import { describe, expect, it } from 'vitest';
import { getRefusalHelp } from './refusal-help.ts';
import { SERVICE_CODES } from './service-codes.ts';

const helpOf = (code: string | null, httpStatus: number | null = 422) => {
  const help = getRefusalHelp(code, httpStatus);
  return help.helps === 'correct' ? help.field : help.helps;
};

describe('what helps after a refusal', () => {
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
  ])('%s: %s', (code, helps) => {
    expect(helpOf(code)).toBe(helps);
  });

  it('is waiting after being turned away for a while, and nothing after another status', () => {
    expect(helpOf(null, 429)).toBe('again');
    expect([helpOf(null, 401), helpOf(null, 404), helpOf(null, null)]).toEqual([
      'next-customer',
      'next-customer',
      'next-customer',
    ]);
  });

  it('is never to do again what may be there already', () => {
    const guards = ['R8', 'R12', 'R36', 'R49', 'R50', 'R103'];
    expect(
      SERVICE_CODES.filter((code) => guards.includes(code)).map((code) => helpOf(code)),
    ).toEqual(guards.map(() => 'next-customer'));
  });
});
