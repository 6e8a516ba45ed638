import { handlersOf } from './forwards.ts';
import { type HandlerPorts, type HandlersOf, withCashier } from './ports.ts';

export function customerHandlers(ports: HandlerPorts): HandlersOf<'customers'> {
  return handlersOf(ports, 'customers', {
    'customers.forget': ({ approval, ...input }, context) =>
      withCashier(ports, context, async ({ customers, staff }, by) => {
        const allowed = await staff.allow('forget-customer', by, approval);
        if (!allowed.ok) return allowed;
        return customers.forget(input, by, allowed.value.approver);
      }),
    'customers.forgetAll': ({ approval }, context) =>
      withCashier(ports, context, async ({ customers, staff }, by) => {
        const allowed = await staff.allow('forget-customers', by, approval);
        if (!allowed.ok) return allowed;
        return customers.forgetAll(by, allowed.value.approver);
      }),
  });
}
