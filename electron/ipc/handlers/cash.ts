import type { Act, Approval, Result } from '../../../shared/contract/index.ts';
import type { CashCashier } from '../../cash/index.ts';
import type { OpenTill } from '../../till/index.ts';
import type { SignedInCashier } from '../types.ts';
import { handlersOf } from './forwards.ts';
import { type HandlerPorts, type HandlersOf, withCashier } from './ports.ts';

/** Does the work if the role or another person's PIN allows it. */
async function allowed<Value>(
  act: Act,
  { staff }: OpenTill,
  asked: { readonly cashier: SignedInCashier; readonly approval: Approval | null },
  work: (approver: CashCashier | null) => Result<Value>,
): Promise<Result<Value>> {
  const may = await staff.allow(act, asked.cashier, asked.approval);
  return may.ok ? work(may.value.approver) : may;
}

export function cashHandlers(ports: HandlerPorts): HandlersOf<'cash'> {
  return handlersOf(ports, 'cash', {
    'cash.payOut': ({ approval, ...input }, context) =>
      withCashier(ports, context, (till, cashier) =>
        allowed('pay-out', till, { cashier, approval }, (approver) =>
          till.cash.payOut(input, cashier, approver),
        ),
      ),
    'cash.openDrawer': ({ approval, ...input }, context) =>
      withCashier(ports, context, (till, cashier) =>
        allowed('open-drawer', till, { cashier, approval }, (approver) =>
          till.cash.openDrawer(input, cashier, approver),
        ),
      ),
    'cash.xReport': ({ approval, ...input }, context) =>
      withCashier(ports, context, (till, cashier) =>
        allowed('x-report', till, { cashier, approval }, (approver) =>
          till.cash.xReport(input, cashier, approver),
        ),
      ),
    'cash.count': ({ approval, ...input }, context) =>
      withCashier(ports, context, (till, cashier) =>
        // After a first count the expected sum is no longer secret.
        till.cash.isCounted(input.shiftId)
          ? allowed('x-report', till, { cashier, approval }, (approver) =>
              till.cash.count(input, cashier, approver),
            )
          : till.cash.count(input, cashier, null),
      ),
    'cash.zReports': ({ approval, ...input }, context) =>
      withCashier(ports, context, (till, cashier) =>
        allowed('z-reports', till, { cashier, approval }, (approver) =>
          till.cash.zReports(input, cashier, approver),
        ),
      ),
  });
}
