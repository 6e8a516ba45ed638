import { createHandlerFactories } from './handler-factories.ts';
import type { AreaHandlers, HandlerPorts } from './ports.ts';

export function createPaymentHandlers({ host }: HandlerPorts): AreaHandlers<'payments'> {
  const { createCashierHandler } = createHandlerFactories(host);
  return {
    'payments.consult': createCashierHandler((till, input, cashier) =>
      till.payments.consult(input, cashier),
    ),
    'payments.checkAccount': createCashierHandler((till, input, cashier) =>
      till.payments.checkAccount(input, cashier),
    ),
    'payments.checkTopUp': createCashierHandler((till, input, cashier) =>
      till.payments.checkTopUp(input, cashier),
    ),
    'payments.prepare': createCashierHandler((till, input, cashier) =>
      till.payments.prepare(input, cashier),
    ),
    'payments.approveShortDrawer': createCashierHandler((till, input, cashier) =>
      till.payments.approveShortDrawer(input, cashier),
    ),
    'payments.pay': createCashierHandler((till, input, cashier) =>
      till.payments.pay(input, cashier),
    ),
    'payments.get': createCashierHandler((till, input, cashier) =>
      till.payments.get(input, cashier),
    ),
    'payments.recent': createCashierHandler((till, input, cashier) =>
      till.payments.recent(input, cashier),
    ),
    'payments.current': createCashierHandler((till, input, cashier) =>
      till.payments.current(input, cashier),
    ),
    'payments.acknowledge': createCashierHandler((till, input, cashier) =>
      till.payments.acknowledge(input, cashier),
    ),
    'payments.confirm': createCashierHandler((till, input, cashier) =>
      till.payments.confirm(input, cashier),
    ),
    'payments.unresolved': createCashierHandler((till, input, cashier) =>
      till.payments.unresolved(input, cashier),
    ),
    'payments.paidAtOtherTills': createCashierHandler((till, input, cashier) =>
      till.payments.paidAtOtherTills(input, cashier),
    ),
    'payments.lookUpNow': createCashierHandler((till, input, cashier) =>
      till.payments.lookUpNow(input, cashier),
    ),
    'payments.sendAgain': createCashierHandler((till, input, cashier) =>
      till.payments.sendAgain(input, cashier),
    ),
    'payments.cancel': createCashierHandler((till, input, cashier) =>
      till.payments.cancel(input, cashier),
    ),
    'payments.closeByHand': createCashierHandler((till, input, cashier) =>
      till.payments.closeByHand(input, cashier),
    ),
    'payments.releaseCash': createCashierHandler((till, input, cashier) =>
      till.payments.releaseCash(input, cashier),
    ),
    'payments.confirmHandOver': createCashierHandler((till, input, cashier) =>
      till.payments.confirmHandOver(input, cashier),
    ),
  };
}
