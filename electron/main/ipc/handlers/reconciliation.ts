import { ok } from '../../../../shared/contract/index.ts';
import { createPartHandlers } from './part-handlers.ts';
import { type HandlerPorts, type PartHandlers, withTill } from './ports.ts';

export function createReconciliationHandlers(ports: HandlerPorts): PartHandlers<'reconciliation'> {
  return createPartHandlers(ports, 'reconciliation', {
    'reconciliation.state': () =>
      withTill(ports, ({ reconciliation }) => ok(reconciliation.state())),
    'reconciliation.days': ({ before }) =>
      withTill(ports, ({ reconciliation }) => ok(reconciliation.days(before))),
  });
}
