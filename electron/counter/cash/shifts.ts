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
  findOpenShiftId,
  findSuccessorShift,
  insertCashMovement,
  insertShift,
  listCashMovementsOfShift,
  listCurrenciesOfShift,
  listOpenShifts,
  listShiftsWithUnfinishedBaskets,
  readShift,
  type ShiftRow,
} from './shift-queries.ts';
import type { CashPayment, CashPorts, PaymentCashRecorder } from './types.ts';

/** Finds the shift of a movement, by the shift's id and its drawer, never by time. */
export interface Shifts extends PaymentCashRecorder {
  /** The drawer of this cashier: the cashier's id, or empty for the shared drawer. */
  getDrawerOfCashier(cashierId: string): string;
  /** The id of the open shift for this cashier, opened automatically if the shop allows it. */
  getShiftForMovementInCommit(cashierId: string): Result<string>;
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
    readonly takenOverFrom?: string;
  }): string;
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
    insertShift(database, id, cashierId, toIsoTime(clock.now()), {
      drawer,
      isFloatCounted,
      ...(takenOverFrom === undefined ? {} : { takenOverFrom }),
    });
    assignPendingCashMovements(database, id);
    return id;
  };

  const openShiftAutomatically = (cashierId: string): string => {
    const id = openInCommit({ cashierId, drawer: getDrawer(cashierId), isFloatCounted: false });
    audit.recordInTransaction({
      kind: 'shift-opened',
      by: { id: cashierId, name: findActiveCashier(database, cashierId)?.name ?? cashierId },
      detail: { shift: readShift(database, id)?.number ?? null, isFloatCounted: false },
    });
    return id;
  };

  /**
   * The open shift that is responsible for this one: itself, a successor by handover, the open shift
   * of its drawer, or that of the shared drawer.
   */
  const findResponsibleShift = (shiftId: string): string | null => {
    let shift = readShift(database, shiftId);
    const drawer = shift?.drawer ?? '';
    while (shift !== null && shift.closedAt !== null) {
      shift = findSuccessorShift(database, shift.id);
    }
    return shift?.id ?? findOpenShiftId(database, drawer) ?? findOpenShiftId(database);
  };

  const recordMovement = (
    intent: CashPayment,
    details: { readonly shiftId: string | null; readonly by: string; readonly at: string },
  ): void => {
    const isPaid = intent.kind !== 'cash-out' && intent.kind !== 'cancel';
    // The tender is the cash less the change, which is the sum that was due.
    const tender = intent.cash && intent.change ? subtract(intent.cash, intent.change) : intent.due;
    insertCashMovement(database, {
      id: intent.id,
      shiftId: details.shiftId,
      at: details.at,
      kind: intent.kind === 'cash-out' || intent.kind === 'cancel' ? intent.kind : 'payment',
      tender: 'cash',
      amount: isPaid ? tender : subtract(createZero(intent.due.currency), intent.due),
      intentId: intent.id,
      cashierId: details.by,
      approvedBy: null,
      reason: null,
      isDrop: false,
    });
  };

  const toShiftBlockingPayment = (
    record: PaymentRecord,
    why: ShiftBlockingPayment['why'],
  ): ShiftBlockingPayment => ({
    paymentId: record.intent.id,
    kind: record.intent.kind,
    billerName: record.intent.billerName,
    account: maskAccount(record.intent),
    amount: record.intent.due,
    why,
  });

  const getOrOpenShiftInCommit = (cashierId: string): string =>
    findOpenShiftId(database, getDrawer(cashierId)) ?? openShiftAutomatically(cashierId);

  const canTakeMoney = (cashierId: string): Result<null> =>
    settings().shifts === 'required' && findOpenShiftId(database, getDrawer(cashierId)) === null
      ? fail({ kind: 'shift', reason: 'needed' })
      : ok(null);

  const listShiftBlockingPayments = (shiftId: string): ShiftBlockingPayment[] => {
    const isOnlyShift = listOpenShifts(database).length === 1;
    const belongsToShift = ({ intent }: PaymentRecord): boolean =>
      isOnlyShift || findResponsibleShift(intent.shiftId) === shiftId;
    return [
      ...listPaymentsWithoutOutcome(database)
        .filter(belongsToShift)
        .map((record) => toShiftBlockingPayment(record, 'unresolved')),
      ...listPaymentsAwaitingCashHandOver(database)
        .filter(belongsToShift)
        .map((record) => toShiftBlockingPayment(record, 'hand-over')),
    ];
  };

  const canHandOut: Shifts['checkCanHandOutCash'] = (cashierId, sum, paymentId) => {
    const { currency } = sum;
    const zero = createZero(currency);
    const shiftId = findOpenShiftId(database, getDrawer(cashierId));
    const shift = shiftId === null ? null : readShift(database, shiftId);
    const movements = shiftId === null ? [] : listCashMovementsOfShift(database, shiftId);
    const expected = computeExpectedCash(movements, [currency]).get(currency) ?? zero;
    const promised = (shiftId === null ? [] : listShiftBlockingPayments(shiftId)).filter(
      (item) =>
        (item.kind === 'cash-out' || item.kind === 'cancel') &&
        item.paymentId !== paymentId &&
        item.amount.currency === currency,
    );
    const rest = promised.reduce((left, { amount }) => subtract(left, amount), expected);
    const available = isNegative(rest) ? zero : rest;
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
    getOrOpenShiftInCommit,
    checkCanTakeMoney: canTakeMoney,
    checkCanHandOutCash: canHandOut,
    recordPaidPaymentInCommit: (intent, at) => {
      if (intent.kind === 'cash-out' || intent.kind === 'cancel') return;
      recordMovement(intent, {
        shiftId: findResponsibleShift(intent.shiftId),
        by: intent.cashierId,
        at,
      });
    },
    recordCashHandedOverInCommit: (intent, by, at) => {
      const ownShiftId = findOpenShiftId(database, getDrawer(by));
      recordMovement(intent, {
        shiftId: ownShiftId ?? findResponsibleShift(intent.shiftId),
        by,
        at,
      });
    },
    emitCashChange: ports.onChange,
    getDrawerOfCashier: getDrawer,
    getShiftForMovementInCommit: (cashierId) => {
      const canTake = canTakeMoney(cashierId);
      return canTake.ok ? ok(getOrOpenShiftInCommit(cashierId)) : canTake;
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
        (unfinishedShiftId) => isOnlyShift || findResponsibleShift(unfinishedShiftId) === shiftId,
      );
    },
    listCurrencies: (shiftId) => {
      const { shopCurrency } = settings();
      return [...new Set([shopCurrency, ...listCurrenciesOfShift(database, shiftId)])];
    },
    computeExpectedCash: (shiftId) => {
      const { shopCurrency } = settings();
      const movements = listCashMovementsOfShift(database, shiftId);
      return (
        computeExpectedCash(movements, [shopCurrency]).get(shopCurrency) ?? createZero(shopCurrency)
      );
    },
    openShiftInCommit: openInCommit,
  };
}
