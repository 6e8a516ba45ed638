import { createHandlerFactories } from './handler-factories.ts';
import type { AreaHandlers, HandlerPorts } from './ports.ts';

export function createEarningsHandlers({ host }: HandlerPorts): AreaHandlers<'earnings'> {
  const { createCashierHandler } = createHandlerFactories(host);
  return {
    'earnings.read': createCashierHandler((till, input) => till.earnings.read(input)),
    'earnings.export': createCashierHandler((till, input, cashier) =>
      till.earnings.export(input, cashier),
    ),
    'earnings.print': createCashierHandler((till, input, cashier) =>
      till.earnings.print(input, cashier),
    ),
  };
}
