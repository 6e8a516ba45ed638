import { fitMask, readMask, withoutGrouping } from './account-mask.ts';
import { type AccountRules, checkNumber, countedDigits, readDigits } from './account-number.ts';

/**
 * What the screen says about an account number while it is typed. The verdict is main's: `fits` and
 * `open` are numbers that `checkNumber` accepts, all others it refuses.
 */
export type AccountHint =
  | { readonly kind: 'empty' }
  /** Accepted, and the biller says nothing of its numbers that could be counted. */
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
  const fit = rules.mask.trim() === '' ? null : fitMask(rules.mask, bare);
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

/** How many characters a mask takes beside its literals. */
function maskLength(mask: string): Length {
  const filled = readMask(mask).filter((slot) => slot.kind !== 'literal');
  return { least: filled.filter((slot) => !slot.isOptional).length, most: filled.length };
}

/** Every length that the biller says it takes, for words beside the field; null if it says none. */
export function expectedLength(rules: AccountRules): Length | null {
  if (rules.mask.trim() !== '') return maskLength(rules.mask);
  const length = readDigits(rules.accountNumberDigits);
  return length !== null && length.least <= length.most && length.most > 0 ? length : null;
}

/** True if only digits are usual, so that the keypad is enough. */
export function isDigitsOnly(rules: AccountRules): boolean {
  if (rules.mask.trim() === '') {
    return rules.billType === 'phone_number' || expectedLength(rules) !== null;
  }
  return readMask(rules.mask).every(
    (slot) => slot.kind === 'digit' || withoutGrouping(slot.character) === '',
  );
}
