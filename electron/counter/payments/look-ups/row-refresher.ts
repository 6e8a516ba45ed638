import { fail, ok, type Result } from '../../../../shared/contract/index.ts';
import { readPayment } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import { isUnresolved } from '../outcome/index.ts';
import { hasEvent, insertEvent } from '../rows/index.ts';
import type { PaymentPorts, PaymentRefreshResult } from '../types.ts';
import { lookUpAtService, toLookUpFinding } from './service-look-up.ts';

const PERFORMED_AFTER_ALL_EVENT = 'performed-after-all';

/**
 * Somebody says that something of this payment changed at the service. What is open is looked up. What
 * was not made stays as it is, whatever is found: money was given back or never taken because of it. But
 * if the service performed it after all, that is noted, once, for a person to decide.
 */
export function createRowRefresher(
  ports: Pick<PaymentPorts, 'database' | 'clock' | 'connected' | 'log' | 'audit' | 'onChange'>,
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
      const looked = await parts.lookUpNow(paymentId);
      return looked.ok ? ok({ kind: 'looked-up' }) : looked;
    }
    if (state === 'paid' || state === 'by-hand-paid') return ok({ kind: 'paid' });
    const connected = await ports.connected();
    if (!connected.ok) return connected;
    const found = await lookUpAtService(ports, connected.value, record);
    if (found.kind === 'failed') return fail(found.problem);
    if (parts.isStopped()) return fail({ kind: 'not-connected', reason: 'not-ready' });
    const finding = toLookUpFinding(ports, record, found);
    if (finding?.kind !== 'paid') return ok({ kind: 'not-made' });
    const { id: authorization, createdAt: performedAt } = finding.transaction;
    const at = toIsoTime(clock.now());
    if (!hasEvent(database, paymentId, PERFORMED_AFTER_ALL_EVENT)) {
      const detail = { authorization, performedAt };
      database.commit(() => {
        insertEvent(database, {
          intentId: paymentId,
          at,
          kind: PERFORMED_AFTER_ALL_EVENT,
          cashierId: null,
          detail,
        });
        audit.noteInCommit({
          kind: PERFORMED_AFTER_ALL_EVENT,
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
      kind: PERFORMED_AFTER_ALL_EVENT,
      second: Math.floor(Date.parse(performedAt ?? at) / 1000),
    });
  };
}
