import { createHandlerFactories } from './handler-factories.ts';
import type { AreaHandlers, HandlerPorts } from './ports.ts';

export function createHistoryHandlers({ host }: HandlerPorts): AreaHandlers<'history'> {
  const { createCashierHandler } = createHandlerFactories(host);
  return {
    'history.search': createCashierHandler((till, input) => till.history.search(input)),
    'history.events': createCashierHandler((till, input) => till.history.events(input)),
    'history.notes': createCashierHandler((till, input) => till.history.notes(input)),
    'history.addNote': createCashierHandler((till, input, cashier) =>
      till.history.addNote(input, cashier),
    ),
    'history.export': createCashierHandler((till, input, cashier) =>
      till.history.export(input, cashier),
    ),
  };
}
