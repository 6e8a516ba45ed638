import { expect, it } from 'vitest';
import { isNextPrintOriginal } from './paper-to-print.ts';

it.each([
  ['refused', null, true],
  ['failed', null, true],
  ['failed', 'paper-out', true],
  ['skipped', 'on-request', true],
  ['skipped', 'given-none', true],
  ['skipped', 'withheld', false],
  ['skipped', null, false],
  ['printed', null, false],
  ['printed', 'on-request', false],
  ['queued', null, false],
])('prints the original after a job that is %s (%s): %s', (state, reason, isOriginal) => {
  expect(isNextPrintOriginal({ state, reason })).toBe(isOriginal);
});
