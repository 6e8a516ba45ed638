import { ok } from '../../../shared/contract/index.ts';
import { handlersOf } from './forwards.ts';
import { type HandlerPorts, type HandlersOf, withTill } from './ports.ts';

export function reconciliationHandlers(ports: HandlerPorts): HandlersOf<'reconciliation'> {
  return handlersOf(ports, 'reconciliation', {
    'reconciliation.state': () =>
      withTill(ports, ({ reconciliation }) => ok(reconciliation.state())),
    'reconciliation.days': ({ before }) =>
      withTill(ports, ({ reconciliation }) => ok(reconciliation.days(before))),
  });
}
