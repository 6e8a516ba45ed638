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
import { renderRefundLinesOfShiftReport } from './refund-papers.ts';
import type { DrawerPaperSettings } from './types.ts';

/** Renders the drawer's papers as lines, in the shop's present language and time zone. */

/** The slip of a pay-in, a pay-out or an opened drawer. */
export function renderCashMovementSlip(
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
    // For a pay-out, the drawer opens only after the slip is printed.
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
      ...report.money.flatMap((money) => [...renderMoneyLines(money, style), RULE_LINE]),
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
    pairLine(report.kind === 'z' ? texts.closed : texts.requestedBy, report.by),
    pairLine(texts.until, formatTime(report.at)),
    ...(report.handedTo === null ? [] : [pairLine(texts.handedTo, report.handedTo, true)]),
    ...(report.isClockChanged ? [textLine(texts.clockChanged)] : []),
  ];
}

function renderMoneyLines(
  money: ShiftReport['money'][number],
  { texts, formatMoney }: PaperStyle,
): ReportLine[] {
  const { currency } = money;
  const formatAmount = (amount: string): string => formatMoney(createMoney(amount, currency));
  const formatOutgoing = (amount: string): string =>
    isZero(createMoney(amount, currency)) ? formatAmount(amount) : formatAmount(`-${amount}`);
  const renderCountedSum = (
    label: string,
    sum: { readonly count: number; readonly amount: string },
    format: (amount: string) => string,
  ): ReportLine[] =>
    sum.count === 0 ? [] : [pairLine(`${label} (${sum.count})`, format(sum.amount))];
  return [
    pairLine(texts.float, formatAmount(money.float)),
    ...renderCountedSum(texts.kinds.bill, money.payments.bill, formatAmount),
    ...renderCountedSum(texts.kinds['top-up'], money.payments['top-up'], formatAmount),
    ...renderCountedSum(texts.kinds['gift-card'], money.payments['gift-card'], formatAmount),
    ...(isZero(createMoney(money.fees, currency))
      ? []
      : [pairLine(texts.fees, formatAmount(money.fees))]),
    ...renderCountedSum(texts.payIns, money.payIns, formatAmount),
    ...renderCountedSum(texts.kinds['cash-out'], money.cashOuts, formatOutgoing),
    ...renderCountedSum(texts.kinds.cancel, money.cancels, formatOutgoing),
    ...renderCountedSum(texts.handBacks, money.handBacks, formatOutgoing),
    ...renderCountedSum(texts.takeIns, money.takeIns, formatAmount),
    ...renderCountedSum(texts.payOuts, money.payOuts, formatOutgoing),
    // A single tender needs no line: its sum is the expected sum.
    ...(money.tenders.length > 1
      ? money.tenders.map(({ tender, amount }) =>
          pairLine(texts.tenders[tender], formatAmount(amount)),
        )
      : []),
    pairLine(texts.expected, formatAmount(money.expected), true),
  ];
}

function renderCountLines(report: ShiftReport, style: PaperStyle): ReportLine[] {
  const { texts, formatMoney, formatTime } = style;
  const lastCount = report.counts.at(-1);
  if (lastCount === undefined) return [];
  return [
    ...lastCount.money.flatMap((counted) => {
      const formatAmount = (amount: string): string =>
        formatMoney(createMoney(amount, counted.currency));
      const sinceCount = report.sinceCount.find(({ currency }) => currency === counted.currency);
      return [
        pairLine(texts.counted, formatAmount(counted.counted), true),
        renderDifferenceLine(counted, style),
        ...(sinceCount === undefined || isZero(sinceCount)
          ? []
          : [pairLine(texts.sinceCount, formatMoney(sinceCount))]),
        BLANK_LINE,
        ...counted.pieces.map(({ value, count }) =>
          pairLine(
            `${count} x ${value}`,
            formatMoney(multiplyBy(createMoney(value, counted.currency), count)),
          ),
        ),
        // Without pieces, it is the counted sum itself.
        ...(counted.pieces.length === 0 || isZero(createMoney(counted.other, counted.currency))
          ? []
          : [pairLine(texts.other, formatAmount(counted.other))]),
      ];
    }),
    // A currency that first moved after the count could not have been counted.
    ...report.sinceCount
      .filter((sinceCount) =>
        lastCount.money.every(({ currency }) => currency !== sinceCount.currency),
      )
      .map((sinceCount) => pairLine(texts.sinceCount, formatMoney(sinceCount))),
    pairLine(texts.countedBy, lastCount.by),
    pairLine(texts.at, formatTime(lastCount.at)),
    ...(lastCount.approvedBy === null ? [] : [pairLine(texts.approvedBy, lastCount.approvedBy)]),
    ...report.counts
      .slice(0, -1)
      .flatMap((earlierCount) => [
        pairLine(texts.earlierCount, formatTime(earlierCount.at)),
        ...(earlierCount.approvedBy === null
          ? []
          : [pairLine(`  ${texts.approvedBy}`, earlierCount.approvedBy)]),
        ...earlierCount.money.map((counted) =>
          pairLine(
            `  ${texts.counted}`,
            formatMoney(createMoney(counted.counted, counted.currency)),
          ),
        ),
      ]),
    ...(report.explanation === null ? [] : [pairLine(texts.explanation, report.explanation)]),
    RULE_LINE,
  ];
}

