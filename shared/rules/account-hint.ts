import { fitMask, maskLength, readMask, withoutGrouping } from './account-mask.ts';
import {
  type AccountRules,
  checkNumber,
  countedDigits,
  hasSlots,
  readDigits,
} from './account-number.ts';

/**
 * What the screen says about an account number while it is typed. Main decides: `fits` and `open`
 * are numbers that `checkNumber` accepts; it refuses all others.
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

interface Length {
  readonly least: number;
  readonly most: number;
}

export function accountHint(rules: AccountRules, typed: string): AccountHint {
  const checked = checkNumber(rules, typed);
  const bare = withoutGrouping(typed);
  const fit = hasSlots(rules.mask) ? fitMask(rules.mask, typed) : null;
  if (checked.ok) {
    if (expectedLength(rules) === null) return { kind: 'open' };
    return { kind: 'fits', typed: fit?.kind === 'whole' ? fit.filled : countedDigits(bare) };
  }
  const { reason } = checked.problem;
  if (reason === 'empty') return { kind: 'empty' };
  if (reason === 'characters') {
    const hasLetters = rules.billType === 'phone_number' && /\p{L}/u.test(bare);
    return { kind: hasLetters ? 'letters' : 'characters' };
  }
  if (fit?.kind === 'misfit') return { kind: 'mask', position: fit.position };
  if (fit?.kind === 'short') return { kind: 'count', typed: fit.filled, ...maskLength(rules.mask) };
  if (fit?.kind === 'long') {
    return { kind: 'too-long', typed: fit.filled, most: maskLength(rules.mask).most };
  }
  const count = countedDigits(bare);
  const length = readDigits(rules.accountNumberDigits) ?? { least: count, most: count };
  return reason === 'too-short'
    ? { kind: 'count', typed: count, ...length }
    : { kind: 'too-long', typed: count, most: length.most };
}

/** The lengths that the biller accepts, for words beside the field; null if it names none. */
export function expectedLength(rules: AccountRules): Length | null {
  if (hasSlots(rules.mask)) return maskLength(rules.mask);
  const length = readDigits(rules.accountNumberDigits);
  return length !== null && length.least <= length.most && length.most > 0 ? length : null;
}

/** Whether only digits are usual, so that a numeric keypad is enough. */
export function isDigitsOnly(rules: AccountRules): boolean {
  if (!hasSlots(rules.mask)) {
    return rules.billType === 'phone_number' || expectedLength(rules) !== null;
  }
  return readMask(rules.mask).every((slot) => slot.kind !== 'any');
}
