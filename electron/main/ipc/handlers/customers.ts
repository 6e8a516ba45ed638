import { createHandlerFactories } from './handler-factories.ts';
import type { HandlerPorts, PartHandlers } from './ports.ts';

export function createCustomerHandlers({ host }: HandlerPorts): PartHandlers<'customers'> {
  const { forCashier, forPermission } = createHandlerFactories(host);
  return {
    'customers.find': forCashier((till, input, cashier) => till.customers.find(input, cashier)),
    'customers.open': forCashier((till, input, cashier) => till.customers.open(input, cashier)),
    'customers.setPhone': forCashier((till, input, cashier) =>
      till.customers.setPhone(input, cashier),
    ),
    'customers.delete': forPermission('forget-customer', (till, input, cashier, approver) =>
      till.customers.delete(input, cashier, approver),
    ),
    'customers.deleteAll': forPermission('forget-customers', (till, _input, cashier, approver) =>
      till.customers.deleteAll(cashier, approver),
    ),
  };
}
