import { fail, ok, type Result, type ShiftReport } from '../../../shared/contract/index.ts';
import { createMoney, type Money, sumByCurrency } from '../../../shared/money/index.ts';
import { findOpenShiftId, insertMovement, type ShiftRow } from './shift-queries.ts';
import type { Shifts } from './shifts.ts';
import type { CashPorts, ShiftCashier } from './types.ts';

/** Handing a drawer over: the shift of whoever takes it. */
export interface ShiftHandover {
  canTakeOver(shift: ShiftRow, receiver: ShiftCashier): Result<null>;
  /**
   * Inside the commit that closes the shift. The next one begins with what was counted and what
   * came after it, in whatever currency.
   */
  takeOverInCommit(shift: ShiftRow, z: ShiftReport, receiver: ShiftCashier, at: string): void;
}

export function createShiftHandover(
  { database, newId }: Pick<CashPorts, 'database' | 'newId'>,
  shifts: Shifts,
): ShiftHandover {
  const nextDrawer = (shift: ShiftRow, receiver: ShiftCashier): string =>
    shift.drawer === '' ? shifts.getDrawer(receiver.id) : receiver.id;

  const canTakeOver: ShiftHandover['canTakeOver'] = (shift, receiver) => {
    const drawer = nextDrawer(shift, receiver);
    if (drawer === shift.drawer) return ok(null);
    return findOpenShiftId(database, drawer) === null
      ? ok(null)
      : fail({ kind: 'shift', reason: 'open-already' });
  };

  const takeOverInCommit: ShiftHandover['takeOverInCommit'] = (shift, z, receiver, at) => {
    const next = shifts.openInCommit({
      cashierId: receiver.id,
      drawer: nextDrawer(shift, receiver),
      isFloatCounted: true,
      takenOverFrom: shift.id,
    });
    const counted = (z.counts.at(-1)?.money ?? []).map(
      (one): Money => createMoney(one.counted, one.currency),
    );
    for (const amount of sumByCurrency([...counted, ...z.sinceCount]).values()) {
      insertMovement(database, {
        id: newId(),
        shiftId: next,
        at,
        kind: 'float',
        tender: 'cash',
        amount,
        intentId: null,
        cashierId: receiver.id,
        approvedBy: null,
        reason: null,
      });
    }
  };

  return { canTakeOver, takeOverInCommit };
}
