import { createHandlerFactories } from './handler-factories.ts';
import type { AreaHandlers, HandlerPorts } from './ports.ts';

export function createCashHandlers({ host }: HandlerPorts): AreaHandlers<'cash'> {
  const { createCashierHandler, createApprovableHandler } = createHandlerFactories(host);
  return {
    'cash.state': createCashierHandler((till, input, cashier) => till.cash.state(input, cashier)),
    'cash.open': createCashierHandler((till, input, cashier) => till.cash.open(input, cashier)),
    'cash.payIn': createCashierHandler((till, input, cashier) => till.cash.payIn(input, cashier)),
    'cash.payOut': createApprovableHandler('pay-out', (till, input, cashier, approver) =>
      till.cash.payOut(input, cashier, approver),
    ),
    'cash.drop': createCashierHandler((till, input, cashier) => till.cash.drop(input, cashier)),
    'cash.postponeDrop': createCashierHandler((till, input, cashier) =>
      till.cash.postponeDrop(input, cashier),
    ),
    'cash.openDrawer': createApprovableHandler('open-drawer', (till, input, cashier, approver) =>
      till.cash.openDrawer(input, cashier, approver),
    ),
    'cash.xReport': createApprovableHandler('x-report', (till, input, cashier, approver) =>
      till.cash.xReport(input, cashier, approver),
    ),
    'cash.shiftBlockingPayments': createCashierHandler((till, input) =>
      till.cash.shiftBlockingPayments(input),
    ),
    'cash.count': createCashierHandler(async (till, { approval, ...input }, cashier) => {
      if (!till.cash.isCounted(input.shiftId)) return till.cash.count(input, cashier, null);
      // After a first count the expected sum is no longer secret.
      const authorized = await till.staff.authorize('x-report', cashier, approval);
      if (!authorized.ok) return authorized;
      return till.cash.count(input, cashier, authorized.value.approver);
    }),
    'cash.closingCount': createCashierHandler((till, input, cashier) =>
      till.cash.closingCount(input, cashier),
    ),
    'cash.close': createCashierHandler((till, input, cashier) => till.cash.close(input, cashier)),
    'cash.handOver': createCashierHandler((till, input, cashier) =>
      till.cash.handOver(input, cashier),
    ),
    'cash.zReports': createApprovableHandler('z-reports', (till, input, cashier, approver) =>
      till.cash.zReports(input, cashier, approver),
    ),
    'cash.print': createCashierHandler((till, input, cashier) => till.cash.print(input, cashier)),
  };
}
