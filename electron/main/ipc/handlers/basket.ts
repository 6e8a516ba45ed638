import { createHandlerFactories } from './handler-factories.ts';
import type { HandlerPorts, PartHandlers } from './ports.ts';

export function createBasketHandlers({ host }: HandlerPorts): PartHandlers<'basket'> {
  const { forCashier } = createHandlerFactories(host);
  return {
    'basket.current': forCashier((till, input, cashier) => till.basket.current(input, cashier)),
    'basket.get': forCashier((till, input, cashier) => till.basket.get(input, cashier)),
    'basket.unfinished': forCashier((till, input, cashier) =>
      till.basket.unfinished(input, cashier),
    ),
    'basket.takeOverCandidate': forCashier((till, input, cashier) =>
      till.basket.takeOverCandidate(input, cashier),
    ),
    'basket.takeOver': forCashier((till, input, cashier) => till.basket.takeOver(input, cashier)),
    'basket.add': forCashier((till, input, cashier) => till.basket.add(input, cashier)),
    'basket.remove': forCashier((till, input, cashier) => till.basket.remove(input, cashier)),
    'basket.pay': forCashier((till, input, cashier) => till.basket.pay(input, cashier)),
    'basket.sendRest': forCashier((till, input, cashier) => till.basket.sendRest(input, cashier)),
    'basket.discardRest': forCashier((till, input, cashier) =>
      till.basket.discardRest(input, cashier),
    ),
    'basket.leave': forCashier((till, input, cashier) => till.basket.leave(input, cashier)),
    'basket.end': forCashier((till, input, cashier) => till.basket.end(input, cashier)),
  };
}
