import { z } from 'zod';
import {
  type Cashier,
  type CountedMoney,
  type CountResult,
  countedMoneySchema,
  fail,
  hasAtLeastRole,
  ok,
  type Result,
} from '../../../shared/contract/index.ts';
import { subtract } from '../../../shared/money/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import { computeExpectedCash, isCountAsExpected } from './build-shift-report.ts';
import { type CashCountRow, insertCashCount, listCashCountsOfShift } from './count-queries.ts';
import { sumCashCounts } from './count-totals.ts';
import { listCashMovementsOfShift, type ShiftRow } from './shift-queries.ts';
import type { Shifts } from './shifts.ts';
import type { Cash, CashPorts } from './types.ts';

const countedMoneyListSchema = z.array(countedMoneySchema);

/** Counting a drawer: the expected sum is returned only after the count. */
export interface BlindCount extends Pick<Cash, 'isCounted' | 'count' | 'closingCount'> {
  canClose(shift: ShiftRow, cashier: Cashier): boolean;
  /** The open shift, if this cashier may count and close it. */
  requireCloseableShift(shiftId: string, cashier: Cashier): Result<ShiftRow>;
}

export function parseCountedMoney(row: Pick<CashCountRow, 'counted'>): CountedMoney[] {
  return countedMoneyListSchema.parse(JSON.parse(row.counted));
}

export function toCountResult(
  row: Pick<CashCountRow, 'id' | 'shiftId' | 'at' | 'counted'>,
): CountResult {
  const money = parseCountedMoney(row);
  return {
    countId: row.id,
    shiftId: row.shiftId,
    at: row.at,
    money,
    needsExplanation: !isCountAsExpected(money),
  };
}

export function createBlindCount(
  ports: Pick<CashPorts, 'database' | 'clock' | 'createId' | 'audit' | 'onChange'>,
  shifts: Shifts,
): BlindCount {
  const { database, clock, createId, audit } = ports;

  const canClose: BlindCount['canClose'] = (shift, cashier) =>
    shift.drawer === '' ||
    shift.drawer === cashier.id ||
    hasAtLeastRole(cashier.role, 'supervisor');

  const findCloseableShift = (shiftId: string, cashier: Cashier): Result<ShiftRow> => {
    const shift = shifts.requireOpenShift(shiftId);
    if (!shift.ok) return shift;
    return canClose(shift.value, cashier) ? shift : fail({ kind: 'shift', reason: 'not-yours' });
  };

  const count: Cash['count'] = ({ shiftId, counts }, cashier, approver) => {
    const shift = findCloseableShift(shiftId, cashier);
    if (!shift.ok) return shift;
    const currencies = shifts.listCurrencies(shiftId);
    const totals = sumCashCounts(counts, currencies);
    if (!totals.ok) return totals;
    const movements = listCashMovementsOfShift(database, shiftId);
    const money = totals.value.map(({ currency, pieces, other, sum }): CountedMoney => {
      const expected = computeExpectedCash(movements, currency);
      return {
        currency,
        pieces: pieces.map((piece) => ({ ...piece })),
        other,
        counted: sum.amount,
        expected: expected.amount,
        difference: subtract(sum, expected).amount,
      };
    });
    const row = {
      id: createId(),
      shiftId,
      at: toIsoTime(clock.now()),
      cashierId: cashier.id,
      approvedBy: approver?.id ?? null,
      counted: JSON.stringify(money),
    };
    database.commit(() => {
      insertCashCount(database, row);
      audit.recordInTransaction({
        kind: 'drawer-counted',
        by: cashier,
        approvedBy: approver,
        detail: {
          shift: shift.value.number,
          money: money.map(({ currency, counted, difference }) => ({
            currency,
            counted,
            difference,
          })),
        },
      });
    });
    ports.onChange();
    return ok(toCountResult(row));
  };

  return {
    canClose,
    requireCloseableShift: findCloseableShift,
    isCounted: (shiftId) => listCashCountsOfShift(database, shiftId).length > 0,
    count,
    closingCount: ({ shiftId }, cashier) => {
      const shift = findCloseableShift(shiftId, cashier);
      if (!shift.ok) return shift;
      const lastCount = listCashCountsOfShift(database, shiftId).at(-1);
      return ok(lastCount ? toCountResult(lastCount) : null);
    },
  };
}
