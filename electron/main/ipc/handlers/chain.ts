import { createHandlerFactories } from './handler-factories.ts';
import type { AreaHandlers, HandlerPorts } from './ports.ts';

export function createChainHandlers({ host }: HandlerPorts): AreaHandlers<'chain'> {
  const { createCashierHandler } = createHandlerFactories(host);
  return {
    'chain.access': createCashierHandler((till) => till.chain.access()),
    'chain.connect': createCashierHandler((till, input, cashier) =>
      till.chain.connect(input, cashier),
    ),
    'chain.disconnect': createCashierHandler((till, input, cashier) =>
      till.chain.disconnect(input, cashier),
    ),
    'chain.overview': createCashierHandler((till) => till.chain.overview()),
    'chain.today': createCashierHandler((till, input) => till.chain.today(input)),
    'chain.tills': createCashierHandler((till, input) => till.chain.tills(input)),
    'chain.till': createCashierHandler((till, input) => till.chain.till(input)),
    'chain.unresolved': createCashierHandler((till, input) => till.chain.unresolved(input)),
    'chain.days': createCashierHandler((till, input) => till.chain.days(input)),
    'chain.day': createCashierHandler((till, input) => till.chain.day(input)),
    'chain.differences': createCashierHandler((till, input) => till.chain.differences(input)),
    'chain.shifts': createCashierHandler((till, input) => till.chain.shifts(input)),
    'chain.search': createCashierHandler((till, input) => till.chain.search(input)),
    'chain.export': createCashierHandler((till, input, cashier) =>
      till.chain.export(input, cashier),
    ),
  };
}
