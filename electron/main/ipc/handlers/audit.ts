import { ok } from '../../../../shared/contract/index.ts';
import { type HandlerPorts, type PartHandlers, withCashier, withTill } from './ports.ts';

export function createAuditHandlers(ports: HandlerPorts): PartHandlers<'audit'> {
  return {
    'audit.page': (input) => withTill(ports, ({ auditLog }) => auditLog.readPage(input)),
    'audit.filterOptions': () => withTill(ports, ({ auditLog }) => ok(auditLog.listChoices())),
    'audit.verify': () => withTill(ports, async ({ auditLog }) => ok(await auditLog.verify())),
    'audit.export': ({ filter }, context) =>
      withCashier(ports, context, ({ auditLog }, by) => auditLog.export(filter, by)),
  };
}
