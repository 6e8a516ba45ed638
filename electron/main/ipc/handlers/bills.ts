import { createHandlerFactories } from './handler-factories.ts';
import type { AreaHandlers, HandlerPorts } from './ports.ts';

export function createBillHandlers({ host }: HandlerPorts): AreaHandlers<'bills'> {
  const { createCashierHandler } = createHandlerFactories(host);
  return {
    'bills.list': createCashierHandler((till, input) => till.bills.list(input)),
    'bills.link': createCashierHandler((till, input) => till.bills.link(input)),
    'bills.refresh': createCashierHandler((till, input) => till.bills.refresh(input)),
    'bills.extraData': createCashierHandler((till, input) => till.bills.extraData(input)),
    'bills.unlink': createCashierHandler((till, input) => till.bills.unlink(input)),
    'bills.balance': createCashierHandler((till, input) => till.bills.balance(input)),
  };
}