function renderDifferenceLine(
  counted: ShiftReport['counts'][number]['money'][number],
  { texts, formatMoney }: PaperStyle,
): ReportLine {
  const difference = createMoney(counted.difference, counted.currency);
  if (isZero(difference)) return pairLine(texts.exact, formatMoney(difference), true);
  const absolute = createMoney(difference.amount.replace('-', ''), counted.currency);
  return pairLine(isNegative(difference) ? texts.missing : texts.over, formatMoney(absolute), true);
}

function renderLists(report: ShiftReport, style: PaperStyle): ReportLine[] {
  const { texts, formatMoney } = style;
  return [
    ...renderMovementList(texts.payInList, report.payIns, style),
    ...renderMovementList(texts.payOutList, report.payOuts, style),
    ...renderMovementList(texts.drawerList, report.drawerOpened, style),
    ...(report.late.length === 0 ? [] : [centeredLine(texts.lateList, 'bold')]),
    ...report.late.flatMap((payment) => [
      pairLine(
        `${texts.kinds[payment.kind]} (${texts.lateShift} ${payment.shiftNumber})`,
        formatMoney(payment.amount),
      ),
      textLine(`${payment.billerName} · ${payment.externalId}`),
    ]),
    ...renderRefundLinesOfShiftReport(report, style),
    ...(report.openItems.length === 0
      ? []
      : [centeredLine(report.kind === 'z' ? texts.openList : texts.openNow, 'bold')]),
    ...report.openItems.flatMap((item) => [
      pairLine(`${item.billerName} ${item.account}`, formatMoney(item.amount)),
      textLine(`${texts.openReason[item.why]}`),
    ]),
    ...(report.openItems.some(({ why }) => why === 'unresolved') ? [textLine(texts.setAside)] : []),
  ];
}

function renderMovementList(
  title: string,
  lines: ShiftReport['payIns'],
  style: PaperStyle,
): ReportLine[] {
  const { texts, formatTime, formatMoney } = style;
  if (lines.length === 0) return [];
  return [
    centeredLine(title, 'bold'),
    ...lines.flatMap((line) => [
      isZero(line.amount)
        ? textLine(formatTime(line.at))
        : pairLine(formatTime(line.at), formatMoney(line.amount)),
      textLine(`${line.reason}`),
      textLine(
        `${line.by}${line.approvedBy === null ? '' : ` · ${texts.approvedBy}: ${line.approvedBy}`}`,
      ),
    ]),
    RULE_LINE,
  ];
}

/** Marks a reprinted Z report as a copy, at the top and at the bottom. */
export function toDocumentMarkedAsCopy(
  document: PaperDocument,
  copiedAt: string,
  settings: DrawerPaperSettings,
): PaperDocument {
  const { texts, formatTime } = toPaperStyle(settings);
  const { copy } = getReceiptTexts(settings.language);
  return {
    ...document,
    drawer: 'stays',
    lines: [
      centeredLine(copy, 'mark'),
      centeredLine(`${texts.printedAgain}: ${formatTime(copiedAt)}`),
      BLANK_LINE,
      ...document.lines,
      BLANK_LINE,
      centeredLine(copy, 'mark'),
    ],
  };
}
