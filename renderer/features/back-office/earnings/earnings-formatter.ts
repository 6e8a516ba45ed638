import {
  type Earnings,
  type EarningsGrouping,
  type EarningsRow,
  type EarningsSum,
  paymentKindSchema,
} from '../../../../shared/contract/index.ts';
import { compare, createMoney, type Money, toMoneyParts } from '../../../../shared/money/index.ts';
import { formatMoneyInSentence } from '../../../components/index.ts';
import { type TextFunction, useLanguage, useText } from '../../../i18n/index.ts';

/** The figures that the chart can show. */
export const EARNINGS_MEASURES = ['amount', 'earned', 'fee', 'count'] as const;
export type EarningsMeasure = (typeof EARNINGS_MEASURES)[number];

/** Whether the row is cash-out. It has only the cash-out figures, and does not count as a sale. */
export function isCashOutRow(grouping: EarningsGrouping, { id }: EarningsRow): boolean {
  return grouping === 'kind' && id === 'cash-out';
}

/** Returns the value of a measure as a decimal string; null if the service did not report it. */
export function getMeasureValue(
  sum: EarningsSum,
  measure: EarningsMeasure,
  isCashOut: boolean,
): string | null {
  const source = isCashOut && (measure === 'amount' || measure === 'count') ? sum.cashOuts : sum;
  switch (measure) {
    case 'amount':
      return source.amount;
    case 'count':
      return String(source.count);
    case 'fee':
      return sum.fee;
    case 'earned':
      return sum.earned;
  }
}

/** Returns a value's bar length; negative values and null have length zero. */
export function toBarLength(value: string | null): number {
  return value === null ? 0 : Math.max(0, Number(value));
}

export interface EarningsFormatter {
  /** A value of the measure, with its currency if it is an amount. */
  formatValue(value: string | null, measure: EarningsMeasure): string;
  /** The same without the currency code, for use beside another figure that shows it. */
  formatValueWithoutCurrency(value: string | null, measure: EarningsMeasure): string;
  /** The value rounded to three significant digits, for narrow space: `$1.23 M`. */
  formatCompactValue(value: string | null, measure: EarningsMeasure): string;
  formatMoney(amount: string): string;
  formatCount(count: number): { readonly count: number; readonly number: string };
  /**
   * The change from the previous value, and the previous value itself (`formattedBefore`) unless it is zero.
   */
  formatComparison(
    now: string | null,
    before: string | null,
    formattedBefore: string,
  ): readonly string[];
  formatRowName(by: EarningsGrouping, row: EarningsRow): string;
  formatDay(day: string): string;
  /** A range of days: `16–22 de nov`. */
  formatDayRange(from: string, to: string): string;
  /** The short weekday and the day of the month, below a column. */
  formatShortDay(day: string): string;
  /** The day of the month and the month, below the first column of a week. */
  dayOfMonth(day: string): string;
}

export function useEarningsFormatter({ currency }: Pick<Earnings, 'currency'>): EarningsFormatter {
  const text = useText();
  const language = useLanguage();
  const numberFormat = new Intl.NumberFormat(language);
  const compactFormat = new Intl.NumberFormat(language, {
    notation: 'compact',
    maximumSignificantDigits: 3,
  });
  const percentFormat = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 0,
  });
  const toDate = (day: string): Date => new Date(`${day}T00:00:00Z`);
  const formatDate = (day: string, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }).format(toDate(day));
  const toShopMoney = (amount: string): Money => createMoney(amount, currency);
  const formatChange = (now: string | null, before: string | null): string => {
    if (now === null || before === null) return '';
    const difference = compare(toShopMoney(now), toShopMoney(before));
    if (difference === 0) return text('earnings.same');
    if (Number(before) <= 0) return text('earnings.beforeNothing');
    const percentage = percentFormat.format(Math.abs(Number(now) / Number(before) - 1));
    return text(difference > 0 ? 'earnings.more' : 'earnings.less', { share: percentage });
  };
  const formatDay = (day: string): string =>
    formatDate(day, { weekday: 'short', day: 'numeric', month: 'short' });
  return {
    formatDay: formatDay,
    formatDayRange: (from, to) =>
      from === to
        ? formatDay(from)
        : new Intl.DateTimeFormat(language, {
            timeZone: 'UTC',
            day: 'numeric',
            month: 'short',
          }).formatRange(toDate(from), toDate(to)),
    dayOfMonth: (day) => formatDate(day, { day: 'numeric', month: 'short' }),
    // Formats with the month and then removes it, because without a month English puts the day
    // first.
    formatShortDay: (day) =>
      new Intl.DateTimeFormat(language, {
        timeZone: 'UTC',
        weekday: 'short',
        day: 'numeric',
        month: 'short',
      })
        .formatToParts(toDate(day))
        .filter(({ type }) => type === 'weekday' || type === 'day')
        .map(({ value }) => value)
        .join(' '),
    formatMoney: (amount) => formatMoneyInSentence(toShopMoney(amount), language),
    formatCount: (count) => ({ count, number: numberFormat.format(count) }),
    formatValue: (value, measure) => {
      if (value === null) return text('earnings.notReported');
      return measure === 'count'
        ? numberFormat.format(Number(value))
        : formatMoneyInSentence(toShopMoney(value), language);
    },
    formatValueWithoutCurrency: (value, measure) => {
      if (value === null) return text('earnings.notReported');
      if (measure === 'count') return numberFormat.format(Number(value));
      const { sign, figures } = toMoneyParts(toShopMoney(value), language, currency);
      return `${sign}${figures}`;
    },
    formatCompactValue: (value, measure) => {
      if (value === null) return text('earnings.notReported');
      const sign =
        measure === 'count' ? '' : toMoneyParts(toShopMoney(value), language, currency).sign;
      const figures = compactFormat.format(Math.abs(Number(value)));
      return `${sign}${figures.replaceAll(' ', '\u00a0')}`;
    },
    formatComparison: (now, before, formattedBefore) => {
      const changeText = formatChange(now, before);
      const previousText =
        before !== null && Number(before) === 0
          ? ''
          : text('earnings.before', { value: formattedBefore });
      return [changeText, previousText].filter((day) => day !== '');
    },
    formatRowName: (by, { id, name }) => formatRowName(text, by, id, name, formatDay),
  };
}

function formatRowName(
  text: TextFunction,
  by: EarningsGrouping,
  id: string | null,
  name: string,
  formatDay: (formatDay: string) => string,
): string {
  if (id === null) return text('earnings.others');
  switch (by) {
    case 'day':
      return formatDay(id);
    case 'kind': {
      const kind = paymentKindSchema.options.find((day) => day === id);
      return kind === undefined ? id : text(`history.kind.${kind}`);
    }
    case 'cashier':
    case 'biller':
      return name;
  }
}
