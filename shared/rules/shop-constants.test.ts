import { expect, it } from 'vitest';
import { pinSchema, provisioningSchema } from '../contract/index.ts';
import { DEFAULT_PAPER_COLUMNS, MAX_PIN_DIGITS, MIN_PIN_DIGITS } from './index.ts';

it('has a default paper width that the provisioning file accepts', () => {
  const printer = { kind: 'screen', columns: DEFAULT_PAPER_COLUMNS };
  expect(provisioningSchema.shape.printer.safeParse(printer).success).toBe(true);
});

it('has the same PIN length limits as the contract', () => {
  const isAccepted = (digits: number): boolean => pinSchema.safeParse('1'.repeat(digits)).success;
  expect([MIN_PIN_DIGITS - 1, MAX_PIN_DIGITS + 1].map(isAccepted)).toEqual([false, false]);
  expect([MIN_PIN_DIGITS, MAX_PIN_DIGITS].map(isAccepted)).toEqual([true, true]);
});
