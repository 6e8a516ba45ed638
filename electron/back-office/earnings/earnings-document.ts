import {
  EARNINGS_GROUPINGS,
  type Earnings,
  type EarningsGrouping,
  type EarningsRow,
  type EarningsSum,
} from '../../../shared/contract/index.ts';
import {
  type CashTexts,
  type EarningsReportTexts,
  getCashTexts,
  getEarningsReportTexts,
} from '../../../shared/i18n/index.ts';
import { createMoney, formatMoney, isZero } from '../../../shared/money/index.ts';
import {
  BLANK_LINE,
  centeredLine,
  createLabelValueLine,
  createTextLine,
  formatShopDay,
  formatShopTime,
  type PaperDocument,
  type ReceiptSettings,
  type ReportLine,
  RULE_LINE,
  shopHeaderLines,
} from '../../printing/index.ts';

/** As many rows per group as are useful on a receipt. */
const MAX_ROWS = 10;

interface DocumentStyle {
  readonly words: EarningsReportTexts;
  readonly kinds: CashTexts['kinds'];
  readonly formatAmount: (amount: string) => string;
  readonly formatDay: (day: string) => string;
}

/**
 * Builds the printed report: the totals and the largest rows of each group, in the shop's language.
 */
export function buildEarningsDocument(
  earnings: Earnings,
  settings: ReceiptSettings,
  by: string,
): PaperDocument {
  const { language, posNumber, shop } = settings;
  const words = getEarningsReportTexts(language);
  const style: DocumentStyle = {
    words,
    kinds: getCashTexts(language).kinds,
    formatAmount: (amount) =>
      formatMoney(createMoney(amount, earnings.currency), language, earnings.currency),
    formatDay: (day) => formatShopDay(day, language),
  };
  const { from, to, before, total } = earnings;
  const formatDays = (first: string, last: string): string =>
    [...new Set([first, last])].map(style.formatDay).join(' - ');
  return {
    name: words.fileName,
    drawer: 'stays',
    guard: 'earnings',
    lines: [
      ...shopHeaderLines(shop),
      centeredLine(words.title, 'double'),
      centeredLine(formatDays(from, to)),
      RULE_LINE,
      createLabelValueLine(words.posNumber, posNumber),
      createLabelValueLine(words.requestedBy, by),
      createLabelValueLine(words.printedAt, formatShopTime(earnings.readAt, settings)),
      RULE_LINE,
      ...buildSumLines(total.now, style),
      RULE_LINE,
      centeredLine(words.before, 'bold'),
      centeredLine(formatDays(before.from, before.to)),
      ...(earnings.isRunning ? [centeredLine(words.untilSameHour)] : []),
      ...buildSumLines(total.before, style),
      ...EARNINGS_GROUPINGS.flatMap((grouping) =>
        buildRowLines(grouping, earnings.by[grouping], style),
      ),
      RULE_LINE,
      createTextLine(words.dayOfSale),
      createTextLine(words.reversedOn),
      ...(earnings.inOtherCurrencies === 0
        ? []
        : [createLabelValueLine(words.inOtherCurrencies, String(earnings.inOtherCurrencies))]),
    ],
  };
}

function buildSumLines(
  sum: EarningsSum,
  { words, formatAmount: show }: DocumentStyle,
): ReportLine[] {
  const { count, amount, fee, earned, notReported, takenBack, cashOuts } = sum;
  return [
    createLabelValueLine(`${words.sold} (${count})`, show(amount), true),
    ...(takenBack === 0 ? [] : [createLabelValueLine(words.reversed, String(takenBack))]),
    createLabelValueLine(words.fees, show(fee)),
    createLabelValueLine(words.earned, earned === null ? words.notReported : show(earned)),
    ...(earned === null || notReported === 0
      ? []
      : [createLabelValueLine(words.notReportedPayments, String(notReported))]),
    ...(cashOuts.count === 0 && isZero(createMoney(cashOuts.amount, ''))
      ? []
      : [createLabelValueLine(`${words.cashOuts} (${cashOuts.count})`, show(cashOuts.amount))]),
  ];
}

function buildRowLines(
  grouping: EarningsGrouping,
  rows: readonly EarningsRow[],
  style: DocumentStyle,
): ReportLine[] {
  const { words, formatAmount: show } = style;
  const activeRows = rows.filter(({ now }) => now.count + now.takenBack + now.cashOuts.count > 0);
  if (activeRows.length === 0 || (grouping === 'day' && rows.length === 1)) return [];
  // Days are all listed, in order.
  const listedRows = grouping === 'day' ? rows : activeRows.slice(0, MAX_ROWS);
  return [
    BLANK_LINE,
    centeredLine(words.groups[grouping], 'bold'),
    ...listedRows.map((row) => {
      const { cashOuts } = row.now;
      // A biller with only cash-outs has no sales.
      const isCashOut = row.now.count === 0 && row.now.takenBack === 0 && cashOuts.count > 0;
      const { count, amount } = isCashOut ? cashOuts : row.now;
      return createLabelValueLine(
        `${formatRowName(grouping, row, style)} (${count})`,
        show(amount),
      );
    }),
  ];
}

function formatRowName(
  grouping: EarningsGrouping,
  { id, name }: EarningsRow,
  { words, kinds, formatDay: day }: DocumentStyle,
): string {
  if (id === null) return words.others;
  if (grouping === 'kind') return Object.entries(kinds).find(([kind]) => kind === id)?.[1] ?? id;
  return grouping === 'day' ? day(id) : name;
}
