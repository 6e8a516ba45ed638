import { ok, type Result } from '../../../shared/contract/index.ts';
import { createZero, subtract } from '../../../shared/money/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import { renderRefundSlip } from './refund-papers.ts';
import { findOpenShiftId, insertCashMovement, readShift } from './shift-queries.ts';
import type { Shifts } from './shifts.ts';
import type { CashPorts, RefundCashRecorder } from './types.ts';

/** Records the cash that moves because the service refunded a payment. */
export function createRefundCashRecorder(
  ports: Pick<CashPorts, 'database' | 'clock' | 'createId' | 'paper' | 'settings' | 'onChange'>,
  shifts: Shifts,
): RefundCashRecorder {
  const { database, clock, createId, paper, settings } = ports;

  const findShift = (moveKind: 'moves' | 'stays', cashierId: string): Result<string | null> =>
    moveKind === 'moves'
      ? shifts.getShiftForMovementInCommit(cashierId)
      : ok(findOpenShiftId(database, shifts.getDrawerOfCashier(cashierId)));

  return {
    recordRefundSettledInCommit: (settled, cashier, approver) => {
      const { how, amount } = settled;
      const shiftId = findShift(how === 'decided' ? 'stays' : 'moves', cashier.id);
      if (!shiftId.ok) return shiftId;
      const at = toIsoTime(clock.now());
      if (how !== 'decided') {
        insertCashMovement(database, {
          id: createId(),
          shiftId: shiftId.value,
          at,
          kind: how === 'taken-in' ? 'take-in' : 'hand-back',
          tender: 'cash',
          amount: how === 'taken-in' ? amount : subtract(createZero(amount.currency), amount),
          intentId: settled.paymentId,
          cashierId: cashier.id,
          approvedBy: null,
          reason: null,
          isDrop: false,
        });
      }
      const shift = shiftId.value === null ? null : readShift(database, shiftId.value);
      const slip = renderRefundSlip(
        {
          ...settled,
          at,
          by: cashier.name,
          approvedBy: approver?.name ?? null,
          shiftNumber: shift?.number ?? null,
        },
        settings(),
      );
      const jobId = paper.enqueueReport(slip, cashier.id, approver?.id ?? null);
      return ok({ shiftId: shiftId.value, jobId });
    },
    emitRefundSettled: () => {
      paper.wake();
      ports.onChange();
    },
  };
}
