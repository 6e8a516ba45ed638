import {
  type CountedMoney,
  type ReportTotals,
  type ShiftBlockingPayment,
  type ShiftReport,
  TENDERS,
  tenderSchema,
} from '../../../shared/contract/index.ts';
import {
  add,
  createMoney,
  createZero,
  isZero,
  type Money,
  subtract,
  sumByCurrency,
} from '../../../shared/money/index.ts';
import type { CashMovementRow, ShiftRow } from './shift-queries.ts';

/** The input of a report. Nothing here reads a clock or a ledger. */
export interface ShiftReportFacts {
  readonly kind: 'x' | 'z';
  readonly number: number | null;
  readonly shift: ShiftRow;
  readonly takenOverFrom: number | null;
  readonly posNumber: string;
  readonly at: string;
  readonly by: string;
  readonly handedTo: string | null;
  /** Each has its own section, even without movements. */
  readonly currencies: readonly string[];
  readonly movements: readonly CashMovementRow[];
  readonly openItems: readonly ShiftBlockingPayment[];
  readonly owed: ShiftReport['owed'];
  readonly toGive: ShiftReport['toGive'];
  readonly claims: ShiftReport['claims'];
  readonly settledRefunds: ShiftReport['settledRefunds'];
  readonly counts: ShiftReport['counts'];
  /** The number of the last movement before the last count; null if there was no count. */
  readonly countedUpTo: number | null;
  readonly explanation: string | null;
}

/** A shift's report: the sums of its movements by currency, independent of the clock. */
export function buildShiftReport(facts: ShiftReportFacts): ShiftReport {
  const { shift, movements } = facts;
  const { countedUpTo } = facts;
  const movementsSinceCount =
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
    money: facts.currencies.map((currency) => buildReportTotals(currency, movements)),
    payIns: buildReportLines(movements, 'pay-in'),
    payOuts: buildReportLines(movements, 'pay-out'),
    drops: buildReportLines(movements, 'drop'),
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
    toGive: facts.toGive,
    claims: facts.claims,
    settledRefunds: facts.settledRefunds,
    counts: facts.counts,
    sinceCount: [...sumByCurrency(movementsSinceCount.map(({ amount }) => amount)).values()],
    explanation: facts.explanation,
  };
}

/** The expected contents of the drawer in a currency: the sum of its movements. */
export function computeExpectedCash(
  movements: readonly CashMovementRow[],
  currency: string,
): Money {
  const sums = sumByCurrency(getDrawerMovements(movements).map(({ amount }) => amount));
  return sums.get(currency) ?? createZero(currency);
}

/** True if every currency was counted as expected. */
export function isCountAsExpected(counted: readonly CountedMoney[]): boolean {
  return counted.every(({ difference, currency }) => isZero(createMoney(difference, currency)));
}

/** Refund movements are listed separately and are not late: they were settled in this shift. */
function isRefundMovement(kind: CashMovementRow['kind']): boolean {
  return kind === 'hand-back' || kind === 'take-in';
}

/** A drop is stored as a pay-out, and reported on its own. */
type ReportedMovementKind = CashMovementRow['kind'] | 'drop';

function getReportedKind({ kind, isDrop }: CashMovementRow): ReportedMovementKind {
  return isDrop ? 'drop' : kind;
}

function getDrawerMovements(movements: readonly CashMovementRow[]): readonly CashMovementRow[] {
  return movements.filter((movement) => TENDERS[tenderSchema.parse(movement.tender)].isInDrawer);
}

function buildReportTotals(
  currency: string,
  allMovements: readonly CashMovementRow[],
): ReportTotals {
  const movements = allMovements.filter(({ amount }) => amount.currency === currency);
  const sumAmounts = (subset: readonly CashMovementRow[]): Money =>
    subset.reduce((sum, { amount }) => add(sum, amount), createZero(currency));
  const toIncomingTotal = (
    subset: readonly CashMovementRow[],
  ): { count: number; amount: string } => ({
    count: subset.length,
    amount: sumAmounts(subset).amount,
  });
  const toOutgoingTotal = (
    subset: readonly CashMovementRow[],
  ): { count: number; amount: string } => ({
    count: subset.length,
    amount: subtract(createZero(currency), sumAmounts(subset)).amount,
  });
  const filterByKind = (kind: ReportedMovementKind): CashMovementRow[] =>
    movements.filter((movement) => getReportedKind(movement) === kind);
  const toPaymentTotal = (
    kind: 'bill' | 'top-up' | 'gift-card',
  ): { count: number; amount: string } =>
    toIncomingTotal(filterByKind('payment').filter(({ payment }) => payment?.kind === kind));
  const fees = filterByKind('payment').reduce(
    (sum, { payment }) => add(sum, payment?.fee ?? createZero(currency)),
    createZero(currency),
  );
  return {
    currency,
    float: sumAmounts(filterByKind('float')).amount,
    payments: {
      bill: toPaymentTotal('bill'),
      'top-up': toPaymentTotal('top-up'),
      'gift-card': toPaymentTotal('gift-card'),
    },
    fees: fees.amount,
    cashOuts: toOutgoingTotal(filterByKind('cash-out')),
    cancels: toOutgoingTotal(filterByKind('cancel')),
    handBacks: toOutgoingTotal(filterByKind('hand-back')),
    takeIns: toIncomingTotal(filterByKind('take-in')),
    payIns: toIncomingTotal(filterByKind('pay-in')),
    payOuts: toOutgoingTotal(filterByKind('pay-out')),
    drops: toOutgoingTotal(filterByKind('drop')),
    tenders: tenderSchema.options.map((tender) => ({
      tender,
      amount: sumAmounts(movements.filter((movement) => movement.tender === tender)).amount,
    })),
    expected: sumAmounts(getDrawerMovements(movements)).amount,
  };
}

function buildReportLines(
  movements: readonly CashMovementRow[],
  kind: 'pay-in' | 'pay-out' | 'drop' | 'drawer',
): ShiftReport['payIns'] {
  return movements
    .filter((movement) => getReportedKind(movement) === kind)
    .map((movement) => ({
      at: movement.at,
      amount: createMoney(movement.amount.amount.replace('-', ''), movement.amount.currency),
      reason: movement.reason ?? '',
      by: movement.cashierName,
      approvedBy: movement.approverName,
    }));
}
