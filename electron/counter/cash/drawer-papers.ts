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
  createLabelValueLine,
  createTextLine,
  type PaperDocument,
  type ReportLine,
  RULE_LINE,
  shopHeaderLines,
} from '../../printing/index.ts';
import {
  formatPeople,
  type PaperStyle,
  renderListTitle,
  renderOptionalValue,
  toPaperStyle,
} from './paper-style.ts';
import { renderRefundLinesOfShiftReport } from './refund-papers.ts';
import type { DrawerPaperSettings } from './types.ts';

/** Renders the drawer's papers as lines, in the shop's present language and time zone. */

/** The slip of a pay-in, a pay-out or an opened drawer. */
export function renderCashMovementSlip(
  slip: {
    readonly kind: 'payIn' | 'payOut' | 'drop' | 'drawer';
    readonly amount: Money | null;
    /** Null for a drop. */
    readonly reason: string | null;
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
    // When cash leaves the drawer, it opens only after the slip is printed.
    drawer: slip.kind === 'payOut' || slip.kind === 'drop' ? 'last' : 'first',
    guard: null,
    lines: [
      ...shopHeaderLines(settings.shop),
      centeredLine(texts.titles[slip.kind], 'bold'),
      RULE_LINE,
      createLabelValueLine(texts.posNumber, settings.posNumber),
      createLabelValueLine(texts.shift, String(slip.shiftNumber)),
      createLabelValueLine(texts.at, formatTime(slip.at)),
      createLabelValueLine(texts.by, slip.by),
      ...renderOptionalValue(texts.approvedBy, slip.approvedBy),
      RULE_LINE,
      ...renderOptionalValue(texts.amount, slip.amount && formatMoney(slip.amount), true),
      ...renderOptionalValue(texts.reason, slip.reason),
      ...(slip.kind === 'drawer'
        ? []
        : [BLANK_LINE, BLANK_LINE, createTextLine(`${texts.signature}: ____________`)]),
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
      centeredLine(report.number === null ? texts.x : `${texts.z} ${report.number}`, 'double'),
      ...(report.isFloatCounted ? [] : [centeredLine(texts.floatNotCounted, 'bold')]),
      RULE_LINE,
      ...renderReportHead(report, style),
      RULE_LINE,
      ...report.money.flatMap((money) => [...renderMoneyLines(money, style), RULE_LINE]),
      ...renderCountLines(report, style),
      ...renderLists(report, style),
      ...(isZ ? [BLANK_LINE, BLANK_LINE, createTextLine(`${texts.signature}: ____________`)] : []),
    ],
  };
}

function renderReportHead(report: ShiftReport, { texts, formatTime }: PaperStyle): ReportLine[] {
  return [
    createLabelValueLine(texts.posNumber, report.posNumber),
    createLabelValueLine(texts.shift, String(report.shiftNumber)),
    ...renderOptionalValue(texts.drawerOf, report.drawerOf),
    ...renderOptionalValue(texts.takenOverFrom, report.takenOverFrom?.toString() ?? null),
    createLabelValueLine(texts.opened, report.openedBy),
    createLabelValueLine(texts.since, formatTime(report.openedAt)),
    createLabelValueLine(report.kind === 'z' ? texts.closed : texts.requestedBy, report.by),
    createLabelValueLine(texts.until, formatTime(report.at)),
    ...renderOptionalValue(texts.handedTo, report.handedTo, true),
    ...(report.isClockChanged ? [createTextLine(texts.clockChanged)] : []),
  ];
}

