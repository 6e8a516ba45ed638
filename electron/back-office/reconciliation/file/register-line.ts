import type { OmittedTransaction } from '../../../../shared/contract/index.ts';
import type { PerformedTransaction } from '../types.ts';

/** One REGISTER line of the file, or the field that keeps a transaction out of it. Pure. */

export type LineResult =
  | { readonly ok: true; readonly line: string; readonly hundredths: bigint }
  | { readonly ok: false; readonly field: OmittedTransaction['field'] };

/** Visible ASCII without the bar: nearly every field consists of it. */
const PLAIN_PATTERN = /^[\x20-\x7b\x7d\x7e]*$/;
/** Anything that a reader may take for the end of a field or line, or that cannot be written. */
const FORBIDDEN_PATTERN = /[|\p{Cc}\p{Zl}\p{Zp}]/u;
const AMOUNT_PATTERN = /^(\d{1,20})(?:\.(\d{1,2}))?$/;

export function formatRegisterLine(one: PerformedTransaction): LineResult {
  const { authorization, accountNumber, currency, externalId } = one;
  const posNumber = one.posNumber ?? '';
  if (authorization === null || !isWritableField(authorization))
    return toFieldError('authorization');
  if (!isWritableField(accountNumber)) return toFieldError('account');
  if (!isWritableField(currency)) return toFieldError('currency');
  if (!isWritableField(externalId)) return toFieldError('external-id');
  if (posNumber !== '' && !isWritableField(posNumber)) return toFieldError('pos-number');
  const parts = AMOUNT_PATTERN.exec(one.amount);
  if (parts === null) return toFieldError('amount');
  const [, whole = '', fraction = ''] = parts;
  const cents = fraction.padEnd(2, '0');
  const time = new Date(one.performedSecond * 1000).toISOString().slice(0, 19);
  return {
    ok: true,
    hundredths: BigInt(whole + cents),
    line: `REGISTER|${time}|${one.billerId}|${authorization}|${accountNumber}|${whole}.${cents}|${currency}|${posNumber}|${externalId}`,
  };
}

/** Nothing is corrected: what cannot be written unchanged is left out and named. */
function isWritableField(text: string): boolean {
  if (text === '') return false;
  return PLAIN_PATTERN.test(text) || (text.isWellFormed() && !FORBIDDEN_PATTERN.test(text));
}

function toFieldError(field: OmittedTransaction['field']): LineResult {
  return { ok: false, field };
}

/** A line of visible ASCII, as nearly all are. */
const PLAIN_LINE_PATTERN =
  /^REGISTER\|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\|\d+\|[\x20-\x7b\x7d\x7e]+\|[\x20-\x7b\x7d\x7e]+\|(\d{1,20}\.\d\d)\|([\x20-\x7b\x7d\x7e]+)\|[\x20-\x7b\x7d\x7e]*\|[\x20-\x7b\x7d\x7e]+$/;

/**
 * What a line that was composed elsewhere says, if it is certainly one that `formatRegisterLine` would
 * have made; null if only `formatRegisterLine` itself can tell.
 */
export function parsePlainLine(
  line: string,
): { readonly amount: string; readonly currency: string } | null {
  const parts = PLAIN_LINE_PATTERN.exec(line);
  if (parts === null) return null;
  const [, amount = '', currency = ''] = parts;
  return { amount, currency };
}
