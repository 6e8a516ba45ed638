import { describe, expect, it } from 'vitest';
import { PAYMENT_STATES } from './payment-states.ts';
import { getActionForItem, getActionForPayment, getRefusalAction } from './refusal-action.ts';
import { SERVICE_CODES } from './service-codes.ts';

const getAction = (code: string | null, httpStatus: number | null = 422) => {
  const refusalAction = getRefusalAction(code, httpStatus);
  return refusalAction.kind === 'correct' ? refusalAction.field : refusalAction.kind;
};

describe('getRefusalAction', () => {
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
  ])('returns the action for code %s: %s', (code, expectedAction) => {
    expect(getAction(code)).toBe(expectedAction);
  });

  it('suggests a retry after 429, and the next customer after any other status without a code', () => {
    expect(getAction(null, 429)).toBe('again');
    expect([getAction(null, 401), getAction(null, 404), getAction(null, null)]).toEqual([
      'next-customer',
      'next-customer',
      'next-customer',
    ]);
  });

  it('never suggests a retry after a code of a duplicate guard', () => {
    const guardCodes = ['R8', 'R12', 'R36', 'R49', 'R50', 'R103'];
    expect(
      SERVICE_CODES.filter((code) => guardCodes.includes(code)).map((code) => getAction(code)),
    ).toEqual(guardCodes.map(() => 'next-customer'));
  });
});

describe('the action after a payment', () => {
  const facts = { isNotSent: false, code: 'R2', httpStatus: 422 };

  it.each(PAYMENT_STATES)('chooses the action after a payment by the state %s', (state) => {
    const expected =
      state === 'not-performed'
        ? { kind: 'again' }
        : state === 'rejected'
          ? { kind: 'correct', field: 'account' }
          : { kind: 'next-customer' };
    expect(getActionForPayment({ ...facts, state })).toEqual(expected);
    expect(getActionForItem({ payment: { ...facts, state } })).toEqual(expected);
  });

  it('suggests another try if nothing was sent', () => {
    const payment = { ...facts, state: 'rejected', isNotSent: true, code: null } as const;
    expect(getActionForPayment(payment)).toEqual({ kind: 'again' });
    expect(getActionForItem({ payment: null })).toEqual({ kind: 'again' });
  });
});
