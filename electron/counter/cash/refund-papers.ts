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

/** What stands on paper of payments that the service gave back. */

/** Money that goes out waits for its slip. */
const DRAWER_PULSES: Readonly<Record<SettledRefund['how'], PaperDocument['drawer']>> = {
  'handed-back': 'last',
  'taken-in': 'first',
  decided: 'stays',
};

/**
 * The slip of a payment that the service gave back: what it was, and who hands or receives its
 * money. To be signed by whoever receives it.
 */
export function renderRefundSlip(
  slip: SettledRefund & {
    readonly at: string;
    readonly by: string;
    readonly approvedBy: string | null;
    readonly shiftNumber: number | null;
  },
  settings: DrawerPaperSettings,
): PaperDocument {
  const { texts: words, formatTime: time, formatMoney: show } = toPaperStyle(settings);
  const { how, amount, fee } = slip;
  return {
    name: words.fileNames[how],
    drawer: DRAWER_PULSES[how],
    guard: null,
    lines: [
      ...shopHeaderLines(settings.shop),
      centeredLine(words.titles[how], 'bold'),
      RULE_LINE,
      pairLine(words.posNumber, settings.posNumber),
      ...(slip.shiftNumber === null ? [] : [pairLine(words.shift, String(slip.shiftNumber))]),
      pairLine(words.at, time(slip.at)),
      pairLine(words.by, slip.by),
      ...(slip.approvedBy === null ? [] : [pairLine(words.approvedBy, slip.approvedBy)]),
      RULE_LINE,
      textLine(words.refundWhy[getOwedRefundGroup(slip)]),
      pairLine(words.biller, slip.billerName),
      pairLine(words.account, slip.account),
      pairLine(words.paidAt, time(slip.paidAt)),
      ...(slip.authorization === null ? [] : [pairLine(words.authorization, slip.authorization)]),
      textLine(`${words.reference}: ${slip.externalId}`),
      RULE_LINE,
      ...(fee === null || isZero(fee) || slip.owedTo === 'shop'
        ? []
        : [pairLine(words.payment, show(subtract(amount, fee))), pairLine(words.fee, show(fee))]),
      pairLine(words.refundSum[how], show(amount), true),
      ...(slip.reason === null ? [] : [pairLine(words.reason, slip.reason)]),
      BLANK_LINE,
      BLANK_LINE,
      textLine(`${words.signature}: ____________`),
    ],
  };
}

/** On an X or a Z report: what was settled in the shift, and what is still owed. */
export function renderRefundLines(report: ShiftReport, style: PaperStyle): ReportLine[] {
  const { texts: words, formatMoney: show } = style;
  return [
    ...(report.settledRefunds.length === 0 ? [] : [centeredLine(words.settledList, 'bold')]),
    ...report.settledRefunds.flatMap((one) => [
      pairLine(words.settledHow[one.how], show(one.amount)),
      textLine(`${one.billerName} · ${one.externalId}`),
      textLine(
        `${one.by}${one.approvedBy === null ? '' : ` · ${words.approvedBy}: ${one.approvedBy}`}`,
      ),
      ...(one.reason === null ? [] : [textLine(one.reason)]),
    ]),
    ...renderOwedLines(report, style, 'customer'),
    ...renderOwedLines(report, style, 'shop'),
    ...renderOwedLines(report, style, 'not-handed-over'),
  ];
}

/** What is owed because the service gave payments back, and its sum. */
function renderOwedLines(
  report: ShiftReport,
  { texts: words, formatMoney: show }: PaperStyle,
  list: OwedRefundGroup,
): ReportLine[] {
  const owed = report.owed.filter((one) => getOwedRefundGroup(one) === list);
  if (owed.length === 0) return [];
  return [
    centeredLine(words.owedList[list], 'bold'),
    ...owed.flatMap((one) => [
      pairLine(`${one.billerName} ${one.account}`, show(one.amount)),
      textLine(one.externalId),
    ]),
    ...[...sumByCurrency(owed.map(({ amount }) => amount)).values()].map((sum) =>
      pairLine(words.owedSum, show(sum), true),
    ),
    RULE_LINE,
  ];
}
