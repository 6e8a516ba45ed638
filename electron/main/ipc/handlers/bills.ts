import { createHandlerFactories } from './handler-factories.ts';
import type { HandlerPorts, PartHandlers } from './ports.ts';

export function createBillHandlers({ host }: HandlerPorts): PartHandlers<'bills'> {
  const { forCashier } = createHandlerFactories(host);
  return {
    'bills.list': forCashier((till, input) => till.bills.list(input)),
    'bills.link': forCashier((till, input) => till.bills.link(input)),
    'bills.refresh': forCashier((till, input) => till.bills.refresh(input)),
    'bills.extraData': forCashier((till, input) => till.bills.extraData(input)),
    'bills.unlink': forCashier((till, input) => till.bills.unlink(input)),
    'bills.balance': forCashier((till, input) => till.bills.balance(input)),
  };
}
