import type { ShiftReport } from '../../../shared/contract/index.ts';
import { isZero, subtract, sumByCurrency } from '../../../shared/money/index.ts';
import { getOwedRefundGroup, type OwedRefundGroup } from '../../../shared/rules/index.ts';
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
import type { DrawerPaperSettings, SettledRefund } from './types.ts';

/** Renders papers and report lines of payments that the service refunded. */

/** If money goes out, the drawer opens only after the slip is printed. */
const DRAWER_PULSES: Readonly<Record<SettledRefund['how'], PaperDocument['drawer']>> = {
  'handed-back': 'last',
  'taken-in': 'first',
  decided: 'stays',
};

/** The slip of a refunded payment, which the receiver of the money signs. */
export function renderRefundSlip(
  slip: SettledRefund & {
    readonly at: string;
    readonly by: string;
    readonly approvedBy: string | null;
    readonly shiftNumber: number | null;
  },
  settings: DrawerPaperSettings,
): PaperDocument {
  const { texts, formatTime, formatMoney } = toPaperStyle(settings);
  const { how, amount, fee } = slip;
  return {
    name: texts.fileNames[how],
    drawer: DRAWER_PULSES[how],
    guard: null,
    lines: [
      ...shopHeaderLines(settings.shop),
      centeredLine(texts.titles[how], 'bold'),
      RULE_LINE,
      createLabelValueLine(texts.posNumber, settings.posNumber),
      ...renderOptionalValue(texts.shift, slip.shiftNumber?.toString() ?? null),
      createLabelValueLine(texts.at, formatTime(slip.at)),
      createLabelValueLine(texts.by, slip.by),
      ...renderOptionalValue(texts.approvedBy, slip.approvedBy),
      RULE_LINE,
      createTextLine(texts.refundExplanation[getOwedRefundGroup(slip)]),
      createLabelValueLine(texts.biller, slip.billerName),
      createLabelValueLine(texts.account, slip.account),
      createLabelValueLine(texts.paidAt, formatTime(slip.paidAt)),
      ...renderOptionalValue(texts.authorization, slip.authorization),
      createTextLine(`${texts.reference}: ${slip.externalId}`),
      RULE_LINE,
      ...(fee === null || isZero(fee) || slip.owedTo === 'shop'
        ? []
        : [
            createLabelValueLine(texts.payment, formatMoney(subtract(amount, fee))),
            createLabelValueLine(texts.fee, formatMoney(fee)),
          ]),
      createLabelValueLine(texts.refundSum[how], formatMoney(amount), true),
      ...renderOptionalValue(texts.reason, slip.reason),
      BLANK_LINE,
      BLANK_LINE,
      createTextLine(`${texts.signature}: ____________`),
    ],
  };
}

/** Lines of an X or Z report: refunds settled in the shift, and what is still owed. */
export function renderRefundLinesOfShiftReport(
  report: ShiftReport,
  style: PaperStyle,
): ReportLine[] {
  const { texts, formatMoney } = style;
  return [
    ...renderListTitle(texts.settledList, report.settledRefunds),
    ...report.settledRefunds.flatMap((refund) => [
      createLabelValueLine(texts.settlementMethod[refund.how], formatMoney(refund.amount)),
      createTextLine(`${refund.billerName} · ${refund.externalId}`),
      createTextLine(formatPeople(refund, texts)),
      ...(refund.reason === null ? [] : [createTextLine(refund.reason)]),
    ]),
    ...renderToGiveLines(report, style),
    ...renderOwedLines(report, style, 'customer'),
    ...renderOwedLines(report, style, 'shop'),
    ...renderOwedLines(report, style, 'not-handed-over'),
  ];
}

/** What customers still get of payments that nobody has confirmed, and its sum. */
function renderToGiveLines(
  { toGive }: ShiftReport,
  { texts, formatMoney }: PaperStyle,
): ReportLine[] {
  if (toGive.length === 0) return [];
  return [
    centeredLine(texts.toGiveList, 'bold'),
    ...toGive.flatMap(({ what, billerName, account, externalId, amount }) => [
      createLabelValueLine(`${billerName} ${account}`, formatMoney(amount)),
      createTextLine(`${texts.toGiveWhat[what]} · ${externalId}`),
    ]),
    ...[...sumByCurrency(toGive.map(({ amount }) => amount)).values()].map((sum) =>
      createLabelValueLine(texts.owedSum, formatMoney(sum), true),
    ),
    RULE_LINE,
  ];
}

/** The owed refunds of one group, and their sum. */
function renderOwedLines(
  report: ShiftReport,
  { texts, formatMoney }: PaperStyle,
  list: OwedRefundGroup,
): ReportLine[] {
  const owed = report.owed.filter((refund) => getOwedRefundGroup(refund) === list);
  if (owed.length === 0) return [];
  return [
    centeredLine(texts.owedList[list], 'bold'),
    ...owed.flatMap((refund) => [
      createLabelValueLine(`${refund.billerName} ${refund.account}`, formatMoney(refund.amount)),
      createTextLine(refund.externalId),
    ]),
    ...[...sumByCurrency(owed.map(({ amount }) => amount)).values()].map((sum) =>
      createLabelValueLine(texts.owedSum, formatMoney(sum), true),
    ),
    RULE_LINE,
  ];
}
