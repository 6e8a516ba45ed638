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

/** What is drawn of each row. */
export const MEASURES = ['amount', 'earned', 'fee', 'count'] as const;
export type Measure = (typeof MEASURES)[number];

/** Cash that went out is the only figure of its row, and no sale. */
export function isCashOut(by: EarningsGrouping, { id }: EarningsRow): boolean {
  return by === 'kind' && id === 'cash-out';
}

/** Null where the service did not tell it. */
export function getMeasureValue(sum: EarningsSum, measure: Measure, isOut: boolean): string | null {
  const of = isOut && (measure === 'amount' || measure === 'count') ? sum.cashOuts : sum;
  switch (measure) {
    case 'amount':
      return of.amount;
    case 'count':
      return String(of.count);
    case 'fee':
      return sum.fee;
    case 'earned':
      return sum.earned;
  }
}

/** For the length of a bar alone: what is below zero has none. */
export function toBarSize(value: string | null): number {
  return value === null ? 0 : Math.max(0, Number(value));
}

export interface EarningsFormatter {
  /** A figure of the measure, with its currency if it is money. */
  value(value: string | null, measure: Measure): string;
  /** The same without the code of its currency, where that stands beside it already. */
  valueWithoutCurrency(value: string | null, measure: Measure): string;
  /** That in three figures, where it has no room: `$1.23 M`. */
  compactValue(value: string | null, measure: Measure): string;
  money(amount: string): string;
  count(count: number): { readonly count: number; readonly number: string };
  /** How much more or less it is than before, and what it was, shown so, if it was anything. */
  comparison(now: string | null, before: string | null, shown: string): readonly string[];
  row(by: EarningsGrouping, row: EarningsRow): string;
  day(day: string): string;
  /** From one day to another: `16–22 de nov`. */
  days(from: string, to: string): string;
  /** A short weekday and the day of the month, beneath a column. */
  shortDay(day: string): string;
  /** Beneath the first column of a week. */
  dayOfMonth(day: string): string;
}

export function useEarningsFormatter({ currency }: Pick<Earnings, 'currency'>): EarningsFormatter {
  const text = useText();
  const language = useLanguage();
  const number = new Intl.NumberFormat(language);
  const compact = new Intl.NumberFormat(language, {
    notation: 'compact',
    maximumSignificantDigits: 3,
  });
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
  const dated = (day: string, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }).format(dateOf(day));
  const inShop = (amount: string): Money => createMoney(amount, currency);
  const change = (now: string | null, before: string | null): string => {
    if (now === null || before === null) return '';
    const difference = compare(inShop(now), inShop(before));
    if (difference === 0) return text('earnings.same');
    if (Number(before) <= 0) return text('earnings.beforeNothing');
    const by = share.format(Math.abs(Number(now) / Number(before) - 1));
    return text(difference > 0 ? 'earnings.more' : 'earnings.less', { share: by });
  };
  const day = (one: string): string =>
    dated(one, { weekday: 'short', day: 'numeric', month: 'short' });
  return {
    day,
    days: (from, to) =>
      from === to
        ? day(from)
        : new Intl.DateTimeFormat(language, {
            timeZone: 'UTC',
            day: 'numeric',
            month: 'short',
          }).formatRange(dateOf(from), dateOf(to)),
    dayOfMonth: (one) => dated(one, { day: 'numeric', month: 'short' }),
    // In the order of a whole date, as people say it: without a month English has the day first.
    shortDay: (one) =>
      new Intl.DateTimeFormat(language, {
        timeZone: 'UTC',
        weekday: 'short',
        day: 'numeric',
        month: 'short',
      })
        .formatToParts(dateOf(one))
        .filter(({ type }) => type === 'weekday' || type === 'day')
        .map(({ value }) => value)
        .join(' '),
    money: (amount) => formatMoneyInSentence(inShop(amount), language),
    count: (count) => ({ count, number: number.format(count) }),
    value: (value, measure) => {
      if (value === null) return text('earnings.untold');
      return measure === 'count'
        ? number.format(Number(value))
        : formatMoneyInSentence(inShop(value), language);
    },
    valueWithoutCurrency: (value, measure) => {
      if (value === null) return text('earnings.untold');
      if (measure === 'count') return number.format(Number(value));
      const { sign, figures } = toMoneyParts(inShop(value), language, currency);
      return `${sign}${figures}`;
    },
    compactValue: (value, measure) => {
      if (value === null) return text('earnings.untold');
      const sign = measure === 'count' ? '' : toMoneyParts(inShop(value), language, currency).sign;
      const figures = compact.format(Math.abs(Number(value)));
      return `${sign}${figures.replaceAll(' ', '\u00a0')}`;
    },
    comparison: (now, before, shown) => {
      const said = change(now, before);
      const was =
        before !== null && Number(before) === 0 ? '' : text('earnings.before', { value: shown });
      return [said, was].filter((one) => one !== '');
    },
    row: (by, { id, name }) => formatRowName(text, by, id, name, day),
  };
}

function formatRowName(
  text: TextFunction,
  by: EarningsGrouping,
  id: string | null,
  name: string,
  day: (day: string) => string,
): string {
  if (id === null) return text('earnings.others');
  switch (by) {
    case 'day':
      return day(id);
    case 'kind': {
      const kind = paymentKindSchema.options.find((one) => one === id);
      return kind === undefined ? id : text(`history.kind.${kind}`);
    }
    case 'cashier':
    case 'biller':
      return name;
  }
}
