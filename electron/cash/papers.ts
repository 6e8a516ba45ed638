import type { ShiftReport } from '../../shared/contract/index.ts';
import { receiptWords } from '../../shared/i18n/index.ts';
import { isNegative, isZero, type Money, money, times } from '../../shared/money/index.ts';
import {
  blank,
  centred,
  header,
  line,
  type PaperDocument,
  pair,
  type ReportLine,
  rule,
} from '../printing/index.ts';
import { type Style, styleOf } from './paper-lines.ts';
import { refundLines } from './refund-papers.ts';
import type { DrawerPaperSettings } from './types.ts';

/** The papers of the drawer, line by line, in the shop's language and zone at their moment. */

/** The slip of a movement other than a payment, to be signed. */
export function slipPaper(
  slip: {
    readonly kind: 'payIn' | 'payOut' | 'drawer';
    readonly amount: Money | null;
    readonly reason: string;
    readonly at: string;
    readonly by: string;
    readonly approvedBy: string | null;
    readonly shiftNumber: number;
  },
  settings: DrawerPaperSettings,
): PaperDocument {
  const { words, time, show } = styleOf(settings);
  return {
    name: words.fileNames[slip.kind],
    // Money that goes out waits for its slip.
    drawer: slip.kind === 'payOut' ? 'last' : 'first',
    guard: null,
    lines: [
      ...header(settings.shop),
      centred(words.titles[slip.kind], 'bold'),
      rule,
      pair(words.posNumber, settings.posNumber),
      pair(words.shift, String(slip.shiftNumber)),
      pair(words.at, time(slip.at)),
      pair(words.by, slip.by),
      ...(slip.approvedBy === null ? [] : [pair(words.approvedBy, slip.approvedBy)]),
      rule,
      ...(slip.amount === null ? [] : [pair(words.amount, show(slip.amount), true)]),
      pair(words.reason, slip.reason),
      ...(slip.kind === 'drawer' ? [] : [blank, blank, line(`${words.signature}: ____________`)]),
    ],
  };
}

/** An X or a Z report. */
export function reportPaper(report: ShiftReport, settings: DrawerPaperSettings): PaperDocument {
  const style = styleOf(settings);
  const { words } = style;
  const isZ = report.kind === 'z';
  const name = isZ ? words.fileNames.z : words.fileNames.x;
  return {
    name: report.number === null ? `${name}-${report.shiftNumber}` : `${name}-${report.number}`,
    drawer: 'stays',
    guard: isZ ? 'z-reports' : 'x-report',
    lines: [
      ...header(settings.shop),
      centred(isZ ? `${words.z} ${report.number ?? ''}`.trim() : words.x, 'double'),
      ...(report.isFloatCounted ? [] : [centred(words.floatNotCounted, 'bold')]),
      rule,
      ...whose(report, style),
      rule,
      ...report.money.flatMap((one) => [...moneyLines(one, style), rule]),
      ...countLines(report, style),
      ...lists(report, style),
      ...(isZ ? [blank, blank, line(`${words.signature}: ____________`)] : []),
    ],
  };
}

function whose(report: ShiftReport, { words, time }: Style): ReportLine[] {
  return [
    pair(words.posNumber, report.posNumber),
    pair(words.shift, String(report.shiftNumber)),
    ...(report.drawerOf === null ? [] : [pair(words.drawerOf, report.drawerOf)]),
    ...(report.takenOverFrom === null
      ? []
      : [pair(words.takenOverFrom, String(report.takenOverFrom))]),
    pair(words.opened, report.openedBy),
    pair(words.since, time(report.openedAt)),
    pair(report.kind === 'z' ? words.closed : words.asked, report.by),
    pair(words.until, time(report.at)),
    ...(report.handedTo === null ? [] : [pair(words.handedTo, report.handedTo, true)]),
    ...(report.isClockChanged ? [line(words.clockChanged)] : []),
  ];
}

function moneyLines(one: ShiftReport['money'][number], { words, show }: Style): ReportLine[] {
  const { currency } = one;
  const inIt = (amount: string): string => show(money(amount, currency));
  const out = (amount: string): string =>
    isZero(money(amount, currency)) ? inIt(amount) : inIt(`-${amount}`);
  const some = (
    label: string,
    sum: { readonly count: number; readonly amount: string },
    write: (amount: string) => string,
  ): ReportLine[] => (sum.count === 0 ? [] : [pair(`${label} (${sum.count})`, write(sum.amount))]);
  return [
    pair(words.float, inIt(one.float)),
    ...some(words.kinds.bill, one.payments.bill, inIt),
    ...some(words.kinds['top-up'], one.payments['top-up'], inIt),
    ...some(words.kinds['gift-card'], one.payments['gift-card'], inIt),
    ...(isZero(money(one.fees, currency)) ? [] : [pair(words.fees, inIt(one.fees))]),
    ...some(words.payIns, one.payIns, inIt),
    ...some(words.kinds['cash-out'], one.cashOuts, out),
    ...some(words.kinds.cancel, one.cancels, out),
    ...some(words.handBacks, one.handBacks, out),
    ...some(words.takeIns, one.takeIns, inIt),
    ...some(words.payOuts, one.payOuts, out),
    // A single tender needs no line: its sum is the expected sum.
    ...(one.tenders.length > 1
      ? one.tenders.map(({ tender, amount }) => pair(words.tenders[tender], inIt(amount)))
      : []),
    pair(words.expected, inIt(one.expected), true),
  ];
}

