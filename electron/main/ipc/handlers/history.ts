import { createHandlerFactories } from './handler-factories.ts';
import type { HandlerPorts, PartHandlers } from './ports.ts';

export function createHistoryHandlers({ host }: HandlerPorts): PartHandlers<'history'> {
  const { forCashier } = createHandlerFactories(host);
  return {
    'history.search': forCashier((till, input) => till.history.search(input)),
    'history.events': forCashier((till, input) => till.history.events(input)),
    'history.notes': forCashier((till, input) => till.history.notes(input)),
    'history.addNote': forCashier((till, input, cashier) => till.history.addNote(input, cashier)),
    'history.export': forCashier((till, input, cashier) => till.history.export(input, cashier)),
  };
}
