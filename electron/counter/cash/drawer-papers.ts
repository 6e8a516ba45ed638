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
  const { texts, formatTime, formatMoney } = toPaperStyle(settings);
  return {
    name: texts.fileNames[slip.kind],
    // Money that goes out waits for its slip.
    drawer: slip.kind === 'payOut' ? 'last' : 'first',
    guard: null,
    lines: [
      ...shopHeaderLines(settings.shop),
      centeredLine(texts.titles[slip.kind], 'bold'),
      RULE_LINE,
      pairLine(texts.posNumber, settings.posNumber),
      pairLine(texts.shift, String(slip.shiftNumber)),
      pairLine(texts.at, formatTime(slip.at)),
      pairLine(texts.by, slip.by),
      ...(slip.approvedBy === null ? [] : [pairLine(texts.approvedBy, slip.approvedBy)]),
      RULE_LINE,
      ...(slip.amount === null ? [] : [pairLine(texts.amount, formatMoney(slip.amount), true)]),
      pairLine(texts.reason, slip.reason),
      ...(slip.kind === 'drawer'
        ? []
        : [BLANK_LINE, BLANK_LINE, textLine(`${texts.signature}: ____________`)]),
    ],
  };
}

/** An X or a Z report. */
export function renderShiftReport(
  report: ShiftReport,
  settings: DrawerPaperSettings,
): PaperDocument {
  const style = toPaperStyle(settings);
  const { texts } = style;
  const isZ = report.kind === 'z';
  const name = isZ ? texts.fileNames.z : texts.fileNames.x;
  return {
    name: report.number === null ? `${name}-${report.shiftNumber}` : `${name}-${report.number}`,
    drawer: 'stays',
    guard: isZ ? 'z-reports' : 'x-report',
    lines: [
      ...shopHeaderLines(settings.shop),
      centeredLine(isZ ? `${texts.z} ${report.number ?? ''}`.trim() : texts.x, 'double'),
      ...(report.isFloatCounted ? [] : [centeredLine(texts.floatNotCounted, 'bold')]),
      RULE_LINE,
      ...renderReportHead(report, style),
      RULE_LINE,
      ...report.money.flatMap((one) => [...renderMoneyLines(one, style), RULE_LINE]),
      ...renderCountLines(report, style),
      ...renderLists(report, style),
      ...(isZ ? [BLANK_LINE, BLANK_LINE, textLine(`${texts.signature}: ____________`)] : []),
    ],
  };
}

function renderReportHead(report: ShiftReport, { texts, formatTime }: PaperStyle): ReportLine[] {
  return [
    pairLine(texts.posNumber, report.posNumber),
    pairLine(texts.shift, String(report.shiftNumber)),
    ...(report.drawerOf === null ? [] : [pairLine(texts.drawerOf, report.drawerOf)]),
    ...(report.takenOverFrom === null
      ? []
      : [pairLine(texts.takenOverFrom, String(report.takenOverFrom))]),
    pairLine(texts.opened, report.openedBy),
    pairLine(texts.since, formatTime(report.openedAt)),
    pairLine(report.kind === 'z' ? texts.closed : texts.asked, report.by),
    pairLine(texts.until, formatTime(report.at)),
    ...(report.handedTo === null ? [] : [pairLine(texts.handedTo, report.handedTo, true)]),
    ...(report.isClockChanged ? [textLine(texts.clockChanged)] : []),
  ];
}

function renderMoneyLines(
  one: ShiftReport['money'][number],
  { texts, formatMoney }: PaperStyle,
): ReportLine[] {
  const { currency } = one;
  const inIt = (amount: string): string => formatMoney(createMoney(amount, currency));
  const out = (amount: string): string =>
    isZero(createMoney(amount, currency)) ? inIt(amount) : inIt(`-${amount}`);
  const some = (
    label: string,
    sum: { readonly count: number; readonly amount: string },
    write: (amount: string) => string,
  ): ReportLine[] =>
    sum.count === 0 ? [] : [pairLine(`${label} (${sum.count})`, write(sum.amount))];
  return [
    pairLine(texts.float, inIt(one.float)),
    ...some(texts.kinds.bill, one.payments.bill, inIt),
    ...some(texts.kinds['top-up'], one.payments['top-up'], inIt),
    ...some(texts.kinds['gift-card'], one.payments['gift-card'], inIt),
    ...(isZero(createMoney(one.fees, currency)) ? [] : [pairLine(texts.fees, inIt(one.fees))]),
    ...some(texts.payIns, one.payIns, inIt),
    ...some(texts.kinds['cash-out'], one.cashOuts, out),
    ...some(texts.kinds.cancel, one.cancels, out),
    ...some(texts.handBacks, one.handBacks, out),
    ...some(texts.takeIns, one.takeIns, inIt),
    ...some(texts.payOuts, one.payOuts, out),
    // A single tender needs no line: its sum is the expected sum.
    ...(one.tenders.length > 1
      ? one.tenders.map(({ tender, amount }) => pairLine(texts.tenders[tender], inIt(amount)))
      : []),
    pairLine(texts.expected, inIt(one.expected), true),
  ];
}

