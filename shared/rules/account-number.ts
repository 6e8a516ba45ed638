import { parseBillCode } from '../bill-codes/index.ts';
import {
  formatWithMask,
  getMaskLengthRange,
  matchMask,
  parseMask,
  stripGrouping,
  stripMaskPunctuation,
} from './account-mask.ts';
import { listPhoneReadings } from './phone-number.ts';

/** A biller's rules for account numbers, with the values of the service's interface. */
export interface AccountRules {
  /** `10`, `7..15`, a list of both (`10,12`), or empty. */
  readonly accountNumberDigits: string;
  /** See `account-mask.ts`; or empty. */
  readonly mask: string;
  readonly billType: string;
  /** Of the biller, ISO 3166-1 alpha-2. */
  readonly country?: string;
}

/** The collector's number of a bill's bar code, and a reference. */
const MIN_BILL_CODE_LENGTH = 24;

export const ACCOUNT_PROBLEM_REASONS = [
  'empty',
  'characters',
  'too-short',
  'too-long',
  'mask',
  'name-required',
  'bill-code',
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
 * dashes, which only group digits, a telephone number's other signs and its calling code
 * (`listPhoneReadings`), and the mask's literals, which are only for display;
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
  return validateReading(rules, resolveAccountNumber(rules, input));
}

/** Returns the number that a text means: a telephone number may be written in several forms. */
export function resolveAccountNumber(rules: AccountRules, input: string): string {
  if (rules.billType !== 'phone_number') return input;
  const { written, national } = listPhoneReadings(input, rules.mask, rules.country ?? '');
  const accepted = [...written, ...national].find((reading) => validateReading(rules, reading).ok);
  return accepted ?? national.at(-1) ?? written[0] ?? input;
}

function validateReading(rules: AccountRules, input: string): AccountValidation<string> {
  const mask = getEffectiveMask(rules);
  const digits = rules.accountNumberDigits.trim();
  const expected = mask || digits || null;

  const groupedInput = stripGrouping(input);
  // The signs of a mask that is not used may be printed on the bill nevertheless.
  const compactInput = mask === '' ? stripMaskPunctuation(rules.mask, groupedInput) : groupedInput;
  if (compactInput === '') return toAccountProblem('empty', expected);
  // The bar separates the fields of the reconciliation file.
  if (/[|\p{C}]/u.test(compactInput)) return toAccountProblem('characters', expected);

  // A biller without rules would get all digits of the code of a bill as an account.
  if (compactInput.length >= MIN_BILL_CODE_LENGTH && parseBillCode(compactInput).kind === 'bill')
    return toAccountProblem('bill-code', expected);

  if (mask !== '') {
    const match = matchMask(mask, input);
    if (match.kind !== 'whole') {
      // A wrong number of digits is a more helpful reason than a mismatch with the mask.
      const lengthReason = validateLength(digits, compactInput);
      return lengthReason ? toAccountProblem(lengthReason, digits) : toAccountProblem('mask', mask);
    }
    const lengthReason = validateLength(digits, getCountedText(mask, digits, match.number));
    return lengthReason
      ? toAccountProblem(lengthReason, digits)
      : { ok: true, value: match.number };
  }
  const allowed = rules.billType === 'phone_number' ? /^\+?\d+$/ : /^[\p{L}\d]+$/u;
  if ((digits !== '' || rules.billType === 'phone_number') && !allowed.test(compactInput)) {
    return toAccountProblem('characters', expected);
  }
  const lengthReason = validateLength(digits, compactInput);
  return lengthReason ? toAccountProblem(lengthReason, digits) : { ok: true, value: compactInput };
}

function toAccountProblem(
  reason: AccountProblem['reason'],
  expected: string | null,
): { readonly ok: false; readonly problem: AccountProblem } {
  return { ok: false, problem: { kind: 'account-number', reason, expected } };
}

export interface LengthRange {
  readonly least: number;
  readonly most: number;
}

/**
 * Parses `10`, `7..15` or a list such as `10,12`. Null for any other text, and for a rule that no
 * number can meet: it says nothing.
 */
export function parseAccountLengthRanges(lengthRule: string): readonly LengthRange[] | null {
  const ranges = lengthRule.split(/[,;|/]/).map(parseLengthRange);
  return ranges.every((range) => range !== null) ? ranges : null;
}

