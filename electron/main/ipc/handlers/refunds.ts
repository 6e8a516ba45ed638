import { createHandlerFactories } from './handler-factories.ts';
import type { HandlerPorts, PartHandlers } from './ports.ts';

export function createRefundHandlers({ host }: HandlerPorts): PartHandlers<'refunds'> {
  const { forCashier } = createHandlerFactories(host);
  return {
    'refunds.checkNow': forCashier((till, input, cashier) => till.refunds.checkNow(input, cashier)),
    'refunds.unsettled': forCashier((till, input, cashier) =>
      till.refunds.unsettled(input, cashier),
    ),
    'refunds.settle': forCashier((till, input, cashier) => till.refunds.settle(input, cashier)),
    'refunds.decide': forCashier((till, input, cashier) => till.refunds.decide(input, cashier)),
  };
}
