import { createHandlerFactories } from './handler-factories.ts';
import type { AreaHandlers, HandlerPorts } from './ports.ts';

export function createCustomerHandlers({ host }: HandlerPorts): AreaHandlers<'customers'> {
  const { createCashierHandler, createApprovableHandler } = createHandlerFactories(host);
  return {
    'customers.find': createCashierHandler((till, input, cashier) =>
      till.customers.find(input, cashier),
    ),
    'customers.open': createCashierHandler((till, input, cashier) =>
      till.customers.open(input, cashier),
    ),
    'customers.setPhone': createCashierHandler((till, input, cashier) =>
      till.customers.setPhone(input, cashier),
    ),
    'customers.delete': createApprovableHandler(
      'forget-customer',
      (till, input, cashier, approver) => till.customers.delete(input, cashier, approver),
    ),
    'customers.deleteAll': createApprovableHandler(
      'forget-customers',
      (till, _input, cashier, approver) => till.customers.deleteAll(cashier, approver),
    ),
  };
}
