import {
  fail,
  ok,
  type Result,
  type ShiftBlockingPayment,
} from '../../../shared/contract/index.ts';
import { maskAccount } from '../../../shared/i18n/index.ts';
import {
  compare,
  createZero,
  isNegative,
  type Money,
  subtract,
} from '../../../shared/money/index.ts';
import {
  listPaymentsAwaitingCashHandOver,
  listPaymentsWithoutOutcome,
  type PaymentRecord,
} from '../../ledger/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import { findActiveCashier } from '../staff/index.ts';
import { computeExpectedCash } from './build-shift-report.ts';
import {
  assignPendingCashMovements,
  findOpenShift,
  findSuccessorShift,
  insertCashMovement,
  insertShift,
  listCashMovementsOfShift,
  listCurrenciesOfShift,
  listOpenShifts,
  listShiftsWithUnfinishedBaskets,
  readShift,
  requireShift,
  type ShiftRow,
} from './shift-queries.ts';
import type { CashPayment, CashPorts, PaymentCashRecorder } from './types.ts';

/** Finds the shift of a movement, by the shift's id and its drawer, never by time. */
export interface Shifts extends PaymentCashRecorder {
  /** The drawer of this cashier: the cashier's id, or empty for the shared drawer. */
  getDrawerOfCashier(cashierId: string): string;
  findOpenShiftOfCashier(cashierId: string): ShiftRow | null;
  /** The open shift for this cashier, opened automatically if the shop allows it. */
  getShiftForMovementInCommit(cashierId: string): Result<ShiftRow>;
  /** The open shift with this id, or the problem that it is closed. */
  requireOpenShift(shiftId: string): Result<ShiftRow>;
  listShiftBlockingPayments(shiftId: string): ShiftBlockingPayment[];
  /** Whether the shift has an unfinished basket, whose cash is not yet divided. */
  hasUnfinishedBasket(shiftId: string): boolean;
  /** The currencies to count: the shop's, and those of the shift's movements. */
  listCurrencies(shiftId: string): string[];
  /** What the drawer of this shift should hold, in the shop's currency. */
  computeExpectedCash(shiftId: string): Money;
  openShiftInCommit(shift: {
    readonly cashierId: string;
    readonly drawer: string;
    readonly isFloatCounted: boolean;
    readonly takenOverFrom: string | null;
  }): ShiftRow;
}

const isPayout = (kind: CashPayment['kind']): kind is 'cash-out' | 'cancel' =>
  kind === 'cash-out' || kind === 'cancel';

function toShiftBlockingPayment(
  { intent }: PaymentRecord,
  why: ShiftBlockingPayment['why'],
): ShiftBlockingPayment {
  return {
    paymentId: intent.id,
    kind: intent.kind,
    billerName: intent.billerName,
    account: maskAccount(intent),
    amount: intent.due,
    why,
  };
}

