import { fail } from '../../../../shared/contract/index.ts';
import { createAudit } from '../../../ledger/audit/index.ts';
import type { Database } from '../../../ledger/index.ts';
import { type Clock, type CreateId, toIsoTime } from '../../../platform/index.ts';
import { insertPrintJob } from '../../../printing/testing/index.ts';
import { createCash } from '../cash.ts';
import type { Cash, CashPorts, CashSettings } from '../types.ts';

export const TEST_CASH_SETTINGS: CashSettings = {
  shop: { name: 'Abarrotes Lupita' },
  posNumber: '07',
  timeZone: 'America/Mexico_City',
  language: 'es-MX',
  environment: 'production',
  shifts: 'automatic',
  drawers: 'shared',
  shopCurrency: 'MXN',
  cashLimit: null,
  hasDrawer: true,
};

/** Creates the cash part for tests, over a real ledger; its papers stay in the queue. */
export function createTestCash(
  ports: {
    readonly database: Database;
    readonly clock: Clock;
    readonly createId: CreateId;
    /** Called when a paper was queued. */
    readonly wakePrinter?: () => void;
  } & Partial<Pick<CashPorts, 'settings' | 'identifyByPin' | 'onChange' | 'paper'>>,
): Cash {
  const { database, clock, createId } = ports;
  return createCash({
    database,
    clock,
    createId,
    audit: createAudit({ database, clock }),
    paper: ports.paper ?? {
      enqueueReport: (document, cashierId, approvedBy) =>
        insertPrintJob(database, {
          id: createId(),
          intentId: null,
          kind: 'report',
          createdAt: toIsoTime(clock.now()),
          cashierId,
          approvedBy,
          document: JSON.stringify(document),
        }),
      wake: ports.wakePrinter ?? (() => {}),
    },
    settings: ports.settings ?? (() => TEST_CASH_SETTINGS),
    identifyByPin: ports.identifyByPin ?? (async () => fail({ kind: 'wrong-pin', waitSeconds: 0 })),
    onChange: ports.onChange ?? (() => {}),
  });
}
export { findOpenShift, insertShift } from '../shift-queries.ts';
