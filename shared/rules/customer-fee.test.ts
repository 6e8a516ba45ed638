import { expect, it } from 'vitest';
import { money } from '../money/index.ts';
import { customerFee } from './customer-fee.ts';

const FIXED = {
  kind: 'fixed',
  utility: '8',
  'top-up': '0',
  'gift-card': '1.50',
  partner: '0.00',
} as const;
const mxn = (amount: string) => money(amount, 'MXN');

it('the fee is none, the service’s, or fixed by kind', () => {
  expect(customerFee({ kind: 'none' }, 'utility', mxn('3'), 'MXN')).toBeNull();
  expect(customerFee({ kind: 'service' }, 'utility', mxn('3'), 'MXN')).toEqual(mxn('3'));
  expect(customerFee({ kind: 'service' }, 'utility', mxn('0'), 'MXN')).toBeNull();
  expect(customerFee({ kind: 'service' }, 'utility', null, 'MXN')).toBeNull();
  expect(customerFee(FIXED, 'utility', null, 'MXN')).toEqual(mxn('8'));
  expect(customerFee(FIXED, 'partner', null, 'MXN')).toBeNull();
});

it('a fee of another currency than the shop’s is not added', () => {
  expect(customerFee({ kind: 'service' }, 'utility', money('3', 'USD'), 'MXN')).toBeNull();
});
