import { createMoney, type Money } from './money.ts';

/** Why a typed amount was refused. `two-readings`: `12.345` may be twelve or twelve thousand. */
export type InvalidAmountReason =
  | 'empty'
  | 'not-a-number'
  | 'negative'
  | 'too-many-decimals'
  | 'two-readings'
  | 'too-large';

export type ParsedAmount =
  | { readonly ok: true; readonly value: Money }
  | { readonly ok: false; readonly fault: InvalidAmountReason };

const MAX_WHOLE_DIGITS = 9;

/**
 * Reads an amount that a person typed. Both `1,234.50` and `1.234,50` are understood, because a
 * last separator with one or two digits after it can only be the decimal one. A single separator
 * with three digits after it is read as the locale's grouping, or refused if the locale would read
 * it as decimals.
 */
export function parseAmount(text: string, currency: string, locale: string): ParsedAmount {
  const fault = (name: InvalidAmountReason): ParsedAmount => ({ ok: false, fault: name });
  const bare = text.replace(/[\s\u00a0\u202f$]/g, '');
  if (bare === '') return fault('empty');
  if (/^[-−]/.test(bare)) return fault(/^[-−][\d.,]+$/.test(bare) ? 'negative' : 'not-a-number');
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(bare)) return fault('not-a-number');

  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  if (last === -1) return toParsedAmount(bare, '', currency);

  const separator = bare[last] ?? '';
  const behind = bare.slice(last + 1);
  const before = bare.slice(0, last);
  const other = separator === '.' ? ',' : '.';
  const isRepeated = before.includes(separator);
  const hasOther = before.includes(other);

  if (behind.length === 3 && !hasOther) {
    const grouping = getGroupingSeparator(locale);
    if (isRepeated || separator === grouping) {
      return isGrouped(bare, separator)
        ? toParsedAmount(bare.replaceAll(separator, ''), '', currency)
        : fault('not-a-number');
    }
    return fault('two-readings');
  }
  if (behind.length === 3 && hasOther && isGrouped(before, other))
    return fault('too-many-decimals');
  if (isRepeated) return fault('not-a-number');
  if (behind.length > 2) return fault('too-many-decimals');
  if (hasOther && !isGrouped(before, other)) return fault('not-a-number');
  return toParsedAmount(before.replaceAll(other, '') || '0', behind, currency);
}

function getGroupingSeparator(locale: string): string {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1234567);
  return parts.find((part) => part.type === 'group')?.value ?? ',';
}

function isGrouped(text: string, separator: string): boolean {
  const [first = '', ...rest] = text.split(separator);
  return first.length >= 1 && first.length <= 3 && rest.every((group) => group.length === 3);
}

function toParsedAmount(digits: string, fraction: string, currency: string): ParsedAmount {
  const trimmed = digits.replace(/^0+(?=\d)/, '');
  if (trimmed.length > MAX_WHOLE_DIGITS) return { ok: false, fault: 'too-large' };
  return {
    ok: true,
    value: createMoney(fraction === '' ? trimmed : `${trimmed}.${fraction}`, currency),
  };
}