function renderCountLines(report: ShiftReport, style: PaperStyle): ReportLine[] {
  const { texts, formatMoney, formatTime } = style;
  const last = report.counts.at(-1);
  if (last === undefined) return [];
  return [
    ...last.money.flatMap((one) => {
      const inIt = (amount: string): string => formatMoney(createMoney(amount, one.currency));
      const since = report.sinceCount.find(({ currency }) => currency === one.currency);
      return [
        pairLine(texts.counted, inIt(one.counted), true),
        renderDifferenceLine(one, style),
        ...(since === undefined || isZero(since)
          ? []
          : [pairLine(texts.sinceCount, formatMoney(since))]),
        BLANK_LINE,
        ...one.pieces.map(({ value, count }) =>
          pairLine(
            `${count} x ${value}`,
            formatMoney(multiplyBy(createMoney(value, one.currency), count)),
          ),
        ),
        ...(isZero(createMoney(one.other, one.currency))
          ? []
          : [pairLine(texts.other, inIt(one.other))]),
      ];
    }),
    // A currency that first moved after the count could not have been counted.
    ...report.sinceCount
      .filter((since) => last.money.every(({ currency }) => currency !== since.currency))
      .map((since) => pairLine(texts.sinceCount, formatMoney(since))),
    pairLine(texts.countedBy, last.by),
    pairLine(texts.at, formatTime(last.at)),
    ...report.counts
      .slice(0, -1)
      .flatMap((earlier) => [
        pairLine(texts.earlierCount, formatTime(earlier.at)),
        ...earlier.money.map((one) =>
          pairLine(`  ${texts.counted}`, formatMoney(createMoney(one.counted, one.currency))),
        ),
      ]),
    ...(report.explanation === null ? [] : [pairLine(texts.explanation, report.explanation)]),
    RULE_LINE,
  ];
}

function renderDifferenceLine(
  one: ShiftReport['counts'][number]['money'][number],
  { texts, formatMoney }: PaperStyle,
): ReportLine {
  const difference = createMoney(one.difference, one.currency);
  if (isZero(difference)) return pairLine(texts.exact, formatMoney(difference), true);
  const without = createMoney(difference.amount.replace('-', ''), one.currency);
  return pairLine(isNegative(difference) ? texts.missing : texts.over, formatMoney(without), true);
}

function renderLists(report: ShiftReport, style: PaperStyle): ReportLine[] {
  const { texts, formatMoney } = style;
  return [
    ...renderMovementList(texts.payInList, report.payIns, style),
    ...renderMovementList(texts.payOutList, report.payOuts, style),
    ...renderMovementList(texts.drawerList, report.drawerOpened, style),
    ...(report.late.length === 0 ? [] : [centeredLine(texts.lateList, 'bold')]),
    ...report.late.flatMap((one) => [
      pairLine(
        `${texts.kinds[one.kind]} (${texts.lateOf} ${one.shiftNumber})`,
        formatMoney(one.amount),
      ),
      textLine(`${one.billerName} · ${one.externalId}`),
    ]),
    ...renderRefundLines(report, style),
    ...(report.openItems.length === 0
      ? []
      : [centeredLine(report.kind === 'z' ? texts.openList : texts.openNow, 'bold')]),
    ...report.openItems.flatMap((one) => [
      pairLine(`${one.billerName} ${one.account}`, formatMoney(one.amount)),
      textLine(`${texts.openWhy[one.why]}`),
    ]),
    ...(report.openItems.some(({ why }) => why === 'unresolved') ? [textLine(texts.setAside)] : []),
  ];
}

function renderMovementList(
  title: string,
  all: ShiftReport['payIns'],
  style: PaperStyle,
): ReportLine[] {
  const { texts, formatTime, formatMoney } = style;
  if (all.length === 0) return [];
  return [
    centeredLine(title, 'bold'),
    ...all.flatMap((one) => [
      isZero(one.amount)
        ? textLine(formatTime(one.at))
        : pairLine(formatTime(one.at), formatMoney(one.amount)),
      textLine(`${one.reason}`),
      textLine(
        `${one.by}${one.approvedBy === null ? '' : ` · ${texts.approvedBy}: ${one.approvedBy}`}`,
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
  const { texts, formatTime } = toPaperStyle(settings);
  const { copy } = getReceiptTexts(settings.language);
  return {
    ...document,
    drawer: 'stays',
    lines: [
      centeredLine(copy, 'mark'),
      centeredLine(`${texts.printedAgain}: ${formatTime(at)}`),
      BLANK_LINE,
      ...document.lines,
      BLANK_LINE,
      centeredLine(copy, 'mark'),
    ],
  };
}