function parseLengthRange(text: string): LengthRange | null {
  const match = /^\s*(\d{1,3})(?:\s*(?:\.\.|-)\s*(\d{1,3}))?\s*$/.exec(text);
  if (match === null) return null;
  const least = Math.max(1, Number(match[1]));
  const most = Number(match[2] ?? match[1]);
  return least <= most ? { least, most } : null;
}

/**
 * Returns the mask that numbers must fill; empty if there is none. A mask that cannot hold every
 * length of the digits rule contradicts it, and is not used: the digits decide. Real billers have
 * such masks, for example one for 8 characters where 22 digits are required.
 */
export function getEffectiveMask(rules: Omit<AccountRules, 'billType'>): string {
  const mask = rules.mask.trim();
  if (!hasSlots(mask)) return '';
  const ranges = parseAccountLengthRanges(rules.accountNumberDigits);
  if (ranges === null || canHoldAll(listLengths(getMaskLengthRange(mask)), ranges)) return mask;
  return canHoldAll(listFormattedLengths(mask), ranges) ? mask : '';
}

function canHoldAll(lengths: readonly number[], ranges: readonly LengthRange[]): boolean {
  return ranges.flatMap(listLengths).every((length) => lengths.includes(length));
}

function listLengths({ least, most }: LengthRange): number[] {
  return Array.from({ length: most - least + 1 }, (_, index) => least + index);
}

/** How many letters and digits numbers have together with the mask's literals. */
function listFormattedLengths(mask: string): number[] {
  return listLengths(getMaskLengthRange(mask)).map((slots) =>
    countLettersAndDigits(formatWithMask(mask, '1'.repeat(slots))),
  );
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
 * Returns the text whose digits are counted: the number, or if the mask holds the required digits
 * only together with its literals, the number with them.
 */
function getCountedText(mask: string, digits: string, number: string): string {
  const ranges = parseAccountLengthRanges(digits) ?? [];
  return canHoldAll(listLengths(getMaskLengthRange(mask)), ranges)
    ? number
    : formatWithMask(mask, number);
}

function validateLength(digits: string, text: string): 'too-short' | 'too-long' | null {
  const ranges = parseAccountLengthRanges(digits);
  if (ranges === null) return null;
  const length = countLettersAndDigits(text);
  if (ranges.some(({ least, most }) => length >= least && length <= most)) return null;
  return ranges.some(({ most }) => length < most) ? 'too-short' : 'too-long';
}

/**
 * Formats a number, in any spelling, for screen and paper: with the mask's literals, or a telephone
 * number of ten digits in the groups in which people write it. Unchanged if invalid.
 */
export function formatAccountNumber(rules: AccountRules, accountNumber: string): string {
  const validation = validateAccountNumber(rules, accountNumber);
  if (!validation.ok) return accountNumber;
  const mask = getEffectiveMask(rules);
  return mask === '' && rules.billType === 'phone_number'
    ? groupPhoneNumber(validation.value)
    : formatWithMask(mask, validation.value);
}

/** `55 1234 5678` in Mexico's areas of two digits, `300 123 4567` anywhere else. */
function groupPhoneNumber(phoneNumber: string): string {
  if (!/^\d{10}$/.test(phoneNumber)) return phoneNumber;
  const areaLength = /^(?:33|55|56|81)/.test(phoneNumber) ? 2 : 3;
  const area = phoneNumber.slice(0, areaLength);
  return `${area} ${phoneNumber.slice(areaLength, 6)} ${phoneNumber.slice(6)}`;
}

/** Converts a number from the service to the form that the biller accepts; unchanged if invalid. */
export function toCanonicalAccountNumber(rules: AccountRules, accountNumber: string): string {
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
export function matchesAccount(account: AccountSpellings, text: string): boolean {
  return createAccountMatcher(account)(text);
}

/** Like `matchesAccount`, for many texts. */
export function createAccountMatcher(account: AccountSpellings): (text: string) => boolean {
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
export function toAccountIndexKeys(accountNumber: string): readonly string[] {
  const key = toAccountKey(accountNumber);
  const lowerCaseKey = key.toLowerCase().replace(/[a-z]/g, (letter) => letter.toUpperCase());
  return [...new Set([key, lowerCaseKey])];
}
