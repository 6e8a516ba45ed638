import {
  type Cashier,
  fail,
  ok,
  type Result,
  type ShiftReport,
} from '../../../shared/contract/index.ts';
import { createMoney, sumByCurrency } from '../../../shared/money/index.ts';
import { findOpenShift, insertCashMovement, type ShiftRow } from './shift-queries.ts';
import type { Shifts } from './shifts.ts';
import type { CashPorts } from './types.ts';

/** Hands a drawer over to the shift of the receiving cashier. */
export interface ShiftHandover {
  checkCanTakeOver(shift: ShiftRow, receiver: Cashier): Result<null>;
  /**
   * Opens the next shift, inside the commit that closes this one. Its float is the counted sum plus
   * the movements since the count, in each currency.
   */
  openSuccessorShiftInCommit(
    shift: ShiftRow,
    closedShiftReport: ShiftReport,
    receiver: Cashier,
    at: string,
  ): void;
}

export function createShiftHandover(
  { database, createId }: Pick<CashPorts, 'database' | 'createId'>,
  shifts: Shifts,
): ShiftHandover {
  const getNextDrawer = (shift: ShiftRow, receiver: Cashier): string =>
    shift.drawer === '' ? shifts.getDrawerOfCashier(receiver.id) : receiver.id;

  const canTakeOver: ShiftHandover['checkCanTakeOver'] = (shift, receiver) => {
    const drawer = getNextDrawer(shift, receiver);
    if (drawer === shift.drawer) return ok(null);
    return findOpenShift(database, drawer) === null
      ? ok(null)
      : fail({ kind: 'shift', reason: 'open-already' });
  };

  const takeOverInCommit: ShiftHandover['openSuccessorShiftInCommit'] = (
    shift,
    z,
    receiver,
    at,
  ) => {
    const nextShift = shifts.openShiftInCommit({
      cashierId: receiver.id,
      drawer: getNextDrawer(shift, receiver),
      isFloatCounted: true,
      takenOverFrom: shift.id,
    });
    const countedAmounts = (z.counts.at(-1)?.money ?? []).map((money) =>
      createMoney(money.counted, money.currency),
    );
    for (const amount of sumByCurrency([...countedAmounts, ...z.sinceCount]).values()) {
      insertCashMovement(database, {
        id: createId(),
        shiftId: nextShift.id,
        at,
        kind: 'float',
        tender: 'cash',
        amount,
        intentId: null,
        cashierId: receiver.id,
        approvedBy: null,
        reason: null,
        isDrop: false,
      });
    }
  };

  return { checkCanTakeOver: canTakeOver, openSuccessorShiftInCommit: takeOverInCommit };
}
