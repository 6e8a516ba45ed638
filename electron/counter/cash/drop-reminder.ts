import type { Cashier } from '../../../shared/contract/index.ts';
import { compare, createMoney } from '../../../shared/money/index.ts';
import { listCashCountsOfShift } from './count-queries.ts';
import { findLastMovementNumber } from './shift-queries.ts';
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
  shifts: Pick<Shifts, 'findOpenShiftOfCashier' | 'computeExpectedCash' | 'hasUnfinishedBasket'>,
): DropReminder {
  /** The last movement of a shift when its drop was postponed. */
  const postponedAt = new Map<string, number | null>();

  return {
    isDue: (cashier) => {
      const { cashLimit, shopCurrency } = settings();
      const shift = shifts.findOpenShiftOfCashier(cashier.id);
      if (cashLimit === null || shift === null) return false;
      // A drop after the count would only be confusing.
      if (listCashCountsOfShift(database, shift.id).length > 0) return false;
      if (shifts.hasUnfinishedBasket(shift.id)) return false;
      if (postponedAt.get(shift.id) === findLastMovementNumber(database, shift.id)) return false;
      const limit = createMoney(String(cashLimit), shopCurrency);
      return compare(shifts.computeExpectedCash(shift.id), limit) > 0;
    },
    postpone: (cashier) => {
      const shift = shifts.findOpenShiftOfCashier(cashier.id);
      if (shift !== null) postponedAt.set(shift.id, findLastMovementNumber(database, shift.id));
    },
  };
}
