import { expect, it } from 'vitest';
import { createMoney } from '../money/index.ts';
import { computeCustomerFee } from './customer-fee.ts';

const FIXED = {
  kind: 'fixed',
  utility: '8',
  'top-up': '0',
  'gift-card': '1.50',
  partner: '0.00',
} as const;
const mxn = (amount: string) => createMoney(amount, 'MXN');

it('the fee is none, the service’s, or fixed by kind', () => {
  expect(computeCustomerFee({ kind: 'none' }, 'utility', mxn('3'), 'MXN')).toBeNull();
  expect(computeCustomerFee({ kind: 'service' }, 'utility', mxn('3'), 'MXN')).toEqual(mxn('3'));
  expect(computeCustomerFee({ kind: 'service' }, 'utility', mxn('0'), 'MXN')).toBeNull();
  expect(computeCustomerFee({ kind: 'service' }, 'utility', null, 'MXN')).toBeNull();
  expect(computeCustomerFee(FIXED, 'utility', null, 'MXN')).toEqual(mxn('8'));
  expect(computeCustomerFee(FIXED, 'partner', null, 'MXN')).toBeNull();
});

it('a fee of another currency than the shop’s is not added', () => {
  expect(
    computeCustomerFee({ kind: 'service' }, 'utility', createMoney('3', 'USD'), 'MXN'),
  ).toBeNull();
});
