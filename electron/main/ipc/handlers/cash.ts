import { createHandlerFactories } from './handler-factories.ts';
import type { HandlerPorts, PartHandlers } from './ports.ts';

export function createCashHandlers({ host }: HandlerPorts): PartHandlers<'cash'> {
  const { forCashier, forPermission } = createHandlerFactories(host);
  return {
    'cash.state': forCashier((till, input, cashier) => till.cash.state(input, cashier)),
    'cash.open': forCashier((till, input, cashier) => till.cash.open(input, cashier)),
    'cash.payIn': forCashier((till, input, cashier) => till.cash.payIn(input, cashier)),
    'cash.payOut': forPermission('pay-out', (till, input, cashier, approver) =>
      till.cash.payOut(input, cashier, approver),
    ),
    'cash.openDrawer': forPermission('open-drawer', (till, input, cashier, approver) =>
      till.cash.openDrawer(input, cashier, approver),
    ),
    'cash.xReport': forPermission('x-report', (till, input, cashier, approver) =>
      till.cash.xReport(input, cashier, approver),
    ),
    'cash.shiftBlockingPayments': forCashier((till, input) =>
      till.cash.shiftBlockingPayments(input),
    ),
    'cash.count': forCashier(async (till, { approval, ...input }, cashier) => {
      if (!till.cash.isCounted(input.shiftId)) return till.cash.count(input, cashier, null);
      // After a first count the expected sum is no longer secret.
      const authorized = await till.staff.authorize('x-report', cashier, approval);
      if (!authorized.ok) return authorized;
      return till.cash.count(input, cashier, authorized.value.approver);
    }),
    'cash.closingCount': forCashier((till, input, cashier) =>
      till.cash.closingCount(input, cashier),
    ),
    'cash.close': forCashier((till, input, cashier) => till.cash.close(input, cashier)),
    'cash.handOver': forCashier((till, input, cashier) => till.cash.handOver(input, cashier)),
    'cash.zReports': forPermission('z-reports', (till, input, cashier, approver) =>
      till.cash.zReports(input, cashier, approver),
    ),
    'cash.print': forCashier((till, input, cashier) => till.cash.print(input, cashier)),
  };
}
