import { fitMask, maskLength, readMask, showByMask, withoutGrouping } from './account-mask.ts';

/** What a biller says of its account numbers, in the interface's words. */
export interface AccountRules {
  /** `10`, `7..15` or empty. */
  readonly accountNumberDigits: string;
  /** See `account-mask.ts`; or empty. */
  readonly mask: string;
  readonly billType: string;
}

export const ACCOUNT_REASONS = [
  'empty',
  'characters',
  'too-short',
  'too-long',
  'mask',
  'name-required',
] as const;

export interface AccountProblem {
  readonly kind: 'account-number';
  readonly reason: (typeof ACCOUNT_REASONS)[number];
  /** What the biller takes, as it says it: `7..15`, `999-999`. */
  readonly expected: string | null;
}

type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: AccountProblem };

export interface CheckedAccount {
  /** As it goes to the service: without the literals of the mask. */
  readonly accountNumber: string;
  /** Null if it was not given: the page asks for it where the list says so, and after an R13. */
  readonly nameOnAccount: string | null;
}

/** The number and the name, as the biller takes them. */
export function checkAccountNumber(
  rules: AccountRules & { readonly requiresNameOnAccount: boolean },
  typed: string,
  nameOnAccount: string | null,
): Checked<CheckedAccount> {
  const number = checkNumber(rules, typed);
  if (!number.ok) return number;
  const name = (nameOnAccount ?? '').normalize('NFC').replace(/\s+/gu, ' ').trim();
  if (name === '' && rules.requiresNameOnAccount) return refused('name-required', null);
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
 * field (`accountHint`) comes from it.
 */
export function checkNumber(rules: AccountRules, typed: string): Checked<string> {
  const mask = rules.mask.trim();
  const digits = rules.accountNumberDigits.trim();
  const expected = mask || digits || null;

  const bare = withoutGrouping(typed);
  if (bare === '') return refused('empty', expected);
  // The bar parts the fields of the reconciliation file.
  if (/[|\p{C}]/u.test(bare)) return refused('characters', expected);

  if (hasSlots(mask)) {
    const fit = fitMask(mask, typed);
    if (fit.kind !== 'whole') {
      // That two digits are too many says more than that the form does not fit.
      const wrongLength = checkLength(digits, [bare]);
      return wrongLength ? refused(wrongLength, digits) : refused('mask', mask);
    }
    const length = checkLength(digits, lengthsOf(mask, digits, fit.number));
    return length ? refused(length, digits) : { ok: true, value: fit.number };
  }
  const allowed = rules.billType === 'phone_number' ? /^\+?\d+$/ : /^[\p{L}\d]+$/u;
  if ((digits !== '' || rules.billType === 'phone_number') && !allowed.test(bare)) {
    return refused('characters', expected);
  }
  const length = checkLength(digits, [bare]);
  return length ? refused(length, digits) : { ok: true, value: bare };
}

function refused(
  reason: AccountProblem['reason'],
  expected: string | null,
): { readonly ok: false; readonly problem: AccountProblem } {
  return { ok: false, problem: { kind: 'account-number', reason, expected } };
}

/** `10` and `7..15`; null if nothing readable is said. */
export function readDigits(
  digits: string,
): { readonly least: number; readonly most: number } | null {
  const range = /^(\d{1,3})(?:\s*\.\.\s*(\d{1,3}))?$/.exec(digits.trim());
  return range ? { least: Number(range[1]), most: Number(range[2] ?? range[1]) } : null;
}

/** How many letters and digits: what a biller counts as the digits of an account number. */
export function countedDigits(text: string): number {
  return text.replace(/[^\p{L}\p{N}]/gu, '').length;
}

/** A mask without one asks for nothing that could be typed: it is none. */
export function hasSlots(mask: string): boolean {
  return readMask(mask).some((slot) => slot.kind !== 'literal');
}

/**
 * Whose digits the biller counts: the number's. Only where no number of this mask could have so
 * many, the mask's own are among them.
 */
function lengthsOf(mask: string, digits: string, number: string): readonly string[] {
  const range = readDigits(digits);
  const { least, most } = maskLength(mask);
  const canBeReached = range !== null && least <= range.most && most >= range.least;
  return canBeReached ? [number] : [number, showByMask(mask, number)];
}

function checkLength(digits: string, counted: readonly string[]): 'too-short' | 'too-long' | null {
  const range = readDigits(digits);
  if (!range) return null;
  const { least, most } = range;
  const lengths = counted.map(countedDigits);
  if (lengths.some((length) => length >= least && length <= most)) return null;
  return lengths.every((length) => length < least) ? 'too-short' : 'too-long';
}

/** The number as screen and paper show it: with the mask's literals, however it is written here. */
export function accountShown(rules: AccountRules, accountNumber: string): string {
  const checked = checkNumber(rules, accountNumber);
  return checked.ok ? showByMask(rules.mask, checked.value) : accountNumber;
}

/** The number of an account that the service has: as the biller takes it, or as it came. */
export function accountAtService(rules: AccountRules, accountNumber: string): string {
  const checked = checkNumber(rules, accountNumber);
  return checked.ok ? checked.value : accountNumber;
}

/** Two writings of one account: only letters and digits count. */
export function isSameAccount(a: string, b: string): boolean {
  return accountKey(a) === accountKey(b);
}

interface WrittenAccount {
  readonly accountNumber: string;
  readonly accountShown: string;
}

/** Whether this is how somebody writes the account: with the literals of its mask, or without. */
export function isWritingOf(account: WrittenAccount, written: string): boolean {
  return writingsOf(account)(written);
}

/** The same, for whoever asks it of many. */
export function writingsOf(account: WrittenAccount): (written: string) => boolean {
  const keys = [accountKey(account.accountNumber), accountKey(account.accountShown)];
  return (written) => keys.includes(accountKey(written));
}

/** Nearly every account: the key of such a one is its own text. */
const ITS_OWN_KEY = /^[0-9A-Z]+$/;

/** One text for all writings of an account: its letters and digits, in capitals. */
export function accountKey(accountNumber: string): string {
  if (ITS_OWN_KEY.test(accountNumber)) return accountNumber;
  const bare = accountNumber.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');
  return (bare || accountNumber).toUpperCase();
}

/**
 * What an account that is written so may be called in the ledger's index, which has only A to Z in
 * capitals: every other letter is there as it was kept.
 */
export function keysInIndex(written: string): readonly string[] {
  const key = accountKey(written);
  const withSmall = key.toLowerCase().replace(/[a-z]/g, (letter) => letter.toUpperCase());
  return [...new Set([key, withSmall])];
}
