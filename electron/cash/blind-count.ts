import { z } from 'zod';
import {
  type CountedMoney,
  type CountResult,
  countedMoney,
  fail,
  hasRole,
  ok,
  type Result,
} from '../../shared/contract/index.ts';
import { subtract, zero } from '../../shared/money/index.ts';
import { isoTime } from '../platform/index.ts';
import { type CashCountRow, countsOfShift, insertCashCount } from './count-queries.ts';
import { addUp } from './counting.ts';
import { expectedOf, isExact } from './report.ts';
import { movementsOfShift, type ShiftRow } from './shift-queries.ts';
import type { Shifts } from './shifts.ts';
import type { Cash, CashCashier, CashPorts } from './types.ts';

const countedText = z.array(countedMoney);

/** Counting a drawer: the expected sum is returned only after the count was given. */
export interface BlindCount extends Pick<Cash, 'isCounted' | 'count' | 'counted'> {
  mayClose(shift: ShiftRow, cashier: CashCashier): boolean;
  /** The open shift that this cashier may count and close. */
  toClose(shiftId: string, cashier: CashCashier): Result<ShiftRow>;
}

export function moneyOf(row: CashCountRow): CountedMoney[] {
  return countedText.parse(JSON.parse(row.counted));
}

export function countResultOf(row: CashCountRow): CountResult {
  const money = moneyOf(row);
  return {
    countId: row.id,
    shiftId: row.shiftId,
    at: row.at,
    money,
    needsExplanation: !isExact(money),
  };
}

export function createBlindCount(
  ports: Pick<CashPorts, 'database' | 'clock' | 'newId' | 'audit' | 'onChange'>,
  shifts: Shifts,
): BlindCount {
  const { database, clock, newId, audit } = ports;

  const mayClose: BlindCount['mayClose'] = (shift, cashier) =>
    shift.drawer === '' || shift.drawer === cashier.id || hasRole(cashier.role, 'supervisor');

  const toClose = (shiftId: string, cashier: CashCashier): Result<ShiftRow> => {
    const shift = shifts.open(shiftId);
    if (!shift.ok) return shift;
    return mayClose(shift.value, cashier) ? shift : fail({ kind: 'shift', reason: 'not-yours' });
  };

  const count: Cash['count'] = ({ shiftId, counts }, cashier, approver) => {
    const shift = toClose(shiftId, cashier);
    if (!shift.ok) return shift;
    const currencies = shifts.currencies(shiftId);
    const added = addUp(counts, currencies);
    if (!added.ok) return added;
    const expected = expectedOf(movementsOfShift(database, shiftId), currencies);
    const money = added.value.map(({ currency, pieces, other, sum }): CountedMoney => {
      const should = expected.get(currency) ?? zero(currency);
      return {
        currency,
        pieces: pieces.map((piece) => ({ ...piece })),
        other,
        counted: sum.amount,
        expected: should.amount,
        difference: subtract(sum, should).amount,
      };
    });
    const row = {
      id: newId(),
      shiftId,
      at: isoTime(clock.now()),
      cashierId: cashier.id,
      approvedBy: approver?.id ?? null,
      counted: JSON.stringify(money),
    };
    database.commit(() => {
      insertCashCount(database, row);
      audit.noteInCommit({
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
    const { id, at } = row;
    return ok({ countId: id, shiftId, at, money, needsExplanation: !isExact(money) });
  };

  return {
    mayClose,
    toClose,
    isCounted: (shiftId) => countsOfShift(database, shiftId).length > 0,
    count,
    counted: ({ shiftId }, cashier) => {
      const shift = toClose(shiftId, cashier);
      if (!shift.ok) return shift;
      const last = countsOfShift(database, shiftId).at(-1);
      return ok(last ? countResultOf(last) : null);
    },
  };
}
