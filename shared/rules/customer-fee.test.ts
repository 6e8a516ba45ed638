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
const createMxn = (amount: string) => createMoney(amount, 'MXN');

it('computes no fee, the fee of the service, or a fixed fee by kind of biller', () => {
  expect(computeCustomerFee({ kind: 'none' }, 'utility', createMxn('3'), 'MXN')).toBeNull();
  expect(computeCustomerFee({ kind: 'service' }, 'utility', createMxn('3'), 'MXN')).toEqual(
    createMxn('3'),
  );
  expect(computeCustomerFee({ kind: 'service' }, 'utility', createMxn('0'), 'MXN')).toBeNull();
  expect(computeCustomerFee({ kind: 'service' }, 'utility', null, 'MXN')).toBeNull();
  expect(computeCustomerFee(FIXED, 'utility', null, 'MXN')).toEqual(createMxn('8'));
  expect(computeCustomerFee(FIXED, 'partner', null, 'MXN')).toBeNull();
});

it('ignores a service fee in another currency than the shop’s', () => {
  expect(
    computeCustomerFee({ kind: 'service' }, 'utility', createMoney('3', 'USD'), 'MXN'),
  ).toBeNull();
});

it('charges nothing for a negative fee, and reads the currency by either code', () => {
  const service = { kind: 'service' } as const;
  expect(computeCustomerFee(service, 'utility', createMxn('-3'), 'MXN')).toBeNull();
  const fee = createMoney('3', 'RD');
  expect(computeCustomerFee(service, 'utility', fee, 'DOP')).toEqual(fee);
  expect(computeCustomerFee(FIXED, 'gift-card', null, 'MXN')).toEqual(createMxn('1.50'));
});
