import { expect, it } from 'vitest';
import { getPaymentType } from './payment-type.ts';

it.each([
  [true, false, false, 'full-balance'],
  [true, true, false, 'balance-optional'],
  [false, true, false, 'any-amount'],
  [false, false, false, 'shop-covers'],
  [true, false, true, 'balance-optional'],
  [true, true, true, 'balance-optional'],
  [false, true, true, 'any-amount'],
  [false, false, true, 'shop-covers'],
])(
  'with balance check %s, partial payment %s and DRP %s, the payment type is %s',
  (canCheckBalance, supportsPartialPayment, isDrp, type) => {
    const biller = { canCheckBalance, supportsPartialPayment };
    expect(getPaymentType(biller, isDrp)).toBe(type);
  },
);
