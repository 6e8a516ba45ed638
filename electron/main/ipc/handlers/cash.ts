import type { Approval, Permission, Result } from '../../../../shared/contract/index.ts';
import type { ShiftCashier } from '../../../counter/cash/index.ts';
import type { OpenTill } from '../../till/index.ts';
import type { SignedInCashier } from '../types.ts';
import { createPartHandlers } from './part-handlers.ts';
import { type HandlerPorts, type PartHandlers, withCashier } from './ports.ts';

/** Runs the work if the cashier's role or another person's PIN allows it. */
async function withApproval<Value>(
  permission: Permission,
  { staff }: OpenTill,
  request: { readonly cashier: SignedInCashier; readonly approval: Approval | null },
  work: (approver: ShiftCashier | null) => Result<Value>,
): Promise<Result<Value>> {
  const authorized = await staff.authorize(permission, request.cashier, request.approval);
  return authorized.ok ? work(authorized.value.approver) : authorized;
}

export function createCashHandlers(ports: HandlerPorts): PartHandlers<'cash'> {
  return createPartHandlers(ports, 'cash', {
    'cash.payOut': ({ approval, ...input }, context) =>
      withCashier(ports, context, (till, cashier) =>
        withApproval('pay-out', till, { cashier, approval }, (approver) =>
          till.cash.payOut(input, cashier, approver),
        ),
      ),
    'cash.openDrawer': ({ approval, ...input }, context) =>
      withCashier(ports, context, (till, cashier) =>
        withApproval('open-drawer', till, { cashier, approval }, (approver) =>
          till.cash.openDrawer(input, cashier, approver),
        ),
      ),
    'cash.xReport': ({ approval, ...input }, context) =>
      withCashier(ports, context, (till, cashier) =>
        withApproval('x-report', till, { cashier, approval }, (approver) =>
          till.cash.xReport(input, cashier, approver),
        ),
      ),
    'cash.count': ({ approval, ...input }, context) =>
      withCashier(ports, context, (till, cashier) =>
        // After a first count the expected sum is no longer secret.
        till.cash.isCounted(input.shiftId)
          ? withApproval('x-report', till, { cashier, approval }, (approver) =>
              till.cash.count(input, cashier, approver),
            )
          : till.cash.count(input, cashier, null),
      ),
    'cash.zReports': ({ approval, ...input }, context) =>
      withCashier(ports, context, (till, cashier) =>
        withApproval('z-reports', till, { cashier, approval }, (approver) =>
          till.cash.zReports(input, cashier, approver),
        ),
      ),
  });
}
