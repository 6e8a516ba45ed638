import type { Money } from './money.ts';

/** Codes that the service uses and ISO 4217 does not know, with the code that they stand for. */
const STANDS_FOR: Readonly<Record<string, string>> = { RD: 'DOP' };

/** The ISO code behind a service currency code, or the code itself. */
export function isoCurrency(code: string): string {
  return STANDS_FOR[code] ?? code;
}

/** True when both codes name one currency (`RD` and `DOP`). */
export function isSameCurrency(a: string, b: string): boolean {
  return isoCurrency(a) === isoCurrency(b);
}

/**
 * The digits of an amount as a person of that locale reads them (`1,234.50`), without a symbol:
 * screens and receipts put the currency code beside it. At least two decimals, none lost.
 */
export function formatAmount(value: Money, locale: string): string {
  const fraction = value.amount.split('.')[1] ?? '';
  const digits = Math.max(2, fraction.length);
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: true,
  });
  return format.format(value.amount as Intl.StringNumericLiteral);
}

/** `$ 549.00 MXN`: digits, a peso sign where the currency has one, and always the code. */
export function formatMoney(value: Money, locale: string): string {
  const negative = value.amount.startsWith('-');
  const digits = formatAmount(
    { amount: value.amount.replace(/^-/, ''), currency: value.currency },
    locale,
  );
  return `${negative ? '−' : ''}$ ${digits} ${value.currency}`;
}
