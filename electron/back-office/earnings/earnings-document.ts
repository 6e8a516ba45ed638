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
  formatShopDay,
  formatShopTime,
  type PaperDocument,
  pairLine,
  type ReceiptSettings,
  type ReportLine,
  RULE_LINE,
  shopHeaderLines,
  textLine,
} from '../../printing/index.ts';

/** As many of each as are read on a strip of paper. */
const MAX_ROWS = 10;

interface DocumentStyle {
  readonly words: EarningsReportTexts;
  readonly kinds: CashTexts['kinds'];
  readonly show: (amount: string) => string;
  readonly day: (written: string) => string;
}

/** The totals, and the largest of each, in the shop's language. */
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
    show: (amount) =>
      formatMoney(createMoney(amount, earnings.currency), language, earnings.currency),
    day: (written) => formatShopDay(written, language),
  };
  const { from, to, before, total } = earnings;
  const days = (first: string, last: string): string =>
    [...new Set([first, last])].map(style.day).join(' - ');
  return {
    name: words.fileName,
    drawer: 'stays',
    guard: 'earnings',
    lines: [
      ...shopHeaderLines(shop),
      centeredLine(words.title, 'double'),
      centeredLine(days(from, to)),
      RULE_LINE,
      pairLine(words.posNumber, posNumber),
      pairLine(words.by, by),
      pairLine(words.at, formatShopTime(earnings.readAt, settings)),
      RULE_LINE,
      ...buildSumLines(total.now, style),
      RULE_LINE,
      centeredLine(words.before, 'bold'),
      centeredLine(days(before.from, before.to)),
      ...(earnings.isRunning ? [centeredLine(words.untilNow)] : []),
      ...buildSumLines(total.before, style),
      ...EARNINGS_GROUPINGS.flatMap((what) => buildRowLines(what, earnings.by[what], style)),
      RULE_LINE,
      textLine(words.dayOfSale),
      textLine(words.takenBackOn),
      ...(earnings.inOtherCurrencies === 0
        ? []
        : [pairLine(words.inOtherCurrencies, String(earnings.inOtherCurrencies))]),
    ],
  };
}

function buildSumLines(sum: EarningsSum, { words, show }: DocumentStyle): ReportLine[] {
  const { count, amount, fee, earned, untold, takenBack, cashOuts } = sum;
  return [
    pairLine(`${words.sold} (${count})`, show(amount), true),
    ...(takenBack === 0 ? [] : [pairLine(words.takenBack, String(takenBack))]),
    pairLine(words.fees, show(fee)),
    pairLine(words.earned, earned === null ? words.untold : show(earned)),
    ...(earned === null || untold === 0 ? [] : [pairLine(words.untoldOf, String(untold))]),
    ...(cashOuts.count === 0 && isZero(createMoney(cashOuts.amount, ''))
      ? []
      : [pairLine(`${words.cashOuts} (${cashOuts.count})`, show(cashOuts.amount))]),
  ];
}

function buildRowLines(
  what: EarningsGrouping,
  rows: readonly EarningsRow[],
  style: DocumentStyle,
): ReportLine[] {
  const { words, show } = style;
  const sold = rows.filter(({ now }) => now.count + now.takenBack + now.cashOuts.count > 0);
  if (sold.length === 0 || (what === 'day' && rows.length === 1)) return [];
  // Days stand in their order, all of them.
  const shown = what === 'day' ? rows : sold.slice(0, MAX_ROWS);
  return [
    BLANK_LINE,
    centeredLine(words.groups[what], 'bold'),
    ...shown.map((row) => {
      const { cashOuts } = row.now;
      // A biller that only hands out cash sold nothing.
      const isCashOut = row.now.count === 0 && row.now.takenBack === 0 && cashOuts.count > 0;
      const { count, amount } = isCashOut ? cashOuts : row.now;
      return pairLine(`${formatRowName(what, row, style)} (${count})`, show(amount));
    }),
  ];
}

function formatRowName(
  what: EarningsGrouping,
  { id, name }: EarningsRow,
  { words, kinds, day }: DocumentStyle,
): string {
  if (id === null) return words.others;
  if (what === 'kind') return Object.entries(kinds).find(([kind]) => kind === id)?.[1] ?? id;
  return what === 'day' ? day(id) : name;
}
