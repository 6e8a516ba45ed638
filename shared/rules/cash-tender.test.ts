import { expect, it } from 'vitest';
import { createMoney } from '../money/index.ts';
import {
  getCannotPayReason,
  getInvalidCashReason,
  getMaxPlausibleCash,
  isImplausibleCash,
} from './cash-tender.ts';

const mxn = (amount: string) => createMoney(amount, 'MXN');

it.each([
  ['50000', '4000', false],
  ['100000', '4000', false],
  ['150000', '4000', true],
  ['100000', '15500', false],
] as const)('never doubts a single note: %s for %s is implausible: %s', (cash, due, expected) => {
  expect(isImplausibleCash(createMoney(cash, 'COP'), createMoney(due, 'COP'))).toBe(expected);
});

it.each([
  ['50', 'MXN', '1000'],
  ['100', 'MXN', '1000'],
  ['100.01', 'MXN', '1000.10'],
  ['50', 'ZZZ', '1000'],
  ['2500', 'ZZZ', '25000'],
])(
  'accepts for %s %s at most %s: ten times the sum, or the largest note',
  (due, currency, most) => {
    expect(getMaxPlausibleCash(createMoney(due, currency))).toEqual(createMoney(most, currency));
  },
);

it.each([
  ['548.99', false, 'too-little'],
  ['549', false, null],
  ['5490', false, null],
  ['5490.01', false, 'too-much'],
  ['5490.01', true, null],
  ['548.99', true, 'too-little'],
] as const)('judges %s in cash for 549, confirmed %s, as %s', (cash, isConfirmed, reason) => {
  expect(getInvalidCashReason(mxn(cash), mxn('549'), isConfirmed)).toBe(reason);
});

it.each([
  ['', 'not-confirmed'],
  ['  ', 'not-confirmed'],
  ['x', 'not-a-number'],
  ['500', 'too-little'],
  ['600', 'not-confirmed'],
  ['99,999', 'too-much'],
])('says what is missing to pay 549 when %j is typed: %s', (text, reason) => {
  expect(getCannotPayReason(text, mxn('549'), 'es-MX')).toBe(reason);
});
