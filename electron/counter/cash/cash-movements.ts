import { type Cashier, fail, ok, type Result } from '../../../shared/contract/index.ts';
import { compare, createZero, type Money, subtract } from '../../../shared/money/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import { validateCashMovementAmount } from './count-totals.ts';
import { renderCashMovementSlip } from './drawer-papers.ts';
import { insertCashMovement, type StoredCashMovementKind } from './shift-queries.ts';
import type { Shifts } from './shifts.ts';
import type { Cash, CashPorts } from './types.ts';

/** Cash movements other than payments, and opening the drawer. */
export interface CashMovements extends Pick<Cash, 'payIn' | 'payOut' | 'drop' | 'openDrawer'> {
  /** Inside a commit. A positive amount goes into the drawer, a negative amount out of it. */
  insertMovementInCommit(
    shiftId: string,
    kind: StoredCashMovementKind,
    amount: Money,
    people: {
      readonly cashier: Cashier;
      readonly approver?: Cashier | null;
      readonly reason?: string | null;
      readonly isDrop?: boolean;
    },
  ): void;
}

const STORED_KINDS = {
  payIn: 'pay-in',
  payOut: 'pay-out',
  drop: 'pay-out',
  drawer: 'drawer',
} as const;

export function createCashMovements(ports: CashPorts, shifts: Shifts): CashMovements {
  const { database, clock, createId, audit, paper, settings } = ports;

  const insertInCommit: CashMovements['insertMovementInCommit'] = (shiftId, kind, amount, people) =>
    insertCashMovement(database, {
      id: createId(),
      shiftId,
      at: toIsoTime(clock.now()),
      kind,
      tender: 'cash',
      amount,
      intentId: null,
      cashierId: people.cashier.id,
      approvedBy: people.approver?.id ?? null,
      reason: people.reason ?? null,
      isDrop: people.isDrop ?? false,
    });

  /** Records the movement and queues its slip, in one commit. */
  const moveCash = (
    movement: {
      readonly kind: 'payIn' | 'payOut' | 'drop' | 'drawer';
      readonly amount: Money | null;
      readonly reason: string | null;
    },
    cashier: Cashier,
    approver: Cashier | null,
  ): Result<{ jobId: string }> => {
    const { kind, amount, reason } = movement;
    const currentSettings = settings();
    const sum = amount === null ? ok(null) : validateCashMovementAmount(amount);
    if (!sum.ok) return sum;
    if (sum.value !== null && sum.value.currency !== currentSettings.shopCurrency) {
      return fail({ kind: 'cash', reason: 'currency' });
    }
    const zero = createZero(currentSettings.shopCurrency);
    const isDrop = kind === 'drop';
    const signedAmount =
      kind === 'payOut' || isDrop ? subtract(zero, sum.value ?? zero) : (sum.value ?? zero);
    const at = toIsoTime(clock.now());
    const result = database.commit((): Result<{ jobId: string }> => {
      const shift = shifts.getShiftForMovementInCommit(cashier.id);
      if (!shift.ok) return shift;
      const { id: shiftId, number: shiftNumber } = shift.value;
      insertInCommit(shiftId, STORED_KINDS[kind], signedAmount, {
        cashier,
        approver,
        reason,
        isDrop,
      });
      const slip = renderCashMovementSlip(
        {
          kind,
          amount: sum.value,
          reason,
          at,
          by: cashier.name,
          approvedBy: approver?.name ?? null,
          shiftNumber,
        },
        currentSettings,
      );
      audit.recordInTransaction({
        kind: kind === 'drawer' ? 'drawer-opened' : isDrop ? 'drop' : STORED_KINDS[kind],
        by: cashier,
        approvedBy: approver,
        detail: {
          shift: shiftNumber,
          ...(reason === null ? {} : { reason }),
          ...(sum.value === null ? {} : { amount: sum.value }),
        },
      });
      return ok({ jobId: paper.enqueueReport(slip, cashier.id, approver?.id ?? null) });
    });
    if (!result.ok) return result;
    paper.wake();
    ports.onChange();
    return result;
  };

  /** The expected sum is too low if nobody counted the float, so that nothing is certain then. */
  const isAboveCountedDrawer = (amount: Money, cashier: Cashier): boolean => {
    const { shopCurrency } = settings();
    const shift = shifts.findOpenShiftOfCashier(cashier.id);
    if (shift === null || !shift.isFloatCounted) return false;
    if (amount.currency !== shopCurrency) return false;
    return compare(shifts.computeExpectedCash(shift.id), amount) < 0;
  };

  return {
    insertMovementInCommit: insertInCommit,
    payIn: ({ amount, reason }, cashier) =>
      moveCash({ kind: 'payIn', amount, reason }, cashier, null),
    payOut: ({ amount, reason }, cashier, approver) =>
      moveCash({ kind: 'payOut', amount, reason }, cashier, approver),
    drop: ({ amount }, cashier) => {
      if (isAboveCountedDrawer(amount, cashier)) {
        // Refusals show what the drawer holds, which a blind count must not.
        audit.note({ kind: 'drop-refused', by: cashier, detail: { amount } });
        return fail({ kind: 'cash', reason: 'above-drawer' });
      }
      return moveCash({ kind: 'drop', amount, reason: null }, cashier, null);
    },
    openDrawer: ({ reason }, cashier, approver) =>
      moveCash({ kind: 'drawer', amount: null, reason }, cashier, approver),
  };
}
