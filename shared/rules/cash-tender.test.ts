import { expect, it } from 'vitest';
import { createMoney } from '../money/index.ts';
import { isImplausibleCash } from './cash-tender.ts';

it.each([
  ['50000', '4000', false],
  ['100000', '4000', false],
  ['150000', '4000', true],
  ['100000', '15500', false],
] as const)('never doubts a single note: %s for %s is implausible: %s', (cash, due, expected) => {
  expect(isImplausibleCash(createMoney(cash, 'COP'), createMoney(due, 'COP'))).toBe(expected);
});
