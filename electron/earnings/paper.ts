import {
  EARNINGS_BY,
  type Earnings,
  type EarningsBy,
  type EarningsRow,
  type EarningsSum,
} from '../../shared/contract/index.ts';
import {
  type CashWords,
  cashWords,
  type EarningsWords,
  earningsWords,
} from '../../shared/i18n/index.ts';
import { formatMoney, isZero, money } from '../../shared/money/index.ts';
import {
  blank,
  centred,
  header,
  line,
  type PaperDocument,
  pair,
  type ReceiptSettings,
  type ReportLine,
  rule,
  shopDay,
  shopTime,
} from '../printing/index.ts';

/** As many of each as are read on a strip of paper. */
const MOST_ROWS = 10;

interface Style {
  readonly words: EarningsWords;
  readonly kinds: CashWords['kinds'];
  readonly show: (amount: string) => string;
  readonly day: (written: string) => string;
}

/** The totals, and the largest of each, in the shop's language. */
export function earningsPaper(
  earnings: Earnings,
  settings: ReceiptSettings,
  by: string,
): PaperDocument {
  const { language, posNumber, shop } = settings;
  const words = earningsWords(language);
  const style: Style = {
    words,
    kinds: cashWords(language).kinds,
    show: (amount) => formatMoney(money(amount, earnings.currency), language, earnings.currency),
    day: (written) => shopDay(written, language),
  };
  const { from, to, before, total } = earnings;
  const days = (first: string, last: string): string =>
    [...new Set([first, last])].map(style.day).join(' - ');
  return {
    name: words.fileName,
    drawer: 'stays',
    guard: 'earnings',
    lines: [
      ...header(shop),
      centred(words.title, 'double'),
      centred(days(from, to)),
      rule,
      pair(words.posNumber, posNumber),
      pair(words.by, by),
      pair(words.at, shopTime(earnings.readAt, settings)),
      rule,
      ...sumLines(total.now, style),
      rule,
      centred(words.before, 'bold'),
      centred(days(before.from, before.to)),
      ...(earnings.isRunning ? [centred(words.untilNow)] : []),
      ...sumLines(total.before, style),
      ...EARNINGS_BY.flatMap((what) => rowLines(what, earnings.by[what], style)),
      rule,
      line(words.dayOfSale),
      line(words.takenBackOn),
      ...(earnings.inOtherCurrencies === 0
        ? []
        : [pair(words.inOtherCurrencies, String(earnings.inOtherCurrencies))]),
    ],
  };
}

function sumLines(sum: EarningsSum, { words, show }: Style): ReportLine[] {
  const { count, amount, fee, earned, untold, takenBack, cashOuts } = sum;
  return [
    pair(`${words.sold} (${count})`, show(amount), true),
    ...(takenBack === 0 ? [] : [pair(words.takenBack, String(takenBack))]),
    pair(words.fees, show(fee)),
    pair(words.earned, earned === null ? words.untold : show(earned)),
    ...(earned === null || untold === 0 ? [] : [pair(words.untoldOf, String(untold))]),
    ...(cashOuts.count === 0 && isZero(money(cashOuts.amount, ''))
      ? []
      : [pair(`${words.cashOuts} (${cashOuts.count})`, show(cashOuts.amount))]),
  ];
}

function rowLines(what: EarningsBy, rows: readonly EarningsRow[], style: Style): ReportLine[] {
  const { words, show } = style;
  const sold = rows.filter(({ now }) => now.count + now.takenBack + now.cashOuts.count > 0);
  if (sold.length === 0 || (what === 'day' && rows.length === 1)) return [];
  // Days stand in their order, all of them.
  const shown = what === 'day' ? rows : sold.slice(0, MOST_ROWS);
  return [
    blank,
    centred(words.groups[what], 'bold'),
    ...shown.map((row) => {
      const { cashOuts } = row.now;
      // A biller that only hands out cash sold nothing.
      const isCashOut = row.now.count === 0 && row.now.takenBack === 0 && cashOuts.count > 0;
      const { count, amount } = isCashOut ? cashOuts : row.now;
      return pair(`${nameOf(what, row, style)} (${count})`, show(amount));
    }),
  ];
}

function nameOf(what: EarningsBy, { id, name }: EarningsRow, { words, kinds, day }: Style): string {
  if (id === null) return words.others;
  if (what === 'kind') return Object.entries(kinds).find(([kind]) => kind === id)?.[1] ?? id;
  return what === 'day' ? day(id) : name;
}
