import type { Cashier } from '../../../shared/contract/index.ts';
import { compare, createMoney } from '../../../shared/money/index.ts';
import { listCashCountsOfShift } from './count-queries.ts';
import { findLastMovementNumber, findOpenShiftId } from './shift-queries.ts';
import type { Shifts } from './shifts.ts';
import type { CashPorts } from './types.ts';

/** Says when a drawer holds more cash than the owner's limit, so that its cashier makes a drop. */
export interface DropReminder {
  isDue(cashier: Cashier): boolean;
  /** Not due again before the next movement in the drawer. A restart forgets it, and asks again. */
  postpone(cashier: Cashier): void;
}

export function createDropReminder(
  { database, settings }: Pick<CashPorts, 'database' | 'settings'>,
  shifts: Pick<Shifts, 'getDrawerOfCashier' | 'computeExpectedCash' | 'hasUnfinishedBasket'>,
): DropReminder {
  /** The last movement of a shift when its drop was postponed. */
  const postponedAt = new Map<string, number | null>();
  const findShiftId = (cashier: Cashier): string | null =>
    findOpenShiftId(database, shifts.getDrawerOfCashier(cashier.id));

  return {
    isDue: (cashier) => {
      const { cashLimit, shopCurrency } = settings();
      const shiftId = cashLimit === null ? null : findShiftId(cashier);
      if (cashLimit === null || shiftId === null) return false;
      // A drop after the count would only be confusing.
      if (listCashCountsOfShift(database, shiftId).length > 0) return false;
      if (shifts.hasUnfinishedBasket(shiftId)) return false;
      if (postponedAt.get(shiftId) === findLastMovementNumber(database, shiftId)) return false;
      const limit = createMoney(String(cashLimit), shopCurrency);
      return compare(shifts.computeExpectedCash(shiftId), limit) > 0;
    },
    postpone: (cashier) => {
      const shiftId = findShiftId(cashier);
      if (shiftId !== null) postponedAt.set(shiftId, findLastMovementNumber(database, shiftId));
    },
  };
}
