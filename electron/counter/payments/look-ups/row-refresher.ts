import { fail, ok, type Result } from '../../../../shared/contract/index.ts';
import { readPayment } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import { isUnresolved } from '../outcome/index.ts';
import { hasPaymentEvent, insertPaymentEvent } from '../rows/index.ts';
import type { PaymentPorts, PaymentRefreshResult } from '../types.ts';
import { lookUpPaymentAtService, toLookUpFinding } from './service-look-up.ts';

const PERFORMED_LATE_EVENT = 'performed-after-all';

/**
 * Handles a notice that a payment's row may have changed at the service. An open payment is looked
 * up. A payment that was not made keeps its outcome whatever the look-up finds, because its money
 * was given back or never taken. If the service did perform it, that is recorded once, as an event
 * and in the audit log, and a person decides.
 */
export function createPaymentRowRefresher(
  ports: Pick<PaymentPorts, 'database' | 'clock' | 'waitForService' | 'log' | 'audit' | 'onChange'>,
  parts: {
    readonly lookUpNow: (paymentId: string) => Promise<Result<unknown>>;
    readonly isStopped: () => boolean;
  },
): (paymentId: string) => Promise<Result<PaymentRefreshResult>> {
  const { database, clock, audit } = ports;
  return async (paymentId) => {
    const record = readPayment(database, paymentId);
    if (record === null) return fail({ kind: 'not-found', what: 'payment' });
    const { state } = record.outcome;
    if (isUnresolved(record.outcome)) {
      const lookedUp = await parts.lookUpNow(paymentId);
      return lookedUp.ok ? ok({ kind: 'looked-up' }) : lookedUp;
    }
    if (state === 'paid' || state === 'by-hand-paid') return ok({ kind: 'paid' });
    const connected = await ports.waitForService();
    if (!connected.ok) return connected;
    const lookUpResult = await lookUpPaymentAtService(ports, connected.value, record);
    if (lookUpResult.kind === 'failed') return fail(lookUpResult.problem);
    if (parts.isStopped()) return fail({ kind: 'not-connected', reason: 'not-ready' });
    const finding = toLookUpFinding(ports, record, lookUpResult);
    if (finding?.kind !== 'paid') return ok({ kind: 'not-made' });
    const { id: authorization, createdAt: performedAt } = finding.transaction;
    const at = toIsoTime(clock.now());
    if (!hasPaymentEvent(database, paymentId, PERFORMED_LATE_EVENT)) {
      const detail = { authorization, performedAt };
      database.commit(() => {
        insertPaymentEvent(database, {
          intentId: paymentId,
          at,
          kind: PERFORMED_LATE_EVENT,
          cashierId: null,
          detail,
        });
        audit.recordInTransaction({
          kind: PERFORMED_LATE_EVENT,
          by: null,
          detail: { paymentId, ...detail },
        });
      });
      ports.log.warn(
        { paymentId },
        'look-ups: service performed payment that is not paid in ledger',
      );
      ports.onChange(paymentId);
    }
    return ok({
      kind: PERFORMED_LATE_EVENT,
      performedSecond: Math.floor(Date.parse(performedAt ?? at) / 1000),
    });
  };
}
