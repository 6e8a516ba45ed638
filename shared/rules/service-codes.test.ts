import { expect, it } from 'vitest';
import {
  isCancelPerformedCode,
  isSuccessCode,
  isUnknownCancelOutcomeCode,
  isUnsupportedOperationCode,
  isVerbatimMessageCode,
  SERVICE_CODES,
} from './index.ts';

it('shows the message of R126 and R127 verbatim, and of no other answer', () => {
  expect(SERVICE_CODES.filter(isVerbatimMessageCode)).toEqual(['R126', 'R127']);
  expect(isVerbatimMessageCode(null)).toBe(false);
});

it('knows the codes of an operation that biller or version do not support', () => {
  expect(SERVICE_CODES.filter(isUnsupportedOperationCode)).toEqual([
    'R101',
    'R118',
    'R119',
    'R124',
    'R125',
    'R202',
  ]);
});

it('takes R103 as proof of a cancel only when the cancel was sent before', () => {
  const listCodes = (wasSentBefore: boolean) =>
    SERVICE_CODES.filter((code) => isCancelPerformedCode(code, { wasSentBefore }));
  expect(listCodes(true)).toEqual(['R103']);
  expect(listCodes(false)).toEqual([]);
});

it('leaves a cancel open after R25 only', () => {
  expect(SERVICE_CODES.filter(isUnknownCancelOutcomeCode)).toEqual(['R25']);
});

it('takes only R0 as a success', () => {
  expect([...SERVICE_CODES, 'R0', ''].filter(isSuccessCode)).toEqual(['R0']);
});
