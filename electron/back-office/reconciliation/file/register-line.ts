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

/** A REGISTER line of printable ASCII, as nearly all are. */
const CANONICAL_LINE_PATTERN =
  /^REGISTER\|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\|\d+\|[\x20-\x7b\x7d\x7e]+\|[\x20-\x7b\x7d\x7e]+\|(\d{1,20}\.\d\d)\|([\x20-\x7b\x7d\x7e]+)\|[\x20-\x7b\x7d\x7e]*\|[\x20-\x7b\x7d\x7e]+$/;

/**
 * Parses a line from another program, if it is certainly one that `formatRegisterLine` would have
 * produced; null if only `formatRegisterLine` can decide.
 */
export function parseCanonicalRegisterLine(
  line: string,
): { readonly amount: string; readonly currency: string } | null {
  const parts = CANONICAL_LINE_PATTERN.exec(line);
  if (parts === null) return null;
  const [, amount = '', currency = ''] = parts;
  return { amount, currency };
}
