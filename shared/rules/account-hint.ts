import { fitMask, getMaskLength, parseMask, stripGrouping } from './account-mask.ts';
import {
  type AccountRules,
  countLettersAndDigits,
  hasSlots,
  parseDigitsRule,
  validateAccountNumber,
} from './account-number.ts';

/**
 * What the screen says about an account number while it is typed. Main decides: `fits` and `open`
 * are numbers that `validateAccountNumber` accepts; it refuses all others.
 */
export type AccountHint =
  | { readonly kind: 'empty' }
  /** Accepted; the biller gives no length to count to. */
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
  /** `position` counts from one, in the text without spaces and dashes. */
  | { readonly kind: 'mask'; readonly position: number };

interface LengthRange {
  readonly least: number;
  readonly most: number;
}

export function getAccountHint(rules: AccountRules, typed: string): AccountHint {
  const checked = validateAccountNumber(rules, typed);
  const bare = stripGrouping(typed);
  const fit = hasSlots(rules.mask) ? fitMask(rules.mask, typed) : null;
  if (checked.ok) {
    if (getExpectedLength(rules) === null) return { kind: 'open' };
    return {
      kind: 'fits',
      typed: fit?.kind === 'whole' ? fit.filled : countLettersAndDigits(bare),
    };
  }
  const { reason } = checked.problem;
  if (reason === 'empty') return { kind: 'empty' };
  if (reason === 'characters') {
    const hasLetters = rules.billType === 'phone_number' && /\p{L}/u.test(bare);
    return { kind: hasLetters ? 'letters' : 'characters' };
  }
  if (fit?.kind === 'misfit') return { kind: 'mask', position: fit.position };
  if (fit?.kind === 'short')
    return { kind: 'count', typed: fit.filled, ...getMaskLength(rules.mask) };
  if (fit?.kind === 'long') {
    return { kind: 'too-long', typed: fit.filled, most: getMaskLength(rules.mask).most };
  }
  const count = countLettersAndDigits(bare);
  const length = parseDigitsRule(rules.accountNumberDigits) ?? { least: count, most: count };
  return reason === 'too-short'
    ? { kind: 'count', typed: count, ...length }
    : { kind: 'too-long', typed: count, most: length.most };
}

/** The lengths that the biller accepts, for words beside the field; null if it names none. */
export function getExpectedLength(rules: AccountRules): LengthRange | null {
  if (hasSlots(rules.mask)) return getMaskLength(rules.mask);
  const length = parseDigitsRule(rules.accountNumberDigits);
  return length !== null && length.least <= length.most && length.most > 0 ? length : null;
}

/** Whether only digits are usual, so that a numeric keypad is enough. */
export function isDigitsOnly(rules: AccountRules): boolean {
  if (!hasSlots(rules.mask)) {
    return rules.billType === 'phone_number' || getExpectedLength(rules) !== null;
  }
  return parseMask(rules.mask).every((slot) => slot.kind !== 'any');
}
