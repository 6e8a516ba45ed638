import { fail, type OpenItem, ok, type Result } from '../../shared/contract/index.ts';
import { maskAccount } from '../../shared/i18n/index.ts';
import { subtract, zero } from '../../shared/money/index.ts';
import { openPayments, type PaymentRecord, pendingHandOvers } from '../ledger/index.ts';
import { isoTime } from '../platform/index.ts';
import { activeCashier } from '../staff/index.ts';
import {
  adoptMovements,
  currenciesOfShift,
  insertMovement,
  insertShift,
  openShift,
  openShifts,
  readShift,
  type ShiftRow,
  shiftsOfBaskets,
  successorOfShift,
} from './shift-queries.ts';
import type { CashOfPayments, CashPorts, MovedPayment } from './types.ts';

/** Which shift money belongs to. A shift is found by its id and its drawer, never by a time. */
export interface Shifts extends CashOfPayments {
  /** The drawer that this cashier's money goes into. */
  drawerOf(cashierId: string): string;
  /** The open shift for this cashier's money, opened automatically if the shop allows it. */
  forMovingInCommit(cashierId: string): Result<string>;
  /** The open shift with this id, or why there is none. */
  open(shiftId: string): Result<ShiftRow>;
  openItems(shiftId: string): OpenItem[];
  /** A basket of it is not finished: its money is neither the drawer's nor the customer's yet. */
  hasBasket(shiftId: string): boolean;
  /** The currencies that are counted: the shop's, and whatever else moved. */
  currencies(shiftId: string): string[];
  begin(shift: {
    readonly cashierId: string;
    readonly drawer: string;
    readonly isFloatCounted: boolean;
    readonly takenOverFrom?: string;
  }): string;
}

export function createShifts(ports: CashPorts): Shifts {
  const { database, clock, newId, audit, settings } = ports;

  const drawerOf = (cashierId: string): string => (settings().drawers === 'each' ? cashierId : '');

  const begin: Shifts['begin'] = ({ cashierId, drawer, isFloatCounted, takenOverFrom }) => {
    const id = newId();
    insertShift(database, id, cashierId, isoTime(clock.now()), {
      drawer,
      isFloatCounted,
      ...(takenOverFrom === undefined ? {} : { takenOverFrom }),
    });
    adoptMovements(database, id);
    return id;
  };

  const beginByItself = (cashierId: string): string => {
    const id = begin({ cashierId, drawer: drawerOf(cashierId), isFloatCounted: false });
    audit.noteInCommit({
      kind: 'shift-opened',
      by: { id: cashierId, name: activeCashier(database, cashierId)?.name ?? cashierId },
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
      shift = successorOfShift(database, shift.id);
    }
    return shift?.id ?? openShift(database, drawer) ?? openShift(database);
  };

  const move = (
    intent: MovedPayment,
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
      amount: isPaid ? taken : subtract(zero(intent.due.currency), intent.due),
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

  const shiftInCommit = (cashierId: string): string =>
    openShift(database, drawerOf(cashierId)) ?? beginByItself(cashierId);

  const mayTakeMoney = (cashierId: string): Result<null> =>
    settings().shifts === 'required' && openShift(database, drawerOf(cashierId)) === null
      ? fail({ kind: 'shift', reason: 'needed' })
      : ok(null);

  return {
    shiftInCommit,
    mayTakeMoney,
    paidInCommit: (intent, at) => {
      if (intent.kind === 'cash-out' || intent.kind === 'cancel') return;
      move(intent, { shiftId: answering(intent.shiftId), by: intent.cashierId, at });
    },
    handedOverInCommit: (intent, by, at) => {
      const own = openShift(database, drawerOf(by));
      move(intent, { shiftId: own ?? answering(intent.shiftId), by, at });
    },
    changed: ports.onChange,
    drawerOf,
    forMovingInCommit: (cashierId) => {
      const may = mayTakeMoney(cashierId);
      return may.ok ? ok(shiftInCommit(cashierId)) : may;
    },
    open: (shiftId) => {
      const shift = readShift(database, shiftId);
      return shift === null || shift.closedAt !== null
        ? fail({ kind: 'shift', reason: 'closed' })
        : ok(shift);
    },
    openItems: (shiftId) => {
      const isOnly = openShifts(database).length === 1;
      const isOf = ({ intent }: PaymentRecord): boolean =>
        isOnly || answering(intent.shiftId) === shiftId;
      return [
        ...openPayments(database)
          .filter(isOf)
          .map((record) => itemOf(record, 'unresolved')),
        ...pendingHandOvers(database)
          .filter(isOf)
          .map((record) => itemOf(record, 'hand-over')),
      ];
    },
    hasBasket: (shiftId) => {
      const isOnly = openShifts(database).length === 1;
      return shiftsOfBaskets(database).some((one) => isOnly || answering(one) === shiftId);
    },
    currencies: (shiftId) => {
      const { shopCurrency } = settings();
      return [...new Set([shopCurrency, ...currenciesOfShift(database, shiftId)])];
    },
    begin,
  };
}
