import { createMoney, type Money } from './money.ts';

/** The service's currency codes that are not in ISO 4217, with their ISO code. */
const ISO_CODE_BY_SERVICE_CODE: Readonly<Record<string, string>> = { RD: 'DOP' };

/** Cents of these currencies do not circulate, so whole amounts are formatted without decimals. */
const CURRENCIES_WITHOUT_CENTS: ReadonlySet<string> = new Set(['COP', 'CRC']);

/** Formatted with `$`; other currencies are formatted with their code. */
const CURRENCIES_WITH_DOLLAR_SIGN: ReadonlySet<string> = new Set(['MXN', 'COP', 'USD', 'DOP']);

/** The ISO code for a service currency code, or the code itself. */
export function toIsoCurrency(code: string): string {
  return ISO_CODE_BY_SERVICE_CODE[code] ?? code;
}

/** Whether both codes denote the same currency (`RD` and `DOP`). */
export function isSameCurrency(a: string, b: string): boolean {
  return toIsoCurrency(a) === toIsoCurrency(b);
}

/** Creating a formatter is much slower than using it. */
const numberFormatCache = new Map<string, Intl.NumberFormat>();

function getNumberFormat(locale: string, digits: number): Intl.NumberFormat {
  const key = `${locale} ${digits}`;
  const cachedFormat = numberFormatCache.get(key);
  if (cachedFormat) return cachedFormat;
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: true,
  });
  numberFormatCache.set(key, format);
  return format;
}

const signGapCache = new Map<string, string>();

/** The space after the `$`: in Colombia `$ 15.500`, in Mexico `$549.00`. */
function getSignGap(locale: string): string {
  const cachedGap = signGapCache.get(locale);
  if (cachedGap !== undefined) return cachedGap;
  const formatted = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
  }).format(1);
  const gap = /\$\s/.test(formatted) ? ' ' : '';
  signGapCache.set(locale, gap);
  return gap;
}

/**
 * Formats an amount for a locale (`1,234.50`), without currency symbol. With at least two decimals, or
 * none for a whole amount in a currency without cents; never drops a decimal.
 */
export function formatAmount(value: Money, locale: string): string {
  const { amount, currency } = createMoney(value.amount, value.currency);
  const fraction = amount.split('.')[1] ?? '';
  const hasNoDecimals =
    /^0*$/.test(fraction) && CURRENCIES_WITHOUT_CENTS.has(toIsoCurrency(currency));
  const digits = hasNoDecimals ? 0 : fraction.length;
  return getNumberFormat(locale, digits).format(amount as Intl.StringNumericLiteral);
}

/** The parts of a formatted amount, in order. Null or empty parts are omitted. */
export interface MoneyParts {
  /** `−` for a negative amount, `$`, and the locale's space. */
  readonly sign: string;
  readonly figures: string;
  /** Only for a currency other than the shop's, or without a sign. */
  readonly currencyCode: string | null;
}

/** If `shopCurrency` is null (unknown), every amount has its code. */
export function toMoneyParts(
  value: Money,
  locale: string,
  shopCurrency: string | null,
): MoneyParts {
  const { amount, currency } = createMoney(value.amount, value.currency);
  const minus = amount.startsWith('-') ? '−' : '';
  const hasSign = CURRENCIES_WITH_DOLLAR_SIGN.has(toIsoCurrency(currency));
  const isShopCurrency = isSameCurrency(currency, shopCurrency ?? '');
  return {
    sign: `${minus}${hasSign ? `$${getSignGap(locale)}` : ''}`,
    figures: formatAmount({ amount: amount.replace('-', ''), currency }, locale),
    currencyCode: isShopCurrency && hasSign ? null : currency,
  };
}

/** Formats a note, a coin or a sum of notes: `$1,000`, `$0.50`, a whole amount without decimals. */
export function formatDenomination(
  value: Money,
  locale: string,
  shopCurrency: string | null,
): string {
  const { sign, figures, currencyCode: code } = toMoneyParts(value, locale, shopCurrency);
  const [whole = '', fraction = ''] = value.amount.replace('-', '').split('.');
  const isWhole = /^0*$/.test(fraction);
  const formatted = isWhole
    ? getNumberFormat(locale, 0).format(whole as Intl.StringNumericLiteral)
    : figures;
  return `${sign}${formatted}${code === null ? '' : ` ${code}`}`;
}

/** Formats money: `$549.00`, `$ 15.500`, or `$549.00 USD` in another currency than the shop's. */
export function formatMoney(value: Money, locale: string, shopCurrency: string | null): string {
  const { sign, figures, currencyCode: code } = toMoneyParts(value, locale, shopCurrency);
  return `${sign}${figures}${code === null ? '' : ` ${code}`}`;
}
