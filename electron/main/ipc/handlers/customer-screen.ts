import { createHandlerFactories } from './handler-factories.ts';
import type { AreaHandlers, HandlerPorts } from './ports.ts';

export function createCustomerScreenHandlers({
  host,
}: HandlerPorts): AreaHandlers<'customerScreen'> {
  const { createCashierHandler } = createHandlerFactories(host);
  return {
    'customerScreen.show': createCashierHandler((till, input, cashier) =>
      till.customerScreen.show(input, cashier),
    ),
    'customerScreen.showReceipt': createCashierHandler((till, { paymentId }) =>
      till.customerScreen.showReceipt(paymentId),
    ),
    'customerScreen.switchLanguage': createCashierHandler((till, input, cashier) =>
      till.customerScreen.switchLanguage(input, cashier),
    ),
    'customerScreen.state': createCashierHandler((till, input, cashier) =>
      till.customerScreen.state(input, cashier),
    ),
  };
}
