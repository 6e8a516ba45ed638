import { createHandlerFactories } from './handler-factories.ts';
import type { AreaHandlers, HandlerPorts } from './ports.ts';

export function createClaimHandlers({ host }: HandlerPorts): AreaHandlers<'claims'> {
  const { createCashierHandler, createApprovableHandler } = createHandlerFactories(host);
  return {
    'claims.list': createCashierHandler((till) => till.claims.list()),
    'claims.get': createCashierHandler((till, input) => till.claims.get(input)),
    'claims.ofPayment': createCashierHandler((till, input) => till.claims.ofPayment(input)),
    'claims.open': createCashierHandler((till, input, cashier) => till.claims.open(input, cashier)),
    'claims.addEntry': createCashierHandler((till, input, cashier) =>
      till.claims.addEntry(input, cashier),
    ),
    'claims.close': createApprovableHandler('close-claim', (till, input, cashier, approver) =>
      till.claims.close(input, cashier, approver),
    ),
    'claims.printSheet': createCashierHandler((till, input, cashier) =>
      till.claims.printSheet(input, cashier),
    ),
    'claims.saveSheet': createCashierHandler((till, input, cashier) =>
      till.claims.saveSheet(input, cashier),
    ),
    'claims.printKey': createCashierHandler((till, _input, cashier) =>
      till.claims.printKey(cashier),
    ),
    'claims.saveKey': createCashierHandler((till, _input, cashier) => till.claims.saveKey(cashier)),
  };
}
