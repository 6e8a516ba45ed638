import { type HandlerPorts, type HandlersOf, withCashier } from './ports.ts';

export function paymentHandlers(ports: HandlerPorts): HandlersOf<'payments'> {
  return {
    'payments.consult': (input, context) =>
      withCashier(ports, context, ({ payments }, cashier) => payments.consult(input, cashier)),
    'payments.checkAccount': (input, context) =>
      withCashier(ports, context, ({ payments }, cashier) => payments.checkAccount(input, cashier)),
    'payments.prepare': (input, context) =>
      withCashier(ports, context, ({ payments }, cashier) => payments.prepare(input, cashier)),
    'payments.pay': (input, context) =>
      withCashier(ports, context, ({ payments }, cashier) => payments.pay(input, cashier)),
    'payments.get': (input, context) =>
      withCashier(ports, context, ({ payments }, cashier) => payments.get(input, cashier)),
    'payments.recent': (input, context) =>
      withCashier(ports, context, ({ payments }, cashier) => payments.recent(input, cashier)),
    'payments.inHand': (_, context) =>
      withCashier(ports, context, ({ payments }, cashier) => payments.inHand(cashier)),
    'payments.seen': (input, context) =>
      withCashier(ports, context, ({ payments }, cashier) => payments.seen(input, cashier)),
    'payments.unresolved': (_, context) =>
      withCashier(ports, context, ({ payments }, cashier) => payments.unresolved(cashier)),
    'payments.lookUpNow': (input, context) =>
      withCashier(ports, context, ({ payments }, cashier) => payments.lookUpNow(input, cashier)),
    'payments.sendAgain': (input, context) =>
      withCashier(ports, context, ({ payments }, cashier) => payments.sendAgain(input, cashier)),
    'payments.checkTopUp': (input, context) =>
      withCashier(ports, context, ({ payments }, cashier) => payments.checkTopUp(input, cashier)),
    'payments.cancel': (input, context) =>
      withCashier(ports, context, ({ payments }, cashier) => payments.cancel(input, cashier)),
    'payments.closeByHand': (input, context) =>
      withCashier(ports, context, ({ payments }, cashier) => payments.closeByHand(input, cashier)),
    'payments.releaseCash': (input, context) =>
      withCashier(ports, context, ({ payments }, cashier) => payments.releaseCash(input, cashier)),
    'payments.handedOver': (input, context) =>
      withCashier(ports, context, ({ payments }, cashier) => payments.handedOver(input, cashier)),
  };
}
