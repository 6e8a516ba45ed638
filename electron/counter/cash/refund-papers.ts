import type { ShiftReport } from '../../../shared/contract/index.ts';
import { isZero, subtract, sumByCurrency } from '../../../shared/money/index.ts';
import { getOwedRefundGroup, type OwedRefundGroup } from '../../../shared/rules/index.ts';
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
      pairLine(texts.posNumber, settings.posNumber),
      ...(slip.shiftNumber === null ? [] : [pairLine(texts.shift, String(slip.shiftNumber))]),
      pairLine(texts.at, formatTime(slip.at)),
      pairLine(texts.by, slip.by),
      ...(slip.approvedBy === null ? [] : [pairLine(texts.approvedBy, slip.approvedBy)]),
      RULE_LINE,
      textLine(texts.refundExplanation[getOwedRefundGroup(slip)]),
      pairLine(texts.biller, slip.billerName),
      pairLine(texts.account, slip.account),
      pairLine(texts.paidAt, formatTime(slip.paidAt)),
      ...(slip.authorization === null ? [] : [pairLine(texts.authorization, slip.authorization)]),
      textLine(`${texts.reference}: ${slip.externalId}`),
      RULE_LINE,
      ...(fee === null || isZero(fee) || slip.owedTo === 'shop'
        ? []
        : [
            pairLine(texts.payment, formatMoney(subtract(amount, fee))),
            pairLine(texts.fee, formatMoney(fee)),
          ]),
      pairLine(texts.refundSum[how], formatMoney(amount), true),
      ...(slip.reason === null ? [] : [pairLine(texts.reason, slip.reason)]),
      BLANK_LINE,
      BLANK_LINE,
      textLine(`${texts.signature}: ____________`),
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
    ...(report.settledRefunds.length === 0 ? [] : [centeredLine(texts.settledList, 'bold')]),
    ...report.settledRefunds.flatMap((refund) => [
      pairLine(texts.settlementMethod[refund.how], formatMoney(refund.amount)),
      textLine(`${refund.billerName} · ${refund.externalId}`),
      textLine(
        `${refund.by}${refund.approvedBy === null ? '' : ` · ${texts.approvedBy}: ${refund.approvedBy}`}`,
      ),
      ...(refund.reason === null ? [] : [textLine(refund.reason)]),
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
      pairLine(`${billerName} ${account}`, formatMoney(amount)),
      textLine(`${texts.toGiveWhat[what]} · ${externalId}`),
    ]),
    ...[...sumByCurrency(toGive.map(({ amount }) => amount)).values()].map((sum) =>
      pairLine(texts.owedSum, formatMoney(sum), true),
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
      pairLine(`${refund.billerName} ${refund.account}`, formatMoney(refund.amount)),
      textLine(refund.externalId),
    ]),
    ...[...sumByCurrency(owed.map(({ amount }) => amount)).values()].map((sum) =>
      pairLine(texts.owedSum, formatMoney(sum), true),
    ),
    RULE_LINE,
  ];
}
