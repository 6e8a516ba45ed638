import { createHandlerFactories } from './handler-factories.ts';
import type { AreaHandlers, HandlerPorts } from './ports.ts';

export function createBasketHandlers({ host }: HandlerPorts): AreaHandlers<'basket'> {
  const { createCashierHandler } = createHandlerFactories(host);
  return {
    'basket.current': createCashierHandler((till, input, cashier) =>
      till.basket.current(input, cashier),
    ),
    'basket.get': createCashierHandler((till, input, cashier) => till.basket.get(input, cashier)),
    'basket.unfinished': createCashierHandler((till, input, cashier) =>
      till.basket.unfinished(input, cashier),
    ),
    'basket.takeOverCandidate': createCashierHandler((till, input, cashier) =>
      till.basket.takeOverCandidate(input, cashier),
    ),
    'basket.takeOver': createCashierHandler((till, input, cashier) =>
      till.basket.takeOver(input, cashier),
    ),
    'basket.add': createCashierHandler((till, input, cashier) => till.basket.add(input, cashier)),
    'basket.remove': createCashierHandler((till, input, cashier) =>
      till.basket.remove(input, cashier),
    ),
    'basket.pay': createCashierHandler((till, input, cashier) => till.basket.pay(input, cashier)),
    'basket.sendRest': createCashierHandler((till, input, cashier) =>
      till.basket.sendRest(input, cashier),
    ),
    'basket.discardRest': createCashierHandler((till, input, cashier) =>
      till.basket.discardRest(input, cashier),
    ),
    'basket.leave': createCashierHandler((till, input, cashier) =>
      till.basket.leave(input, cashier),
    ),
    'basket.end': createCashierHandler((till, input, cashier) => till.basket.end(input, cashier)),
  };
}
