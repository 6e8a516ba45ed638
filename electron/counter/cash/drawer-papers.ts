import type { ShiftReport } from '../../../shared/contract/index.ts';
import { getReceiptTexts } from '../../../shared/i18n/index.ts';
import {
  createMoney,
  isNegative,
  isZero,
  type Money,
  multiplyBy,
} from '../../../shared/money/index.ts';
import {
  BLANK_LINE,
  centeredLine,
  type PaperDocument,
  pairLine,
  type ReportLine,
  RULE_LINE,
  shopHeaderLines,
  textLine,
} from '../../printing/index.ts';
import { type PaperStyle, toPaperStyle } from './paper-style.ts';
import { renderRefundLines } from './refund-papers.ts';
import type { DrawerPaperSettings } from './types.ts';

/** The papers of the drawer, line by line, in the shop's language and zone at their moment. */

/** The slip of a movement other than a payment, to be signed. */
export function renderMovementSlip(
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
  const { texts: words, formatTime: time, formatMoney: show } = toPaperStyle(settings);
  return {
    name: words.fileNames[slip.kind],
    // Money that goes out waits for its slip.
    drawer: slip.kind === 'payOut' ? 'last' : 'first',
    guard: null,
    lines: [
      ...shopHeaderLines(settings.shop),
      centeredLine(words.titles[slip.kind], 'bold'),
      RULE_LINE,
      pairLine(words.posNumber, settings.posNumber),
      pairLine(words.shift, String(slip.shiftNumber)),
      pairLine(words.at, time(slip.at)),
      pairLine(words.by, slip.by),
      ...(slip.approvedBy === null ? [] : [pairLine(words.approvedBy, slip.approvedBy)]),
      RULE_LINE,
      ...(slip.amount === null ? [] : [pairLine(words.amount, show(slip.amount), true)]),
      pairLine(words.reason, slip.reason),
      ...(slip.kind === 'drawer'
        ? []
        : [BLANK_LINE, BLANK_LINE, textLine(`${words.signature}: ____________`)]),
    ],
  };
}

/** An X or a Z report. */
export function renderShiftReport(
  report: ShiftReport,
  settings: DrawerPaperSettings,
): PaperDocument {
  const style = toPaperStyle(settings);
  const { texts: words } = style;
  const isZ = report.kind === 'z';
  const name = isZ ? words.fileNames.z : words.fileNames.x;
  return {
    name: report.number === null ? `${name}-${report.shiftNumber}` : `${name}-${report.number}`,
    drawer: 'stays',
    guard: isZ ? 'z-reports' : 'x-report',
    lines: [
      ...shopHeaderLines(settings.shop),
      centeredLine(isZ ? `${words.z} ${report.number ?? ''}`.trim() : words.x, 'double'),
      ...(report.isFloatCounted ? [] : [centeredLine(words.floatNotCounted, 'bold')]),
      RULE_LINE,
      ...renderReportHead(report, style),
      RULE_LINE,
      ...report.money.flatMap((one) => [...renderMoneyLines(one, style), RULE_LINE]),
      ...renderCountLines(report, style),
      ...renderLists(report, style),
      ...(isZ ? [BLANK_LINE, BLANK_LINE, textLine(`${words.signature}: ____________`)] : []),
    ],
  };
}

function renderReportHead(
  report: ShiftReport,
  { texts: words, formatTime: time }: PaperStyle,
): ReportLine[] {
  return [
    pairLine(words.posNumber, report.posNumber),
    pairLine(words.shift, String(report.shiftNumber)),
    ...(report.drawerOf === null ? [] : [pairLine(words.drawerOf, report.drawerOf)]),
    ...(report.takenOverFrom === null
      ? []
      : [pairLine(words.takenOverFrom, String(report.takenOverFrom))]),
    pairLine(words.opened, report.openedBy),
    pairLine(words.since, time(report.openedAt)),
    pairLine(report.kind === 'z' ? words.closed : words.asked, report.by),
    pairLine(words.until, time(report.at)),
    ...(report.handedTo === null ? [] : [pairLine(words.handedTo, report.handedTo, true)]),
    ...(report.isClockChanged ? [textLine(words.clockChanged)] : []),
  ];
}

function renderMoneyLines(
  one: ShiftReport['money'][number],
  { texts: words, formatMoney: show }: PaperStyle,
): ReportLine[] {
  const { currency } = one;
  const inIt = (amount: string): string => show(createMoney(amount, currency));
  const out = (amount: string): string =>
    isZero(createMoney(amount, currency)) ? inIt(amount) : inIt(`-${amount}`);
  const some = (
    label: string,
    sum: { readonly count: number; readonly amount: string },
    write: (amount: string) => string,
  ): ReportLine[] =>
    sum.count === 0 ? [] : [pairLine(`${label} (${sum.count})`, write(sum.amount))];
  return [
    pairLine(words.float, inIt(one.float)),
    ...some(words.kinds.bill, one.payments.bill, inIt),
    ...some(words.kinds['top-up'], one.payments['top-up'], inIt),
    ...some(words.kinds['gift-card'], one.payments['gift-card'], inIt),
    ...(isZero(createMoney(one.fees, currency)) ? [] : [pairLine(words.fees, inIt(one.fees))]),
    ...some(words.payIns, one.payIns, inIt),
    ...some(words.kinds['cash-out'], one.cashOuts, out),
    ...some(words.kinds.cancel, one.cancels, out),
    ...some(words.handBacks, one.handBacks, out),
    ...some(words.takeIns, one.takeIns, inIt),
    ...some(words.payOuts, one.payOuts, out),
    // A single tender needs no line: its sum is the expected sum.
    ...(one.tenders.length > 1
      ? one.tenders.map(({ tender, amount }) => pairLine(words.tenders[tender], inIt(amount)))
      : []),
    pairLine(words.expected, inIt(one.expected), true),
  ];
}

