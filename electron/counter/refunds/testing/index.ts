import { fail, ok } from '../../../../shared/contract/index.ts';
import { createAudit } from '../../../ledger/audit/index.ts';
import { newUuid, silentLog } from '../../../platform/index.ts';
import { createTestCash } from '../../cash/testing/index.ts';
import { createRefunds } from '../refunds.ts';
import type { RefundPorts, Refunds } from '../types.ts';

/** Creates the refunds of a till for tests of other folders; omitted ports have minimal defaults. */
export function createTestRefunds(
  ports: Pick<RefundPorts, 'database' | 'clock'> & Partial<RefundPorts>,
): Refunds {
  const service = ports.service ?? (() => null);
  return createRefunds({
    service,
    waitForService: async () => {
      const connectedService = service();
      return connectedService === null
        ? fail({ kind: 'not-connected', reason: 'not-ready' })
        : ok(connectedService);
    },
    catalog: { biller: () => null },
    cash: createTestCash({ database: ports.database, clock: ports.clock, newId: newUuid }),
    audit: createAudit(ports),
    approve: async () => fail({ kind: 'wrong-pin', waitSeconds: 0 }),
    getPayment: () => fail({ kind: 'not-found', what: 'payment' }),
    isBusy: () => false,
    log: silentLog,
    onChange: () => {},
    random: () => 0.5,
    ...ports,
  });
}
