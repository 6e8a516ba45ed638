import { createHandlerFactories } from './handler-factories.ts';
import type { HandlerPorts, PartHandlers } from './ports.ts';

export function createPaymentHandlers({ host }: HandlerPorts): PartHandlers<'payments'> {
  const { forCashier } = createHandlerFactories(host);
  return {
    'payments.consult': forCashier((till, input, cashier) => till.payments.consult(input, cashier)),
    'payments.checkAccount': forCashier((till, input, cashier) =>
      till.payments.checkAccount(input, cashier),
    ),
    'payments.checkTopUp': forCashier((till, input, cashier) =>
      till.payments.checkTopUp(input, cashier),
    ),
    'payments.prepare': forCashier((till, input, cashier) => till.payments.prepare(input, cashier)),
    'payments.approveShortDrawer': forCashier((till, input, cashier) =>
      till.payments.approveShortDrawer(input, cashier),
    ),
    'payments.pay': forCashier((till, input, cashier) => till.payments.pay(input, cashier)),
    'payments.get': forCashier((till, input, cashier) => till.payments.get(input, cashier)),
    'payments.recent': forCashier((till, input, cashier) => till.payments.recent(input, cashier)),
    'payments.current': forCashier((till, input, cashier) => till.payments.current(input, cashier)),
    'payments.acknowledge': forCashier((till, input, cashier) =>
      till.payments.acknowledge(input, cashier),
    ),
    'payments.confirm': forCashier((till, input, cashier) => till.payments.confirm(input, cashier)),
    'payments.unresolved': forCashier((till, input, cashier) =>
      till.payments.unresolved(input, cashier),
    ),
    'payments.paidAtOtherTills': forCashier((till, input, cashier) =>
      till.payments.paidAtOtherTills(input, cashier),
    ),
    'payments.lookUpNow': forCashier((till, input, cashier) =>
      till.payments.lookUpNow(input, cashier),
    ),
    'payments.sendAgain': forCashier((till, input, cashier) =>
      till.payments.sendAgain(input, cashier),
    ),
    'payments.cancel': forCashier((till, input, cashier) => till.payments.cancel(input, cashier)),
    'payments.closeByHand': forCashier((till, input, cashier) =>
      till.payments.closeByHand(input, cashier),
    ),
    'payments.releaseCash': forCashier((till, input, cashier) =>
      till.payments.releaseCash(input, cashier),
    ),
    'payments.confirmHandOver': forCashier((till, input, cashier) =>
      till.payments.confirmHandOver(input, cashier),
    ),
  };
}
