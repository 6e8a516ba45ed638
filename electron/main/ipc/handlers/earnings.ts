import { createHandlerFactories } from './handler-factories.ts';
import type { HandlerPorts, PartHandlers } from './ports.ts';

export function createEarningsHandlers({ host }: HandlerPorts): PartHandlers<'earnings'> {
  const { forCashier } = createHandlerFactories(host);
  return {
    'earnings.read': forCashier((till, input) => till.earnings.read(input)),
    'earnings.export': forCashier((till, input, cashier) => till.earnings.export(input, cashier)),
    'earnings.print': forCashier((till, input, cashier) => till.earnings.print(input, cashier)),
  };
}
