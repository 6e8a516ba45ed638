import { fail, ok, type Result, type ShiftReport } from '../../shared/contract/index.ts';
import { type Money, money, sumsByCurrency } from '../../shared/money/index.ts';
import { insertMovement, openShift, type ShiftRow } from './shift-queries.ts';
import type { Shifts } from './shifts.ts';
import type { CashCashier, CashPorts } from './types.ts';

/** Handing a drawer over: the shift of whoever takes it. */
export interface TakingOver {
  mayTakeOver(shift: ShiftRow, receiver: CashCashier): Result<null>;
  /**
   * Inside the commit that closes the shift. The next one begins with what was counted and what
   * came after it, in whatever currency.
   */
  takeOverInCommit(shift: ShiftRow, z: ShiftReport, receiver: CashCashier, at: string): void;
}

export function createTakingOver(
  { database, newId }: Pick<CashPorts, 'database' | 'newId'>,
  shifts: Shifts,
): TakingOver {
  const nextDrawer = (shift: ShiftRow, receiver: CashCashier): string =>
    shift.drawer === '' ? shifts.drawerOf(receiver.id) : receiver.id;

  const mayTakeOver: TakingOver['mayTakeOver'] = (shift, receiver) => {
    const drawer = nextDrawer(shift, receiver);
    if (drawer === shift.drawer) return ok(null);
    return openShift(database, drawer) === null
      ? ok(null)
      : fail({ kind: 'shift', reason: 'open-already' });
  };

  const takeOverInCommit: TakingOver['takeOverInCommit'] = (shift, z, receiver, at) => {
    const next = shifts.begin({
      cashierId: receiver.id,
      drawer: nextDrawer(shift, receiver),
      isFloatCounted: true,
      takenOverFrom: shift.id,
    });
    const counted = (z.counts.at(-1)?.money ?? []).map(
      (one): Money => money(one.counted, one.currency),
    );
    for (const amount of sumsByCurrency([...counted, ...z.sinceCount]).values()) {
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

  return { mayTakeOver, takeOverInCommit };
}
