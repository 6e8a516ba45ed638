import { createHandlerFactories } from './handler-factories.ts';
import type { AreaHandlers, HandlerPorts } from './ports.ts';

export function createBillCodeHandlers({ host }: HandlerPorts): AreaHandlers<'billCodes'> {
  const { createTillHandler, createApprovableHandler } = createHandlerFactories(host);
  return {
    'billCodes.read': createTillHandler((till, input) => till.billCodes.read(input)),
    'billCodes.chooseBiller': createApprovableHandler(
      'teach-bill-codes',
      (till, input, cashier, approver) => till.billCodes.chooseBiller(input, cashier, approver),
    ),
    'billCodes.confirm': createTillHandler((till, input) => till.billCodes.confirm(input)),
    'billCodes.teach': createApprovableHandler(
      'teach-bill-codes',
      (till, input, cashier, approver) => till.billCodes.teach(input, cashier, approver),
    ),
    'billCodes.list': createTillHandler((till) => till.billCodes.list()),
    'billCodes.forget': createApprovableHandler(
      'teach-bill-codes',
      (till, { gln }, cashier, approver) => till.billCodes.forget(gln, cashier, approver),
    ),
  };
}
