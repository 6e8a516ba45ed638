import { ok } from '../../../shared/contract/index.ts';
import { createZero, subtract } from '../../../shared/money/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import { renderRefundSlip } from './refund-papers.ts';
import { insertCashMovement } from './shift-queries.ts';
import type { Shifts } from './shifts.ts';
import type { CashPorts, RefundCashRecorder } from './types.ts';

/** Records the cash that moves because the service refunded a payment. */
export function createRefundCashRecorder(
  ports: Pick<CashPorts, 'database' | 'clock' | 'createId' | 'paper' | 'settings' | 'onChange'>,
  shifts: Shifts,
): RefundCashRecorder {
  const { database, clock, createId, paper, settings } = ports;

  return {
    recordRefundSettledInCommit: (settled, cashier, approver) => {
      const { how, amount } = settled;
      const shift =
        how === 'decided'
          ? ok(shifts.findOpenShiftOfCashier(cashier.id))
          : shifts.getShiftForMovementInCommit(cashier.id);
      if (!shift.ok) return shift;
      const shiftId = shift.value?.id ?? null;
      const at = toIsoTime(clock.now());
      if (how !== 'decided') {
        insertCashMovement(database, {
          id: createId(),
          shiftId,
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
      const slip = renderRefundSlip(
        {
          ...settled,
          at,
          by: cashier.name,
          approvedBy: approver?.name ?? null,
          shiftNumber: shift.value?.number ?? null,
        },
        settings(),
      );
      const jobId = paper.enqueueReport(slip, cashier.id, approver?.id ?? null);
      return ok({ shiftId, jobId });
    },
    emitRefundSettled: () => {
      paper.wake();
      ports.onChange();
    },
  };
}
