import {
  type CountedMoney,
  type OpenItem,
  type ReportMoney,
  type ShiftReport,
  TENDERS,
  tenderSchema,
} from '../../../shared/contract/index.ts';
import {
  add,
  createMoney,
  createZero,
  type Money,
  subtract,
  sumByCurrency,
} from '../../../shared/money/index.ts';
import type { MovementRow, ShiftRow } from './shift-queries.ts';

/** Everything that a report is made from. Nothing here reads a clock or a ledger. */
export interface ReportFacts {
  readonly kind: 'x' | 'z';
  readonly number: number | null;
  readonly shift: ShiftRow;
  readonly takenOverFrom: number | null;
  readonly posNumber: string;
  readonly at: string;
  readonly by: string;
  readonly handedTo: string | null;
  /** Each has a part of its own, also if nothing moved in it. */
  readonly currencies: readonly string[];
  readonly movements: readonly MovementRow[];
  readonly openItems: readonly OpenItem[];
  readonly owed: ShiftReport['owed'];
  readonly settledRefunds: ShiftReport['settledRefunds'];
  readonly counts: ShiftReport['counts'];
  /** The last movement that the last count saw; null if there was none. */
  readonly countedUpTo: number | null;
  readonly explanation: string | null;
}

/** A shift's report: its movements, added up by currency, whatever the clock showed. */
export function buildShiftReport(facts: ReportFacts): ShiftReport {
  const { shift, movements } = facts;
  const { countedUpTo } = facts;
  const since =
    countedUpTo === null
      ? []
      : getDrawerMovements(movements).filter(({ number }) => number > countedUpTo);
  return {
    kind: facts.kind,
    number: facts.number,
    shiftNumber: shift.number,
    posNumber: facts.posNumber,
    at: facts.at,
    by: facts.by,
    openedAt: shift.openedAt,
    openedBy: shift.openedByName,
    drawerOf: shift.drawerName,
    isFloatCounted: shift.isFloatCounted,
    takenOverFrom: facts.takenOverFrom,
    handedTo: facts.handedTo,
    isClockChanged: Date.parse(facts.at) < Date.parse(shift.openedAt),
    money: facts.currencies.map((currency) => buildReportMoney(currency, movements)),
    payIns: buildReportLines(movements, 'pay-in'),
    payOuts: buildReportLines(movements, 'pay-out'),
    drawerOpened: buildReportLines(movements, 'drawer'),
    late: movements.flatMap(({ kind, payment, amount }) =>
      payment === null || payment.shiftId === shift.id || isRefundMovement(kind)
        ? []
        : [
            {
              kind: payment.kind,
              billerName: payment.billerName,
              externalId: payment.externalId,
              shiftNumber: payment.shiftNumber,
              amount,
            },
          ],
    ),
    openItems: [...facts.openItems],
    owed: facts.owed,
    settledRefunds: facts.settledRefunds,
    counts: facts.counts,
    sinceCount: [...sumByCurrency(since.map(({ amount }) => amount)).values()],
    explanation: facts.explanation,
  };
}

/** The expected contents of the drawer, by currency: the sum of its movements. */
export function computeExpectedCash(
  movements: readonly MovementRow[],
  currencies: readonly string[],
): Map<string, Money> {
  const sums = sumByCurrency(getDrawerMovements(movements).map(({ amount }) => amount));
  return new Map(
    currencies.map((currency) => [currency, sums.get(currency) ?? createZero(currency)]),
  );
}

/** True if every currency was counted as expected. */
export function isCountExact(counted: readonly CountedMoney[]): boolean {
  return counted.every(({ difference }) => /^-?0*(\.0*)?$/.test(difference));
}

/** Listed apart from what became known late: it was settled now because it was given back now. */
function isRefundMovement(kind: MovementRow['kind']): boolean {
  return kind === 'hand-back' || kind === 'take-in';
}

function getDrawerMovements(movements: readonly MovementRow[]): readonly MovementRow[] {
  return movements.filter((one) => TENDERS[tenderSchema.parse(one.tender)].isInDrawer);
}

function buildReportMoney(currency: string, all: readonly MovementRow[]): ReportMoney {
  const movements = all.filter(({ amount }) => amount.currency === currency);
  const total = (some: readonly MovementRow[]): Money =>
    some.reduce((sum, { amount }) => add(sum, amount), createZero(currency));
  const came = (some: readonly MovementRow[]): { count: number; amount: string } => ({
    count: some.length,
    amount: total(some).amount,
  });
  const went = (some: readonly MovementRow[]): { count: number; amount: string } => ({
    count: some.length,
    amount: subtract(createZero(currency), total(some)).amount,
  });
  const of = (kind: MovementRow['kind']): MovementRow[] =>
    movements.filter((one) => one.kind === kind);
  const paid = (kind: 'bill' | 'top-up' | 'gift-card'): { count: number; amount: string } =>
    came(of('payment').filter(({ payment }) => payment?.kind === kind));
  const fees = of('payment').reduce(
    (sum, { payment }) => add(sum, payment?.fee ?? createZero(currency)),
    createZero(currency),
  );
  return {
    currency,
    float: total(of('float')).amount,
    payments: { bill: paid('bill'), 'top-up': paid('top-up'), 'gift-card': paid('gift-card') },
    fees: fees.amount,
    cashOuts: went(of('cash-out')),
    cancels: went(of('cancel')),
    handBacks: went(of('hand-back')),
    takeIns: came(of('take-in')),
    payIns: came(of('pay-in')),
    payOuts: went(of('pay-out')),
    tenders: tenderSchema.options.map((name) => ({
      tender: name,
      amount: total(movements.filter((one) => one.tender === name)).amount,
    })),
    expected: total(getDrawerMovements(movements)).amount,
  };
}

function buildReportLines(
  movements: readonly MovementRow[],
  kind: 'pay-in' | 'pay-out' | 'drawer',
): ShiftReport['payIns'] {
  return movements
    .filter((one) => one.kind === kind)
    .map((one) => ({
      at: one.at,
      amount: createMoney(one.amount.amount.replace('-', ''), one.amount.currency),
      reason: one.reason ?? '',
      by: one.cashierName,
      approvedBy: one.approverName,
    }));
}
