import { type Biller, fail, ok, type Result } from '../contract/index.ts';

type Rules = Pick<Biller, 'accountNumberDigits' | 'mask' | 'billType' | 'requiresNameOnAccount'>;

export interface CheckedAccount {
  /** As it goes to the service. */
  readonly accountNumber: string;
  /** Only where the biller requires it; null elsewhere. */
  readonly nameOnAccount: string | null;
}

type Reason = 'empty' | 'characters' | 'too-short' | 'too-long' | 'mask' | 'name-required';

/**
 * What a person typed, scanned or pasted, as the biller takes it. Spaces and dashes are only
 * people's way of grouping: they go, and come back where the mask has them. Letters pass where
 * neither mask nor kind forbid them: the service knows better which accounts have them.
 */
export function checkAccountNumber(
  rules: Rules,
  typed: string,
  nameOnAccount: string | null,
): Result<CheckedAccount> {
  const refused = (reason: Reason, expected: string | null): Result<CheckedAccount> =>
    fail({ kind: 'account-number', reason, expected });
  const mask = rules.mask.trim();
  const digits = rules.accountNumberDigits.trim();
  const expected = mask || digits || null;

  const bare = withoutGrouping(typed);
  if (bare === '') return refused('empty', expected);
  // The bar parts the fields of the reconciliation file.
  if (/[|\p{C}]/u.test(bare)) return refused('characters', expected);

  const masked = mask === '' ? bare : fitMask(mask, bare);
  if (masked === null) {
    // That two digits are too many says more than that the form does not fit.
    const wrongLength = checkLength(digits, bare, bare);
    return wrongLength ? refused(wrongLength, digits) : refused('mask', mask);
  }
  if (mask === '') {
    const allowed = rules.billType === 'phone_number' ? /^\+?\d+$/ : /^[\p{L}\d]+$/u;
    if ((digits !== '' || rules.billType === 'phone_number') && !allowed.test(bare)) {
      return refused('characters', expected);
    }
  }
  const length = checkLength(digits, masked, bare);
  if (length) return refused(length, digits);

  const name = (nameOnAccount ?? '').normalize('NFC').replace(/\s+/gu, ' ').trim();
  if (rules.requiresNameOnAccount && name === '') return refused('name-required', null);
  return ok({
    accountNumber: masked,
    nameOnAccount: rules.requiresNameOnAccount ? name : null,
  });
}

/** Two writings of one account: only letters and digits count. */
export function isSameAccount(a: string, b: string): boolean {
  return accountKey(a) === accountKey(b);
}

export function accountKey(accountNumber: string): string {
  const bare = accountNumber.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');
  return (bare || accountNumber).toUpperCase();
}

/** `NFKC` turns full-width digits into plain ones; `\p{Cf}` are the invisible marks of a paste. */
function withoutGrouping(text: string): string {
  return text.normalize('NFKC').replace(/[\s\p{Pd}\u2212\p{Cf}]/gu, '');
}

function checkLength(
  digits: string,
  masked: string,
  bare: string,
): 'too-short' | 'too-long' | null {
  const range = /^(\d{1,3})(?:\s*\.\.\s*(\d{1,3}))?$/.exec(digits);
  if (!range) return null;
  const least = Number(range[1]);
  const most = Number(range[2] ?? range[1]);
  // A mask's own characters may or may not be among the digits that the biller counts.
  const lengths = [masked, bare].map((text) => text.replace(/[^\p{L}\p{N}]/gu, '').length);
  if (lengths.some((length) => length >= least && length <= most)) return null;
  return lengths.every((length) => length < least) ? 'too-short' : 'too-long';
}

interface Mark {
  readonly kind: 'digit' | 'any' | 'literal';
  readonly character: string;
  readonly isOptional: boolean;
}

function marksOf(mask: string): Mark[] {
  const marks: Mark[] = [];
  let isOptional = false;
  for (const character of mask) {
    if (character === '?') isOptional = true;
    else if (character === '9') marks.push({ kind: 'digit', character, isOptional });
    else if (character === 'X' || character === 'x')
      marks.push({ kind: 'any', character, isOptional });
    else marks.push({ kind: 'literal', character, isOptional });
  }
  return marks;
}

/** The number with the mask's own characters, or null. They may have been typed or left out. */
function fitMask(mask: string, bare: string): string | null {
  const marks = marksOf(mask);
  return fill(marks, bare, true) ?? fill(marks, bare, false);
}

function fill(marks: readonly Mark[], bare: string, areLiteralsTyped: boolean): string | null {
  const rest = [...bare];
  let filled = '';
  for (const mark of marks) {
    if (mark.isOptional && rest.length === 0) return filled;
    if (mark.kind === 'literal') {
      // Grouping was taken out above, so it cannot be demanded back.
      const isGrouping = withoutGrouping(mark.character) === '';
      if (areLiteralsTyped && !isGrouping) {
        if (rest.shift()?.toUpperCase() !== mark.character.toUpperCase()) return null;
      }
      filled += mark.character;
    } else {
      const next = rest.shift();
      if (next === undefined || (mark.kind === 'digit' && !/^\d$/.test(next))) return null;
      filled += next;
    }
  }
  return rest.length === 0 ? filled : null;
}
