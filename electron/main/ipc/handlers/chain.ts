import { createHandlerFactories } from './handler-factories.ts';
import type { HandlerPorts, PartHandlers } from './ports.ts';

export function createChainHandlers({ host }: HandlerPorts): PartHandlers<'chain'> {
  const { forCashier } = createHandlerFactories(host);
  return {
    'chain.access': forCashier((till) => till.chain.access()),
    'chain.connect': forCashier((till, input, cashier) => till.chain.connect(input, cashier)),
    'chain.disconnect': forCashier((till, input, cashier) => till.chain.disconnect(input, cashier)),
    'chain.overview': forCashier((till) => till.chain.overview()),
    'chain.today': forCashier((till, input) => till.chain.today(input)),
    'chain.tills': forCashier((till, input) => till.chain.tills(input)),
    'chain.till': forCashier((till, input) => till.chain.till(input)),
    'chain.unresolved': forCashier((till, input) => till.chain.unresolved(input)),
    'chain.days': forCashier((till, input) => till.chain.days(input)),
    'chain.day': forCashier((till, input) => till.chain.day(input)),
    'chain.differences': forCashier((till, input) => till.chain.differences(input)),
    'chain.shifts': forCashier((till, input) => till.chain.shifts(input)),
    'chain.search': forCashier((till, input) => till.chain.search(input)),
    'chain.export': forCashier((till, input, cashier) => till.chain.export(input, cashier)),
  };
}
