import type { OmittedTransaction } from '../../../../shared/contract/index.ts';
import type { PerformedTransaction } from '../types.ts';

/** Formats one REGISTER line of the file, or returns the field that the file cannot hold. Pure. */

export type RegisterLineResult =
  | { readonly ok: true; readonly line: string; readonly hundredths: bigint }
  | { readonly ok: false; readonly field: OmittedTransaction['field'] };

/** Printable ASCII without the bar, of which nearly every field consists. */
const PLAIN_PATTERN = /^[\x20-\x7b\x7d\x7e]*$/;
/** Characters that a reader may take for the end of a field or line, or that cannot be written. */
const FORBIDDEN_PATTERN = /[|\p{Cc}\p{Zl}\p{Zp}]/u;
const AMOUNT_PATTERN = /^(\d{1,20})(?:\.(\d{1,2}))?$/;

export function formatRegisterLine(transaction: PerformedTransaction): RegisterLineResult {
  const { authorization, accountNumber, currency, externalId } = transaction;
  const posNumber = transaction.posNumber ?? '';
  if (authorization === null || !isWritableField(authorization))
    return toFieldError('authorization');
  if (!isWritableField(accountNumber)) return toFieldError('account');
  if (!isWritableField(currency)) return toFieldError('currency');
  if (!isWritableField(externalId)) return toFieldError('external-id');
  if (posNumber !== '' && !isWritableField(posNumber)) return toFieldError('pos-number');
  const parts = AMOUNT_PATTERN.exec(transaction.amount);
  if (parts === null) return toFieldError('amount');
  const [, whole = '', fraction = ''] = parts;
  const cents = fraction.padEnd(2, '0');
  const time = new Date(transaction.performedSecond * 1000).toISOString().slice(0, 19);
  return {
    ok: true,
    hundredths: BigInt(whole + cents),
    line: `REGISTER|${time}|${transaction.billerId}|${authorization}|${accountNumber}|${whole}.${cents}|${currency}|${posNumber}|${externalId}`,
  };
}

/** No value is corrected: a transaction that cannot be written unchanged is left out and listed. */
function isWritableField(text: string): boolean {
  if (text === '') return false;
  return PLAIN_PATTERN.test(text) || (text.isWellFormed() && !FORBIDDEN_PATTERN.test(text));
}

function toFieldError(field: OmittedTransaction['field']): RegisterLineResult {
  return { ok: false, field };
}

/**
 * A REGISTER line of printable ASCII, as nearly all are, up to the next line. A longer amount would
 * not be exact as a number of hundredths.
 */
const CANONICAL_LINE_PATTERN =
  /REGISTER\|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\|\d+\|[\x20-\x7b\x7d\x7e]+\|[\x20-\x7b\x7d\x7e]+\|(\d{1,9})\.(\d\d)\|([\x20-\x7b\x7d\x7e]+)\|[\x20-\x7b\x7d\x7e]*\|[\x20-\x7b\x7d\x7e]+(?:\n(?!$)|$)/y;

/** The number of lines, and the sum of their amounts by currency, in hundredths. */
export interface CanonicalLinesSummary {
  readonly lines: number;
  readonly sums: ReadonlyMap<string, number>;
}

/**
 * Sums up lines from another program, at most a million, if each is certainly one that
 * `formatRegisterLine` would have produced; null if only `formatRegisterLine` can decide.
 */
export function sumCanonicalRegisterLines(text: string): CanonicalLinesSummary | null {
  const sums = new Map<string, number>();
  let lines = 0;
  let end = 0;
  // One match after the other: a list of all lines would be garbage that outlives many collections.
  while (end < text.length) {
    CANONICAL_LINE_PATTERN.lastIndex = end;
    const parts = CANONICAL_LINE_PATTERN.exec(text);
    if (parts === null) return null;
    const [line, whole = '', cents = '', currency = ''] = parts;
    sums.set(currency, (sums.get(currency) ?? 0) + Number(whole) * 100 + Number(cents));
    lines += 1;
    end += line.length;
  }
  return { lines, sums };
}