function renderMoneyLines(
  money: ShiftReport['money'][number],
  { texts, formatMoney }: PaperStyle,
): ReportLine[] {
  const { currency } = money;
  const formatAmount = (amount: string): string => formatMoney(createMoney(amount, currency));
  const formatOutgoing = (amount: string): string => formatAmount(`-${amount}`);
  const renderCountedSum = (
    label: string,
    sum: { readonly count: number; readonly amount: string },
    format: (amount: string) => string,
  ): ReportLine[] =>
    sum.count === 0 ? [] : [createLabelValueLine(`${label} (${sum.count})`, format(sum.amount))];
  return [
    createLabelValueLine(texts.float, formatAmount(money.float)),
    ...renderCountedSum(texts.kinds.bill, money.payments.bill, formatAmount),
    ...renderCountedSum(texts.kinds['top-up'], money.payments['top-up'], formatAmount),
    ...renderCountedSum(texts.kinds['gift-card'], money.payments['gift-card'], formatAmount),
    ...(isZero(createMoney(money.fees, currency))
      ? []
      : [createLabelValueLine(texts.fees, formatAmount(money.fees))]),
    ...renderCountedSum(texts.payIns, money.payIns, formatAmount),
    ...renderCountedSum(texts.kinds['cash-out'], money.cashOuts, formatOutgoing),
    ...renderCountedSum(texts.kinds.cancel, money.cancels, formatOutgoing),
    ...renderCountedSum(texts.handBacks, money.handBacks, formatOutgoing),
    ...renderCountedSum(texts.takeIns, money.takeIns, formatAmount),
    ...renderCountedSum(texts.payOuts, money.payOuts, formatOutgoing),
    ...renderCountedSum(texts.drops, money.drops, formatOutgoing),
    // A single tender needs no line: its sum is the expected sum.
    ...(money.tenders.length > 1
      ? money.tenders.map(({ tender, amount }) =>
          createLabelValueLine(texts.tenders[tender], formatAmount(amount)),
        )
      : []),
    createLabelValueLine(texts.expected, formatAmount(money.expected), true),
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
        createLabelValueLine(texts.counted, formatAmount(counted.counted), true),
        renderDifferenceLine(counted, style),
        ...(sinceCount === undefined || isZero(sinceCount)
          ? []
          : [createLabelValueLine(texts.sinceCount, formatMoney(sinceCount))]),
        BLANK_LINE,
        ...counted.pieces.map(({ value, count }) =>
          createLabelValueLine(
            `${count} x ${value}`,
            formatMoney(multiplyBy(createMoney(value, counted.currency), count)),
          ),
        ),
        // Without pieces, it is the counted sum itself.
        ...(counted.pieces.length === 0 || isZero(createMoney(counted.other, counted.currency))
          ? []
          : [createLabelValueLine(texts.other, formatAmount(counted.other))]),
      ];
    }),
    // A currency that first moved after the count could not have been counted.
    ...report.sinceCount
      .filter((sinceCount) =>
        lastCount.money.every(({ currency }) => currency !== sinceCount.currency),
      )
      .map((sinceCount) => createLabelValueLine(texts.sinceCount, formatMoney(sinceCount))),
    createLabelValueLine(texts.countedBy, lastCount.by),
    createLabelValueLine(texts.at, formatTime(lastCount.at)),
    ...renderOptionalValue(texts.approvedBy, lastCount.approvedBy),
    ...report.counts
      .slice(0, -1)
      .flatMap((earlierCount) => [
        createLabelValueLine(texts.earlierCount, formatTime(earlierCount.at)),
        ...renderOptionalValue(`  ${texts.approvedBy}`, earlierCount.approvedBy),
        ...earlierCount.money.map((counted) =>
          createLabelValueLine(
            `  ${texts.counted}`,
            formatMoney(createMoney(counted.counted, counted.currency)),
          ),
        ),
      ]),
    ...renderOptionalValue(texts.explanation, report.explanation),
    RULE_LINE,
  ];
}

function renderDifferenceLine(
  counted: ShiftReport['counts'][number]['money'][number],
  { texts, formatMoney }: PaperStyle,
): ReportLine {
  const difference = createMoney(counted.difference, counted.currency);
  if (isZero(difference)) return createLabelValueLine(texts.exact, formatMoney(difference), true);
  const absolute = createMoney(difference.amount.replace('-', ''), counted.currency);
  return createLabelValueLine(
    isNegative(difference) ? texts.missing : texts.over,
    formatMoney(absolute),
    true,
  );
}

function renderLists(report: ShiftReport, style: PaperStyle): ReportLine[] {
  const { texts, formatMoney } = style;
  return [
    ...renderMovementList(texts.payInList, report.payIns, style),
    ...renderMovementList(texts.payOutList, report.payOuts, style),
    ...renderMovementList(texts.dropList, report.drops, style),
    ...renderMovementList(texts.drawerList, report.drawerOpened, style),
    ...renderListTitle(texts.lateList, report.late),
    ...report.late.flatMap((payment) => [
      createLabelValueLine(
        `${texts.kinds[payment.kind]} (${texts.lateShift} ${payment.shiftNumber})`,
        formatMoney(payment.amount),
      ),
      createTextLine(`${payment.billerName} · ${payment.externalId}`),
    ]),
    ...renderRefundLinesOfShiftReport(report, style),
    ...renderListTitle(texts.claimList, report.claims),
    ...report.claims.flatMap((claim) => [
      createLabelValueLine(
        `${claim.number} · ${claim.billerName} ${claim.account}`,
        formatMoney(claim.amount),
      ),
      createLabelValueLine(`  ${texts.followUpOn}`, style.formatDay(claim.followUpOn)),
    ]),
    ...renderListTitle(report.kind === 'z' ? texts.openList : texts.openNow, report.openItems),
    ...report.openItems.flatMap((item) => [
      createLabelValueLine(`${item.billerName} ${item.account}`, formatMoney(item.amount)),
      createTextLine(texts.openReason[item.why]),
    ]),
    ...(report.openItems.some(({ why }) => why === 'unresolved')
      ? [createTextLine(texts.setAside)]
      : []),
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
        ? createTextLine(formatTime(line.at))
        : createLabelValueLine(formatTime(line.at), formatMoney(line.amount)),
      ...(line.reason === '' ? [] : [createTextLine(line.reason)]),
      createTextLine(formatPeople(line, texts)),
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
