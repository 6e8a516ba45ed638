import type { ShiftReport } from '../../shared/contract/index.ts';
import { isZero, subtract, sumsByCurrency } from '../../shared/money/index.ts';
import { type OwedList, owedListOf } from '../../shared/rules/index.ts';
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
import type { DrawerPaperSettings, SettledRefund } from './types.ts';

/** What stands on paper of payments that the service gave back. */

/** Money that goes out waits for its slip. */
const DRAWER: Readonly<Record<SettledRefund['how'], PaperDocument['drawer']>> = {
  'handed-back': 'last',
  'taken-in': 'first',
  decided: 'stays',
};

/**
 * The slip of a payment that the service gave back: what it was, and who hands or receives its
 * money. To be signed by whoever receives it.
 */
export function refundPaper(
  slip: SettledRefund & {
    readonly at: string;
    readonly by: string;
    readonly approvedBy: string | null;
    readonly shiftNumber: number | null;
  },
  settings: DrawerPaperSettings,
): PaperDocument {
  const { words, time, show } = styleOf(settings);
  const { how, amount, fee } = slip;
  return {
    name: words.fileNames[how],
    drawer: DRAWER[how],
    guard: null,
    lines: [
      ...header(settings.shop),
      centred(words.titles[how], 'bold'),
      rule,
      pair(words.posNumber, settings.posNumber),
      ...(slip.shiftNumber === null ? [] : [pair(words.shift, String(slip.shiftNumber))]),
      pair(words.at, time(slip.at)),
      pair(words.by, slip.by),
      ...(slip.approvedBy === null ? [] : [pair(words.approvedBy, slip.approvedBy)]),
      rule,
      line(words.refundWhy[owedListOf(slip)]),
      pair(words.biller, slip.billerName),
      pair(words.account, slip.account),
      pair(words.paidAt, time(slip.paidAt)),
      ...(slip.authorization === null ? [] : [pair(words.authorization, slip.authorization)]),
      line(`${words.reference}: ${slip.externalId}`),
      rule,
      ...(fee === null || isZero(fee) || slip.owedTo === 'shop'
        ? []
        : [pair(words.payment, show(subtract(amount, fee))), pair(words.fee, show(fee))]),
      pair(words.refundSum[how], show(amount), true),
      ...(slip.reason === null ? [] : [pair(words.reason, slip.reason)]),
      blank,
      blank,
      line(`${words.signature}: ____________`),
    ],
  };
}

/** On an X or a Z report: what was settled in the shift, and what is still owed. */
export function refundLines(report: ShiftReport, style: Style): ReportLine[] {
  const { words, show } = style;
  return [
    ...(report.settledRefunds.length === 0 ? [] : [centred(words.settledList, 'bold')]),
    ...report.settledRefunds.flatMap((one) => [
      pair(words.settledHow[one.how], show(one.amount)),
      line(`${one.billerName} · ${one.externalId}`),
      line(
        `${one.by}${one.approvedBy === null ? '' : ` · ${words.approvedBy}: ${one.approvedBy}`}`,
      ),
      ...(one.reason === null ? [] : [line(one.reason)]),
    ]),
    ...owedLines(report, style, 'customer'),
    ...owedLines(report, style, 'shop'),
    ...owedLines(report, style, 'not-handed-over'),
  ];
}

/** What is owed because the service gave payments back, and its sum. */
function owedLines(report: ShiftReport, { words, show }: Style, list: OwedList): ReportLine[] {
  const owed = report.owed.filter((one) => owedListOf(one) === list);
  if (owed.length === 0) return [];
  return [
    centred(words.owedList[list], 'bold'),
    ...owed.flatMap((one) => [
      pair(`${one.billerName} ${one.account}`, show(one.amount)),
      line(one.externalId),
    ]),
    ...[...sumsByCurrency(owed.map(({ amount }) => amount)).values()].map((sum) =>
      pair(words.owedSum, show(sum), true),
    ),
    rule,
  ];
}
