import { createHandlerFactories } from './handler-factories.ts';
import type { HandlerPorts, PartHandlers } from './ports.ts';

export function createRecoveryHandlers({ host }: HandlerPorts): PartHandlers<'recovery'> {
  const { forTill } = createHandlerFactories(host);
  return {
    'recovery.state': forTill((till) => till.recovery.state()),
    'recovery.createKey': forTill((till, input) => till.recovery.make(input)),
    'recovery.print': forTill((till, input) => till.recovery.print(input)),
    'recovery.confirm': forTill((till, input) => till.recovery.confirm(input)),
    'recovery.resetPin': forTill((till, input) => till.recovery.enter(input)),
  };
}
