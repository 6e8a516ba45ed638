import { fail, ok } from '../../../../shared/contract/index.ts';
import { createAudit } from '../../../ledger/audit/index.ts';
import { createUuid, silentLog } from '../../../platform/index.ts';
import { createTestCash } from '../../cash/testing/index.ts';
import type { PaymentRefundsPort } from '../../payments/index.ts';
import { createRefundRecorder } from '../refund-recorder.ts';
import { createRefunds } from '../refunds.ts';
import type { RefundPorts, Refunds } from '../types.ts';

/**
 * Creates the refunds of a till and their recorder for tests of other folders; omitted ports have
 * minimal defaults.
 */
export function createTestRefunds(
  ports: Pick<RefundPorts, 'database' | 'clock'> & Partial<RefundPorts>,
): Refunds & PaymentRefundsPort {
  const service = ports.service ?? (() => null);
  const shared = {
    catalog: { biller: () => null },
    audit: createAudit(ports),
    random: () => 0.5,
    ...ports,
  };
  const recorder = createRefundRecorder({
    ...shared,
    now: () => service()?.getRequestDate() ?? ports.clock.now(),
  });
  const refunds = createRefunds({
    service,
    waitForService: async () => {
      const connectedService = service();
      return connectedService === null
        ? fail({ kind: 'not-connected', reason: 'not-ready' })
        : ok(connectedService);
    },
    cash: createTestCash({ database: ports.database, clock: ports.clock, createId: createUuid }),
    approve: async () => fail({ kind: 'wrong-pin', waitSeconds: 0 }),
    getPayment: () => fail({ kind: 'not-found', what: 'payment' }),
    isBusy: () => false,
    log: silentLog,
    onChange: () => {},
    recorder,
    ...shared,
  });
  return { ...refunds, startRefundWatchInCommit: recorder.startRefundWatchInCommit };
}
