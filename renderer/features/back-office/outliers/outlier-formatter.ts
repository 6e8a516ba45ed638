import type {
  OutlierFigure,
  OutlierMeasure,
  OutlierReport,
  OutlierRow,
} from '../../../../shared/contract/index.ts';
import { createMoney } from '../../../../shared/money/index.ts';
import { formatDayRange, formatMoneyInSentence } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';

export interface OutlierFormatter {
  /** A range of days: `16–22 de nov`. */
  formatWeek(row: Pick<OutlierRow, 'from' | 'to'>): string;
  /** The day of the month and the month, below a column. */
  formatDay(day: string): string;
  /** A count, or an amount with its currency. */
  formatValue(value: string, measure: OutlierMeasure): string;
  formatCount(count: number): string;
  /** What is usual, and how many payments or closed shifts it is for; empty without a comparison. */
  formatUsual(row: OutlierRow, measure: OutlierMeasure, figure: OutlierFigure): readonly string[];
}

export function useOutlierFormatter({
  currency,
}: Pick<OutlierReport, 'currency'>): OutlierFormatter {
  const text = useText();
  const language = useLanguage();
  const numberFormat = new Intl.NumberFormat(language);
  const dayFormat = new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
  });
  const toDate = (day: string): Date => new Date(`${day}T00:00:00Z`);
  const formatValue: OutlierFormatter['formatValue'] = (value, measure) =>
    measure === 'count-differences'
      ? formatMoneyInSentence(createMoney(value, currency), language)
      : numberFormat.format(Number(value));
  return {
    formatWeek: ({ from, to }) => formatDayRange(from, to, language),
    formatDay: (day) => dayFormat.format(toDate(day)),
    formatValue,
    formatCount: (count) => numberFormat.format(count),
    formatUsual: ({ payments, closedShifts }, measure, { usual }) =>
      usual === null
        ? []
        : [
            text('outliers.usual', {
              expected: formatValue(usual.expected, measure),
              limit: formatValue(usual.limit, measure),
            }),
            measure === 'count-differences'
              ? text('outliers.closedShifts', {
                  count: closedShifts,
                  number: numberFormat.format(closedShifts),
                })
              : text('outliers.payments', {
                  count: payments,
                  number: numberFormat.format(payments),
                }),
          ],
  };
}
