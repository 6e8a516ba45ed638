import { createMoney, type Money } from './money.ts';

/** Codes of the service that ISO 4217 lacks, with the code that they mean. */
const ISO_CODE_BY_SERVICE_CODE: Readonly<Record<string, string>> = { RD: 'DOP' };

/** Nobody has cents of these, so that an amount without any is written without them. */
const CURRENCIES_WITHOUT_CENTS: ReadonlySet<string> = new Set(['COP', 'CRC']);

/** Written with a `$`; any other is written with its code. */
const CURRENCIES_WITH_DOLLAR_SIGN: ReadonlySet<string> = new Set(['MXN', 'COP', 'USD', 'DOP']);

/** The ISO code for a service currency code, or the code itself. */
export function toIsoCurrency(code: string): string {
  return ISO_CODE_BY_SERVICE_CODE[code] ?? code;
}

/** Whether both codes mean one currency (`RD` and `DOP`). */
export function isSameCurrency(a: string, b: string): boolean {
  return toIsoCurrency(a) === toIsoCurrency(b);
}

/** Making one takes far longer than using it. */
const numberFormatCache = new Map<string, Intl.NumberFormat>();

function getNumberFormat(locale: string, digits: number): Intl.NumberFormat {
  const key = `${locale} ${digits}`;
  const known = numberFormatCache.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: true,
  });
  numberFormatCache.set(key, made);
  return made;
}

const signGapCache = new Map<string, string>();

/** Colombia writes `$ 15.500`, Mexico `$549.00`. */
function getSignGap(locale: string): string {
  const known = signGapCache.get(locale);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(1);
  const sign = parts.findIndex(({ type }) => type === 'currency');
  const gap = parts[sign + 1]?.type === 'literal' ? ' ' : '';
  signGapCache.set(locale, gap);
  return gap;
}

/**
 * The digits of an amount as a person of that locale reads them (`1,234.50`), without a symbol. At
 * least two decimals, or none in a currency without cents; no decimal is lost.
 */
export function formatAmount(value: Money, locale: string): string {
  const { amount, currency } = createMoney(value.amount, value.currency);
  const fraction = amount.split('.')[1] ?? '';
  const hasNone = /^0*$/.test(fraction) && CURRENCIES_WITHOUT_CENTS.has(toIsoCurrency(currency));
  const digits = hasNone ? 0 : Math.max(2, fraction.length);
  return getNumberFormat(locale, digits).format(amount as Intl.StringNumericLiteral);
}

/** The parts of an amount in the order in which they are written; null or empty: left out. */
export interface MoneyParts {
  /** `−` of an amount below zero, `$`, and the locale's space. */
  readonly sign: string;
  readonly figures: string;
  /** Only where it is not the shop's currency, or has no sign. */
  readonly code: string | null;
}

/** `shopCurrency`: null where the shop's is not known; each amount then has its code. */
export function toMoneyParts(
  value: Money,
  locale: string,
  shopCurrency: string | null,
): MoneyParts {
  const { amount, currency } = createMoney(value.amount, value.currency);
  const minus = amount.startsWith('-') ? '−' : '';
  const hasSign = CURRENCIES_WITH_DOLLAR_SIGN.has(toIsoCurrency(currency));
  const isShops = shopCurrency !== null && isSameCurrency(currency, shopCurrency);
  return {
    sign: `${minus}${hasSign ? `$${getSignGap(locale)}` : ''}`,
    figures: formatAmount({ amount: amount.replace(/^-/, ''), currency }, locale),
    code: isShops && hasSign ? null : currency,
  };
}

/** A note, a coin or a sum of notes: `$1,000`, `$0.50`, without the cents that it has none of. */
export function formatDenomination(
  value: Money,
  locale: string,
  shopCurrency: string | null,
): string {
  const { sign, figures, code } = toMoneyParts(value, locale, shopCurrency);
  const [whole = '', fraction = ''] = value.amount.replace('-', '').split('.');
  const isWhole = /^0*$/.test(fraction);
  const shown = isWhole
    ? getNumberFormat(locale, 0).format(whole as Intl.StringNumericLiteral)
    : figures;
  return `${sign}${shown}${code === null ? '' : ` ${code}`}`;
}

/** `$549.00`, `$ 15.500`, and in another currency than the shop's `$549.00 USD`. */
export function formatMoney(value: Money, locale: string, shopCurrency: string | null): string {
  const { sign, figures, code } = toMoneyParts(value, locale, shopCurrency);
  return `${sign}${figures}${code === null ? '' : ` ${code}`}`;
}
