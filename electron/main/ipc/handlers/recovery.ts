import { createHandlerFactories } from './handler-factories.ts';
import type { AreaHandlers, HandlerPorts } from './ports.ts';

export function createRecoveryHandlers({ host }: HandlerPorts): AreaHandlers<'recovery'> {
  const { createTillHandler } = createHandlerFactories(host);
  return {
    'recovery.state': createTillHandler((till) => till.recovery.getState()),
    'recovery.createKey': createTillHandler((till, input) => till.recovery.createKey(input)),
    'recovery.print': createTillHandler((till, input) => till.recovery.printKey(input)),
    'recovery.confirm': createTillHandler((till, input) => till.recovery.confirmKey(input)),
    'recovery.resetPin': createTillHandler((till, input) => till.recovery.resetPin(input)),
  };
}
