import { ok } from '../../../shared/contract/index.ts';
import { type HandlerPorts, type HandlersOf, withCashier, withTill } from './ports.ts';

export function auditHandlers(ports: HandlerPorts): HandlersOf<'audit'> {
  return {
    'audit.page': (input) => withTill(ports, ({ auditLog }) => auditLog.page(input)),
    'audit.choices': () => withTill(ports, ({ auditLog }) => ok(auditLog.choices())),
    'audit.verify': () => withTill(ports, async ({ auditLog }) => ok(await auditLog.verify())),
    'audit.export': ({ filter }, context) =>
      withCashier(ports, context, ({ auditLog }, by) => auditLog.export(filter, by)),
  };
}
