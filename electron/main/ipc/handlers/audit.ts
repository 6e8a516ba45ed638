import { ok } from '../../../../shared/contract/index.ts';
import { createHandlerFactories } from './handler-factories.ts';
import type { HandlerPorts, PartHandlers } from './ports.ts';

export function createAuditHandlers({ host }: HandlerPorts): PartHandlers<'audit'> {
  const { forTill, forCashier } = createHandlerFactories(host);
  return {
    'audit.page': forTill((till, input) => till.auditLog.readPage(input)),
    'audit.filterOptions': forTill((till) => ok(till.auditLog.listChoices())),
    'audit.verify': forTill(async (till) => ok(await till.auditLog.verify())),
    'audit.export': forCashier((till, { filter }, cashier) =>
      till.auditLog.export(filter, cashier),
    ),
  };
}