function renderCountLines(report: ShiftReport, style: PaperStyle): ReportLine[] {
  const { texts: words, formatMoney: show, formatTime: time } = style;
  const last = report.counts.at(-1);
  if (last === undefined) return [];
  return [
    ...last.money.flatMap((one) => {
      const inIt = (amount: string): string => show(createMoney(amount, one.currency));
      const since = report.sinceCount.find(({ currency }) => currency === one.currency);
      return [
        pairLine(words.counted, inIt(one.counted), true),
        renderDifferenceLine(one, style),
        ...(since === undefined || isZero(since) ? [] : [pairLine(words.sinceCount, show(since))]),
        BLANK_LINE,
        ...one.pieces.map(({ value, count }) =>
          pairLine(
            `${count} x ${value}`,
            show(multiplyBy(createMoney(value, one.currency), count)),
          ),
        ),
        ...(isZero(createMoney(one.other, one.currency))
          ? []
          : [pairLine(words.other, inIt(one.other))]),
      ];
    }),
    // A currency that first moved after the count could not have been counted.
    ...report.sinceCount
      .filter((since) => last.money.every(({ currency }) => currency !== since.currency))
      .map((since) => pairLine(words.sinceCount, show(since))),
    pairLine(words.countedBy, last.by),
    pairLine(words.at, time(last.at)),
    ...report.counts
      .slice(0, -1)
      .flatMap((earlier) => [
        pairLine(words.earlierCount, time(earlier.at)),
        ...earlier.money.map((one) =>
          pairLine(`  ${words.counted}`, show(createMoney(one.counted, one.currency))),
        ),
      ]),
    ...(report.explanation === null ? [] : [pairLine(words.explanation, report.explanation)]),
    RULE_LINE,
  ];
}

function renderDifferenceLine(
  one: ShiftReport['counts'][number]['money'][number],
  { texts: words, formatMoney: show }: PaperStyle,
): ReportLine {
  const difference = createMoney(one.difference, one.currency);
  if (isZero(difference)) return pairLine(words.exact, show(difference), true);
  const without = createMoney(difference.amount.replace('-', ''), one.currency);
  return pairLine(isNegative(difference) ? words.missing : words.over, show(without), true);
}

function renderLists(report: ShiftReport, style: PaperStyle): ReportLine[] {
  const { texts: words, formatMoney: show } = style;
  return [
    ...renderMovementList(words.payInList, report.payIns, style),
    ...renderMovementList(words.payOutList, report.payOuts, style),
    ...renderMovementList(words.drawerList, report.drawerOpened, style),
    ...(report.late.length === 0 ? [] : [centeredLine(words.lateList, 'bold')]),
    ...report.late.flatMap((one) => [
      pairLine(`${words.kinds[one.kind]} (${words.lateOf} ${one.shiftNumber})`, show(one.amount)),
      textLine(`${one.billerName} · ${one.externalId}`),
    ]),
    ...renderRefundLines(report, style),
    ...(report.openItems.length === 0
      ? []
      : [centeredLine(report.kind === 'z' ? words.openList : words.openNow, 'bold')]),
    ...report.openItems.flatMap((one) => [
      pairLine(`${one.billerName} ${one.account}`, show(one.amount)),
      textLine(`${words.openWhy[one.why]}`),
    ]),
    ...(report.openItems.some(({ why }) => why === 'unresolved') ? [textLine(words.setAside)] : []),
  ];
}

function renderMovementList(
  title: string,
  all: ShiftReport['payIns'],
  style: PaperStyle,
): ReportLine[] {
  const { texts: words, formatTime: time, formatMoney: show } = style;
  if (all.length === 0) return [];
  return [
    centeredLine(title, 'bold'),
    ...all.flatMap((one) => [
      isZero(one.amount) ? textLine(time(one.at)) : pairLine(time(one.at), show(one.amount)),
      textLine(`${one.reason}`),
      textLine(
        `${one.by}${one.approvedBy === null ? '' : ` · ${words.approvedBy}: ${one.approvedBy}`}`,
      ),
    ]),
    RULE_LINE,
  ];
}

/** A reprinted Z report is marked as such, above and below. */
export function markAsCopy(
  document: PaperDocument,
  at: string,
  settings: DrawerPaperSettings,
): PaperDocument {
  const { texts: words, formatTime: time } = toPaperStyle(settings);
  const { copy } = getReceiptTexts(settings.language);
  return {
    ...document,
    drawer: 'stays',
    lines: [
      centeredLine(copy, 'mark'),
      centeredLine(`${words.printedAgain}: ${time(at)}`),
      BLANK_LINE,
      ...document.lines,
      BLANK_LINE,
      centeredLine(copy, 'mark'),
    ],
  };
}
