import { createPartHandlers } from './part-handlers.ts';
import { type HandlerPorts, type PartHandlers, withCashier } from './ports.ts';

export function createCustomerHandlers(ports: HandlerPorts): PartHandlers<'customers'> {
  return createPartHandlers(ports, 'customers', {
    'customers.delete': ({ approval, ...input }, context) =>
      withCashier(ports, context, async ({ customers, staff }, by) => {
        const allowed = await staff.authorize('forget-customer', by, approval);
        if (!allowed.ok) return allowed;
        return customers.delete(input, by, allowed.value.approver);
      }),
    'customers.deleteAll': ({ approval }, context) =>
      withCashier(ports, context, async ({ customers, staff }, by) => {
        const allowed = await staff.authorize('forget-customers', by, approval);
        if (!allowed.ok) return allowed;
        return customers.deleteAll(by, allowed.value.approver);
      }),
  });
}
