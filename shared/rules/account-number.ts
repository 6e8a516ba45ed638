import {
  fitMask,
  formatWithMask,
  getMaskLength,
  parseMask,
  stripGrouping,
} from './account-mask.ts';

/** What a biller says of its account numbers, in the interface's words. */
export interface AccountRules {
  /** `10`, `7..15` or empty. */
  readonly accountNumberDigits: string;
  /** See `account-mask.ts`; or empty. */
  readonly mask: string;
  readonly billType: string;
}

export const ACCOUNT_PROBLEM_REASONS = [
  'empty',
  'characters',
  'too-short',
  'too-long',
  'mask',
  'name-required',
] as const;

export interface AccountProblem {
  readonly kind: 'account-number';
  readonly reason: (typeof ACCOUNT_PROBLEM_REASONS)[number];
  /** What the biller takes, as it says it: `7..15`, `999-999`. */
  readonly expected: string | null;
}

type AccountValidation<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: AccountProblem };

export interface ValidAccount {
  /** As it goes to the service: without the literals of the mask. */
  readonly accountNumber: string;
  /** Null if it was not given: the page asks for it where the list says so, and after an R13. */
  readonly nameOnAccount: string | null;
}

/** The number and the name, as the biller takes them. */
export function validateAccount(
  rules: AccountRules & { readonly requiresNameOnAccount: boolean },
  typed: string,
  nameOnAccount: string | null,
): AccountValidation<ValidAccount> {
  const number = validateAccountNumber(rules, typed);
  if (!number.ok) return number;
  const name = (nameOnAccount ?? '').normalize('NFC').replace(/\s+/gu, ' ').trim();
  if (name === '' && rules.requiresNameOnAccount) return toAccountProblem('name-required', null);
  return { ok: true, value: { accountNumber: number.value, nameOnAccount: name || null } };
}

/**
 * What a person typed, scanned or pasted, as the biller takes it. Spaces and dashes are only
 * people's way of grouping, and a mask's literals are only for the eye: both go, and
 * `accountShown` puts the literals back. Letters pass where neither mask nor kind forbid them: the
 * service knows better which accounts have them.
 *
 * Decided: a mask's letters fit in any letter case, because a cashier types them as they come (mask
 * `AB-9999`: `ab1234` is `1234`). Main decides by this function, and what the page says beside the
 * field (`getAccountHint`) comes from it.
 */
export function validateAccountNumber(
  rules: AccountRules,
  typed: string,
): AccountValidation<string> {
  const mask = rules.mask.trim();
  const digits = rules.accountNumberDigits.trim();
  const expected = mask || digits || null;

  const bare = stripGrouping(typed);
  if (bare === '') return toAccountProblem('empty', expected);
  // The bar parts the fields of the reconciliation file.
  if (/[|\p{C}]/u.test(bare)) return toAccountProblem('characters', expected);

  if (hasSlots(mask)) {
    const fit = fitMask(mask, typed);
    if (fit.kind !== 'whole') {
      // That two digits are too many says more than that the form does not fit.
      const wrongLength = validateLength(digits, [bare]);
      return wrongLength ? toAccountProblem(wrongLength, digits) : toAccountProblem('mask', mask);
    }
    const length = validateLength(digits, getCountedLengths(mask, digits, fit.number));
    return length ? toAccountProblem(length, digits) : { ok: true, value: fit.number };
  }
  const allowed = rules.billType === 'phone_number' ? /^\+?\d+$/ : /^[\p{L}\d]+$/u;
  if ((digits !== '' || rules.billType === 'phone_number') && !allowed.test(bare)) {
    return toAccountProblem('characters', expected);
  }
  const length = validateLength(digits, [bare]);
  return length ? toAccountProblem(length, digits) : { ok: true, value: bare };
}