function countLines(report: ShiftReport, style: Style): ReportLine[] {
  const { words, show, time } = style;
  const last = report.counts.at(-1);
  if (last === undefined) return [];
  return [
    ...last.money.flatMap((one) => {
      const inIt = (amount: string): string => show(money(amount, one.currency));
      const since = report.sinceCount.find(({ currency }) => currency === one.currency);
      return [
        pair(words.counted, inIt(one.counted), true),
        differenceLine(one, style),
        ...(since === undefined || isZero(since) ? [] : [pair(words.sinceCount, show(since))]),
        blank,
        ...one.pieces.map(({ value, count }) =>
          pair(`${count} x ${value}`, show(times(money(value, one.currency), count))),
        ),
        ...(isZero(money(one.other, one.currency)) ? [] : [pair(words.other, inIt(one.other))]),
      ];
    }),
    // A currency that first moved after the count could not have been counted.
    ...report.sinceCount
      .filter((since) => last.money.every(({ currency }) => currency !== since.currency))
      .map((since) => pair(words.sinceCount, show(since))),
    pair(words.countedBy, last.by),
    pair(words.at, time(last.at)),
    ...report.counts
      .slice(0, -1)
      .flatMap((earlier) => [
        pair(words.earlierCount, time(earlier.at)),
        ...earlier.money.map((one) =>
          pair(`  ${words.counted}`, show(money(one.counted, one.currency))),
        ),
      ]),
    ...(report.explanation === null ? [] : [pair(words.explanation, report.explanation)]),
    rule,
  ];
}

function differenceLine(
  one: ShiftReport['counts'][number]['money'][number],
  { words, show }: Style,
): ReportLine {
  const difference = money(one.difference, one.currency);
  if (isZero(difference)) return pair(words.exact, show(difference), true);
  const without = money(difference.amount.replace('-', ''), one.currency);
  return pair(isNegative(difference) ? words.missing : words.over, show(without), true);
}

function lists(report: ShiftReport, style: Style): ReportLine[] {
  const { words, show } = style;
  return [
    ...listOf(words.payInList, report.payIns, style),
    ...listOf(words.payOutList, report.payOuts, style),
    ...listOf(words.drawerList, report.drawerOpened, style),
    ...(report.late.length === 0 ? [] : [centred(words.lateList, 'bold')]),
    ...report.late.flatMap((one) => [
      pair(`${words.kinds[one.kind]} (${words.lateOf} ${one.shiftNumber})`, show(one.amount)),
      line(`${one.billerName} · ${one.externalId}`),
    ]),
    ...refundLines(report, style),
    ...(report.openItems.length === 0
      ? []
      : [centred(report.kind === 'z' ? words.openList : words.openNow, 'bold')]),
    ...report.openItems.flatMap((one) => [
      pair(`${one.billerName} ${one.account}`, show(one.amount)),
      line(`${words.openWhy[one.why]}`),
    ]),
    ...(report.openItems.some(({ why }) => why === 'unresolved') ? [line(words.setAside)] : []),
  ];
}

function listOf(title: string, all: ShiftReport['payIns'], style: Style): ReportLine[] {
  const { words, time, show } = style;
  if (all.length === 0) return [];
  return [
    centred(title, 'bold'),
    ...all.flatMap((one) => [
      isZero(one.amount) ? line(time(one.at)) : pair(time(one.at), show(one.amount)),
      line(`${one.reason}`),
      line(
        `${one.by}${one.approvedBy === null ? '' : ` · ${words.approvedBy}: ${one.approvedBy}`}`,
      ),
    ]),
    rule,
  ];
}

/** A reprinted Z report is marked as such, above and below. */
export function copyOf(
  document: PaperDocument,
  at: string,
  settings: DrawerPaperSettings,
): PaperDocument {
  const { words, time } = styleOf(settings);
  const { copy } = receiptWords(settings.language);
  return {
    ...document,
    drawer: 'stays',
    lines: [
      centred(copy, 'mark'),
      centred(`${words.printedAgain}: ${time(at)}`),
      blank,
      ...document.lines,
      blank,
      centred(copy, 'mark'),
    ],
  };
}
