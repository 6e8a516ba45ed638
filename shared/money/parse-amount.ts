import { createMoney, type Money } from './money.ts';

/** Why a typed amount was rejected. `two-readings`: `12.345` may be twelve or twelve thousand. */
export type InvalidAmountReason =
  | 'empty'
  | 'not-a-number'
  | 'negative'
  | 'too-many-decimals'
  | 'two-readings'
  | 'too-large';

export type ParsedAmount =
  | { readonly ok: true; readonly value: Money }
  | { readonly ok: false; readonly reason: InvalidAmountReason };

const MAX_WHOLE_DIGITS = 9;

/**
 * Parses a typed amount. Accepts both `1,234.50` and `1.234,50`, because a last separator before one or
 * two digits can only be the decimal separator. A single separator before three digits is parsed as
 * the locale's grouping separator, or rejected if it is the locale's decimal separator.
 */
export function parseAmount(text: string, currency: string, locale: string): ParsedAmount {
  const createFault = (reason: InvalidAmountReason): ParsedAmount => ({
    ok: false,
    reason,
  });
  const compactText = text.replace(/[\s\u00a0\u202f$]/g, '');
  if (compactText === '') return createFault('empty');
  if (/^[-−][\d.,]+$/.test(compactText)) return createFault('negative');
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(compactText)) return createFault('not-a-number');

  const separatorIndex = Math.max(compactText.lastIndexOf('.'), compactText.lastIndexOf(','));
  if (separatorIndex === -1) return toParsedAmount(compactText, '', currency);

  const separator = compactText[separatorIndex] ?? '';
  const decimals = compactText.slice(separatorIndex + 1);
  const wholePart = compactText.slice(0, separatorIndex);
  const otherSeparator = separator === '.' ? ',' : '.';
  const isRepeated = wholePart.includes(separator);
  const hasOtherSeparator = wholePart.includes(otherSeparator);

  if (decimals.length === 3 && !hasOtherSeparator) {
    if (isRepeated || separator === getGroupingSeparator(locale)) {
      return isGrouped(compactText, separator)
        ? toParsedAmount(compactText.replaceAll(separator, ''), '', currency)
        : createFault('not-a-number');
    }
    return createFault('two-readings');
  }
  if (isRepeated) return createFault('not-a-number');
  if (decimals.length > 2) return createFault('too-many-decimals');
  if (hasOtherSeparator && !isGrouped(wholePart, otherSeparator))
    return createFault('not-a-number');
  return toParsedAmount(wholePart.replaceAll(otherSeparator, '') || '0', decimals, currency);
}

function getGroupingSeparator(locale: string): string | undefined {
  return new Intl.NumberFormat(locale).format(1_234_567).replace(/\d/g, '')[0];
}

function isGrouped(text: string, separator: string): boolean {
  const [first = '', ...rest] = text.split(separator);
  return first.length >= 1 && first.length <= 3 && rest.every((group) => group.length === 3);
}

function toParsedAmount(digits: string, fraction: string, currency: string): ParsedAmount {
  const wholeDigits = digits.replace(/^0+(?=\d)/, '');
  if (wholeDigits.length > MAX_WHOLE_DIGITS) return { ok: false, reason: 'too-large' };
  return {
    ok: true,
    value: createMoney(fraction === '' ? wholeDigits : `${wholeDigits}.${fraction}`, currency),
  };
}