function toAccountProblem(
  reason: AccountProblem['reason'],
  expected: string | null,
): { readonly ok: false; readonly problem: AccountProblem } {
  return { ok: false, problem: { kind: 'account-number', reason, expected } };
}

/** `10` and `7..15`; null if nothing readable is said. */
export function parseDigitsRule(
  digits: string,
): { readonly least: number; readonly most: number } | null {
  const range = /^(\d{1,3})(?:\s*\.\.\s*(\d{1,3}))?$/.exec(digits.trim());
  return range ? { least: Number(range[1]), most: Number(range[2] ?? range[1]) } : null;
}

/** How many letters and digits: what a biller counts as the digits of an account number. */
export function countLettersAndDigits(text: string): number {
  return text.replace(/[^\p{L}\p{N}]/gu, '').length;
}

/** A mask without one asks for nothing that could be typed: it is none. */
export function hasSlots(mask: string): boolean {
  return parseMask(mask).some((slot) => slot.kind !== 'literal');
}

/**
 * Whose digits the biller counts: the number's. Only where no number of this mask could have so
 * many, the mask's own are among them.
 */
function getCountedLengths(mask: string, digits: string, number: string): readonly string[] {
  const range = parseDigitsRule(digits);
  const { least, most } = getMaskLength(mask);
  const canBeReached = range !== null && least <= range.most && most >= range.least;
  return canBeReached ? [number] : [number, formatWithMask(mask, number)];
}

function validateLength(
  digits: string,
  counted: readonly string[],
): 'too-short' | 'too-long' | null {
  const range = parseDigitsRule(digits);
  if (!range) return null;
  const { least, most } = range;
  const lengths = counted.map(countLettersAndDigits);
  if (lengths.some((length) => length >= least && length <= most)) return null;
  return lengths.every((length) => length < least) ? 'too-short' : 'too-long';
}

/** The number as screen and paper show it: with the mask's literals, however it is written here. */
export function formatAccountNumber(rules: AccountRules, accountNumber: string): string {
  const checked = validateAccountNumber(rules, accountNumber);
  return checked.ok ? formatWithMask(rules.mask, checked.value) : accountNumber;
}

/** The number of an account that the service has: as the biller takes it, or as it came. */
export function toServiceAccountNumber(rules: AccountRules, accountNumber: string): string {
  const checked = validateAccountNumber(rules, accountNumber);
  return checked.ok ? checked.value : accountNumber;
}

/** Two writings of one account: only letters and digits count. */
export function isSameAccount(a: string, b: string): boolean {
  return toAccountKey(a) === toAccountKey(b);
}

interface AccountSpellings {
  readonly accountNumber: string;
  readonly accountShown: string;
}

/** Whether this is how somebody writes the account: with the literals of its mask, or without. */
export function isSpellingOf(account: AccountSpellings, written: string): boolean {
  return createSpellingMatcher(account)(written);
}

/** The same, for whoever asks it of many. */
export function createSpellingMatcher(account: AccountSpellings): (written: string) => boolean {
  const keys = [toAccountKey(account.accountNumber), toAccountKey(account.accountShown)];
  return (written) => keys.includes(toAccountKey(written));
}

/** Nearly every account: the key of such a one is its own text. */
const CANONICAL_KEY_PATTERN = /^[0-9A-Z]+$/;

/** One text for all writings of an account: its letters and digits, in capitals. */
export function toAccountKey(accountNumber: string): string {
  if (CANONICAL_KEY_PATTERN.test(accountNumber)) return accountNumber;
  const bare = accountNumber.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');
  return (bare || accountNumber).toUpperCase();
}

/**
 * What an account that is written so may be called in the ledger's index, which has only A to Z in
 * capitals: every other letter is there as it was kept.
 */
export function toIndexKeys(written: string): readonly string[] {
  const key = toAccountKey(written);
  const withSmall = key.toLowerCase().replace(/[a-z]/g, (letter) => letter.toUpperCase());
  return [...new Set([key, withSmall])];
}
