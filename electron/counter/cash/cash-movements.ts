import { type Cashier, fail, ok, type Result } from '../../../shared/contract/index.ts';
import { createZero, type Money, subtract } from '../../../shared/money/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import { validateCashMovementAmount } from './count-totals.ts';
import { renderCashMovementSlip } from './drawer-papers.ts';
import { insertCashMovement, readShift, type StoredCashMovementKind } from './shift-queries.ts';
import type { Shifts } from './shifts.ts';
import type { Cash, CashPorts } from './types.ts';

/** Cash movements other than payments, and opening the drawer. */
export interface CashMovements extends Pick<Cash, 'payIn' | 'payOut' | 'openDrawer'> {
  /** Inside a commit. A positive amount goes into the drawer, a negative amount out of it. */
  insertMovementInCommit(
    shiftId: string,
    kind: StoredCashMovementKind,
    amount: Money,
    people: {
      readonly cashier: Cashier;
      readonly approver?: Cashier | null;
      readonly reason?: string;
    },
  ): void;
}

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
    });

  /** Records the movement and queues its slip, in one commit. */
  const moveCash = (
    movement: {
      readonly kind: 'payIn' | 'payOut' | 'drawer';
      readonly amount: Money | null;
      readonly reason: string;
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
    const signedAmount =
      kind === 'payOut' ? subtract(zero, sum.value ?? zero) : (sum.value ?? zero);
    const at = toIsoTime(clock.now());
    const result = database.commit((): Result<{ jobId: string }> => {
      const shiftId = shifts.getShiftForMovementInCommit(cashier.id);
      if (!shiftId.ok) return shiftId;
      const names = { payIn: 'pay-in', payOut: 'pay-out', drawer: 'drawer' } as const;
      insertInCommit(shiftId.value, names[kind], signedAmount, { cashier, approver, reason });
      const shiftNumber = readShift(database, shiftId.value)?.number ?? 0;
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
        kind: kind === 'drawer' ? 'drawer-opened' : names[kind],
        by: cashier,
        approvedBy: approver,
        detail: {
          shift: shiftNumber,
          reason,
          ...(sum.value === null ? {} : { amount: sum.value }),
        },
      });
      return ok({ jobId: paper.enqueueReport(slip, cashier.id, approver?.id ?? null) });
    });
    if (result.ok) paper.wake();
    ports.onChange();
    return result;
  };

  return {
    insertMovementInCommit: insertInCommit,
    payIn: ({ amount, reason }, cashier) =>
      moveCash({ kind: 'payIn', amount, reason }, cashier, null),
    payOut: ({ amount, reason }, cashier, approver) =>
      moveCash({ kind: 'payOut', amount, reason }, cashier, approver),
    openDrawer: ({ reason }, cashier, approver) =>
      moveCash({ kind: 'drawer', amount: null, reason }, cashier, approver),
  };
}
