import { fail, type OpenItem, ok, type Result } from '../../../shared/contract/index.ts';
import { maskAccount } from '../../../shared/i18n/index.ts';
import { createZero, subtract } from '../../../shared/money/index.ts';
import { listOpenPayments, listPendingHandOvers, type PaymentRecord } from '../../ledger/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import { findActiveCashier } from '../staff/index.ts';
import {
  assignPendingMovements,
  findOpenShiftId,
  findSuccessorShift,
  insertMovement,
  insertShift,
  listCurrenciesOfShift,
  listOpenShifts,
  listShiftsWithUnfinishedBaskets,
  readShift,
  type ShiftRow,
} from './shift-queries.ts';
import type { CashPayment, CashPorts, PaymentCashRecorder } from './types.ts';

/** Which shift money belongs to. A shift is found by its id and its drawer, never by a time. */
export interface Shifts extends PaymentCashRecorder {
  /** The drawer that this cashier's money goes into. */
  getDrawer(cashierId: string): string;
  /** The open shift for this cashier's money, opened automatically if the shop allows it. */
  getShiftForMovementInCommit(cashierId: string): Result<string>;
  /** The open shift with this id, or why there is none. */
  requireOpen(shiftId: string): Result<ShiftRow>;
  listOpenItems(shiftId: string): OpenItem[];
  /** A basket of it is not finished: its money is neither the drawer's nor the customer's yet. */
  hasUnfinishedBasket(shiftId: string): boolean;
  /** The currencies that are counted: the shop's, and whatever else moved. */
  currencies(shiftId: string): string[];
  openInCommit(shift: {
    readonly cashierId: string;
    readonly drawer: string;
    readonly isFloatCounted: boolean;
    readonly takenOverFrom?: string;
  }): string;
}

export function createShifts(ports: CashPorts): Shifts {
  const { database, clock, newId, audit, settings } = ports;

  const getDrawer = (cashierId: string): string => (settings().drawers === 'each' ? cashierId : '');

  const openInCommit: Shifts['openInCommit'] = ({
    cashierId,
    drawer,
    isFloatCounted,
    takenOverFrom,
  }) => {
    const id = newId();
    insertShift(database, id, cashierId, toIsoTime(clock.now()), {
      drawer,
      isFloatCounted,
      ...(takenOverFrom === undefined ? {} : { takenOverFrom }),
    });
    assignPendingMovements(database, id);
    return id;
  };

  const beginByItself = (cashierId: string): string => {
    const id = openInCommit({ cashierId, drawer: getDrawer(cashierId), isFloatCounted: false });
    audit.noteInCommit({
      kind: 'shift-opened',
      by: { id: cashierId, name: findActiveCashier(database, cashierId)?.name ?? cashierId },
      detail: { shift: readShift(database, id)?.number ?? null, isFloatCounted: false },
    });
    return id;
  };

  /**
   * The open shift that answers for this one: itself, whoever took its drawer over, or the
   * drawer's.
   */
  const answering = (shiftId: string): string | null => {
    let shift = readShift(database, shiftId);
    const drawer = shift?.drawer ?? '';
    while (shift !== null && shift.closedAt !== null) {
      shift = findSuccessorShift(database, shift.id);
    }
    return shift?.id ?? findOpenShiftId(database, drawer) ?? findOpenShiftId(database);
  };

  const move = (
    intent: CashPayment,
    moved: { readonly shiftId: string | null; readonly by: string; readonly at: string },
  ): void => {
    const isPaid = intent.kind !== 'cash-out' && intent.kind !== 'cancel';
    // The tender is the cash less the change: the sum that was due.
    const taken = intent.cash && intent.change ? subtract(intent.cash, intent.change) : intent.due;
    insertMovement(database, {
      id: intent.id,
      shiftId: moved.shiftId,
      at: moved.at,
      kind: intent.kind === 'cash-out' || intent.kind === 'cancel' ? intent.kind : 'payment',
      tender: 'cash',
      amount: isPaid ? taken : subtract(createZero(intent.due.currency), intent.due),
      intentId: intent.id,
      cashierId: moved.by,
      approvedBy: null,
      reason: null,
    });
  };

  const itemOf = (record: PaymentRecord, why: OpenItem['why']): OpenItem => ({
    paymentId: record.intent.id,
    kind: record.intent.kind,
    billerName: record.intent.billerName,
    account: maskAccount(record.intent),
    amount: record.intent.due,
    why,
  });

  const getOrOpenShiftInCommit = (cashierId: string): string =>
    findOpenShiftId(database, getDrawer(cashierId)) ?? beginByItself(cashierId);

  const canTakeMoney = (cashierId: string): Result<null> =>
    settings().shifts === 'required' && findOpenShiftId(database, getDrawer(cashierId)) === null
      ? fail({ kind: 'shift', reason: 'needed' })
      : ok(null);

  return {
    getOrOpenShiftInCommit,
    canTakeMoney,
    recordPaidInCommit: (intent, at) => {
      if (intent.kind === 'cash-out' || intent.kind === 'cancel') return;
      move(intent, { shiftId: answering(intent.shiftId), by: intent.cashierId, at });
    },
    recordHandedOverInCommit: (intent, by, at) => {
      const own = findOpenShiftId(database, getDrawer(by));
      move(intent, { shiftId: own ?? answering(intent.shiftId), by, at });
    },
    emitChange: ports.onChange,
    getDrawer,
    getShiftForMovementInCommit: (cashierId) => {
      const may = canTakeMoney(cashierId);
      return may.ok ? ok(getOrOpenShiftInCommit(cashierId)) : may;
    },
    requireOpen: (shiftId) => {
      const shift = readShift(database, shiftId);
      return shift === null || shift.closedAt !== null
        ? fail({ kind: 'shift', reason: 'closed' })
        : ok(shift);
    },
    listOpenItems: (shiftId) => {
      const isOnly = listOpenShifts(database).length === 1;
      const isOf = ({ intent }: PaymentRecord): boolean =>
        isOnly || answering(intent.shiftId) === shiftId;
      return [
        ...listOpenPayments(database)
          .filter(isOf)
          .map((record) => itemOf(record, 'unresolved')),
        ...listPendingHandOvers(database)
          .filter(isOf)
          .map((record) => itemOf(record, 'hand-over')),
      ];
    },
    hasUnfinishedBasket: (shiftId) => {
      const isOnly = listOpenShifts(database).length === 1;
      return listShiftsWithUnfinishedBaskets(database).some(
        (one) => isOnly || answering(one) === shiftId,
      );
    },
    currencies: (shiftId) => {
      const { shopCurrency } = settings();
      return [...new Set([shopCurrency, ...listCurrenciesOfShift(database, shiftId)])];
    },
    openInCommit,
  };
}
