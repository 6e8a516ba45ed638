import { ok } from '../../../../shared/contract/index.ts';
import { createHandlerFactories } from './handler-factories.ts';
import type { AreaHandlers, HandlerPorts } from './ports.ts';

export function createAuditHandlers({ host }: HandlerPorts): AreaHandlers<'audit'> {
  const { createTillHandler, createCashierHandler } = createHandlerFactories(host);
  return {
    'audit.page': createTillHandler((till, input) => till.auditLog.readPage(input)),
    'audit.filterOptions': createTillHandler((till) => ok(till.auditLog.listFilterOptions())),
    'audit.verify': createTillHandler(async (till) => ok(await till.auditLog.verifyHashChain())),
    'audit.export': createCashierHandler((till, { filter }, cashier) =>
      till.auditLog.exportToFile(filter, cashier),
    ),
  };
}