export function createShifts(ports: CashPorts): Shifts {
  const { database, clock, createId, audit, settings } = ports;

  const getDrawer = (cashierId: string): string => (settings().drawers === 'each' ? cashierId : '');

  const openInCommit: Shifts['openShiftInCommit'] = ({
    cashierId,
    drawer,
    isFloatCounted,
    takenOverFrom,
  }) => {
    const id = createId();
    insertShift(database, {
      id,
      drawer,
      openedAt: toIsoTime(clock.now()),
      openedBy: cashierId,
      isFloatCounted,
      takenOverFrom,
    });
    assignPendingCashMovements(database, id);
    return requireShift(database, id);
  };

  const openShiftAutomatically = (cashierId: string): ShiftRow => {
    const shift = openInCommit({
      cashierId,
      drawer: getDrawer(cashierId),
      isFloatCounted: false,
      takenOverFrom: null,
    });
    audit.recordInTransaction({
      kind: 'shift-opened',
      by: { id: cashierId, name: findActiveCashier(database, cashierId)?.name ?? cashierId },
      detail: { shift: shift.number, isFloatCounted: false },
    });
    return shift;
  };

  /**
   * The open shift that is responsible for this one: itself, a successor by handover, the open shift
   * of its drawer, or that of the shared drawer.
   */
  const findResponsibleShift = (shiftId: string): ShiftRow | null => {
    const first = requireShift(database, shiftId);
    let shift: ShiftRow | null = first;
    while (shift !== null && shift.closedAt !== null) {
      shift = findSuccessorShift(database, shift.id);
    }
    return shift ?? findOpenShift(database, first.drawer) ?? findOpenShift(database, '');
  };

  const recordMovement = (
    intent: CashPayment,
    details: { readonly shift: ShiftRow | null; readonly by: string; readonly at: string },
  ): void => {
    const { kind, due } = intent;
    insertCashMovement(database, {
      id: intent.id,
      shiftId: details.shift?.id ?? null,
      at: details.at,
      kind: isPayout(kind) ? kind : 'payment',
      tender: 'cash',
      amount: isPayout(kind) ? subtract(createZero(due.currency), due) : due,
      intentId: intent.id,
      cashierId: details.by,
      approvedBy: null,
      reason: null,
      isDrop: false,
    });
  };

  const findOpenShiftOfCashier = (cashierId: string): ShiftRow | null =>
    findOpenShift(database, getDrawer(cashierId));

  const getOrOpenShift = (cashierId: string): ShiftRow =>
    findOpenShiftOfCashier(cashierId) ?? openShiftAutomatically(cashierId);

  const canTakeMoney = (cashierId: string): Result<null> =>
    settings().shifts === 'required' && findOpenShiftOfCashier(cashierId) === null
      ? fail({ kind: 'shift', reason: 'needed' })
      : ok(null);

  const listShiftBlockingPayments = (shiftId: string): ShiftBlockingPayment[] => {
    const isOnlyShift = listOpenShifts(database).length === 1;
    const belongsToShift = ({ intent }: PaymentRecord): boolean =>
      isOnlyShift || findResponsibleShift(intent.shiftId)?.id === shiftId;
    return [
      ...listPaymentsWithoutOutcome(database)
        .filter(belongsToShift)
        .map((record) => toShiftBlockingPayment(record, 'unresolved')),
      ...listPaymentsAwaitingCashHandOver(database)
        .filter(belongsToShift)
        .map((record) => toShiftBlockingPayment(record, 'hand-over')),
    ];
  };

  /** What a drawer should hold, without what is promised to the customers of other payments. */
  const computeAvailableCash = (
    shiftId: string,
    currency: string,
    paymentId: string | null,
  ): Money => {
    const promised = listShiftBlockingPayments(shiftId).filter(
      (item) =>
        isPayout(item.kind) && item.paymentId !== paymentId && item.amount.currency === currency,
    );
    const rest = promised.reduce(
      (left, { amount }) => subtract(left, amount),
      computeExpectedCash(listCashMovementsOfShift(database, shiftId), currency),
    );
    return isNegative(rest) ? createZero(currency) : rest;
  };

  const canHandOut: Shifts['checkCanHandOutCash'] = (cashierId, sum, paymentId) => {
    const { currency } = sum;
    const shift = findOpenShiftOfCashier(cashierId);
    const available =
      shift === null ? createZero(currency) : computeAvailableCash(shift.id, currency, paymentId);
    return compare(available, sum) < 0
      ? fail({
          kind: 'drawer-short',
          available,
          missing: subtract(sum, available),
          isFloatCounted: shift?.isFloatCounted ?? false,
        })
      : ok(null);
  };

  return {
    getOrOpenShiftInCommit: (cashierId) => getOrOpenShift(cashierId).id,
    checkCanTakeMoney: canTakeMoney,
    checkCanHandOutCash: canHandOut,
    recordPaidPaymentInCommit: (intent, at) => {
      if (isPayout(intent.kind)) return;
      recordMovement(intent, {
        shift: findResponsibleShift(intent.shiftId),
        by: intent.cashierId,
        at,
      });
    },
    recordCashHandedOverInCommit: (intent, by, at) => {
      recordMovement(intent, {
        shift: findOpenShiftOfCashier(by) ?? findResponsibleShift(intent.shiftId),
        by,
        at,
      });
    },
    emitCashChange: ports.onChange,
    getDrawerOfCashier: getDrawer,
    findOpenShiftOfCashier,
    getShiftForMovementInCommit: (cashierId) => {
      const canTake = canTakeMoney(cashierId);
      return canTake.ok ? ok(getOrOpenShift(cashierId)) : canTake;
    },
    requireOpenShift: (shiftId) => {
      const shift = readShift(database, shiftId);
      return shift === null || shift.closedAt !== null
        ? fail({ kind: 'shift', reason: 'closed' })
        : ok(shift);
    },
    listShiftBlockingPayments,
    hasUnfinishedBasket: (shiftId) => {
      const isOnlyShift = listOpenShifts(database).length === 1;
      return listShiftsWithUnfinishedBaskets(database).some(
        (unfinishedShiftId) =>
          isOnlyShift || findResponsibleShift(unfinishedShiftId)?.id === shiftId,
      );
    },
    listCurrencies: (shiftId) => {
      const { shopCurrency } = settings();
      return [...new Set([shopCurrency, ...listCurrenciesOfShift(database, shiftId)])];
    },
    computeExpectedCash: (shiftId) =>
      computeExpectedCash(listCashMovementsOfShift(database, shiftId), settings().shopCurrency),
    openShiftInCommit: openInCommit,
  };
}
