import { createHandlerFactories } from './handler-factories.ts';
import type { HandlerPorts, PartHandlers } from './ports.ts';

export function createCustomerScreenHandlers({
  host,
}: HandlerPorts): PartHandlers<'customerScreen'> {
  const { forCashier } = createHandlerFactories(host);
  return {
    'customerScreen.show': forCashier((till, input, cashier) =>
      till.customerScreen.show(input, cashier),
    ),
    'customerScreen.switchLanguage': forCashier((till, input, cashier) =>
      till.customerScreen.switchLanguage(input, cashier),
    ),
    'customerScreen.state': forCashier((till, input, cashier) =>
      till.customerScreen.state(input, cashier),
    ),
  };
}
