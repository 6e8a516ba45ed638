import { createHandlerFactories } from './handler-factories.ts';
import type { AreaHandlers, HandlerPorts } from './ports.ts';

export function createRefundHandlers({ host }: HandlerPorts): AreaHandlers<'refunds'> {
  const { createCashierHandler } = createHandlerFactories(host);
  return {
    'refunds.checkNow': createCashierHandler((till, input, cashier) =>
      till.refunds.checkNow(input, cashier),
    ),
    'refunds.unsettled': createCashierHandler((till, input, cashier) =>
      till.refunds.unsettled(input, cashier),
    ),
    'refunds.settle': createCashierHandler((till, input, cashier) =>
      till.refunds.settle(input, cashier),
    ),
    'refunds.decide': createCashierHandler((till, input, cashier) =>
      till.refunds.decide(input, cashier),
    ),
  };
}
