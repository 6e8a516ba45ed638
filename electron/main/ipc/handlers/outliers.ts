import { createHandlerFactories } from './handler-factories.ts';
import type { AreaHandlers, HandlerPorts } from './ports.ts';

export function createOutlierHandlers({ host }: HandlerPorts): AreaHandlers<'outliers'> {
  const { createTillHandler, createCashierHandler } = createHandlerFactories(host);
  return {
    'outliers.read': createTillHandler((till, input) => till.outliers.read(input)),
    'outliers.export': createCashierHandler((till, input, cashier) =>
      till.outliers.export(input, cashier),
    ),
  };
}
