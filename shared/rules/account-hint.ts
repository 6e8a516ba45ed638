import { getMaskLengthRange, matchMask, parseMask, stripGrouping } from './account-mask.ts';
import {
  type AccountRules,
  countLettersAndDigits,
  getEffectiveMask,
  type LengthRange,
  parseAccountLengthRanges,
  resolveAccountNumber,
  validateAccountNumber,
} from './account-number.ts';

/**
 * The hint beside the account number field during typing. `validateAccountNumber`, by which main
 * decides, accepts numbers with the hints `fits` and `open`, and rejects all others.
 */
export type AccountHint =
  | { readonly kind: 'empty' }
  /** Accepted; the biller defines no length. */
  | { readonly kind: 'open' }
  | { readonly kind: 'fits'; readonly typed: number }
  | {
      readonly kind: 'count';
      readonly typed: number;
      readonly least: number;
      readonly most: number;
    }
  | { readonly kind: 'too-long'; readonly typed: number; readonly most: number }
  | { readonly kind: 'letters' }
  | { readonly kind: 'characters' }
  /** The whole bar code of a bill. */
  | { readonly kind: 'bill-code' }
  /** `position` counts from 1, in the text without spaces and dashes. */
  | { readonly kind: 'mask'; readonly position: number };

export function getAccountHint(rules: AccountRules, input: string): AccountHint {
  const validation = validateAccountNumber(rules, input);
  const reading = resolveAccountNumber(rules, input);
  const compactInput = stripGrouping(reading);
  const mask = getEffectiveMask(rules);
  const match = mask === '' ? null : matchMask(mask, reading);
  if (validation.ok) {
    if (getExpectedLength(rules) === null) return { kind: 'open' };
    return {
      kind: 'fits',
      typed: match?.kind === 'whole' ? match.filled : countLettersAndDigits(compactInput),
    };
  }
  const { reason } = validation.problem;
  if (reason === 'empty') return { kind: 'empty' };
  if (reason === 'bill-code') return { kind: 'bill-code' };
  if (reason === 'characters') {
    const hasLetters = rules.billType === 'phone_number' && /\p{L}/u.test(compactInput);
    return { kind: hasLetters ? 'letters' : 'characters' };
  }
  if (match?.kind === 'misfit') return { kind: 'mask', position: match.position };
  if (match?.kind === 'short')
    return { kind: 'count', typed: match.filled, ...getMaskLengthRange(mask) };
  if (match?.kind === 'long') {
    return { kind: 'too-long', typed: match.filled, most: getMaskLengthRange(mask).most };
  }
  const count = countLettersAndDigits(compactInput);
  const lengthRange = getDigitsLength(rules) ?? { least: count, most: count };
  return reason === 'too-short'
    ? { kind: 'count', typed: count, ...lengthRange }
    : { kind: 'too-long', typed: count, most: lengthRange.most };
}

/** The lengths that the biller accepts, to display beside the field; null if it defines none. */
export function getExpectedLength(rules: AccountRules): LengthRange | null {
  const mask = getEffectiveMask(rules);
  return mask === '' ? getDigitsLength(rules) : getMaskLengthRange(mask);
}

/** The shortest and the longest length of the digits rule; null if there is none. */
function getDigitsLength(rules: AccountRules): LengthRange | null {
  const ranges = parseAccountLengthRanges(rules.accountNumberDigits);
  if (ranges === null) return null;
  return {
    least: Math.min(...ranges.map(({ least }) => least)),
    most: Math.max(...ranges.map(({ most }) => most)),
  };
}

/** Whether account numbers usually contain only digits, so that a numeric keypad is enough. */
export function isDigitsOnly(rules: AccountRules): boolean {
  const mask = getEffectiveMask(rules);
  if (mask === '') {
    return rules.billType === 'phone_number' || getExpectedLength(rules) !== null;
  }
  return parseMask(mask).every((slot) => slot.kind !== 'any');
}
