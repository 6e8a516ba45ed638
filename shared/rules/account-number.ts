import {
  fitMask,
  formatWithMask,
  getMaskLength,
  parseMask,
  stripGrouping,
} from './account-mask.ts';

/** A biller's rules for account numbers, with the values of the service's interface. */
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
  /** What the biller accepts, as its digits rule or its mask: `7..15`, `999-999`. */
  readonly expected: string | null;
}

type AccountValidation<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: AccountProblem };

export interface ValidAccount {
  /** As sent to the service: without the literals of the mask. */
  readonly accountNumber: string;
  /** Null if omitted: the page requests it if the biller list requires it, and after an R13. */
  readonly nameOnAccount: string | null;
}

/** Returns the number and the name in the form that the biller accepts. */
export function validateAccount(
  rules: AccountRules & { readonly requiresNameOnAccount: boolean },
  input: string,
  nameOnAccount: string | null,
): AccountValidation<ValidAccount> {
  const validation = validateAccountNumber(rules, input);
  if (!validation.ok) return validation;
  const name = (nameOnAccount ?? '').normalize('NFC').replace(/\s+/gu, ' ').trim();
  if (name === '' && rules.requiresNameOnAccount) return toAccountProblem('name-required', null);
  return { ok: true, value: { accountNumber: validation.value, nameOnAccount: name || null } };
}

/**
 * Returns a typed, scanned or pasted number in the form that the biller accepts. Removes spaces and
 * dashes, which only group digits, and the mask's literals, which are only for display;
 * `formatAccountNumber` adds the literals again. Accepts letters unless mask or bill type exclude
 * them, because only the service knows which accounts contain letters.
 *
 * A mask's letters match in any letter case, because cashiers type either (mask `AB-9999`: `ab1234` is
 * `1234`). Main decides by this function, and the hint on the page (`getAccountHint`) is derived from
 * it.
 */
export function validateAccountNumber(
  rules: AccountRules,
  input: string,
): AccountValidation<string> {
  const mask = rules.mask.trim();
  const digits = rules.accountNumberDigits.trim();
  const expected = mask || digits || null;

  const compactInput = stripGrouping(input);
  if (compactInput === '') return toAccountProblem('empty', expected);
  // The bar separates the fields of the reconciliation file.
  if (/[|\p{C}]/u.test(compactInput)) return toAccountProblem('characters', expected);

  if (hasSlots(mask)) {
    const fit = fitMask(mask, input);
    if (fit.kind !== 'whole') {
      // A wrong number of digits is a more helpful reason than a mismatch with the mask.
      const lengthReason = validateLength(digits, [compactInput]);
      return lengthReason ? toAccountProblem(lengthReason, digits) : toAccountProblem('mask', mask);
    }
    const lengthReason = validateLength(digits, getCountedTexts(mask, digits, fit.number));
    return lengthReason ? toAccountProblem(lengthReason, digits) : { ok: true, value: fit.number };
  }
  const allowed = rules.billType === 'phone_number' ? /^\+?\d+$/ : /^[\p{L}\d]+$/u;
  if ((digits !== '' || rules.billType === 'phone_number') && !allowed.test(compactInput)) {
    return toAccountProblem('characters', expected);
  }
  const lengthReason = validateLength(digits, [compactInput]);
  return lengthReason ? toAccountProblem(lengthReason, digits) : { ok: true, value: compactInput };
}

function toAccountProblem(
  reason: AccountProblem['reason'],
  expected: string | null,
): { readonly ok: false; readonly problem: AccountProblem } {
  return { ok: false, problem: { kind: 'account-number', reason, expected } };
}

/** Parses `10` or `7..15`; null for any other text. */
export function parseDigitsRule(
  digits: string,
): { readonly least: number; readonly most: number } | null {
  const range = /^(\d{1,3})(?:\s*\.\.\s*(\d{1,3}))?$/.exec(digits.trim());
  return range ? { least: Number(range[1]), most: Number(range[2] ?? range[1]) } : null;
}

/** Counts letters and digits, because billers count both as the digits of an account number. */
export function countLettersAndDigits(text: string): number {
  return text.replace(/[^\p{L}\p{N}]/gu, '').length;
}

/** A mask without slots has nothing to type, and is treated as no mask. */
export function hasSlots(mask: string): boolean {
  return parseMask(mask).some((slot) => slot.kind !== 'literal');
}

/**
 * Returns the texts whose digits may be counted: the number. If no number of this mask can have the
 * required digits, also the number with the mask's literals.
 */
function getCountedTexts(mask: string, digits: string, number: string): readonly string[] {
  const range = parseDigitsRule(digits);
  const { least, most } = getMaskLength(mask);
  const canBeReached = range !== null && least <= range.most && most >= range.least;
  return canBeReached ? [number] : [number, formatWithMask(mask, number)];
}

function validateLength(digits: string, texts: readonly string[]): 'too-short' | 'too-long' | null {
  const range = parseDigitsRule(digits);
  if (!range) return null;
  const { least, most } = range;
  const lengths = texts.map(countLettersAndDigits);
  if (lengths.some((length) => length >= least && length <= most)) return null;
  return lengths.every((length) => length < least) ? 'too-short' : 'too-long';
}

/** Formats a number, in any spelling, with the mask's literals for screen and paper. */
export function formatAccountNumber(rules: AccountRules, accountNumber: string): string {
  const validation = validateAccountNumber(rules, accountNumber);
  return validation.ok ? formatWithMask(rules.mask, validation.value) : accountNumber;
}

/** Converts a number from the service to the form that the biller accepts; unchanged if invalid. */
export function toServiceAccountNumber(rules: AccountRules, accountNumber: string): string {
  const validation = validateAccountNumber(rules, accountNumber);
  return validation.ok ? validation.value : accountNumber;
}

/** Whether two spellings denote the same account: only letters and digits count. */
export function isSameAccount(a: string, b: string): boolean {
  return toAccountKey(a) === toAccountKey(b);
}

interface AccountSpellings {
  readonly accountNumber: string;
  readonly accountShown: string;
}

/** Whether a text denotes the account, with or without the literals of its mask. */
export function isSpellingOf(account: AccountSpellings, text: string): boolean {
  return createSpellingMatcher(account)(text);
}

/** Like `isSpellingOf`, for many texts. */
export function createSpellingMatcher(account: AccountSpellings): (text: string) => boolean {
  const keys = [toAccountKey(account.accountNumber), toAccountKey(account.accountShown)];
  return (text) => keys.includes(toAccountKey(text));
}

/** Fast path: nearly every account number is its own key. */
const CANONICAL_KEY_PATTERN = /^[0-9A-Z]+$/;

/** The same key for all spellings of an account: its letters and digits, in upper case. */
export function toAccountKey(accountNumber: string): string {
  if (CANONICAL_KEY_PATTERN.test(accountNumber)) return accountNumber;
  const compactNumber = accountNumber.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');
  return (compactNumber || accountNumber).toUpperCase();
}

/**
 * The keys that an account may have in the ledger's index, where only A to Z are in upper case; other
 * letters have the case in which they were stored.
 */
export function toIndexKeys(accountNumber: string): readonly string[] {
  const key = toAccountKey(accountNumber);
  const lowerCaseKey = key.toLowerCase().replace(/[a-z]/g, (letter) => letter.toUpperCase());
  return [...new Set([key, lowerCaseKey])];
}
